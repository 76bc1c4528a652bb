package annotations

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/internal/longtest"
)

// Whatever a package or its contracts are made of changes its fingerprint, and
// nothing else does.
func TestFingerprint(t *testing.T) {
	longtest.Only(t, "lists the packages after each change")
	files := map[string]string{
		"go.mod":       "module example.com/m\n\ngo 1.26\n",
		"m.go":         "package m\n\nimport \"example.com/m/low\"\n\n//rtest:ensures result > 1\nfunc F() int { return low.Two() }\n",
		"m_test.go":    "package m\n\nfunc helper() int { return 1 }\n",
		"ext_test.go":  "package m_test\n\nimport \"example.com/m\"\n\n//rtest:ensures true\nvar _ = m.F\n",
		"low/low.go":   "package low\n\n//rtest:type Pos = {v int | 0 < v}\n\nfunc Two() int { return 2 }\n",
		"other/o.go":   "package other\n",
		"data.txt":     "text",
		"low/embed.go": "package low\n\nimport _ \"embed\"\n\n//go:embed low.txt\nvar text string\n",
		"low/low.txt":  "one",
	}
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		os.MkdirAll(filepath.Dir(path), 0o777)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range files {
		write(name, text)
	}
	list := func() []Listed {
		t.Helper()
		l, err := List(Config{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		ps := l.Packages()
		if len(ps) != 2 || ps[0].External || !ps[1].External {
			t.Fatalf("packages: %v", ps)
		}
		return ps
	}
	was := list()
	for _, test := range []struct {
		file, text    string
		in, ex, known bool
	}{
		{"m.go", files["m.go"] + "// more\n", true, true, true},
		{"m_test.go", files["m_test.go"] + "// more\n", true, true, true},
		{"ext_test.go", files["ext_test.go"] + "// more\n", false, true, true},
		{"low/low.go", "package low\n\n//rtest:type Pos = {v int | 1 < v}\n\nfunc Two() int { return 2 }\n", true, true, true},
		{"low/low.txt", "two", true, true, true},
		{"other/o.go", "package other\n\nvar X int\n", false, false, true},
		{"data.txt", "other text", false, false, true},
		{"m_test.go", "package m\n\n//rtest:import \"example.com/m/other\"\n", true, true, false},
		{"m_test.go", "package m\n\n//rtest:import text \"unicode/utf16\"\n", true, true, true},
		{"m.go", "package m\n\nfunc F( {}\n", true, true, false},
	} {
		write(test.file, test.text)
		is := list()
		if (is[0].Fingerprint != was[0].Fingerprint) != test.in || (is[1].Fingerprint != was[1].Fingerprint) != test.ex {
			t.Errorf("%s changed: the package %q, before %q; the external tests %q, before %q",
				test.file, is[0].Fingerprint, was[0].Fingerprint, is[1].Fingerprint, was[1].Fingerprint)
		}
		if (is[0].Fingerprint != "") != test.known {
			t.Errorf("%s: the fingerprint is %q", test.file, is[0].Fingerprint)
		}
		write(test.file, files[test.file])
		if again := list(); again[0] != was[0] || again[1] != was[1] {
			t.Errorf("%s changed back: %v, before %v", test.file, again, was)
		}
	}
}

// If functions without a contract are tested, the fingerprint of a package depends on other packages
// and tests: they build its values, and show which inputs are intended.
func TestFingerprintOfUses(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		os.MkdirAll(filepath.Dir(path), 0o777)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	prints := func(all bool) map[string]string {
		t.Helper()
		l, err := List(Config{Dir: dir, All: all, Patterns: []string{"./..."}})
		if err != nil {
			t.Fatal(err)
		}
		prints := map[string]string{}
		for _, p := range l.Packages() {
			prints[p.Path] = p.Fingerprint
		}
		return prints
	}
	write("go.mod", "module example.com/m\n\ngo 1.26\n")
	write("internal/low/low.go", "package low\n\nfunc One() int { return 1 }\n\nfunc Two() int { return 2 }\n")
	write("side/side.go", "package side\n")
	const uses = "package m\n\nimport \"example.com/m/internal/low\"\n\nfunc F() int { return low."
	write("m.go", uses+"One() }\n")
	without, with := prints(false), prints(true)
	write("m.go", uses+"Two() }\n")
	low := "example.com/m/internal/low"
	if now := prints(false); now[low] != without[low] || now[low] == "" {
		t.Errorf("without -all: %q, was %q", now[low], without[low])
	}
	now := prints(true)
	if now[low] == with[low] || now[low] == "" {
		t.Errorf("with -all: %q, was %q", now[low], with[low])
	}
	write("side/side_test.go", "package side_test\n\nvar _ = 1\n")
	if tested := prints(true); tested[low] == now[low] || tested[low] == "" {
		t.Errorf("with tests beside it: %q, was %q", tested[low], now[low])
	}
	if now := prints(false); now[low] != without[low] {
		t.Errorf("with tests beside it, without -all: %q, was %q", now[low], without[low])
	}
}

// A listing with one more file loads as one for which the go command was asked again.
func TestListingWith(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":      "module example.com/m\n\ngo 1.26\n",
		"m.go":        "package m\n\nimport \"strings\"\n\nfunc F(s string) string { return strings.ToUpper(s) }\n",
		"m_test.go":   "package m\n\nfunc helper() int { return 1 }\n",
		"ext_test.go": "package m_test\n\nimport \"example.com/m\"\n\n//rtest:ensures true\nfunc G(s string) string { return m.F(s) }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	before, err := List(Config{Dir: dir, All: true})
	if err != nil {
		t.Fatal(err)
	}
	contracts := func(l *Listing) (names []string) {
		for _, p := range l.Load(nil).Packages {
			if p.Broken {
				t.Errorf("%s does not compile: %v", p.Path, p.Diags)
			}
			for _, c := range p.Contracts {
				names = append(names, p.Path+"."+c.Name)
			}
		}
		return names
	}
	for _, test := range []struct {
		name, text string
		known      bool
	}{
		{"more.go", "package m\n\nimport \"unicode/utf8\"\n\n//rtest:ensures true\nfunc H(s string) int { return utf8.RuneCountInString(F(s)) }\n", true},
		{"more_test.go", "package m\n\n//rtest:ensures result > 0\nfunc H() int { return helper() }\n", true},
		{"more_test.go", "package m_test\n\n//rtest:ensures true\nfunc H(s string) string { return G(s) }\n", true},
		{"more.go", "package m\n\nimport \"net/http\"\n\nvar Client http.Client\n", false},
		{"more.go", "package m\n\nimport \"", false},
		{"below/more.go", "package below\n", false},
	} {
		path := filepath.Join(dir, test.name)
		with := before.With(path, []byte(test.text))
		if (with != nil) != test.known {
			t.Errorf("%s: %q: known is %v", test.name, test.text, with != nil)
		}
		if with == nil {
			continue
		}
		again, err := List(Config{Dir: dir, All: true, Overlay: map[string][]byte{path: []byte(test.text)}})
		if err != nil {
			t.Fatal(err)
		}
		got, want := contracts(with), contracts(again)
		if !slices.Equal(got, want) || slices.Equal(got, contracts(before)) {
			t.Errorf("%s: %q: contracts %q, of a new listing %q", test.name, test.text, got, want)
		}
	}
}
