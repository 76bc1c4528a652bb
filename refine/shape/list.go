package shape

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// AsListed returns the text of a listed value as the directive has it, without an implicit
// conversion to an interface.
func AsListed(l *value.Listed, i int, pkg *types.Package) string {
	if exprs, ok := l.Origin.([]refine.Expr); ok {
		if c, ok := exprs[i].(*refine.Convert); ok && types.IsInterface(c.T) && c.Src() == c.X.Src() {
			return refine.Print(c.X, pkg)
		}
	}
	return l.Values[i]
}

// listedExprs returns a shape with the values of a directive, without duplicates.
func (s *shaper) listedExprs(t types.Type, vs []refine.Expr) value.Shape {
	vs = s.distinctValues(vs)
	l := &value.Listed{T: t, Origin: vs}
	consts := make([]constant.Value, 0, len(vs))
	for _, e := range vs {
		l.Values = append(l.Values, refine.Print(e, s.opt.Package))
		if c, ok := e.(*refine.Const); ok {
			consts = append(consts, c.Value)
		}
	}
	if len(consts) == len(vs) {
		fillConstants(l, t, consts)
	}
	return l
}

// distinctValues removes duplicate values.
func (s *shaper) distinctValues(vs []refine.Expr) []refine.Expr {
	var out []refine.Expr
	known := map[string]bool{}
	for _, e := range vs {
		text := refine.Evaluated(e)
		if text == "" || !known[text] {
			out = append(out, e)
		}
		known[text] = true
	}
	return out
}

// fillConstants sets the numbers or strings of constants.
func fillConstants(l *value.Listed, t types.Type, consts []constant.Value) {
	u, ok := t.Underlying().(*types.Basic)
	if !ok {
		return
	}
	for _, c := range consts {
		switch {
		case u.Info()&types.IsInteger != 0:
			c = constant.ToInt(c)
			n, exact := constant.Int64Val(c)
			if !exact {
				un, _ := constant.Uint64Val(c)
				n = int64(un)
			}
			l.Ints = append(l.Ints, n)
		case u.Info()&types.IsString != 0:
			l.Strings = append(l.Strings, constant.StringVal(c))
		}
	}
}

// maxFlags is the greatest number of flags for which all unions are tried. With more flags there
// are none, each, each pair, and all of them.
const maxFlags = 10

// listedConsts returns the shape of an enumeration; with flags its values are unions of the
// constants. It includes zero if the code compares with it.
func (s *shaper) listedConsts(n *types.Named, consts []*types.Const, flags bool) value.Shape {
	var names []string
	var values []constant.Value
	add := func(name string, v constant.Value) {
		same := func(w constant.Value) bool { return constant.Compare(v, token.EQL, w) }
		if !slices.ContainsFunc(values, same) {
			names, values = append(names, name), append(values, v)
		}
	}
	name := s.typeName(n)
	qualifier := name[:strings.LastIndex(name, ".")+1]
	if flags {
		add(name+"(0)", constant.MakeInt64(0))
		for _, set := range unions(len(consts)) {
			var parts []string
			v := constant.MakeInt64(0)
			for _, i := range set {
				parts = append(parts, qualifier+consts[i].Name())
				v = constant.BinaryOp(v, token.OR, constant.ToInt(consts[i].Val()))
			}
			add(strings.Join(parts, " | "), v)
		}
	} else {
		for _, c := range consts {
			add(qualifier+c.Name(), c.Val())
		}
		if s.opt.Hints.ZeroCompared[n.Obj()] {
			zero, text := constant.MakeInt64(0), "0"
			if refine.IsString(n) {
				zero, text = constant.MakeString(""), `""`
			}
			add(fmt.Sprintf("%s(%s)", name, text), zero)
		}
	}
	l := &value.Listed{T: n, Values: names}
	var exprs []refine.Expr
	for _, v := range values {
		exprs = append(exprs, &refine.Const{T: n, Value: v})
	}
	l.Origin = exprs
	fillConstants(l, n, values)
	return l
}

// unions returns the nonempty sets of n flags, smaller ones first.
func unions(n int) [][]int {
	var out [][]int
	if n > maxFlags {
		all := make([]int, n)
		for i := range n {
			all[i] = i
			out = append(out, []int{i})
		}
		for i := range n {
			for j := i + 1; j < n; j++ {
				out = append(out, []int{i, j})
			}
		}
		return append(out, all)
	}
	for mask := 1; mask < 1<<n; mask++ {
		var set []int
		for i := range n {
			if mask&(1<<i) != 0 {
				set = append(set, i)
			}
		}
		out = append(out, set)
	}
	slices.SortStableFunc(out, func(a, b []int) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return slices.Compare(a, b)
	})
	return out
}

// listedFuncs returns the shape whose values are the functions of a source.
func (s *shaper) listedFuncs(o refine.FuncSource, t types.Type, withNil bool) value.Shape {
	return &value.Listed{T: t, Values: o.Source(s.typeName, refine.PlainImport, withNil), Origin: o}
}
