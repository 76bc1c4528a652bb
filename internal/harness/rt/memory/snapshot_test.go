package memory

import (
	"container/list"
	"testing"
)

// TestCopiesKeepParts copies values with pointers into what other pointers refer to.
func TestCopiesKeepParts(t *testing.T) {
	type pair struct{ a, b int }
	type whole struct {
		part *int
		of   *pair
		rest []int
		all  []int
	}
	p, xs := &pair{1, 2}, []int{1, 2, 3}
	for name, w := range map[string]*whole{
		"the part comes first":  {part: &p.b, of: p, rest: xs[1:], all: xs},
		"the whole comes first": {of: p, part: &p.a, all: xs, rest: xs[:2]},
	} {
		c := *Copies([]any{&w})[0].(**whole)
		if same, _, _ := Meaning(&w); true {
			if got, _, _ := Meaning(&c); got != same {
				t.Errorf("%s: the copy has another text", name)
			}
		}
		c.of.a, c.of.b, c.all[1] = 10, 20, 30
		if *c.part < 10 || c.rest[0]+c.rest[1] < 30 {
			t.Errorf("%s: the copy has parts that are not in its wholes: %d, %v", name, *c.part, c.rest)
		}
	}
	if p.b != 2 || xs[1] != 2 {
		t.Error("the copy shares memory with what was copied")
	}
}

// TestCopiesOfLists copies lists that refer to their own middle, from outside and from inside.
func TestCopiesOfLists(t *testing.T) {
	l := list.New()
	l.PushBack(1)
	l.PushBack(2)
	e := l.Front()
	c := Copies([]any{&e, &l})
	f, m := *c[0].(**list.Element), *c[1].(**list.List)
	m.PushBack(3)
	m.Remove(f)
	if m.Len() != 2 || m.Front().Value != 2 || m.Back().Value != 3 || l.Len() != 2 {
		t.Errorf("a copy has %d elements from %v to %v, what was copied %d", m.Len(), m.Front().Value, m.Back().Value, l.Len())
	}
	empty := Snapshot(list.New())
	if empty.PushFront(1); empty.Back() == nil || empty.Back().Value != 1 {
		t.Errorf("the last of a copied list is %v", empty.Back())
	}
}
