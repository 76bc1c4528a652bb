package syntax

import (
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/internal/diag"
)

// TestCodes checks that each code's example gets that code and nothing else.
func TestCodes(t *testing.T) {
	seen := make(map[diag.Code]bool)
	for _, c := range Codes() {
		if seen[c.Code] || !strings.HasSuffix(c.Meaning, ".") && !strings.HasSuffix(c.Meaning, ").") {
			t.Errorf("%s is documented twice, or not by a sentence", c.Code)
		}
		seen[c.Code] = true
		src := []byte("package p\n\n" + c.Example + "\n")
		fset, file := parseGo(t, "example.go", src)
		_, diags := Read(fset, file, src)
		if len(diags) != 1 || diags[0].Code != c.Code {
			t.Errorf("%s: example gets %v", c.Code, diags)
			continue
		}
		if want := c.Code == CodeNearMiss; (diags[0].Severity == diag.Warning) != want {
			t.Errorf("%s is a %v", c.Code, diags[0].Severity)
		}
	}
}

// TestFixes checks that applying a fix removes the diagnostic.
func TestFixes(t *testing.T) {
	for _, text := range []string{
		"//rtest:requires a = b",
		"//rtest:requires a => b",
		"//rtest:ensure a",
		"//rtest:requires(a)",
		"// rtest:requires a",
		"//rtest: Requires a",
	} {
		src := "package p\n\n" + text + "\nfunc F(a, b int)\n"
		fset, file := parseGo(t, "a.go", []byte(src))
		_, diags := Read(fset, file, []byte(src))
		if len(diags) != 1 || diags[0].Fix == "" {
			t.Errorf("%s: got %v, want one diagnostic with a fix", text, diags)
			continue
		}
		d := diags[0]
		src = src[:d.Pos.Offset] + d.Fix + src[d.End.Offset:]
		fset, file = parseGo(t, "a.go", []byte(src))
		found, diags := Read(fset, file, []byte(src))
		if len(diags) != 0 || len(found) != 1 || found[0].Directives[0].Body == nil {
			t.Errorf("%s: fixed to %q, which gets %v", text, src, diags)
		}
	}
}

func TestSuggest(t *testing.T) {
	for _, v := range kinds[:len(kinds)-1] { // but for the continuation
		for i := range v.Name {
			typo := v.Name[:i] + "x" + v.Name[i+1:]
			if got := suggest(typo); got != v.Name {
				// Of two equally near names, either is a good guess.
				if diag.Distance(typo, got) > 1 {
					t.Errorf("suggest(%q) = %q, want %q", typo, got, v.Name)
				}
			}
		}
	}
}
