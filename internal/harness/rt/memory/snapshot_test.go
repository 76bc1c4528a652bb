package memory

import (
	"container/list"
	"net/netip"
	"testing"
	"time"
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

// TestCopiesKeepIdentities copies values that are distinguished by an address.
func TestCopiesKeepIdentities(t *testing.T) {
	a := netip.AddrFrom4([4]byte{1, 2, 3, 4})
	if c := *Copies([]any{&a})[0].(*netip.Addr); c != a || !c.Is4() || c.Is4In6() {
		t.Errorf("the copy of an address of 4 bytes is %v, of 4 bytes %v", c, c.Is4())
	}
	all := Snapshot([]netip.Addr{a, netip.IPv6Loopback().WithZone("z")})
	if all[0] != a || all[1] != netip.IPv6Loopback().WithZone("z") {
		t.Errorf("the copies of addresses are %v", all)
	}
	for _, l := range []*time.Location{time.UTC, time.Local, time.FixedZone("z", 60)} {
		at := time.Unix(1, 0).In(l)
		if c := Snapshot(at); c != at || c.Location() != at.Location() {
			t.Errorf("the copy of %#v is %#v", at, c)
		}
	}
}
