package lift

import (
	"iter"

	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// mostOrdered is of how many entries each order is followed.
const mostOrdered = 6

// order gives an iteration over a map any order, where Options.Exact asks for it: variables
// say which entry is at which place.
func (f *Frame) order(it *sym.Iterator) {
	most := 0
	for _, n := range it.Size {
		most = max(most, n)
	}
	if !f.Options.Exact || most < 2 {
		return
	}
	if most > mostOrdered || f.starting != nil {
		f.GiveUpIf(f.several(it), "the order of a map with many entries cannot be followed")
		return
	}
	for i := range most {
		f.B.Vars = append(f.B.Vars, form.Var{
			Name: "order", Kind: form.Int64, Parent: -1, Ascending: true, Dom: []form.Span{{Lo: 0, Hi: int64(most - 1)}},
		})
		at := f.B.Ref(len(f.B.Vars) - 1)
		for j := range i {
			f.Orders = append(f.Orders, f.B.Not(f.B.Eq(it.Order[j], at)))
		}
		it.Order = append(it.Order, at)
	}
}

// several says that a map has more than one entry.
func (f *Frame) several(it *sym.Iterator) term.Term {
	return f.B.Lt(f.B.Number(1), f.entries(&sym.Mapping{Alts: it.Tables}))
}

// entriesAt gives the entries of a table that may be at a place of an iteration, with the
// conditions under which they are.
func entriesAt(f *Frame, it *sym.Iterator, table, place int) iter.Seq2[int, term.Term] {
	return func(yield func(int, term.Term) bool) {
		if it.Order == nil {
			if place < it.Size[table] {
				yield(place, term.Yes)
			}
			return
		}
		for i := range it.Size[table] {
			if !yield(i, f.B.Eq(it.Order[place], f.B.Number(i))) {
				return
			}
		}
	}
}

// grown gives up where a map has entries that it had not when the iteration began: Go
// leaves it open whether they are visited.
func (f *Frame) grown(it *sym.Iterator) {
	if !f.Options.Exact {
		return
	}
	for i, r := range it.Tables {
		if r.Table == nil {
			continue
		}
		for _, e := range r.Table.Entries[it.Size[i]:] {
			f.GiveUpIf(f.B.And(r.Guard, e.Has), "whether an entry that was made during the iteration is visited is not defined")
		}
	}
}
