package place

import (
	"fmt"
	"go/types"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/value"
)

// key makes the key of a map whose length is variable i. Its value is read, because it must differ
// from the other keys. All keys of a map have the same variables.
func (p *Placer) key(s value.Shape, at spot, i int32) (sym.Val, error) {
	unread, keys := p.unread, p.keys
	p.unread, p.keys = false, true
	defer func() { p.unread, p.keys = unread, keys }()
	if p.beyond != nil {
		defer p.beyond.reseed(uint64(i))()
		at.parts = max(1, p.beyond.countedPlaces(s, map[value.Shape]int{}))
		if p.beyond.Whole {
			at.parts = p.beyond.Parts
		}
		if p.beyond.Full && textual(s, map[value.Shape]bool{}) {
			at.parts *= max(1, p.depth-at.cost)
		}
	}
	return p.make(s, at)
}

// mapping makes the number of entries and the entries of a map, with keys in ascending order.
func (p *Placer) mapping(s *value.Map, at spot) (sym.Val, error) {
	part := s.Key
	if !p.fits(s.Elem.Shape, at.cost+s.Elem.Step) {
		part = s.Elem
	}
	i, most, parts := p.lengths(at, part, true)
	// Nil comes before empty.
	c := p.B.Vars[i].Choice
	if len(c) > 1 {
		c[0], c[1] = c[1], c[0]
	}
	p.B.Vars[i].Default = c[0].Value
	n := p.B.Ref(int(i))
	t := &sym.Table{Type: s.T.Underlying().(*types.Map)}
	var before []int
	for j := range most {
		to := p.element(at, i, j, most, s.Key.Step)
		to.unlike = most
		to.name = at.name + ".key" + strconv.Itoa(j)
		start := len(p.B.Vars)
		k, err := p.key(s.Key.Shape, to, i)
		if err != nil {
			return nil, err
		}
		stop := len(p.B.Vars)
		to = p.element(at, i, j, most, s.Elem.Step)
		if parts != nil {
			to.parts = parts(j)
		}
		to.name = at.name + ".value" + strconv.Itoa(j)
		v, err := p.make(s.Elem.Shape, to)
		if err != nil {
			return nil, err
		}
		has := p.B.Le(p.B.Number(j+1), n)
		if j > 0 {
			p.Laws = append(p.Laws, p.B.Or(p.B.Not(has), p.ascending(before[0], start, stop-start)))
			if err := p.requireDistinct(p.alike(t.Entries, k, start, stop), k, has, at); err != nil {
				return nil, err
			}
		}
		before = []int{start, stop}
		t.Entries = append(t.Entries, sym.Entry{Has: has, Key: k, Val: v})
	}
	isNil := p.B.Eq(n, p.B.Number(-1))
	return &sym.Mapping{Alts: []sym.TableRef{{Guard: p.B.Not(isNil), Table: t}, {Guard: isNil}}}, nil
}

// alike returns the earlier entries whose keys may equal k although their streams are less than its
// own. k has the variables from start to stop. Integers, and composites of them, are equal only if
// their streams are. Among floats, 0 equals -0, which comes first of all.
func (p *Placer) alike(before []sym.Entry, k sym.Val, start, stop int) []sym.Entry {
	if end, ok := p.spelled(k, start); ok && end == stop {
		return nil
	}
	if _, ok := k.(*sym.Numbers); ok && stop-start == 1 {
		return before[:1]
	}
	return before
}

// spelled reports whether a value consists of the variables from next on, in their order, and nothing
// else. It returns the index after the last of them.
func (p *Placer) spelled(v sym.Val, next int) (int, bool) {
	switch v := v.(type) {
	case term.Term:
		if next < len(p.B.Vars) && v == p.B.Ref(next) {
			return next + 1, true
		}
		return next, p.B.Nodes[v].Op == form.Const
	case sym.Aggregate:
		for _, part := range v {
			ok := false
			if next, ok = p.spelled(part, next); !ok {
				return next, false
			}
		}
		return next, true
	}
	return next, false
}

// requireDistinct adds the law that a key, if the map has it, differs from those of other entries.
func (p *Placer) requireDistinct(others []sym.Entry, k sym.Val, has term.Term, at spot) error {
	for _, e := range others {
		same := p.Equal(e.Key, k)
		if u, ok := same.(*sym.Unknown); ok {
			if p.Options.Whole || u.Why == WhyCalls || strings.HasPrefix(u.Why, whyListed) {
				continue // The process finds out.
			}
			return fmt.Errorf("%s: the keys cannot be compared: %s", at.name, u.Why)
		}
		p.Laws = append(p.Laws, p.B.Or(p.B.Not(has), p.B.Not(same.(term.Term))))
	}
	if len(p.B.Nodes) > p.Options.MaxNodes {
		return ErrTooLarge
	}
	return nil
}

// ascending returns the condition that the stream of count variables from x on is strictly less than
// that from y on. Variables that are not realized have their defaults, which are equal in both.
func (p *Placer) ascending(x, y, count int) term.Term {
	r := term.No
	for j := count - 1; j >= 0; j-- {
		v, w := p.B.Ref(x+j), p.B.Ref(y+j)
		if p.B.Nodes[v].Kind == form.Bool {
			r = p.B.Or(p.B.And(p.B.Not(v), w), p.B.And(p.B.Eq(v, w), r))
			continue
		}
		r = p.B.Or(p.B.Lt(v, w), p.B.And(p.B.Eq(v, w), r))
	}
	return r
}
