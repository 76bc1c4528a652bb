package syntax

import (
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/rtest-dev/rtest/internal/diag"
)

// parseText parses a predicate outside any source file.
func parseText(text string) (Expr, error) {
	fset := token.NewFileSet()
	file := fset.AddFile("predicate", -1, len(text))
	file.SetLinesForContent([]byte(text))
	e, diags := ParsePred(text, file.Pos, fset)
	if len(diags) > 0 {
		return nil, diags[0]
	}
	return e, nil
}

// nestings are texts that grow with their depth and recurse in different ways.
var nestings = map[string]func(n int) string{
	"parentheses": func(n int) string { return strings.Repeat("(", n) + "x" + strings.Repeat(")", n) },
	"calls":       func(n int) string { return strings.Repeat("f(a, ", n) + "x" + strings.Repeat(")", n) },
	"indices":     func(n int) string { return strings.Repeat("a[", n) + "x" + strings.Repeat("]", n) },
	"unary":       func(n int) string { return strings.Repeat("!", n) + "x" },
	"conditional": func(n int) string { return strings.Repeat("a ? b : ", n) + "x" },
	"middle":      func(n int) string { return strings.Repeat("a ? ", n) + "x" + strings.Repeat(" : b", n) },
	"arrows":      func(n int) string { return strings.Repeat("a ==> ", n) + "x" },
	"conjunction": func(n int) string { return strings.Repeat("a == b && ", n) + "x" },
	"chain":       func(n int) string { return strings.Repeat("a < ", n) + "x" },
	"quantifiers": func(n int) string { return strings.Repeat("forall a in b: ", n) + "x" },
	"refinements": func(n int) string {
		return strings.Repeat("forall a {v int | ", n) + "x" + strings.Repeat("}: y", n)
	},
	"literals":    func(n int) string { return "T" + strings.Repeat("{", n) + strings.Repeat("}", n) },
	"slice types": func(n int) string { return strings.Repeat("[]", n) + "int{}" },
	"map types":   func(n int) string { return strings.Repeat("map[int]", n) + "int{}" },
	"array types": func(n int) string {
		return "x is [" + strings.Repeat("len([", n) + "1" + strings.Repeat("]int{})", n) + "]int"
	},
	"func types": func(n int) string { return "x is " + strings.Repeat("func(a ", n) + "int" + strings.Repeat(")", n) },
	"func params": func(n int) string {
		return "forall x " + strings.Repeat("func(a ", n) + "int" + strings.Repeat(")", n) + ": y"
	},
	"func results": func(n int) string {
		return "forall x " + strings.Repeat("func() (a ", n) + "int" + strings.Repeat(")", n) + ": y"
	},
	"type args": func(n int) string {
		return "forall x " + strings.Repeat("A[", n) + "int" + strings.Repeat("]", n) + ": y"
	},
	"struct types": func(n int) string { return "x is " + strings.Repeat("struct{a ", n) + "int" + strings.Repeat("}", n) },
	"array params": func(n int) string {
		return strings.Repeat("g(func(a [", n) + "1" + strings.Repeat("]int) int(b))", n)
	},
	"refined array params": func(n int) string {
		return strings.Repeat("forall f func(a [", n) + "1" + strings.Repeat("]int): x", n)
	},
}

// TestNesting parses texts of a depth at which a parser that tries alternatives
// at each level would not end.
func TestNesting(t *testing.T) {
	for name, text := range nestings {
		t.Run(name, func(t *testing.T) {
			e, err := parseText(text(100))
			if err != nil {
				t.Fatal(err)
			}
			if again, err := parseText(e.String()); err != nil || again.String() != e.String() {
				t.Errorf("canonical form does not parse to itself: %v", err)
			}
		})
	}
}

// TestNestedErrors does the same with an error in the innermost place.
func TestNestedErrors(t *testing.T) {
	for name, text := range nestings {
		if name == "literals" || name == "chain" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			good := text(100)
			i := strings.LastIndexAny(good, "x1")
			if j := strings.LastIndex(good, "int"); j > i || strings.HasPrefix(good, "forall x") || strings.HasPrefix(good, "x is") {
				i = j
			}
			if strings.Contains(name, "array") {
				i = strings.LastIndex(good, "1")
			}
			_, err := parseText(good[:i] + " =" + good[i:])
			d, ok := errors.AsType[diag.Diagnostic](err)
			if !ok || d.Pos.Offset != i+1 {
				t.Errorf("got %v, want an error at column %d", err, i+2)
			}
		})
	}
}

