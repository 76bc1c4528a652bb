package annotations

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/annotations/load"
	"github.com/rtest-dev/rtest/refine"
)

// Linked knows which package variables of a test process may be set by something without a function
// body in SSA form. That is packages read from export data, the linker, assembly, and test files
// that are not linked.
type Linked struct {
	graph *load.Graph
	// nodes are the package and its dependencies, in import order.
	nodes  []*load.Package
	byType map[*types.Package]*load.Package
	// tests are the test files that are linked.
	tests   []string
	goflags func() string
	// flags are the variables that linker flags set, by path.
	flags map[string]bool

	users map[*types.Var][]*types.Package
	sets  map[*types.Var]bool
	// named are the variables that linker directives or assembly name.
	named map[string]bool
	// absent has the variables set by test files that are possibly not linked.
	absent map[*types.Var]bool
}

// Linked describes the process that tests pkg. GoFlags returns the flags that the go command takes
// from its environment; it is called only if they matter.
func (p *Program) Linked(pkg *refine.Package, goFlags func() string) *Linked {
	u := p.resolved[pkg].Unit
	l := &Linked{
		graph: u.Graph, tests: pkg.UsedTests, goflags: goFlags,
		byType: map[*types.Package]*load.Package{}, sets: map[*types.Var]bool{},
	}
	u.Graph.Collect(u.Node, map[*load.Package]bool{}, &l.nodes)
	for _, n := range l.nodes {
		l.byType[n.Types] = n
	}
	return l
}

// Users returns the packages outside the standard library, other than its own, that are read from
// source and mention the variable.
func (l *Linked) Users(v *types.Var) []*types.Package {
	if l.users == nil {
		l.users = map[*types.Var][]*types.Package{}
		for _, n := range l.nodes {
			if n.Info == nil || n.Meta.Module == nil {
				continue
			}
			for _, obj := range n.Info.Uses {
				v, ok := obj.(*types.Var)
				if ok && v.Pkg() != nil && v.Pkg() != n.Types && v.Parent() == v.Pkg().Scope() && !slices.Contains(l.users[v], n.Types) {
					l.users[v] = append(l.users[v], n.Types)
				}
			}
		}
	}
	return l.users[v]
}

// Sets reports whether something outside the SSA form may set a variable.
func (l *Linked) Sets(v *types.Var) bool {
	known, ok := l.sets[v]
	if !ok {
		known = l.embedded(v) || l.names()[v.Pkg().Path()+"."+v.Name()] || l.names()[v.Name()] ||
			l.byTests()[v] || l.byLinker(v) || l.byUnread(v)
		l.sets[v] = known
	}
	return known
}

// Partial reports whether a package has test files that are possibly not linked and whose initialization
// contains a call.
func (l *Linked) Partial(pkg *types.Package) bool {
	n := l.byType[pkg]
	return n != nil && slices.ContainsFunc(l.unlinked(n), func(f *ast.File) bool {
		return slices.ContainsFunc(initializers(f), func(x ast.Node) bool {
			found := false
			ast.Inspect(x, func(x ast.Node) bool {
				_, call := x.(*ast.CallExpr)
				found = found || call
				return !found
			})
			return found
		})
	})
}

// unlinked returns the test files of a package that are possibly not linked.
func (l *Linked) unlinked(n *load.Package) []*ast.File {
	var files []*ast.File
	for _, f := range n.Files {
		name := l.graph.Fset.Position(f.Package).Filename
		if strings.HasSuffix(name, "_test.go") && !slices.Contains(l.tests, name) {
			files = append(files, f)
		}
	}
	return files
}

// initializers returns the parts of a file that run when its package is initialized.
func initializers(f *ast.File) []ast.Node {
	var list []ast.Node
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.Name == "init" && d.Body != nil {
				list = append(list, d.Body)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if v, ok := s.(*ast.ValueSpec); ok {
					for _, x := range v.Values {
						list = append(list, x)
					}
				}
			}
		}
	}
	return list
}

// byTests returns the variables that the initialization of unlinked test files sets.
func (l *Linked) byTests() map[*types.Var]bool {
	if l.absent != nil {
		return l.absent
	}
	l.absent = map[*types.Var]bool{}
	for _, n := range l.nodes {
		if n.Info == nil {
			continue
		}
		for _, f := range l.unlinked(n) {
			for _, x := range initializers(f) {
				m := &varUses{variableOf: func(x ast.Expr) *types.Var {
					id, ok := x.(*ast.Ident)
					if !ok {
						return nil
					}
					v, _ := n.Info.Uses[id].(*types.Var)
					return v
				}, set: l.absent}
				m.record(x)
			}
		}
	}
	return l.absent
}
