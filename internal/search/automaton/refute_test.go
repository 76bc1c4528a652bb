package automaton

import (
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/form/formtest"
)

// TestRefuted wants the parts of a disjunction left out that the rest of the
// conjunction refutes, and no others.
func TestRefuted(t *testing.T) {
	b := formtest.New(1, true)
	is := func(name string) int32 {
		v := b.Variable(form.Var{Name: name, Kind: form.Int64, Parent: -1, Choice: []form.Alt{{Value: 0}, {Value: 1, Size: 1}}})
		return b.Eq(b.Ref(v), b.Num(1))
	}
	x, y, z := is("x"), is("y"), is("z")
	early, other := b.And(x, y), b.And(x, z)
	late, rest := b.Or(b.Not(x), b.Not(y)), b.Or(early, other)
	elsewhere := b.Or(b.Not(x), b.Not(z))
	b.Root = b.And(late, rest, elsewhere)
	p := NewPlan(&b.Form)
	all := []int32{late, rest}
	if got := p.refuter.rest(all, 0); !slices.Equal(got, []int32{b.Not(x), b.Not(y)}) {
		t.Errorf("of %d is left %v", late, got)
	}
	if got := p.refuter.rest(all, 1); !slices.Equal(got, []int32{other}) {
		t.Errorf("of %d is left %v, want %d without %d", rest, got, other, early)
	}
	// Nothing is known of y where the function may go on in spite of it.
	all[0] = elsewhere
	if got := p.refuter.rest(all, 1); !slices.Equal(got, []int32{early}) {
		t.Errorf("of %d is left %v, want %d without %d", rest, got, early, other)
	}
}
