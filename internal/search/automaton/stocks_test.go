package automaton

import (
	"testing"

	"github.com/rtest-dev/rtest/internal/form/formtest"
)

// TestQuitAutomaton ends the making of an automaton with many transitions.
func TestQuitAutomaton(t *testing.T) {
	p := NewPlan(formtest.FullTrees(12))
	if !p.Divide() {
		t.Fatal("no plan")
	}
	asked := 0
	quit := func() bool { asked++; return true }
	whole := New(p, nil)
	if whole == nil {
		t.Fatal("no automaton")
	}
	c := classes{plan: p, places: whole.places, known: map[string]*class{}, workLeft: classLook, quit: quit}
	m := newClassMaker(&c, p.top)
	m.alt, m.class = &classAlt{}, &class{}
	m.vals = make([]known, len(p.own[p.top]))
	if m.transition() || asked != 1 || c.workLeft != 0 {
		t.Errorf("asked %d times, %d steps left", asked, c.workLeft)
	}
}

// A tree whose nodes have two children or none has an odd number of nodes: what the
// bounds of an automaton do not know of sizes, its sets do.
func TestStocks(t *testing.T) {
	p := NewPlan(formtest.FullTrees(7))
	if !p.Divide() {
		t.Fatal("no plan")
	}
	a := New(p, nil)
	k := newExactSizes(a, 127)
	if k == nil {
		t.Fatal("no stocks")
	}
	top := a.places[len(a.places)-1].class
	for size := range 128 {
		has := false
		for _, of := range k.Of[top] {
			has = has || of.exact.has(size)
		}
		if want := size >= 13 && size%2 == 1; has != want {
			t.Errorf("size %d: %v, want %v", size, has, want)
		}
	}
}
