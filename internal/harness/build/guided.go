package build

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/refine"
)

// identifier finds the names in the text of a clause.
var identifier = regexp.MustCompile(`[\pL_][\pL_\pN]*`)

// guidedBy are the names of the functions of a package that the runs of guided targets begin
// with: those under test, and those that their preconditions mention.
func guidedBy(u *codegen.Unit, path string) map[string]bool {
	names := map[string]bool{}
	for _, t := range u.Targets {
		if !t.Guided {
			continue
		}
		if f := t.Contract.Func; f != nil && f.Pkg() != nil && f.Pkg().Path() == path {
			names[f.Name()] = true
		}
		for _, c := range t.Contract.Pre {
			for _, name := range identifier.FindAllString(c.Text, -1) {
				names[name] = true
			}
		}
	}
	return names
}

// mentioned are the functions of some files, by FuncKey, that those of the names come to, as
// far as the names in their bodies tell: all methods of a name are one.
func mentioned(files []*ast.File, names map[string]bool) map[string]bool {
	decls := map[string][]ast.Node{}
	for _, f := range files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				decls[d.Name.Name] = append(decls[d.Name.Name], d)
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if v, ok := s.(*ast.ValueSpec); ok && d.Tok == token.VAR {
						for _, name := range v.Names {
							decls[name.Name] = append(decls[name.Name], v)
						}
					}
				}
			}
		}
	}
	keys := map[string]bool{}
	met := maps.Clone(names)
	for next := slices.Sorted(maps.Keys(names)); len(next) > 0; next = next[1:] {
		for _, n := range decls[next[0]] {
			if d, ok := n.(*ast.FuncDecl); ok {
				keys[declKey(d)] = true
			}
			ast.Inspect(n, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok && !met[id.Name] {
					met[id.Name] = true
					next = append(next, id.Name)
				}
				return true
			})
		}
	}
	return keys
}

// addMentioned adds to the functions under test of a package those that guided targets
// come to.
func addMentioned(u *codegen.Unit, path string, files []*ast.File, to map[string]bool) map[string]bool {
	names := guidedBy(u, path)
	if len(names) == 0 {
		return to
	}
	all := mentioned(files, names)
	maps.Copy(all, to)
	return all
}

// sources are the files of a folder, as far as they can be read.
func (o *overlay) sources(dir string) (files []*ast.File) {
	names, err := sourcesIn(dir)
	if err != nil {
		return nil
	}
	for _, name := range names {
		src, err := o.content(name)
		if err != nil {
			continue
		}
		if f, err := parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution); err == nil {
			files = append(files, f)
		}
	}
	return files
}

// mostEnds is of how many functions it is told apart where they end.
const mostEnds = 8

// Ends are the numbers of the counters of the functions of which it is told apart where they
// end: for each that of the first and that behind the last. They are the function under test,
// and of a property, which returns true in most cases, those that it calls.
func (e *Executable) Ends(c *refine.Contract) (list [][2]int) {
	if c.Func == nil || c.Func.Pkg() == nil {
		return nil
	}
	key, home := FuncKey(c.Func), c.Func.Pkg() == e.unit.Pkg.Types
	names := map[string]bool{}
	if c.Prop && home {
		for _, f := range e.unit.Pkg.Syntax {
			for _, d := range f.Decls {
				if d, ok := d.(*ast.FuncDecl); ok && declKey(d) == key {
					ast.Inspect(d, func(n ast.Node) bool {
						if id, ok := n.(*ast.Ident); ok {
							names[id.Name] = true
						}
						return true
					})
				}
			}
		}
	}
	last := ""
	for i, x := range e.Blocks {
		name := x.Func[strings.LastIndexByte(x.Func, '.')+1:]
		if (filepath.Dir(x.File) == e.unit.Pkg.Dir) != home || x.Func != key && !names[name] {
			last = ""
			continue
		}
		n := len(e.Code.Concluding) + i
		if last == x.Func {
			list[len(list)-1][1] = n + 1
		} else if len(list) < mostEnds || x.Func == key {
			list = append(list, [2]int{n, n + 1})
			last = x.Func
		}
	}
	return list
}
