package facts

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math/bits"
	"slices"

	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/refine"
)

// Constants returns the constants that make t an enumeration: those of one group that begins with
// iota, or those of a string type. Flags reports whether they are distinct powers of two. Constants
// composed of these, such as R | W, are then left out.
func (f *Facts) Constants(t *types.Named) (consts []*types.Const, flags bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	b, ok := t.Underlying().(*types.Basic)
	if !ok || t.Obj().Pkg() == nil || isNumberType(t) {
		return nil, false
	}
	all := constantsOf(f.Unit, t)
	switch {
	case len(all) == 0:
		return nil, false
	case b.Info()&types.IsString != 0:
		return all, false
	case b.Info()&types.IsInteger == 0:
		return nil, false
	}
	own := withoutComposed(f.Unit, t, all)
	all = withoutAliases(f.Unit, t, all, own)
	if distinctBits(own) && (len(own) == len(all) || slices.ContainsFunc(all, hasSeveralBits)) && oneIotaGroup(f.Unit, t, own) {
		return own, true
	}
	if !oneIotaGroup(f.Unit, t, all) {
		return nil, false
	}
	return all, false
}

// withoutAliases leaves out constants such as const Default = Red: they are declared outside the
// group, composed of other constants, and equal to one of the group.
func withoutAliases(u *names.Unit, t *types.Named, all, own []*types.Const) []*types.Const {
	if len(own) == 0 {
		return all
	}
	group := constantGroup(u, t, own[0])
	return slices.DeleteFunc(slices.Clone(all), func(c *types.Const) bool {
		return group != nil && (c.Pos() < group.Pos() || group.End() <= c.Pos()) && !slices.Contains(own, c) &&
			slices.ContainsFunc(own, func(o *types.Const) bool { return constant.Compare(o.Val(), token.EQL, c.Val()) })
	})
}

// distinctBits reports whether there are several constants, all distinct powers of two.
func distinctBits(list []*types.Const) bool {
	seen := map[uint64]bool{}
	for _, c := range list {
		n, ok := constant.Uint64Val(constant.ToInt(c.Val()))
		if !ok || bits.OnesCount64(n) != 1 || seen[n] {
			return false
		}
		seen[n] = true
	}
	return len(list) > 1
}

// hasSeveralBits reports whether a constant has several bits.
func hasSeveralBits(c *types.Const) bool {
	n, ok := constant.Uint64Val(constant.ToInt(c.Val()))
	return ok && bits.OnesCount64(n) > 1
}

// withoutComposed leaves out the constants that the source composes of names and operators only,
// without iota.
func withoutComposed(u *names.Unit, t *types.Named, consts []*types.Const) []*types.Const {
	o := u.UnitOf(t.Obj().Pkg())
	if o == nil {
		return consts
	}
	made := map[token.Pos]bool{}
	for _, file := range o.Node.Files {
		for _, d := range file.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.CONST {
				continue
			}
			for _, s := range g.Specs {
				spec := s.(*ast.ValueSpec)
				for i, name := range spec.Names {
					made[name.Pos()] = i < len(spec.Values) && isComposed(spec.Values[i])
				}
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(consts), func(c *types.Const) bool { return made[c.Pos()] })
}

// isComposed reports whether an expression consists of names and operators, without iota.
func isComposed(x ast.Expr) bool {
	only := true
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit, *ast.CallExpr:
			only = false
		case *ast.Ident:
			only = only && n.Name != "iota"
		}
		return only
	})
	return only
}

// isNumberType reports whether t is time.Duration, whose constants are units.
func isNumberType(t *types.Named) bool {
	return t.Obj().Pkg().Path() == "time" && t.Obj().Name() == "Duration"
}

// constantsOf returns the constants of exactly the type t in its package, in source order. For a
// type outside test files it leaves out constants in test files.
func constantsOf(u *names.Unit, t *types.Named) []*types.Const {
	var out []*types.Const
	scope := t.Obj().Pkg().Scope()
	for _, name := range scope.Names() {
		if c, ok := scope.Lookup(name).(*types.Const); ok && types.Identical(c.Type(), t) && (u.InTest(t.Obj()) || !u.InTest(c)) {
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(a, b *types.Const) int { return int(a.Pos() - b.Pos()) })
	return out
}

// oneIotaGroup reports whether the constants are in one group that begins with iota. If the source
// of the package is not loaded, it judges by their values.
func oneIotaGroup(u *names.Unit, t *types.Named, consts []*types.Const) bool {
	if u.UnitOf(t.Obj().Pkg()) == nil {
		return countsUp(consts)
	}
	g := constantGroup(u, t, consts[0])
	return g != nil && consts[len(consts)-1].Pos() < g.End() && beginsWithIota(g)
}

// constantGroup returns the declaration that contains a constant of t's package, or nil if the
// source is not loaded.
func constantGroup(u *names.Unit, t *types.Named, c *types.Const) *ast.GenDecl {
	o := u.UnitOf(t.Obj().Pkg())
	if o == nil {
		return nil
	}
	for _, file := range o.Node.Files {
		for _, d := range file.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Pos() <= c.Pos() && c.Pos() < g.End() {
				return g
			}
		}
	}
	return nil
}

// countsUp guesses by their values whether constants form a group that begins with iota. A single
// one, such as token.NoPos, does not.
func countsUp(consts []*types.Const) bool {
	if len(consts) == 1 {
		return false
	}
	for i, c := range consts {
		n, ok := refine.Int64(c.Val())
		if !ok || n != int64(i) && n != int64(i)+1 && n != 1<<i {
			return false
		}
	}
	return true
}

func beginsWithIota(g *ast.GenDecl) bool {
	spec, ok := g.Specs[0].(*ast.ValueSpec)
	if !ok {
		return false
	}
	found := false
	for _, v := range spec.Values {
		ast.Inspect(v, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && id.Name == "iota" {
				found = true
			}
			return true
		})
	}
	return found
}
