// Package usage finds the kinds of values that the code of a module passes to functions and stores in structs.
// Callers, tests and examples show which inputs are intended.
//
// It reads syntax only, so it includes files that are not compiled into the package under test. It identifies
// functions by name: it does not distinguish methods with the same name.
package usage

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A File is the source of one file of a module.
type File struct {
	Name string
	Text []byte
}

// A Usage holds what the files of a module do with functions and types. It may be used by
// several goroutines.
type Usage struct {
	mu      sync.Mutex
	calls   map[callee][]site
	fields  map[field][]expression
	omitted map[field]bool
	structs map[string]Kinds
	// types are the struct types, by name.
	types map[string]*ast.StructType
	// functions are the names of functions and methods that are not tests.
	functions map[string]bool
	// other are the names of types that are not structs.
	other map[string]bool
	known map[callee][][]Kinds
	busy  map[any]bool
	// shows means that the current file is a test or an example, where empty structs are meant to be used
	// unchanged. Elsewhere code fills an empty struct later, or returns it with an error.
	shows bool
}

// A callee is a function, or a method, of some name.
type callee struct {
	name   string
	method bool
}

// A param is a parameter of one.
type param struct {
	callee
	index int
}

// A site is a call.
type site struct {
	args []ast.Expr
	in   *scope
}

type field struct{ of, name string }

// An expression is an expression in its scope.
type expression struct {
	expr ast.Expr
	in   *scope
}

