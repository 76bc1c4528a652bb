package interp

import (
	"go/types"

	"github.com/rtest-dev/rtest/encode/layout"
)

// maxCells is the number of scalar parts up to which values are followed.
const maxCells = 1 << 20

func info(t types.Type) types.BasicInfo {
	if b, ok := t.Underlying().(*types.Basic); ok {
		return b.Info()
	}
	return 0
}

// zero returns the zero value of a type.
func (p *Program) zero(t types.Type) Value {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return String("")
		case u.Info()&types.IsComplex != 0:
			return Complex(0)
		}
	case *types.Struct:
		a := make(aggregate, 0, p.lay.Size(t))
		for i := range u.NumFields() {
			a = flat(a, p.zero(u.Field(i).Type()))
		}
		return Value{r: a}
	case *types.Array:
		n := p.lay.Size(t)
		a := make(aggregate, 0, n)
		for e := p.zero(u.Elem()); len(a) < n; {
			a = flat(a, e)
		}
		return Value{r: a}
	case *types.Tuple:
		a := make(aggregate, u.Len())
		for i := range a {
			a[i] = p.zero(u.At(i).Type())
		}
		return Value{r: a}
	}
	return Value{}
}

// part returns the value of type t that begins at cell off of a.
func (p *Program) part(a aggregate, off int, t types.Type) Value {
	if layout.Aggregate(t) {
		n := p.lay.Size(t)
		return Value{r: a[off : off+n : off+n]}
	}
	return a[off]
}