func TestTooLong(t *testing.T) {
	text := strings.Repeat("(", maxTokens+1)
	_, err := parseText(text)
	d, ok := errors.AsType[diag.Diagnostic](err)
	if !ok || d.Code != CodeBadToken || d.Pos.Offset != maxTokens {
		t.Errorf("got %v, want an error at token %d", err, maxTokens)
	}
}

// TestLexReader checks that participle's own way into the grammar works too.
func TestLexReader(t *testing.T) {
	g, err := theGrammar()
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.refTypes.ParseString("", "{v []int | len(v) > 0}")
	if err != nil {
		t.Fatal(err)
	}
	r, err := (*p).refType()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := r.String(), "{v []int | len(v) > 0}"; got != want || r.Pos() != 1 || int(r.End()) != len(want)+1 {
		t.Errorf("got %s at %d to %d", got, r.Pos(), r.End())
	}
}

func BenchmarkNesting(b *testing.B) {
	for _, name := range []string{"parentheses", "conjunction", "func params", "array params"} {
		for _, n := range []int{30, 300} {
			text := nestings[name](n)
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				for b.Loop() {
					if _, err := parseText(text); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkDirective(b *testing.B) {
	src := []byte("package p\n\n//rtest:sig (r1, r2 Pos, s Rng(r1)) (Rng(r2))\n//rtest:ensures forall i in 0..<len(xs): xs[i] <= old(xs[i])\nfunc F() {}\n")
	fset, file := parseGo(b, "a.go", src)
	for b.Loop() {
		if _, diags := Read(fset, file, src); len(diags) > 0 {
			b.Fatal(diags)
		}
	}
}

// texts returns all texts of directives in testdata, with their verbs.
func texts(f *testing.F) []string {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	var out []string
	for _, name := range archives {
		a, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range a.Files {
			for line := range strings.Lines(string(file.Data)) {
				if _, text, ok := strings.Cut(line, "//rtest:"); ok && strings.HasSuffix(file.Name, ".go") {
					text, _, _ = strings.Cut(text, " // want")
					out = append(out, strings.TrimSpace(text))
				}
			}
		}
	}
	return out
}

// FuzzPredicate checks that every text is parsed or rejected, and that a parsed text has a sound tree
// with a stable canonical form.
func FuzzPredicate(f *testing.F) {
	for _, text := range texts(f) {
		_, text, _ = strings.Cut(text, " ")
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, err := parseText(text)
		if err != nil {
			return
		}
		if err := (&Directive{Body: &Pred{e}}).Check(); err != nil {
			t.Fatal(err)
		}
		canonical := e.String()
		again, err := parseText(canonical)
		if err != nil {
			t.Fatalf("%q: %v", canonical, err)
		}
		if sexpr(again) != sexpr(e) || again.String() != canonical {
			t.Fatalf("%q became %q", canonical, again)
		}
	})
}

// FuzzDirective puts a directive at each kind of place.
func FuzzDirective(f *testing.F) {
	for _, text := range texts(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 500 {
			return // Every part of it has been parsed separately.
		}
		d := "//rtest:" + text + "\n"
		src := []byte("package p\n\n" + d + "func F() {}\n\n" + d + "type T struct {\n" + d + "x int " + d + "}\n" +
			d + "type I interface {\n" + d + "M()\n}\n" + d + "var _ = F\n" + d + "type _ = T\n\n" + d)
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "a.go", src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return
		}
		found, diags := Read(fset, file, src)
		for _, o := range found {
			for _, d := range o.Directives {
				checkDirective(t, fset, src, d)
			}
		}
		for _, d := range diags {
			if d.Pos.Offset > len(src) || d.End.Offset < d.Pos.Offset || d.Message == "" || strings.Contains(d.Message, "\n") {
				t.Errorf("bad diagnostic %+v", d)
			}
		}
	})
}
