package lsp

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	directives "github.com/rtest-dev/rtest/annotations/syntax"
)

// at is a Go file for each kind of place, with a directive there.
func at(kind placeKind, directive string) string {
	return map[placeKind]string{
		onFile:   "package p\n\n" + directive + "\n\nvar X = 1\n",
		onFunc:   "package p\n\n" + directive + "\nfunc F() {}\n",
		onType:   "package p\n\n" + directive + "\ntype T struct{}\n",
		onMethod: "package p\n\ntype T interface {\n" + directive + "\nM()\n}\n",
		onField:  "package p\n\ntype T struct {\n" + directive + "\nM int\n}\n",
	}[kind]
}

// TestVerbs compares the table with the reader of directives: it must know
// each, and take it at exactly the places of the table.
func TestVerbs(t *testing.T) {
	for _, v := range verbs() {
		if v.name == "and" {
			continue
		}
		for _, kind := range []placeKind{onFile, onFunc, onType, onMethod, onField} {
			src := []byte(at(kind, marker+v.name+" 1"))
			fset := token.NewFileSet()
			f, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			_, diags := directives.Read(fset, f, src)
			misplaced := false
			for _, d := range diags {
				misplaced = misplaced || d.Code == directives.CodeMisplaced
				if d.Code == directives.CodeUnknownDirective {
					t.Errorf("there is no directive %s", v.name)
				}
			}
			// What a type or an alias declares stands anywhere at top level.
			want := slices.Contains(v.places, kind) || slices.Contains(v.places, onFile) && kind != onField && kind != onMethod
			if misplaced == want {
				t.Errorf("%s at place %d: the table says %v, the reader otherwise (%v)", v.name, kind, want, diags)
			}
		}
	}
}

// TestVerbsAreAll looks in the language reference for a directive that the
// table lacks.
func TestVerbsAreAll(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "language.md"))
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`//rtest:([a-z]+)`).FindAllStringSubmatch(string(text), -1)
	if len(found) < 50 {
		t.Fatalf("%d directives in the reference", len(found))
	}
	for _, m := range found {
		if m[1] != "ensure" && !slices.ContainsFunc(verbs(), func(v verb) bool { return v.name == m[1] }) {
			t.Errorf("the table lacks %s", m[1])
		}
	}
}
