package harness_test

import (
	"context"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness"
)

const benchProgram = `
-- go.mod --
module example.com/bench

go 1.24
-- a.go --
package bench

// F is a simple function.
//
//rtest:requires a >= 0
//rtest:ensures result >= a
func F(a, b int) int {
	if b < 0 {
		return a
	}
	return a + b
}

type tree struct {
	left, right *tree
	key         int
}

func (t *tree) sorted(lo, hi int) bool {
	return t == nil || lo <= t.key && t.key <= hi && t.left.sorted(lo, t.key-1) && t.right.sorted(t.key+1, hi)
}

//rtest:requires t.sorted(-10, 10)
//rtest:ensures t.sorted(-10, 10)
func insert(t *tree, k int) {
	for t != nil {
		switch {
		case k < t.key && t.left == nil:
			t.left = &tree{key: k}
			return
		case k < t.key:
			t = t.left
		case k > t.key && t.right == nil:
			t.right = &tree{key: k}
			return
		default:
			t = t.right
		}
	}
}
`

// BenchmarkRun is the whole of an input: found by the search, or received as a
// stream, built, checked, called, judged.
func BenchmarkRun(b *testing.B) {
	p := loadProgram(b, txtar.Parse([]byte(benchProgram)))
	p.build(b, harness.Options{})
	numbers := numbersForm(1 << 20)
	r := p.binary.Runner()
	b.Cleanup(r.Close)
	bench := func(name string, target int, job func(n int64) harness.Job) {
		b.Run(name, func(b *testing.B) {
			j := job(int64(b.N))
			j.Target, j.Limit, j.AfterFailure = target, int64(b.N), -1
			tally, err := r.Run(context.Background(), j)
			if err != nil || len(tally.Findings) > 0 {
				b.Fatal(tally, err)
			}
			if tally.Called < int64(b.N) {
				b.Fatalf("only %d calls", tally.Called)
			}
		})
	}
	repeat := func(s ...int64) func(n int64) harness.Job {
		return func(n int64) harness.Job {
			return harness.Job{Streams: func(yield func([]int64) bool) {
				for yield(s) {
				}
			}}
		}
	}
	bench("form", 0, func(n int64) harness.Job { return harness.Job{Form: numbers} })
	bench("streams", 0, repeat(3, 4))
	bench("tree", 1, repeat(1, 1, 1, 0, 0, -5, 1, 0, 0, 2, -1, 1, 0, 0, 5, 3, 4))
}

// numbersForm has the solutions 0 <= a, b <= n.
func numbersForm(n int64) *form.Form {
	v := form.Var{Kind: form.Int64, Parent: -1, Dom: []form.Span{{Lo: 0, Hi: n}}, Ascending: true}
	a, b := v, v
	a.Name, b.Name = "a", "b"
	return &form.Form{
		Vars:  []form.Var{a, b},
		Nodes: []form.Node{{Op: form.Const, Kind: form.Bool, Val: 1}},
		Below: true,
	}
}
