package search

import (
	"fmt"
	"math"
	"math/rand"
	"testing"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/form/formtest"
	"github.com/rtest-dev/rtest/internal/longtest"
	"github.com/rtest-dev/rtest/internal/search/automaton"
)

// TestCrowd has no search tree with more nodes than there are keys, also where the
// form is too large to look for one.
func TestCrowd(t *testing.T) {
	for _, c := range []struct {
		name string
		form *form.Form
		most int32
	}{
		{"search 5", formtest.SearchTrees(5, false, 4), 9},
		{"red-black 5", formtest.RedBlackTrees(5, false, 3), 7},
		{"red-black 9, too few keys", formtest.RedBlackTrees(9, false, 4), -1},
		{"ascending", ascending(40, 7), 7},
		{"sorted", formtest.SortedLists(8, false, 8, -2, 2, ""), 8},
	} {
		s, err := New(c.form)
		if err != nil {
			t.Fatal(err)
		}
		s.automate()
		if lo, hi := s.Sizes(); c.most < 0 && lo <= hi || c.most >= 0 && hi != c.most {
			t.Errorf("%s: sizes %d to %d, want at most %d", c.name, lo, hi, c.most)
		}
		if c.most >= 0 {
			continue
		}
		s.Options = Options{Stall: 1}
		for x := range s.Solutions() {
			t.Errorf("%s: solution %v", c.name, x)
		}
		if s.Stalled() != nil {
			t.Errorf("%s: the search gave up: %+v", c.name, s.Stats())
		}
	}
}

// ascending is the strictly ascending slices of up to n numbers from 1 to most.
func ascending(n, most int64) *form.Form {
	b := formtest.New(int32(n), true)
	length, elems := b.List("s", n, 1, most, "")
	all := []int32{b.Truth(true), b.Truth(true)}
	for i := range elems[1:] {
		b.Vars[elems[i+1][0]].Default = 1
		all = append(all, b.Or(b.Le(b.Ref(length), b.Num(int64(i+1))), b.Lt(b.Ref(elems[i][0]), b.Ref(elems[i+1][0]))))
	}
	b.Vars[elems[0][0]].Default = 1
	return b.Build(b.And(all...))
}

// TestCrowdRandom builds trees and slices whose data are ordered in some pairs, wherever both exist or
// in one more case, and compares with brute force. Some have fewer values than data.
func TestCrowdRandom(t *testing.T) {
	n := longtest.Cases(100, 400)
	bounded := 0
	for seed := range n {
		f := randomOrders(rand.New(rand.NewSource(int64(seed))))
		if err := f.Check(); err != nil {
			t.Fatalf("seed %d: %v\n%v", seed, err, f)
		}
		p := automaton.NewPlan(f)
		if !p.Divide() {
			t.Fatalf("seed %d: no clauses", seed)
		}
		most := p.MostCrowded()
		for _, x := range naive(t, f) {
			if size, _ := parts(t, f, x); size > most {
				t.Fatalf("seed %d: a solution of size %d, at most %d are said to be\n%v", seed, size, most, f)
			}
		}
		if most < math.MaxInt32 {
			bounded++
		}
		compareAll(t, f)
	}
	if bounded < n/10 {
		t.Errorf("%d of %d forms have a bound", bounded, n)
	}
}

func randomOrders(r *rand.Rand) *form.Form {
	b := formtest.New(3, true)
	var keys []int32
	var there []int32 // by key: the node that says that it is realized
	hi := int64(r.Intn(2))
	if r.Intn(2) == 0 {
		var walk func(t *formtest.Tree)
		walk = func(t *formtest.Tree) {
			if t != nil {
				walk(t.L)
				keys, there = append(keys, t.Key), append(there, b.Not(b.IsNil(t)))
				walk(t.R)
			}
		}
		height := 2 + r.Intn(2)
		walk(b.Tree("t", -1, form.Span{}, 1, int64(height), -r.Int63n(2), hi, false))
	} else {
		for i := range 1 + r.Intn(2) {
			length, elems := b.List(fmt.Sprint("s", i), 3, 0, hi, "")
			for j, e := range elems {
				when := form.Span{Lo: int64(j) + 1, Hi: 3}
				if r.Intn(3) == 0 {
					// As parts of one inhabitant of an interface.
					when = form.Span{Lo: int64(r.Intn(3)), Hi: 3}
					when.Hi -= r.Int63n(4 - when.Lo)
				}
				b.Vars[e[0]].When = when
				keys = append(keys, e[0])
				there = append(there, b.And(b.Le(b.Num(when.Lo), b.Ref(length)), b.Le(b.Ref(length), b.Num(when.Hi))))
			}
		}
	}
	all := []int32{b.Truth(true), b.Truth(true)}
	for i := range keys {
		for j := range keys {
			if i >= j || r.Intn(5) == 0 {
				continue
			}
			x, y := i, j
			if r.Intn(20) == 0 {
				x, y = j, i
			}
			order := b.Lt(b.Ref(keys[x]), b.Ref(keys[y]))
			if r.Intn(2) == 0 {
				order = b.Not(b.Le(b.Ref(keys[y]), b.Ref(keys[x])))
			}
			unless := []int32{b.Not(there[i]), b.Not(there[j]), order}
			if r.Intn(10) == 0 {
				unless = append(unless, there[r.Intn(len(there))])
			}
			all = append(all, b.Or(unless...))
		}
	}
	return b.Build(b.And(all...))
}

// TestCrowdBetween has a key between two others that is not there where these are,
// so that they may be equal.
func TestCrowdBetween(t *testing.T) {
	b := formtest.New(3, true)
	length, elems := b.List("s", 3, 0, 0, "")
	b.Vars[elems[0][0]].When = form.Span{Lo: 2, Hi: 2}
	b.Vars[elems[1][0]].When = form.Span{Lo: 1, Hi: 3}
	b.Vars[elems[2][0]].When = form.Span{Lo: 1, Hi: 3}
	middle, absent := b.Ref(elems[0][0]), b.Not(b.Eq(b.Ref(length), b.Num(2)))
	f := b.Build(b.And(
		b.Or(absent, b.Lt(b.Ref(elems[1][0]), middle)),
		b.Or(absent, b.Lt(middle, b.Ref(elems[2][0])))))
	if n := compareAll(t, f); n != 3 {
		t.Errorf("%d solutions, want those of lengths 0, 1 and 3", n)
	}
}
