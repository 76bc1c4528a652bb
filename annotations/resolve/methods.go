package resolve

import (
	"go/types"

	"github.com/rtest-dev/rtest/annotations/syntax"
)

// interfaceMethod adds the contract of an interface method to the methods that implement it.
func (c *collector) interfaceMethod(o *syntax.MethodOwner, dirs []*syntax.Directive) {
	info := c.u.Node.Info
	tn, ok := info.Defs[o.Iface.Name].(*types.TypeName)
	if !ok || !syntax.MakesContract(dirs) {
		return
	}
	iface, ok := tn.Type().(*types.Named)
	m, ok2 := info.Defs[o.Field.Names[0]].(*types.Func)
	if !ok || !ok2 {
		return
	}
	impls := c.implementations(iface, m.Name())
	for _, impl := range impls {
		src := source{
			dirs: dirs, file: c.u.FileOf(o.Field.Pos()), unit: c.u, sig: m.Signature(),
			tparams: iface.TypeParams(), interfaceArgs: impl.at,
		}
		s := c.implementing(impl)
		if impl.only != nil {
			src.appliesOnlyTo = [][]types.Type{impl.only}
			s.implementsFor = append(s.implementsFor, impl.only)
		}
		s.sources = append(s.sources, src)
	}
	if len(impls) == 0 {
		f := c.u.FileOf(o.Field.Pos())
		c.idle = append(c.idle, &subject{fn: m, pos: m.Pos(), file: f, sources: []source{{dirs: dirs, file: f, unit: c.u, sig: m.Signature(), tparams: iface.TypeParams()}}})
	}
}

// implementing returns the subject for an implementation. A promoted method has a subject for each
// type that promotes it.
func (c *collector) implementing(impl *implementation) *subject {
	if impl.outer == nil {
		return c.subject(impl.fn, impl.fn.Pos(), c.u.FileOf(impl.fn.Pos()))
	}
	for _, s := range c.all {
		if s.fn == impl.fn && s.promoted != nil && s.promoted.outer == impl.outer {
			return s
		}
	}
	pos := impl.fn.Pos()
	if impl.fn.Pkg() != c.u.Node.Types {
		pos = impl.outer.Obj().Pos()
	}
	own, _ := calleeSubject(c.u, impl.fn, impl.args)
	s := &subject{fn: impl.fn, pos: pos, file: c.u.FileOf(pos), promoted: impl, sources: own.sources}
	c.all = append(c.all, s)
	return s
}
