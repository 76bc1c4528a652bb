package resolve

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/generics"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/refine"
)

// subjects returns the functions of the unit that have a contract, in source order. Idle are
// functions with directives that are not tested: with bounds but no contract, and methods of
// interfaces that nothing implements.
func (p *Package) subjects() (tested, idle []*subject) {
	c := &collector{u: p.Unit, byFunc: map[*types.Func]*subject{}}
	for _, f := range p.Unit.Found {
		switch o := f.Owner.(type) {
		case *syntax.FuncOwner:
			c.function(o, f.Directives)
		case *syntax.VarOwner:
			c.foreign(o, f.Directives)
		case *syntax.MethodOwner:
			c.interfaceMethod(o, f.Directives)
		case *syntax.FileOwner, *syntax.TypeOwner, *syntax.FieldOwner, *syntax.AliasOwner:
		}
	}
	for _, f := range p.Unit.Node.Files {
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok {
				c.addImplied(f, fd)
			}
		}
	}
	return c.sorted(), c.idle
}

// A subject is a function with the sources of its contract.
type subject struct {
	fn      *types.Func
	sources []source
	// pos is the function's name, or the declaration named _. file contains it.
	pos  token.Pos
	file *ast.File
	// foreign means that it is named in a contract file for another package.
	foreign bool
	// typeArgs are the type arguments written in contract files.
	typeArgs [][]types.Type
	// implementsFor are the type arguments for which it implements interfaces, if it does not for all.
	implementsFor [][]types.Type
	// isProperty means that its name makes it a property. hasOwnComment means that its doc comment is
	// among the sources.
	isProperty, hasOwnComment bool
	// promoted is set if the method is promoted from an embedded field.
	promoted *implementation
	// bare means that it is tested without a contract. panics means that its doc comment mentions a
	// panic.
	bare, panics bool
}

// A source is one doc comment with directives for a subject. It refers to parameters and results by
// the names in sig.
type source struct {
	dirs []*syntax.Directive
	file *ast.File
	unit *names.Unit
	sig  *types.Signature
	// tparams are the type parameters of the interface, if the source is the contract of its
	// method. The type parameters of the subject are in scope as well.
	tparams *types.TypeParamList
	// interfaceArgs are the type arguments of that interface, in terms of the subject's type parameters. It is
	// nil if they are the subject's.
	interfaceArgs []types.Type
	// appliesOnlyTo are the type arguments to which the source applies: those after var _ =, those of its
	// with directives, or those for which the subject implements the interface. Nil means all.
	appliesOnlyTo [][]types.Type
	// isFunctionPackage means that the source is in the function's own package, and the contract in another one.
	isFunctionPackage bool
}

// appliesTo reports whether the source applies to the instantiation.
func (s *source) appliesTo(targs []types.Type) bool {
	return s.appliesOnlyTo == nil || slices.ContainsFunc(s.appliesOnlyTo, func(only []types.Type) bool { return generics.Identical(only, targs) })
}

// general reports whether a source of the subject applies to all type arguments.
func (s *subject) general() bool {
	return len(s.implementsFor) == 0 || s.isProperty || slices.ContainsFunc(s.sources, func(src source) bool { return src.appliesOnlyTo == nil && syntax.MakesContract(src.dirs) })
}

type collector struct {
	u      *names.Unit
	all    []*subject
	byFunc map[*types.Func]*subject
	idle   []*subject
}

func (c *collector) subject(fn *types.Func, pos token.Pos, file *ast.File) *subject {
	if s := c.byFunc[fn]; s != nil {
		return s
	}
	s := &subject{fn: fn, pos: pos, file: file}
	c.byFunc[fn] = s
	c.all = append(c.all, s)
	return s
}

// function adds the contract in a function's own doc comment.
func (c *collector) function(o *syntax.FuncOwner, dirs []*syntax.Directive) {
	fn, ok := c.u.Node.Info.Defs[o.Decl.Name].(*types.Func)
	if !ok || !syntax.MakesContract(dirs) {
		return
	}
	if nameless(o.Decl) {
		verb := dirs[0].Verb
		c.u.Errorf(verb.Span, syntax.CodeMisplaced, "rtest:%s means nothing for a function named %s, which nothing can call: give it another name", verb.Name, fn.Name())
		return
	}
	f := c.u.FileOf(o.Decl.Pos())
	s := c.subject(fn, o.Decl.Name.Pos(), f)
	s.pos, s.file, s.hasOwnComment = o.Decl.Name.Pos(), f, true
	s.sources = append(s.sources, source{dirs: dirs, file: f, unit: c.u, sig: fn.Signature()})
}

// nameless reports whether a function has no name for calling it.
func nameless(d *ast.FuncDecl) bool {
	return d.Name.Name == "_" || d.Recv == nil && d.Name.Name == "init"
}

