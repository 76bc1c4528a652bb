package analysis

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// variable follows what is at an address: that of a variable of the package, of an
// element of a table, or of a field of one.
func (f *following) variable(at ssa.Value) {
	switch at := at.(type) {
	case *ssa.Global:
		for _, st := range f.initial(at) {
			if k, ok := st.Val.(*ssa.Const); ok {
				f.value(k, 0)
			}
		}
	case *ssa.IndexAddr:
		f.table(at.X)
	case *ssa.FieldAddr:
		f.field(at.X, at.Field)
	}
}

// field follows the i-th field of what is at an address: of an element of a table, of a
// literal, or of a variable that is set to one, as in a loop over a table.
func (f *following) field(at ssa.Value, i int) {
	if f.seen[at] {
		return
	}
	f.seen[at] = true
	f.part(at, i)
	if element, ok := at.(*ssa.IndexAddr); ok {
		for _, array := range f.arrays(element.X) {
			f.elements(array, func(element *ssa.IndexAddr) { f.part(element, i) })
		}
	}
}

// part follows what is stored at an address as a whole, and in its i-th field.
func (f *following) part(at ssa.Value, i int) {
	if at.Referrers() == nil {
		return
	}
	for _, ref := range *at.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if load, ok := ref.Val.(*ssa.UnOp); ok && ref.Addr == at && load.Op == token.MUL {
				f.field(load.X, i)
			}
		case *ssa.FieldAddr:
			if ref.Field == i {
				f.stored(ref)
			}
		}
	}
}

// stored follows the constants that are stored at an address.
func (f *following) stored(at ssa.Value) {
	for _, ref := range *at.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == at {
			f.constant(st.Val)
		}
	}
}

// table follows the elements of a table: of a list, a slice, a map of constants.
func (f *following) table(of ssa.Value) {
	for _, array := range f.arrays(of) {
		f.elements(array, func(element *ssa.IndexAddr) { f.stored(element) })
	}
	g, ok := loaded(of).(*ssa.Global)
	if !ok {
		return
	}
	for _, st := range f.initial(g) {
		val, ok := st.Val.(*ssa.MakeMap)
		if !ok {
			continue
		}
		for _, ref := range *val.Referrers() {
			if up, ok := ref.(*ssa.MapUpdate); ok && up.Map == val {
				f.constant(up.Value)
			}
		}
	}
}

// arrays returns those of whose elements a table is made: a literal on the spot, or what
// a variable of the package is set to before main.
func (f *following) arrays(of ssa.Value) (list []ssa.Value) {
	switch of := loaded(of).(type) {
	case *ssa.Alloc:
		return []ssa.Value{of}
	case *ssa.Slice:
		return []ssa.Value{of.X}
	case *ssa.Global:
		for _, st := range f.initial(of) {
			switch val := st.Val.(type) {
			case *ssa.UnOp:
				list = append(list, val.X)
			case *ssa.Slice:
				list = append(list, val.X)
			}
		}
	}
	return list
}

// loaded is the variable of which v is what it holds, else v.
func loaded(v ssa.Value) ssa.Value {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		return load.X
	}
	return v
}

func (f *following) constant(v ssa.Value) {
	if k, ok := v.(*ssa.Const); ok {
		f.value(k, 0)
	}
}

// elements does something with each element of an array that has an address.
func (f *following) elements(array ssa.Value, do func(*ssa.IndexAddr)) {
	refs := array.Referrers()
	if refs == nil {
		return
	}
	for _, in := range *refs {
		if at, ok := in.(*ssa.IndexAddr); ok {
			do(at)
		}
	}
}
