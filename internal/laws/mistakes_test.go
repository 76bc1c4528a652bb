package laws

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rtest-dev/rtest/internal/laws/signature"
)

// module makes a module of one package with this code and further files, and returns its folder.
func module(t *testing.T, code string, more ...[2]string) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range append([][2]string{{"go.mod", "module example.com/m\n\ngo 1.24\n"}, {"m.go", code}}, more...) {
		if err := os.WriteFile(filepath.Join(dir, f[0]), []byte(f[1]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// quick asks for the laws of small terms.
func quick(dir, with string) Request {
	q := request(dir, with)
	q.Config.Limits.Timeout, q.Size = time.Second, 4
	return q
}

// TestMistakes tests what is said of functions of which no laws can be found, and of packages in
// which nothing can be looked for.
func TestMistakes(t *testing.T) {
	dir := module(t, `package m

import (
	"os"
	"time"
)

func Twice(n int) int { return n + n }

func Spin(n int) int {
	for n != 1<<40 {
	}
	return n
}

func Exit(n int) int {
	if n == 1 {
		os.Exit(3)
	}
	return n
}

func Send(c chan int) int { return cap(c) }

type Timer struct {
	C chan int
	n int
}

func (t *Timer) Stop() int { return t.n }

func Apply(f func([]int) int) int { return f(nil) }

func Now(n int) int64 { return time.Now().UnixNano() }

func Read(name string) string {
	b, _ := os.ReadFile(name)
	return string(b)
}

type Hidden struct{ n int }

func (h *Hidden) N() int { return h.n }
`)
	r, err := Find(context.Background(), quick(dir, ""))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, o := range r.Omitted {
		got[o.Name] = o.Why
	}
	for name, why := range map[string]string{
		"Spin": "it does not return", "Exit": "os.Exit", "Send": "it has a channel", "Timer.Stop": "its type Timer has a channel", "Apply": "functions cannot be told apart",
		"Now": "it is not pure", "Read": "os.ReadFile",
	} {
		if !strings.Contains(got[name], why) {
			t.Errorf("%s is left out because %q, without %q", name, got[name], why)
		}
	}
	for with, why := range map[string]string{"Twcie": "did you mean Twice?", "fmt.Nothing": "package fmt has no Nothing", "strings.Builder": "package strings has no Builder", "strings.Builder.Nothing": "Builder has no exported method Nothing"} {
		if _, err := Find(context.Background(), quick(dir, with)); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("-with %s: %v, without %q", with, err, why)
		}
	}
	dir = module(t, "package m\n\nfunc Send(c chan int) int { return cap(c) }\n")
	if _, err := Find(context.Background(), quick(dir, "")); err == nil || !strings.Contains(err.Error(), "of which laws could be found") {
		t.Errorf("no function: %v", err)
	}
	dir = module(t, "package m\n\nfunc F(n int) int { return x }\n")
	if _, err := Find(context.Background(), quick(dir, "")); err == nil || !strings.Contains(err.Error(), "undefined: x") {
		t.Errorf("a package that does not compile: %v", err)
	}
}

// TestItems tests which functions items name: those of a package of the standard library for which laws are looked for, and of others.
func TestItems(t *testing.T) {
	for pattern, with := range map[string]string{".": "Twice,strings.ToUpper,strings.Builder.Len", "strings": "ToUpper,Builder.Len,unicode/utf8.RuneLen,unicode/utf8.RuneError"} {
		q := request(module(t, "package m\n\nfunc Twice(n int) int { return n + n }\n"), with)
		q.Patterns, q.Only = []string{pattern}, true
		f := &finder{Request: q, dropped: map[*signature.Function]bool{}}
		defer f.close()
		if err := f.sign(context.Background()); err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, fn := range f.Functions {
			names = append(names, fn.Name[strings.LastIndex(fn.Name, ".")+1:])
		}
		want := map[string]string{".": "Twice ToUpper Len", "strings": "ToUpper Len RuneLen RuneError"}[pattern]
		if got := strings.Join(slices.Compact(names), " "); got != want {
			t.Errorf("%s of %s names %s, want %s", with, pattern, got, want)
		}
	}
}

// TestDeadlyValues tests that a function which does not return for a few larger values is called with the others.
func TestDeadlyValues(t *testing.T) {
	r, err := Find(context.Background(), quick(module(t, `package m

func Keep(s string) string {
	for len(s) == 2 && int(s[0])+int(s[1]) == 372 {
	}
	if len(s) > 60 {
		return ""
	}
	return s
}
`), ""))
	if err != nil {
		t.Fatal(err)
	}
	var laws []string
	for _, l := range r.Laws {
		laws = append(laws, l.String())
	}
	if got, want := strings.Join(laws, "; "), "Keep(Keep(s)) == Keep(s)"; got != want {
		t.Errorf("the laws are %s, want %s", got, want)
	}
}

// TestEndless tests that a method which does not return for what another function gives is left out once, though laws
// are also about its receiver afterwards.
func TestEndless(t *testing.T) {
	r, err := Find(context.Background(), quick(module(t, `package m

type Wheel struct{ N int }

func (w *Wheel) Turn(n int) int {
	for n == 1<<40 + 3 {
	}
	w.N += n
	return n
}

func Great(n int) int { return 1<<40 + n }
`), ""))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, o := range r.Omitted {
		names = append(names, o.Name+": "+o.Why)
	}
	if got, want := strings.Join(names, "; "), "Wheel.Turn: it does not return"; got != want {
		t.Errorf("left out is %s, want %s", got, want)
	}
}

// TestProgram tests that a package is built as a test only where the functions are in tests.
func TestProgram(t *testing.T) {
	dir := module(t, "package m\n\nfunc Twice(n int) int { return n + n }\n", [2]string{"m_test.go", "package m\n\nfunc half(n int) int { return n / 2 }\n"})
	for with, want := range map[string]int{"": 0, "half": 2} {
		f := &finder{Request: quick(dir, with), dropped: map[*signature.Function]bool{}}
		defer f.close()
		if _, err := f.find(context.Background()); err != nil {
			t.Fatal(err)
		}
		if got := len(f.pkg.UsedTests); got != want {
			t.Errorf("with %q, %d files are tests, want %d", with, got, want)
		}
	}
}