// Of reads files. If a file does not parse, it uses the part that does.
func Of(files []File) *Usage {
	u := &Usage{
		calls: map[callee][]site{}, fields: map[field][]expression{}, omitted: map[field]bool{}, structs: map[string]Kinds{},
		types: map[string]*ast.StructType{}, other: map[string]bool{}, functions: map[string]bool{}, known: map[callee][][]Kinds{}, busy: map[any]bool{},
	}
	fset := token.NewFileSet()
	packages := map[string]*scope{}
	for _, f := range files {
		parsed, _ := parser.ParseFile(fset, f.Name, f.Text, parser.ParseComments|parser.SkipObjectResolution)
		if parsed == nil {
			continue
		}
		dir := path.Dir(strings.ReplaceAll(f.Name, `\`, "/"))
		if packages[dir] == nil {
			packages[dir] = &scope{names: map[string][]binding{}}
		}
		u.shows = strings.HasSuffix(f.Name, "_test.go") || parsed.Name.Name == "main"
		u.readFile(parsed, packages[dir])
	}
	return u
}

// Calls returns the kinds of values that calls of a function pass together, one list for the
// calls that pass the same; of a method the receiver does not count.
func (u *Usage) Calls(name string, method bool) [][]Kinds {
	u.mu.Lock()
	defer u.mu.Unlock()
	c := callee{name, method}
	if list, ok := u.known[c]; ok {
		return list
	}
	var list [][]Kinds
	for _, s := range u.calls[c] {
		var passed []Kinds
		for _, a := range s.args {
			passed = append(passed, u.kinds(expression{a, s.in}))
		}
		if !slices.ContainsFunc(list, func(other []Kinds) bool { return slices.Equal(other, passed) }) {
			list = append(list, passed)
		}
	}
	u.known[c] = list
	return list
}

// passed returns the kinds of values that calls pass for a parameter.
func (u *Usage) passed(p param) (k Kinds) {
	for _, s := range u.calls[p.callee] {
		if p.index < len(s.args) {
			k |= u.kinds(expression{s.args[p.index], s.in})
		}
	}
	return k
}

// Field returns the kinds of values that code gives a field of a struct type.
func (u *Usage) Field(of, name string) (k Kinds) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, e := range u.fields[field{of, name}] {
		k |= u.kinds(e)
	}
	if u.structs[of]&Unset != 0 || u.omitted[field{of, name}] {
		k |= Omitted
	}
	return k
}

// Made returns whether code makes structs of a type, with no field set and with some set. A doc comment that
// calls the zero value useful counts too.
func (u *Usage) Made(of string) Kinds { return u.structs[of] }

// PraisesZero reports whether a doc comment calls the zero value useful.
func PraisesZero(doc string) bool {
	doc = strings.ToLower(strings.Join(strings.Fields(doc), " "))
	for sentence := range strings.SplitSeq(doc, ". ") {
		denies := false
		for _, w := range []string{"not ", "n't ", "invalid", "must", "panic", "never"} {
			denies = denies || strings.Contains(sentence, w)
		}
		if strings.Contains(sentence, "zero value") && !denies {
			return true
		}
	}
	return false
}

// readFile notes what a file of a package says.
func (u *Usage) readFile(f *ast.File, pkg *scope) {
	imported := map[string]bool{}
	for _, s := range f.Imports {
		name, _ := strconv.Unquote(s.Path.Value)
		for path.Base(name) != "." && len(path.Base(name)) > 1 && path.Base(name)[0] == 'v' && path.Base(name)[1] <= '9' {
			name = path.Dir(name)
		}
		name = strings.TrimPrefix(path.Base(name), "go-")
		if s.Name != nil {
			name = s.Name.Name
		}
		imported[name] = true
	}
	imported[f.Name.Name] = true
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.GenDecl:
			u.declare(d, pkg)
			u.readNode(d, pkg, imported)
		case *ast.FuncDecl:
			u.functions[d.Name.Name] = u.functions[d.Name.Name] || !u.shows
			if d.Body != nil {
				in := &scope{outer: pkg, names: map[string][]binding{}}
				in.parameters(d.Type, callee{d.Name.Name, d.Recv != nil})
				in.collect(u, d.Body)
				u.readNode(d.Body, in, imported)
			}
		}
	}
}

// declare notes the types and variables of a declaration.
func (u *Usage) declare(d *ast.GenDecl, in *scope) {
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			t, isStruct := s.Type.(*ast.StructType)
			if !isStruct {
				u.other[s.Name.Name] = true
				continue
			}
			u.types[s.Name.Name] = t
			if PraisesZero(d.Doc.Text()) || PraisesZero(s.Doc.Text()) {
				u.structs[s.Name.Name] |= Unset
			}
		case *ast.ValueSpec:
			in.variables(s)
			if len(s.Values) == 0 {
				u.makeUnset(typeName(s.Type))
			}
		}
	}
}

// readNode notes the calls and literals below a node.
func (u *Usage) readNode(n ast.Node, in *scope, imported map[string]bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			u.readCall(n, in, imported)
		case *ast.CompositeLit:
			u.readLiteral(n, n.Type, in)
		case *ast.AssignStmt:
			for i, l := range n.Lhs {
				if sel, ok := l.(*ast.SelectorExpr); ok && len(n.Lhs) == len(n.Rhs) {
					for of, t := range u.types {
						if hasField(t, sel.Sel.Name) {
							u.fields[field{of, sel.Sel.Name}] = append(u.fields[field{of, sel.Sel.Name}], expression{n.Rhs[i], in})
						}
					}
				}
			}
		}
		return true
	})
}

func (u *Usage) readCall(n *ast.CallExpr, in *scope, imported map[string]bool) {
	var c callee
	fun := ast.Unparen(n.Fun)
	switch x := fun.(type) {
	case *ast.IndexExpr:
		fun = x.X
	case *ast.IndexListExpr:
		fun = x.X
	}
	switch fun := fun.(type) {
	case *ast.Ident:
		c.name = fun.Name
		if c.name == "new" && len(n.Args) == 1 {
			u.makeUnset(typeName(n.Args[0]))
		}
	case *ast.SelectorExpr:
		c.name = fun.Sel.Name
		x, ok := fun.X.(*ast.Ident)
		c.method = !ok || !imported[x.Name]
	default:
		return
	}
	u.calls[c] = append(u.calls[c], site{n.Args, in})
}

// makeUnset notes that a test makes a struct in which no field is set.
func (u *Usage) makeUnset(name string) {
	if u.shows && name != "" {
		u.structs[name] |= Unset
	}
}

// readLiteral notes the fields of a struct literal, and of the literals without a type inside it.
func (u *Usage) readLiteral(n *ast.CompositeLit, typ ast.Expr, in *scope) {
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = star.X
	}
	if elem := elementType(typ); elem != nil {
		for _, e := range n.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				e = kv.Value
			}
			if lit, ok := e.(*ast.CompositeLit); ok && lit.Type == nil {
				u.readLiteral(lit, elem, in)
			}
		}
		return
	}
	name := typeName(typ)
	if name == "" {
		return
	}
	if len(n.Elts) == 0 {
		u.makeUnset(name)
		return
	}
	u.structs[name] |= Struct
	given := map[string]bool{}
	for i, e := range n.Elts {
		f := field{of: name}
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			key, ok := kv.Key.(*ast.Ident)
			if !ok {
				return
			}
			f.name, e = key.Name, kv.Value
		} else {
			f.name = nthField(u.structOf(typ), i)
		}
		given[f.name] = true
		u.fields[f] = append(u.fields[f], expression{e, in})
	}
	if t := u.structOf(typ); t != nil && len(given) < t.Fields.NumFields() {
		for _, f := range t.Fields.List {
			for _, n := range f.Names {
				if !given[n.Name] {
					u.omitted[field{name, n.Name}] = true
				}
			}
		}
	}
}
