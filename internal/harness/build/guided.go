package build

import (
	"go/ast"
	"go/parser"
	"go/token"
	"hash/fnv"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
	"github.com/rtest-dev/rtest/internal/rewrite"
	"github.com/rtest-dev/rtest/refine"
)

// identifier matches the names in the text of a clause.
var identifier = regexp.MustCompile(`[\pL_][\pL_\pN]*`)

// entryNames returns the names of the functions of a package that a guided target calls first: the
// function under test, and those that its preconditions mention.
func entryNames(c *refine.Contract, path string) map[string]bool {
	names := map[string]bool{}
	if f := c.Func; f != nil && f.Pkg() != nil && f.Pkg().Path() == path {
		names[f.Name()] = true
	}
	for _, c := range c.Pre {
		for _, name := range identifier.FindAllString(c.Text, -1) {
			names[name] = true
		}
	}
	return names
}

// mentions records the names that occur in the declarations of a package. Methods with the same name count as
// one.
type mentions struct {
	// names are the names that occur in the declarations of a name. keys are the functions of that
	// name, by FuncKey.
	names, keys map[string][]string
}

// mentionsIn returns the mentions in the files of one package.
func mentionsIn(files []*ast.File) mentions {
	m := mentions{map[string][]string{}, map[string][]string{}}
	add := func(name string, n ast.Node) {
		ast.Inspect(n, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				m.names[name] = append(m.names[name], id.Name)
			}
			return true
		})
	}
	for _, f := range files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				m.keys[d.Name.Name] = append(m.keys[d.Name.Name], rewrite.Key(d))
				add(d.Name.Name, d)
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if v, ok := s.(*ast.ValueSpec); ok && d.Tok == token.VAR {
						for _, name := range v.Names {
							add(name.Name, v)
						}
					}
				}
			}
		}
	}
	return m
}

// reachedFrom returns the functions, by FuncKey, that the functions with these names may reach,
// judging by the names in their bodies.
func (m mentions) reachedFrom(names map[string]bool) map[string]bool {
	keys := map[string]bool{}
	met := maps.Clone(names)
	for next := slices.Collect(maps.Keys(names)); len(next) > 0; next = next[1:] {
		for _, key := range m.keys[next[0]] {
			keys[key] = true
		}
		for _, name := range m.names[next[0]] {
			if !met[name] {
				met[name] = true
				next = append(next, name)
			}
		}
	}
	return keys
}

// countedFuncs returns the functions of a package that get counters, or nil for all: the functions
// under test, and those that guided targets reach.
func (o *overlay) countedFuncs(u *codegen.Unit, what Counters, path string, tested map[string]bool, files []*ast.File) map[string]bool {
	all := maps.Clone(tested)
	if all == nil {
		all = map[string]bool{}
	}
	if u.Guided() {
		m := mentionsIn(files)
		o.mentions[path] = m
		for _, t := range u.Targets {
			if t.Guided {
				maps.Copy(all, m.reachedFrom(entryNames(t.Contract, path)))
			}
		}
	}
	if what != CountTargets {
		return nil
	}
	return all
}

// sources parses the files of a folder. It skips files that it cannot read.
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

// maxEnds bounds the functions whose ends a trail distinguishes.
const maxEnds = 8

// Followed returns the functions that a guided target reaches, with the numbers of their counters. Neither the
// functions nor their keys depend on other targets. The trail distinguishes the places where the function under
// test ends. If that is a property, which usually returns true, the trail also distinguishes the ends of the
// functions that it calls.
func (e *Executable) Followed(c *refine.Contract) (list []wire.Followed) {
	if c.Func == nil || c.Func.Pkg() == nil {
		return nil
	}
	ends, atHome := e.distinguishedEnds(c)
	comesTo := map[string]map[string]bool{}
	for path, m := range e.files.mentions {
		comesTo[path] = m.reachedFrom(entryNames(c, path))
	}
	last, withEnds := "", 0
	for i, x := range e.Blocks {
		path := e.packageIn(filepath.Dir(x.File))
		if !comesTo[path][x.Func] {
			last = ""
			continue
		}
		n := len(e.Code.Concluding) + i
		id := path + "." + x.Func
		if last == id {
			list[len(list)-1].Behind = n + 1
			continue
		}
		last = id
		f := wire.Followed{First: n, Behind: n + 1, Key: functionKey(id)}
		own := x.Func == FuncKey(c.Func)
		if f.Ends = (path == e.unit.Pkg.Types.Path()) == atHome && (own || ends[x.Func[strings.LastIndexByte(x.Func, '.')+1:]] && withEnds < maxEnds); f.Ends {
			withEnds++
		}
		list = append(list, f)
	}
	return list
}

// distinguishedEnds returns the names of the functions that a property calls, and whether the
// function under test is in the unit's package.
func (e *Executable) distinguishedEnds(c *refine.Contract) (names map[string]bool, home bool) {
	names, home = map[string]bool{}, c.Func.Pkg() == e.unit.Pkg.Types
	if m := e.files.mentions[e.unit.Pkg.Types.Path()]; c.Prop && home {
		for _, name := range m.names[c.Func.Name()] {
			names[name] = true
		}
	}
	return names, home
}

// packageIn returns the path of the package in a folder of the module.
func (e *Executable) packageIn(dir string) string {
	p := e.unit.Pkg
	if dir == p.Dir {
		return p.Types.Path()
	}
	rel, err := filepath.Rel(p.ModuleDir, dir)
	if err != nil {
		return ""
	}
	return path.Join(p.Module, filepath.ToSlash(rel))
}

// functionKey returns a number for a function, with room after it for the numbers of its places.
func functionKey(function string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(function))
	return h.Sum32()&(1<<31-1) | 1
}