// foreign adds the contract of var _ = F.
func (c *collector) foreign(o *syntax.VarOwner, dirs []*syntax.Directive) {
	if len(o.Spec.Values) != 1 {
		return
	}
	fn, targs := c.u.FunctionOf(o.Spec.Values[0])
	if fn == nil {
		s := syntax.Span{From: o.Spec.Values[0].Pos(), To: o.Spec.Values[0].End()}
		c.u.Errorf(s, codes.NotFunction, "%s is not a declared function or method", types.ExprString(o.Spec.Values[0]))
		return
	}
	if recv := fn.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
		s := syntax.Span{From: o.Spec.Values[0].Pos(), To: o.Spec.Values[0].End()}
		c.u.Errorf(s, codes.NotFunction, "%s is the method of an interface: name an implementation", types.ExprString(o.Spec.Values[0]))
		return
	}
	f := c.u.FileOf(o.Spec.Pos())
	s := c.byFunc[fn]
	if s == nil {
		s = c.subject(fn, o.Spec.Names[0].Pos(), f)
		if s.foreign = fn.Pkg() != c.u.Node.Types; s.foreign {
			s.sources = append(s.sources, homeSources(c.u, fn)...)
		}
	}
	src := source{dirs: dirs, file: f, unit: c.u, sig: fn.Signature()}
	if len(targs) > 0 {
		s.typeArgs = append(s.typeArgs, targs)
		src.appliesOnlyTo = [][]types.Type{targs}
	}
	s.sources = append(s.sources, src)
}

// addImplied adds a function that has a contract because of its name or its types.
func (c *collector) addImplied(f *ast.File, fd *ast.FuncDecl) {
	fn, ok := c.u.Node.Info.Defs[fd.Name].(*types.Func)
	if !ok || fd.Body == nil {
		return
	}
	prop := isPropName(fd.Name.Name) && returnsBool(fn.Signature())
	if s := c.byFunc[fn]; s != nil {
		s.isProperty = prop
		if dirs := c.u.DirectivesOf(fd); !s.hasOwnComment && len(dirs) > 0 {
			// Bounds apply if another source gives a contract.
			s.sources = append(s.sources, source{dirs: dirs, file: f, unit: c.u, sig: fn.Signature()})
		}
		return
	}
	if prop || fd.Name.IsExported() && takesInvariant(c.u, fn.Signature()) {
		s := c.subject(fn, fd.Name.Pos(), f)
		s.isProperty = prop
		s.sources = append(s.sources, source{dirs: c.u.DirectivesOf(fd), file: f, unit: c.u, sig: fn.Signature()})
		if recv := fn.Signature().Recv(); recv != nil {
			if n, ok := types.Unalias(refine.Pointed(recv.Type())).(*types.Named); ok {
				s.typeArgs = c.u.AtTypes.InvariantInstances(n.Origin().Obj())
			}
		}
		return
	}
	if c.addBare(f, fd, fn) {
		return
	}
	if dirs := c.u.DirectivesOf(fd); len(dirs) > 0 {
		c.idle = append(c.idle, &subject{fn: fn, pos: fd.Name.Pos(), file: f, sources: []source{{dirs: dirs, file: f, unit: c.u, sig: fn.Signature()}}})
	}
}

func returnsBool(sig *types.Signature) bool {
	return sig.Results().Len() == 1 && refine.IsBoolean(sig.Results().At(0).Type())
}

// takesInvariant reports whether a receiver, parameter or result has a type of the package with an
// invariant, or contains one.
func takesInvariant(u *names.Unit, sig *types.Signature) bool {
	var has func(t types.Type) bool
	has = func(t types.Type) bool {
		switch t := types.Unalias(t).(type) {
		case *types.Pointer:
			return has(t.Elem())
		case *types.Slice:
			return has(t.Elem())
		case *types.Array:
			return has(t.Elem())
		case *types.Map:
			return has(t.Key()) || has(t.Elem())
		case *types.Struct:
			for f := range t.Fields() {
				if has(f.Type()) {
					return true
				}
			}
		case *types.Named:
			return t.Obj().Pkg() == u.Node.Types && u.AtTypes.HasInvariant(t.Origin().Obj()) || slices.ContainsFunc(names.TypeList(t.TypeArgs()), has)
		}
		return false
	}
	if sig.Recv() != nil && has(sig.Recv().Type()) {
		return true
	}
	for _, tuple := range []*types.Tuple{sig.Params(), sig.Results()} {
		for v := range tuple.Variables() {
			if has(v.Type()) {
				return true
			}
		}
	}
	return false
}

func (c *collector) sorted() []*subject {
	fset := c.u.Graph.Fset
	slices.SortStableFunc(c.all, func(a, b *subject) int {
		p, q := fset.Position(a.pos), fset.Position(b.pos)
		return cmp.Or(cmp.Compare(p.Filename, q.Filename), cmp.Compare(p.Offset, q.Offset))
	})
	return c.all
}

// isPropName reports whether a function of this name is a property: Prop, or Prop followed by
// something other than a lower-case letter.
func isPropName(name string) bool {
	if len(name) < 4 || name[:4] != "Prop" {
		return false
	}
	r, _ := utf8.DecodeRuneInString(name[4:])
	return name == "Prop" || !unicode.IsLower(r)
}

// HasContracts reports whether some of the files has a directive, or a function that is a property
// by its name.
func HasContracts(u *names.Unit, files []string) bool {
	for _, f := range u.Node.Files {
		if !slices.Contains(files, u.Graph.Fset.File(f.FileStart).Name()) {
			continue
		}
		if u.Directs(f) {
			return true
		}
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && isPropName(fd.Name.Name) {
				return true
			}
		}
	}
	return false
}
