package annotations

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// embedded reports whether the linker sets a variable to the content of files.
func (l *Linked) embedded(v *types.Var) bool {
	n := l.byType[v.Pkg()]
	if n == nil || n.Info == nil || n.Meta.Imports["embed"] == nil {
		return false
	}
	for _, f := range n.Files {
		if f.FileStart > v.Pos() || v.Pos() >= f.FileEnd {
			continue
		}
		for _, g := range f.Comments {
			for _, c := range g.List {
				if strings.HasPrefix(c.Text, "//go:embed") && specBehind(f, c.End()) == v.Pos() {
					return true
				}
			}
		}
	}
	return false
}

// specBehind returns the position of the first package variable declared after a position. A
// directive there belongs to this variable.
func specBehind(f *ast.File, at token.Pos) token.Pos {
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			continue
		}
		for _, s := range g.Specs {
			if s.Pos() > at {
				return s.Pos()
			}
		}
	}
	return token.NoPos
}

// linknames matches a go:linkname directive. assembled matches a symbol of a package in assembly.
var (
	linknames = regexp.MustCompile(`(?m)^//go:linkname[ \t]+(\S+)(?:[ \t]+(\S+))?`)
	assembled = regexp.MustCompile(`·([\pL_][\pL\d_]*)`)
)

// names returns the variables named by go:linkname directives, with the paths of their packages,
// and the names in assembly outside the standard library.
func (l *Linked) names() map[string]bool {
	if l.named != nil {
		return l.named
	}
	l.named = map[string]bool{}
	for _, n := range l.nodes {
		if n.Meta.Module == nil {
			continue
		}
		for _, name := range n.Meta.OtherFiles {
			if filepath.Ext(name) != ".s" {
				continue
			}
			for _, m := range assembled.FindAllSubmatch(l.content(name), -1) {
				l.named[string(m[1])] = true
			}
		}
		if n.Meta.Imports["unsafe"] == nil {
			continue
		}
		for _, name := range n.Meta.CompiledGoFiles {
			for _, m := range linknames.FindAllSubmatch(l.content(name), -1) {
				l.named[n.Meta.PkgPath+"."+string(m[1])] = true
				l.named[string(m[2])] = true
			}
		}
	}
	return l.named
}

// content returns the content of a file. An unreadable file is reported where it is needed.
func (l *Linked) content(name string) []byte {
	if src, ok := l.graph.Config.Overlay[name]; ok {
		return src
	}
	src, _ := os.ReadFile(name)
	return src
}

// linkerSets matches a linker flag that sets a variable.
var linkerSets = regexp.MustCompile(`-X(?:=|\s+|['"]+)+([^\s='"]+)=`)

// byLinker reports whether a linker flag sets a string variable.
func (l *Linked) byLinker(v *types.Var) bool {
	if b, ok := v.Type().(*types.Basic); !ok || b.Kind() != types.String {
		return false
	}
	if l.flags == nil {
		l.flags = map[string]bool{}
		all := append(l.graph.Config.Flags(), l.goflags())
		for _, m := range linkerSets.FindAllStringSubmatch(strings.Join(all, " "), -1) {
			l.flags[m[1]] = true
		}
	}
	return l.flags[v.Pkg().Path()+"."+v.Name()]
}

// byUnread reports whether a package read from export data may set an exported variable. Packages
// of the standard library do not set each other's variables.
func (l *Linked) byUnread(v *types.Var) bool {
	if !v.Exported() {
		return false
	}
	for _, n := range l.nodes {
		if n.Info != nil || n.Meta.Module == nil || n.Meta.Imports[v.Pkg().Path()] == nil {
			continue
		}
		for _, name := range n.Meta.CompiledGoFiles {
			src := l.content(name)
			if !bytes.Contains(src, []byte(v.Name())) {
				continue
			}
			if l.mayBeSetIn(v, name, src) {
				return true
			}
		}
	}
	return false
}

// mayBeSetIn reports whether a file of another package may set a variable.
func (l *Linked) mayBeSetIn(v *types.Var, name string, src []byte) bool {
	f, err := parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution)
	if err != nil {
		return true
	}
	at := importedAs(f, v.Pkg())
	m := &varUses{set: map[*types.Var]bool{}, variableOf: func(x ast.Expr) *types.Var {
		switch x := x.(type) {
		case *ast.SelectorExpr:
			if id, ok := x.X.(*ast.Ident); ok && x.Sel.Name == v.Name() && id.Name == at {
				return v
			}
		case *ast.Ident:
			if at == "." && x.Name == v.Name() {
				return v
			}
		}
		return nil
	}}
	if n := l.byType[v.Pkg()]; n != nil && n.Meta.Module == nil {
		m.harmlessPackage = at
	}
	if at != "" {
		m.record(f)
	}
	return m.set[v]
}

// importedAs returns the name under which a file imports a package, or "".
func importedAs(f *ast.File, pkg *types.Package) string {
	for _, s := range f.Imports {
		if p, err := strconv.Unquote(s.Path.Value); err != nil || p != pkg.Path() {
			continue
		}
		if s.Name != nil {
			return s.Name.Name
		}
		return pkg.Name()
	}
	return ""
}
