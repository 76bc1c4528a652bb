package search

import (
	"fmt"
	"math"
	"math/rand"
	"testing"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/longtest"
)

// TestCrowd has no search tree with more nodes than there are keys, also where the
// form is too large to look for one.
func TestCrowd(t *testing.T) {
	for _, c := range []struct {
		name string
		form *form.Form
		most int32
	}{
		{"search 5", searchTrees(5, false, 4), 9},
		{"red-black 5", redBlackTrees(5, false, 3), 7},
		{"red-black 9, too few keys", redBlackTrees(9, false, 4), -1},
		{"ascending", ascending(40, 7), 7},
		{"sorted", sortedLists(8, false, 8, -2, 2, ""), 8},
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
	b := newBuilder(int32(n), true)
	length, elems := b.list("s", n, 1, most, "")
	all := []int32{b.truth(true), b.truth(true)}
	for i := range elems[1:] {
		b.Vars[elems[i+1][0]].Default = 1
		all = append(all, b.or(b.le(b.ref(length), b.num(int64(i+1))), b.lt(b.ref(elems[i][0]), b.ref(elems[i+1][0]))))
	}
	b.Vars[elems[0][0]].Default = 1
	return b.form(b.and(all...))
}

// TestCrowdRandom gives trees and slices with data some pairs of which are ordered,
// wherever both are there or in one more case, and compares with brute force. In
// some of them there are fewer values than data.
func TestCrowdRandom(t *testing.T) {
	n := longtest.Cases(100, 400)
	bounded := 0
	for seed := range n {
		f := randomOrders(rand.New(rand.NewSource(int64(seed))))
		if err := f.Check(); err != nil {
			t.Fatalf("seed %d: %v\n%v", seed, err, f)
		}
		p := newPlan(f)
		if !p.divide() {
			t.Fatalf("seed %d: no clauses", seed)
		}
		most := p.mostCrowded()
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
	b := newBuilder(3, true)
	var keys []int32
	var there []int32 // by key: the node that says that it is realized
	hi := int64(r.Intn(2))
	if r.Intn(2) == 0 {
		var walk func(t *tree)
		walk = func(t *tree) {
			if t != nil {
				walk(t.l)
				keys, there = append(keys, t.key), append(there, b.not(b.isNil(t)))
				walk(t.r)
			}
		}
		height := 2 + r.Intn(2)
		walk(b.tree("t", -1, form.Span{}, 1, int64(height), -r.Int63n(2), hi, false))
	} else {
		for i := range 1 + r.Intn(2) {
			length, elems := b.list(fmt.Sprint("s", i), 3, 0, hi, "")
			for j, e := range elems {
				when := form.Span{Lo: int64(j) + 1, Hi: 3}
				if r.Intn(3) == 0 {
					// As parts of one inhabitant of an interface.
					when = form.Span{Lo: int64(r.Intn(3)), Hi: 3}
					when.Hi -= r.Int63n(4 - when.Lo)
				}
				b.Vars[e[0]].When = when
				keys = append(keys, e[0])
				there = append(there, b.and(b.le(b.num(when.Lo), b.ref(length)), b.le(b.ref(length), b.num(when.Hi))))
			}
		}
	}
	all := []int32{b.truth(true), b.truth(true)}
	for i := range keys {
		for j := range keys {
			if i >= j || r.Intn(5) == 0 {
				continue
			}
			x, y := i, j
			if r.Intn(20) == 0 {
				x, y = j, i
			}
			order := b.lt(b.ref(keys[x]), b.ref(keys[y]))
			if r.Intn(2) == 0 {
				order = b.not(b.le(b.ref(keys[y]), b.ref(keys[x])))
			}
			unless := []int32{b.not(there[i]), b.not(there[j]), order}
			if r.Intn(10) == 0 {
				unless = append(unless, there[r.Intn(len(there))])
			}
			all = append(all, b.or(unless...))
		}
	}
	return b.form(b.and(all...))
}

// TestCrowdBetween has a key between two others that is not there where these are,
// so that they may be equal.
func TestCrowdBetween(t *testing.T) {
	b := newBuilder(3, true)
	length, elems := b.list("s", 3, 0, 0, "")
	b.Vars[elems[0][0]].When = form.Span{Lo: 2, Hi: 2}
	b.Vars[elems[1][0]].When = form.Span{Lo: 1, Hi: 3}
	b.Vars[elems[2][0]].When = form.Span{Lo: 1, Hi: 3}
	middle, absent := b.ref(elems[0][0]), b.not(b.eq(b.ref(length), b.num(2)))
	f := b.form(b.and(
		b.or(absent, b.lt(b.ref(elems[1][0]), middle)),
		b.or(absent, b.lt(middle, b.ref(elems[2][0])))))
	if n := compareAll(t, f); n != 3 {
		t.Errorf("%d solutions, want those of lengths 0, 1 and 3", n)
	}
}
