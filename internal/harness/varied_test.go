package harness_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/internal/value"
)

const variedProgram = `
-- go.mod --
module example.com/varied

go 1.24
-- a.go --
package varied

type color int16

const (
	red color = iota
	green
	blue
)

type M struct {
	A int8
	B bool
	C uint16
	D color
	E int
}

func sum(ms []M) (n int) {
	for _, m := range ms {
		n = 3*n + int(m.A) + int(m.C) + int(m.D) + m.E
		if m.B {
			n++
		}
	}
	return n
}

//rtest:requires sum(ms) % 5 != 2
//rtest:ensures result != 161
func Reads(ms []M, n int) int { return sum(ms) + n }

//rtest:ensures result != 3
func Panics(ms []M, n int) int {
	if sum(ms) == 37 {
		panic("37")
	}
	return sum(ms) % (3 + n)
}

// Marks would see the marks that it leaves if they were not taken away.
//
//rtest:ensures result
func Marks(ms []M, n int) bool {
	if sum(ms) == 1000 {
		return false
	}
	for i := range ms {
		if ms[i].A == -9 {
			return false
		}
	}
	if len(ms) > 1 && n == 1 {
		ms[len(ms)-2].A = -9
	}
	return true
}

func spoils(ms []M) bool {
	if len(ms) == 3 && ms[2].E == 1 && ms[0].A >= 0 {
		ms[0].A = -9
		return false
	}
	return true
}

//rtest:requires spoils(ms)
//rtest:ensures result
func Spoiled(ms []M, n int) bool { return sum(ms)+n < 1000 && len(ms) == 0 || ms[0].A != -9 }

type node struct {
	of   []M
	next *node
}

//rtest:ensures sum(result.of) == sum(ms) || n == 2
func Returns(ms []M, n int) *node {
	if n == 2 {
		return &node{}
	}
	return &node{of: ms}
}

var kept [][]M

// Keeps sees inputs of earlier calls.
//
//rtest:ensures result
func Keeps(ms []M, n int) bool {
	if len(ms) < 2 || sum(ms) == 1000 {
		return true
	}
	for _, k := range kept {
		if k[0] == ms[0] && k[1] == ms[1] && len(k) == len(ms) && len(ms) == 2 {
			return n > 0
		}
	}
	if len(kept) < 9 {
		kept = append(kept, ms)
	}
	return true
}

// Strict would fail if an input was made wrongly.
//
//rtest:ensures old(sum(ms)) + n == sum(ms) + result
func Strict(ms []M, n int) int { return n }
`

// messesForm is slices of at most three M, with few values, and a number.
func messesForm() *form.Form {
	f := &form.Form{Nodes: []form.Node{{Op: form.Const, Kind: form.Bool, Val: 1}}, Below: true}
	length := form.Var{Name: "len", Kind: form.Int64, Parent: -1}
	for n := range int64(4) {
		length.Choice = append(length.Choice, form.Alt{Value: n, Size: int32(n)})
	}
	f.Vars = append(f.Vars, length)
	add := func(name string, parent int32, from, lo, hi int64) {
		f.Vars = append(f.Vars, form.Var{Name: name, Kind: form.Int64, Parent: parent, When: form.Span{Lo: from, Hi: 3}, Dom: []form.Span{{Lo: lo, Hi: hi}}})
	}
	for i := range int64(3) {
		add("A", 0, i+1, -1, 1)
		add("B", 0, i+1, 0, 1)
		add("C", 0, i+1, 0, 0)
		add("D", 0, i+1, 0, 2)
		add("E", 0, i+1, 0, 1)
	}
	add("n", -1, 0, 0, 2)
	return f
}

// TestVaried compares jobs whose inputs are made of the ones before with the same whose inputs are built.
func TestVaried(t *testing.T) {
	load := func(apart bool) *program {
		p := loadProgram(t, txtar.Parse([]byte(variedProgram)))
		for _, t := range p.unit.Targets {
			t.Apart = apart && !t.Hints.Keeps
		}
		p.build(t, harness.Options{})
		return p
	}
	made, built := load(true), load(false)
	s, err := search.New(messesForm())
	if err != nil {
		t.Fatal(err)
	}
	for target, x := range made.unit.Targets {
		name := x.Contract.Name
		if s, ok := x.Shapes[0].(*value.Slice); !ok || len(s.Elem.Shape.(*value.Struct).Fields) != 5 || value.Has(s, func(s value.Shape) bool { _, ok := s.(*value.Zero); return ok }) {
			t.Errorf("%s does not read all fields", name)
		}
		if x.Hints.Keeps != (name == "Keeps") || x.Hints.Reads != strings.Contains("Reads Panics Strict", name) {
			t.Errorf("%s: keeps %t, reads %t", name, x.Hints.Keeps, x.Hints.Reads)
		}
		for _, job := range []harness.Job{{AfterFailure: -1}, {}, {AfterFailure: -1, Limit: 9000}, {AfterFailure: -1, Skip: 700}, {AfterFailure: -1, Reject: 500}} {
			t.Run(fmt.Sprint(name, job.AfterFailure, job.Limit, job.Skip, job.Reject), func(t *testing.T) {
				run := func(p *program, job harness.Job) string {
					job.Target = target
					r := p.binary.Runner()
					t.Cleanup(r.Close)
					tally, err := r.Run(context.Background(), job)
					if err != nil {
						t.Fatal(err)
					}
					return summary(tally)
				}
				streams := job
				skip := job.Skip
				streams.Streams = func(yield func([]int64) bool) {
					for x := range s.Solutions() {
						if skip--; skip < 0 && !yield(x) {
							return
						}
					}
				}
				want := run(built, streams)
				job.Form = messesForm()
				for _, p := range []*program{built, made} {
					if got := run(p, job); got != want {
						t.Errorf("got\n%s\nwant\n%s", got, want)
					}
				}
			})
		}
	}
}
