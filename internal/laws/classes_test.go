package laws

import (
	"context"
	"testing"

	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/laws/terms"
)

// functions evaluates functions of one number, which agree for the samples 0 to 9 and differ for 10 and more: target
// n gives the argument plus 100, and from 10 on plus n%7 besides. It counts comparisons. If ends is not 0, every so many
// requests with further values end the process, and the next one has other numbers for the values.
type functions struct{ compared, ends, asked, ended int }

// end counts a request with further values.
func (f *functions) end() error {
	if f.asked++; f.ends > 0 && f.asked%f.ends == 0 {
		return &harness.CallEnded{Why: "it does not return"}
	}
	return nil
}

func (f *functions) Revive(context.Context, error) error {
	f.ended++
	return nil
}

func (f *functions) value(program []int, x int) uint64 {
	for _, step := range program {
		if step >= 0 {
			if x >= 10 && x < 100 {
				x += step % 7
			}
			x += 100
		}
	}
	return uint64(x + 1)
}

func (f *functions) print(program []int) harness.Print {
	p := harness.Print{}
	for x := range 10 {
		p.Whole = p.Whole*31 + f.value(program, x)
	}
	return p
}

func (f *functions) Terms(_ context.Context, _ []int, nodes []harness.Node) (out []harness.Print, _ error) {
	for _, n := range nodes {
		out = append(out, f.print([]int{-1, n.Target}))
	}
	return out, nil
}

func (f *functions) Seen(context.Context, []int) ([][]uint64, error) { return nil, nil }

func (f *functions) At(_ context.Context, programs [][]int, at []harness.Assignment) (out [][]uint64, _ error) {
	for _, p := range programs {
		var seen []uint64
		if err := f.end(); err != nil {
			return nil, err
		}
		for _, env := range at {
			seen = append(seen, f.value(p, int(env[0])-1000*f.ended))
		}
		out = append(out, seen)
	}
	return out, nil
}

func (f *functions) Compare(_ context.Context, pairs []harness.Comparison) (out []harness.Outcome, _ error) {
	for _, c := range pairs {
		f.compared++
		from, to := 0, 10
		if c.Further {
			from, to = 10, 12
			if err := f.end(); err != nil {
				return nil, err
			}
		}
		o := harness.Outcome{Whole: true}
		for x := from; x < to; x++ {
			if o.Tried++; f.value(c.Left, x) != f.value(c.Right, x) {
				o.Differ, o.Apart = 1, harness.Assignment{uint32(x + 1000*f.ended)}
				break
			}
		}
		out = append(out, o)
	}
	return out, nil
}

// TestSplitClass explores 70 functions of which each ten are equal and all others differ for values that are no
// samples. An assignment that tells two of them apart tells all others apart as well, so that few are compared.
func TestSplitClass(t *testing.T) {
	f := &functions{}
	laws := exploreFunctions(t, f)
	// A law takes three comparisons, of which one has wide values; the first pair that is split takes two.
	if most := 3*laws + 2; f.compared > most {
		t.Errorf("%d comparisons for %d laws", f.compared, laws)
	}
}

// TestEndedProcess explores the same functions where requests end the process.
func TestEndedProcess(t *testing.T) {
	for _, ends := range []int{2, 3, 5, 20} {
		f := &functions{ends: ends}
		if exploreFunctions(t, f); f.ended == 0 {
			t.Errorf("no process ended of those that end after %d requests", ends)
		}
	}
}

// exploreFunctions returns the number of laws of 70 functions.
func exploreFunctions(t *testing.T, f *functions) int {
	t.Helper()
	const n = 70
	symbols, targets := make([]terms.Symbol, n), make([]int, n)
	for i := range symbols {
		symbols[i], targets[i] = terms.Symbol{Args: []int{0}}, i
	}
	limits := DefaultLimits()
	limits.Size, limits.Samples = 2, 10
	x := newExplorer(f, symbols, targets, leaves{slotted: []int{0}}, truths{yes: -1, no: -1}, []harness.Print{f.print([]int{-1})}, limits)
	x.literals.wanted = func(*terms.Term) bool { return false }
	if err := x.explore(context.Background()); err != nil {
		t.Fatal(err)
	}
	if len(x.laws) != n-7 {
		t.Errorf("there are %d laws, want %d", len(x.laws), n-7)
	}
	return len(x.laws)
}
