package emit

import (
	"go/build"
	"go/build/constraint"
	"go/version"
	"io"
	"path/filepath"
	"strings"
)

// oldest is the oldest language version that can compile the generated code.
const oldest = "go1.21"

// constraint returns the build constraint of a source file in the syntax of //go:build, from
// its constraint line and its name. It is empty if there is none.
func (e *emitter) constraint(path string) string {
	var x constraint.Expr
	add := func(y constraint.Expr) {
		if x == nil {
			x = y
		} else {
			x = &constraint.AndExpr{X: x, Y: y}
		}
	}
	for _, f := range e.pkg.Syntax {
		if e.pkg.Fset.Position(f.FileStart).Filename != path {
			continue
		}
		for _, g := range f.Comments {
			for _, c := range g.List {
				if c.Pos() < f.Package && constraint.IsGoBuild(c.Text) {
					if y, err := constraint.Parse(c.Text); err == nil {
						add(y)
					}
				}
			}
		}
	}
	for _, tag := range nameTags(path) {
		add(&constraint.TagExpr{Tag: tag})
	}
	if x == nil {
		return ""
	}
	return x.String()
}

// nameTags returns the operating system and the architecture in the name of a source file, if the
// go command reads them as build constraints. The name of the test file lacks them.
func nameTags(path string) []string {
	name := strings.TrimSuffix(strings.TrimSuffix(filepath.Base(path), ".go"), "_test")
	words := strings.Split(name, "_")[1:]
	var out []string
	for i := len(words) - 1; i >= 0 && len(out) < 2; i-- {
		if !constrains(words[i]) {
			break
		}
		out = append([]string{words[i]}, out...)
	}
	return out
}

// constrains reports whether the go command takes a word at the end of a file name for a
// system.
func constrains(word string) bool {
	ctxt := build.Default
	ctxt.CgoEnabled, ctxt.BuildTags = false, nil
	ctxt.GOOS, ctxt.GOARCH = "none", "none"
	ctxt.OpenFile = emptyFile
	ok, err := ctxt.MatchFile(".", "x_"+word+".go")
	return err == nil && !ok
}

// language adds the language version to a constraint if that of the module is too old for the
// generated code.
func (e *emitter) language(c string) string {
	v := version.Lang(e.pkg.Types.GoVersion())
	if v == "" || version.Compare(v, oldest) >= 0 {
		return c
	}
	if c == "" {
		return oldest
	}
	return oldest + " && (" + c + ")"
}

// emptyFile returns a file with nothing but a package clause.
func emptyFile(string) (io.ReadCloser, error) {
	return io.NopCloser(strings.NewReader("package p\n")), nil
}
