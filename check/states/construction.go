package states

import (
	"context"
	"fmt"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// Building returns how the values in shapes are built, for those who execute the calls. It is
// nil if no value is built by calls. If some calls cannot be executed, why says so.
func (b *Types) Building(shapes []value.Shape, own func(*ssa.Function) bool) (building *encode.Building, why string) {
	seen := map[int]bool{}
	var check func(i int) string
	check = func(i int) string {
		if seen[i] {
			return ""
		}
		seen[i] = true
		if why := b.unexecuted(i); why != "" {
			return why
		}
		for _, j := range slices.Sorted(maps.Keys(b.Builder(i).nested)) {
			if why := check(j); why != "" {
				return why
			}
		}
		return ""
	}
	for _, s := range shapes {
		for _, i := range CallsIn(s) {
			if why := check(i); why != "" {
				return nil, why
			}
		}
		if why := b.copies(s); why != "" {
			return nil, why
		}
	}
	if len(seen) == 0 {
		return nil, ""
	}
	return &encode.Building{Of: b.construction, Own: own}, ""
}

// FindLeastArguments finds the least arguments of the constructors that build the values in shapes. They show
// how deep the arguments must be.
func (b *Types) FindLeastArguments(ctx context.Context, shapes []value.Shape) error {
	b.states.mu.Lock()
	defer b.states.mu.Unlock()
	seen := map[int]bool{}
	var find func(i int) error
	find = func(i int) error {
		if seen[i] {
			return nil
		}
		seen[i] = true
		for k, c := range b.builders[i].Callees {
			if _, err := b.leastArguments(ctx, i, k, c); err != nil {
				return fmt.Errorf("arguments of %s: %w", c.Name, err)
			}
		}
		for _, j := range slices.Sorted(maps.Keys(b.builders[i].nested)) {
			if err := find(j); err != nil {
				return err
			}
		}
		return nil
	}
	for _, s := range shapes {
		for _, i := range CallsIn(s) {
			if err := find(i); err != nil {
				return err
			}
		}
	}
	return nil
}

// unexecuted says why calls that build values of the i-th type cannot be executed symbolically. It
// returns "" if they can.
func (b *Types) unexecuted(i int) string {
	x := b.Builder(i)
	for _, c := range x.Callees {
		switch {
		case types.IsInterface(x.t):
			return "what calls make of the interface type " + b.name(i) + " cannot be followed"
		case c.executable.Make == nil:
			return "the call of " + c.Name + " cannot be written"
		case len(c.Contract.Drawn()) > 0:
			return "an argument of " + c.Name + " is drawn from others"
		case decode.MayPointWithin(x.t) && c.Step && !refine.IsPointer(c.Contract.Inputs()[0].Type):
			return b.name(i) + " may point into itself, and " + c.Name + " is called for a copy"
		}
		for _, s := range c.Arguments() {
			if asks(s) {
				return "an argument of " + c.Name + " is a function, which is known only when it is called"
			}
			if why := b.copies(s); why != "" {
				return why
			}
		}
		if _, ok := givings(x, c); !ok {
			return "what " + c.Name + " returns is not of the type " + b.name(i)
		}
	}
	return ""
}

// copies says which value in a shape that may point into itself is part of another. It returns ""
// if there is none.
func (b *Types) copies(s value.Shape) (why string) {
	pointed := map[value.Shape]bool{}
	value.Walk(s, func(s value.Shape) {
		switch s := s.(type) {
		case *value.Pointer:
			pointed[s.Elem.Shape] = true
		case *value.Calls:
			if !pointed[s] && decode.MayPointWithin(s.T) {
				why = b.name(s.Builder) + " may point into itself, and is copied"
			}
		}
	})
	return why
}

// asks reports whether values of a shape hold functions.
func asks(s value.Shape) (found bool) {
	value.Walk(s, func(s value.Shape) {
		_, is := s.(*value.Func)
		found = found || is
	})
	return found
}

// givings returns what of a call may be the value, in the order in which streams count. It reports
// false if some result holds values of other types as well.
func givings(x *builder, c *Callee) (list []encode.Giving, ok bool) {
	hb := &codegen.Builder{T: x.t, Facts: x.Facts}
	contract := c.Contract
	for _, i := range hb.Gives(&codegen.Callee{Callee: c.Callee}, contract) {
		g := encode.Giving{Result: i}
		if i >= 0 {
			t := contract.Results[i].Type
			switch {
			case types.Identical(t, x.t):
			case types.Identical(t, types.NewPointer(x.t)):
				g.Pointer = true
			default:
				return nil, false
			}
			g.Fails = contract.ErrLast && i+1 < len(contract.Results)
		}
		list = append(list, g)
	}
	return list, true
}

// construction returns how values of a shape are built within a depth. An argument of a recursive
// type costs one level.
func (b *Types) construction(s *value.Calls, depth int, within *encode.Sequences) *encode.Construction {
	if within != nil && !s.Paid && b.recursesThrough(within.Builder, s.Builder) {
		depth--
	}
	if depth < 0 {
		return nil
	}
	b.states.mu.Lock()
	defer b.states.mu.Unlock()
	x := b.builders[s.Builder]
	out := &encode.Construction{Sequences: encode.Sequences{T: x.t, Builder: s.Builder, Steps: depth}}
	if x.Facts.Depth >= 0 {
		out.Steps = min(out.Steps, x.Facts.Depth)
	}
	for _, c := range x.Callees {
		gives, _ := givings(x, c)
		pointer := c.Step && refine.IsPointer(c.Contract.Inputs()[0].Type)
		out.Callees = append(out.Callees, encode.Callee{
			Name: c.Name, Step: c.Step, Pointer: pointer, Arguments: c.Arguments(), Depth: max(c.least, ArgumentDepth(c, depth)), Gives: len(gives),
		})
		out.Makers = append(out.Makers, encode.Maker{Fn: c.executable.Make, Pointer: pointer, Preds: slices.Concat(c.executable.Preds, c.executable.Invariants), Gives: gives})
	}
	return out
}

// An Executable is what of a call can be executed symbolically.
type Executable struct {
	// Preds are the preconditions that can be lifted. Invariants are those of the value of a step, which is
	// known only if its calls are executed.
	Preds, Invariants []encode.Predicate
	// Make makes the call; it is nil if the call cannot be written.
	Make *ssa.Function
}
