package prove

import (
	"context"
	"errors"
	"slices"

	"github.com/rtest-dev/rtest/internal/descent"
	"github.com/rtest-dev/rtest/internal/digits"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/internal/solve"
)

// some returns a solution of a form within a part of the budget, or nil if there is none. Z3 is asked
// if propagation does not refute the form. Products of variables are first solved bit by bit, other
// forms if Z3 gives up. Finally small numbers are tried, whose products have fewer bits.
func some(ctx context.Context, f *form.Form, budget, part int) ([]int64, error) {
	f = compress(f)
	if refuted(ctx, f) {
		return nil, nil
	}
	if floats(f) {
		if x := downhill(ctx, f, budget, part); x != nil {
			return x, nil
		}
	}
	early, late := crooked(f), wideProducts(f)
	if early {
		if x, none := byDigits(ctx, f, budget, part); x != nil || none {
			return x, nil
		}
	}
	x, err := asked(ctx, f, rlimitOf(f, budget)/uint32(part), budget)
	if _, gaveUp := errors.AsType[*solve.Undecided](err); !gaveUp || !early && !late {
		return x, err
	}
	if !early {
		if x, none := byDigits(ctx, f, budget, part); x != nil || none {
			return x, nil
		}
	}
	for _, bits := range windows {
		small, narrower := f.Narrowed(bits)
		if !narrower {
			break
		}
		x, other := asked(ctx, small, rlimitOf(f, budget)/uint32(part)/2, budget)
		if _, gaveUp := errors.AsType[*solve.Undecided](other); gaveUp {
			break // More bits take more.
		}
		if x != nil || other != nil {
			return x, other
		}
	}
	if x := downhill(ctx, f, budget, part); x != nil {
		return x, nil
	}
	return nil, err
}

// refuted reports whether propagation finds with little work that a form has no solution. Opening Z3 alone
// takes longer.
func refuted(ctx context.Context, f *form.Form) bool {
	if len(f.Nodes) > refutingNodes {
		return false
	}
	s, err := search.New(f)
	if err != nil {
		return false // It has floating-point numbers.
	}
	s.Options.Most, s.Options.Work = 1, refutingWork
	s.Options.Quit = func() bool { return ctx.Err() != nil }
	for range s.Solutions() {
		return false
	}
	return s.Stalled() == nil && ctx.Err() == nil
}

// refutingNodes is the greatest number of nodes of a form that propagation tries to refute.
// refutingWork limits its steps.
const refutingNodes, refutingWork = 1000, 5000

// byDigits decides the bits of a form one by one.
func byDigits(ctx context.Context, f *form.Form, budget, part int) (x []int64, none bool) {
	return digits.Find(f, min(budget, 1000)*digitSteps/part, func() bool { return ctx.Err() != nil })
}

// downhill looks for a solution by going nearer to one.
func downhill(ctx context.Context, f *form.Form, budget, part int) []int64 {
	return descent.Find(f, min(budget, 1000)*descentWork/part, func() bool { return ctx.Err() != nil })
}

// windows are the numbers of bits that variables have in turn if all bits take too much, each with
// half of the limit. digitSteps limits the work of deciding one bit after the other.
var windows = []int{16, 24, 32}

const digitSteps = 1_000_000

// descentWork limits the work of a descent.
const descentWork = 1_000_000

// rlimitOf returns the resource limit of a question to Z3.
func rlimitOf(f *form.Form, budget int) uint32 {
	limit := uint32(min(budget, 1000)) * uint32(rlimit+min(len(f.Nodes), rnodes)*rnode)
	switch {
	case crooked(f):
		limit /= crookedPart
	case floats(f):
		limit *= floatTimes
	}
	return limit
}

// asked asks Z3 for a solution of a form within a resource limit. It returns nil if there is none.
func asked(ctx context.Context, f *form.Form, limit uint32, budget int) ([]int64, error) {
	if gates(f) > budget*mostGates {
		return nil, &solve.Undecided{Reason: "too many wide products and quotients"}
	}
	eng, err := solve.New(f, solve.Options{RLimit: limit, Quit: func() bool { return ctx.Err() != nil }})
	if err != nil {
		return nil, cause(ctx, err)
	}
	defer eng.Close()
	stop := context.AfterFunc(ctx, eng.Interrupt)
	defer stop()
	x, err := eng.Some()
	return x, cause(ctx, err)
}

// gates estimates the circuits of the products and quotients of a form. Z3 makes them before it
// counts resources, so that its limit does not bound the memory they take.
func gates(f *form.Form) (sum int) {
	for _, n := range f.Nodes {
		square := n.Kind.Bits() * n.Kind.Bits()
		switch n.Op {
		case form.Mul, form.Quo, form.Rem, form.FMul:
			sum += square
		case form.FDiv, form.FSqrt:
			sum += 2 * square
		case form.FAdd, form.FSub, form.FOfInt, form.FToInt, form.FConv:
			sum += square / 2
		}
	}
	return sum
}

// floats reports whether a form has floating-point operations.
func floats(f *form.Form) bool {
	return slices.ContainsFunc(f.Nodes, func(n form.Node) bool { return n.Op.Float() })
}

// wideProducts reports whether a form multiplies or divides numbers of more than 16 bits.
func wideProducts(f *form.Form) bool {
	return slices.ContainsFunc(f.Nodes, func(n form.Node) bool {
		return (n.Op == form.Mul || n.Op == form.Quo || n.Op == form.Rem) && n.Kind.Bits() > 16
	})
}

// crooked reports whether a form multiplies variables or divides by a variable in more than 16 bits,
// or has quotients or roots of floating-point numbers.
func crooked(f *form.Form) bool {
	varies := func(i int32) bool { return f.Nodes[i].Op != form.Const }
	return slices.ContainsFunc(f.Nodes, func(n form.Node) bool {
		switch n.Op {
		case form.Mul:
			return n.Kind.Bits() > 16 && varies(n.Args[0]) && varies(n.Args[1])
		case form.Quo, form.Rem:
			return n.Kind.Bits() > 16 && varies(n.Args[1])
		case form.FDiv, form.FSqrt:
			return true
		}
		return false
	})
}
