package interp

import (
	"go/types"

	"github.com/rtest-dev/rtest/internal/search"
)

// maxCells is the number of scalar parts up to which values are followed.
const maxCells = 1 << 20

// size returns the number of scalar parts of a type, at most maxCells+1.
func (p *Program) size(t types.Type) int {
	if n, ok := p.sizes[t]; ok {
		return n
	}
	n := 1
	switch u := t.Underlying().(type) {
	case *types.Struct:
		n = 0
		for i := range u.NumFields() {
			n += p.size(u.Field(i).Type())
		}
	case *types.Array:
		n = 0
		if e := p.size(u.Elem()); e > 0 {
			n = e * int(min(u.Len(), maxCells+1))
		}
	}
	n = min(n, maxCells+1)
	p.sizes[t] = n
	return n
}

// field returns where field i of a struct begins.
func (p *Program) field(s *types.Struct, i int) int {
	off := 0
	for j := range i {
		off += p.size(s.Field(j).Type())
	}
	return off
}

// kindOf returns the machine kind of a boolean or integer type; not ok for
// others.
func kindOf(t types.Type) (search.Kind, bool) {
	basic, ok := t.Underlying().(*types.Basic)
	if !ok {
		return 0, false
	}
	switch basic.Kind() {
	case types.Bool, types.UntypedBool:
		return search.Bool, true
	case types.Int8:
		return search.Int8, true
	case types.Int16:
		return search.Int16, true
	case types.Int32, types.UntypedRune:
		return search.Int32, true
	case types.Int, types.Int64, types.UntypedInt:
		return search.Int64, true
	case types.Uint8:
		return search.Uint8, true
	case types.Uint16:
		return search.Uint16, true
	case types.Uint32:
		return search.Uint32, true
	case types.Uint, types.Uint64, types.Uintptr:
		return search.Uint64, true
	}
	return 0, false
}

func info(t types.Type) types.BasicInfo {
	if b, ok := t.Underlying().(*types.Basic); ok {
		return b.Info()
	}
	return 0
}

func isAggregate(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
		return true
	}
	return false
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
		a := make(aggregate, 0, p.size(t))
		for i := range u.NumFields() {
			a = flat(a, p.zero(u.Field(i).Type()))
		}
		return Value{r: a}
	case *types.Array:
		n := p.size(t)
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
	if isAggregate(t) {
		n := p.size(t)
		return Value{r: a[off : off+n : off+n]}
	}
	return a[off]
}
