package states

import (
	"context"
	"errors"
	"fmt"
	"go/types"
	"math"
	"slices"

	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// How far calls on the way to values go outside the bounds.
const (
	// wanderWalks is how many random walks there are, wanderLength how many
	// steps one has at most, wanderStates how many states are kept.
	wanderWalks, wanderLength, wanderStates = 256, 72, 600
	// wanderArguments is how many arguments outside the bounds are drawn for
	// each function.
	wanderArguments = 48
	// wanderContents is how many there are for one whose arguments are the content
	// of the value, wanderTexts how many questions there are for composed texts,
	// wanderFormatted for texts of the format from which the value is read.
	wanderContents, wanderTexts, wanderFormatted = 900, 1, 2
	// wanderLengths is the greatest constant of the code that is tried as the
	// length of an argument.
	wanderLengths = 300
)

// WalkRandomly finds, once, some states outside the bounds of all types in the shapes
// that are built by calls: of more calls, and of arguments that are outside.
func (b *Types) WalkRandomly(ctx context.Context, shapes []value.Shape) error {
	b.states.mu.Lock()
	defer b.states.mu.Unlock()
	for _, s := range shapes {
		if err := b.walkRandomlyIn(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// walkRandomlyIn finds those of the types in a shape.
func (b *Types) walkRandomlyIn(ctx context.Context, s value.Shape) error {
	for _, i := range CallsIn(s) {
		if f := b.states.of[i]; f == nil || f.wandered {
			continue
		}
		if err := b.walkRandomlyOnce(ctx, i); err != nil {
			return err
		}
	}
	return nil
}

func (b *Types) walkRandomlyOnce(ctx context.Context, i int) error {
	x, f, depth := b.builders[i], b.states.of[i], b.run.Config.Limits.Depth
	ints, words := b.mentioned(i)
	e := harness.Exploration{Builder: i, Depth: depth, Steps: -1, Bare: b.bare(i), Calls: maxCalls / 10, States: maxStates}
	if t := b.run.Config.Limits.Time; t > 0 {
		e.Until = b.states.binary.Clock().Now().Add(t / 2) // the rest is for the inputs
	}
	most := beyond.DepthTimes * depth
	if x.Facts.Depth >= 0 {
		most = x.Facts.Depth
	} else {
		for _, n := range beyond.Lengths(ints, most) {
			most = max(most, min(n+2, wanderLength))
		}
	}
	e.Walk = &harness.Walk{
		Walks: wanderWalks, Length: most, Near: depth, States: wanderStates,
		Seed: b.run.Config.Limits.Seed, Foci: beyond.Constants(ints), Arguments: wanderArguments,
	}
	var last []harness.Group
	for k, c := range x.Callees {
		if c.Whole {
			// The calls of constructors are what there is to it.
			e.Walk.Arguments, e.Walk.States, e.Walk.Walks = wanderContents, 2*wanderStates, 0
			for _, s := range c.Arguments() {
				if err := b.walkRandomlyIn(ctx, s); err != nil {
					return err
				}
			}
		}
		groups, err := b.groupsAround(ctx, i, k, c, ints, words)
		if err != nil {
			return fmt.Errorf("arguments of %s outside the bounds: %w", c.Name, err)
		}
		e.Groups = append(e.Groups, groups...)
		whole, err := b.constructing(ctx, i, k, c)
		if err != nil {
			return fmt.Errorf("arguments of %s outside the bounds: %w", c.Name, err)
		}
		if whole.Form != nil {
			last = append(last, whole)
		}
		row, err := b.row(ctx, i, k, c)
		if err != nil {
			return fmt.Errorf("arguments of %s outside the bounds: %w", c.Name, err)
		}
		if row.Form != nil {
			e.Groups = append(e.Groups, row)
		}
	}
	e.Groups = append(e.Groups, last...)
	out, err := b.states.binary.Explore(ctx, e)
	if err != nil {
		return fmt.Errorf("values of %s outside the bounds: %w", b.name(i), err)
	}
	f.far, f.failing, f.wandered = farClasses(out.States), out.Failing, true
	return nil
}

// farClasses are the classes of states outside the bounds, with their numbers.
func farClasses(states []harness.State) []encode.Class {
	all := classesOf(states)
	for k := range all {
		c := &all[k]
		c.First, c.Last, c.Far = c.First+harness.FarStates, c.Last+harness.FarStates, true
	}
	return all
}

// groupsAround are the arguments of a callee within the bounds and outside.
func (b *Types) groupsAround(ctx context.Context, i, k int, c *Callee, ints []int64, words []string) (list []harness.Group, err error) {
	depth := ArgumentDepth(c, b.run.Config.Limits.Depth)
	for level := 0; level <= depth; level++ {
		g, _, err := b.group(ctx, i, k, c, level)
		if err != nil {
			return nil, err
		}
		if g.Form != nil {
			list = append(list, g)
		}
	}
	if c.Literal != nil || c.Args != nil {
		return list, nil
	}
	shapes, sizes := b.sizes(i, c)
	for _, opt := range b.wide(i, c, depth, ints, words) {
		opt.Beyond.Sizes = sizes
		forms, err := beyond.Forms(ctx, encode.Inputs{Names: c.Contract.InputNames(), Shapes: shapes, Preds: c.preds, Vars: b.Vars}, opt)
		if err != nil {
			return nil, err
		}
		for _, f := range forms {
			list = append(list, harness.Group{Callee: k, Form: f, Far: true, Few: opt.Beyond.Composed != 0})
		}
	}
	return list, nil
}

// constructing are the arguments of a constructor whose structure is deeper than that of
// its arguments within the bounds, up to the depth of the inputs, with few different
// numbers. The form is nil where there are none.
func (b *Types) constructing(ctx context.Context, i, k int, c *Callee) (harness.Group, error) {
	g := harness.Group{Callee: k, Far: true, All: true}
	depth := ArgumentDepth(c, b.run.Config.Limits.Depth)
	if c.Step || c.Literal != nil || c.Args != nil || c.depth >= 0 || depth >= b.run.Config.Limits.Depth || !encode.Grows(c.Arguments()) {
		return g, nil
	}
	opt := encode.Options{
		Depth: b.run.Config.Limits.Depth, Calls: b.seenFrom(i), MaxVars: beyond.MaxVars, MaxNodes: beyond.MaxNodes, MaxSteps: beyond.MaxSteps,
		Beyond: &encode.Beyond{Within: depth, Reach: 1, Parts: math.MaxInt32, Whole: true, Deeper: true},
	}
	q, err := encode.Encode(ctx, encode.Inputs{Names: c.Contract.InputNames(), Shapes: c.Shapes, Preds: c.preds, Vars: b.Vars}, opt)
	if errors.Is(err, encode.ErrTooLarge) {
		return g, nil
	}
	if err != nil {
		return g, err
	}
	g.Form = q.Form
	return g, nil
}

// wide are the questions for arguments of a callee outside the bounds: with
// other values, and where they have containers or texts, with longer ones and
// those of the lengths that the code mentions.
func (b *Types) wide(i int, c *Callee, depth int, ints []int64, words []string) (list []encode.Options) {
	base := encode.Beyond{Within: depth, Reach: beyond.DepthTimes * depth, Ints: beyond.Constants(ints), Parts: beyond.Parts(depth)}
	add := func(depth int, b2 encode.Beyond) {
		list = append(list, encode.Options{Depth: max(1, depth), Beyond: &b2, Calls: b.seenFrom(i), MaxNodes: beyond.MaxNodes, MaxSteps: beyond.MaxSteps})
	}
	near := base
	near.Words = words
	if h := &c.Hints; c.Whole && h.Formatted && len(h.Patterns) > 0 {
		// Other texts are not read to the end.
		return b.contents(i, c, depth, ints, near)
	}
	add(depth, near)
	if c.Whole {
		list = append(list, b.contents(i, c, depth, ints, near)...)
	}
	if c.depth >= 0 || !encode.Grows(c.Arguments()) {
		return list
	}
	add(beyond.DepthTimes*depth, base)
	if of := beyond.Lengths(ints, beyond.DepthTimes*depth); len(of) > 0 {
		long := base
		for _, n := range of {
			if n <= wanderLengths {
				long.Lengths = append(long.Lengths, n-1, n, n+1)
				long.Parts = max(long.Parts, base.Parts+n+1)
			}
		}
		slices.Sort(long.Lengths)
		long.Lengths = slices.Compact(long.Lengths)
		add(depth, long)
	}
	return list
}

// contents are the questions for arguments that are the content of a value, or hold
// it: for texts made of the words of the function that is given the value, as such
// texts are where an input is one, and for what is built of such.
func (b *Types) contents(i int, c *Callee, depth int, ints []int64, near encode.Beyond) (list []encode.Options) {
	add := func(b2 encode.Beyond, calls func(*value.Calls) []encode.Class) {
		list = append(list, encode.Options{Depth: max(1, depth), Beyond: &b2, Calls: calls, MaxNodes: beyond.MaxNodes, MaxSteps: beyond.MaxSteps})
	}
	if encode.Textual(c.Arguments()) > 0 {
		h := &c.Hints
		if len(near.Words) > 0 {
			exact := near
			exact.Exact = true
			add(exact, b.seenFrom(i))
		}
		near.Counts = beyond.LengthsOf(ints, 2, beyond.MostFixedLength)
		near.Chars, near.Patterns, near.Bytes = slices.Concat(h.Said, h.Rest, h.Odd), h.Patterns, beyond.BytesAround(h.Bytes)
		if h.Formatted && len(near.Patterns) > 0 {
			for k := range wanderFormatted {
				add(beyond.MatchedTexts(near, b.run.Config.Limits.Seed+uint64(k)+1), b.seenFrom(i))
			}
			return list
		}
		if slices.ContainsFunc(near.Words, beyond.Named) {
			sentences := near
			sentences.Composed, sentences.Sentences, sentences.Endings = b.run.Config.Limits.Seed+1, beyond.Numerals(h.Ints), h.Suffixes
			add(sentences, b.seenFrom(i))
		}
		if len(near.Patterns) > 0 {
			add(beyond.MatchedTexts(near, b.run.Config.Limits.Seed+1), b.seenFrom(i))
		}
		for k := range wanderTexts {
			composed := near
			composed.Composed = b.run.Config.Limits.Seed + uint64(k) + 1
			add(composed, b.seenFrom(i))
		}
	}
	if slices.ContainsFunc(c.Arguments(), func(s value.Shape) bool { return len(CallsIn(s)) > 0 }) {
		near.Calls = true
		add(near, b.aroundFrom(i))
	}
	return list
}

// aroundFrom gives the classes of states, within the depths and outside, as arguments
// of calls that build values of type i.
func (b *Types) aroundFrom(i int) func(*value.Calls) []encode.Class {
	near := b.seenFrom(i)
	return func(s *value.Calls) []encode.Class {
		if f := b.states.of[s.Builder]; f != nil {
			return slices.Concat(near(s), f.far)
		}
		return nil
	}
}

// sizes gives the shapes of a callee's arguments with those integers that are
// taken for sizes: those of a constructor of something that steps change, where
// they are no elements. What fails only at a capacity of 1<<62 is of no interest,
// and nobody writes into a contract that there is none.
func (b *Types) sizes(i int, c *Callee) ([]value.Shape, map[*value.Int]bool) {
	x := b.builders[i]
	if c.Step || c.Func == nil || x.Facts.Standard || !slices.ContainsFunc(x.Callees, x.changes) {
		return c.Shapes, nil
	}
	shapes, sizes := slices.Clone(c.Shapes), map[*value.Int]bool{}
	sig := c.Func.Origin().Signature()
	params := slices.Collect(sig.Params().Variables())
	if sig.Recv() != nil {
		params = slices.Insert(params, 0, sig.Recv())
	}
	for k, s := range shapes {
		n, ok := s.(*value.Int)
		if _, element := params[k].Type().(*types.TypeParam); !ok || element {
			continue
		}
		size := *n
		shapes[k], sizes[&size] = &size, true
	}
	return shapes, sizes
}

// changes tells whether a callee changes a value and gives none, as containers'
// methods do; those of numbers give new ones.
func (x *builder) changes(c *Callee) bool {
	if !c.Step {
		return false
	}
	gives := func(v *types.Var) bool {
		return types.Identical(v.Type(), x.t) || types.Identical(v.Type(), types.NewPointer(x.t))
	}
	return !slices.ContainsFunc(slices.Collect(c.Contract.Func.Signature().Results().Variables()), gives)
}

// mentioned are the constants of the functions that build the values of the i-th
// type, and of those with a contract that take one.
func (b *Types) mentioned(i int) (ints []int64, words []string) {
	add := func(h refine.Hints) {
		ints = append(append(ints, h.Ints...), h.Marks...)
		words = append(words, h.Words...)
	}
	for _, c := range b.builders[i].Callees {
		add(c.Hints)
	}
	of := func(v *refine.Variable) bool {
		return types.Identical(v.Type, b.builders[i].t) || types.Identical(v.Type, types.NewPointer(b.builders[i].t))
	}
	for _, c := range b.run.Pkg.Contracts {
		if slices.ContainsFunc(c.Inputs(), of) {
			add(b.run.HintsOf(c))
		}
	}
	slices.Sort(ints)
	slices.Sort(words)
	words = slices.Compact(words)
	return slices.Compact(ints), words[:min(len(words), beyond.MostConstants)]
}

// Around gives the classes of states as inputs outside the bounds: all that
// there are.
func (b *Types) Around(s *value.Calls) []encode.Class {
	b.states.mu.Lock()
	defer b.states.mu.Unlock()
	f := b.states.of[s.Builder]
	if f == nil {
		return nil
	}
	return slices.Concat(f.classes, f.far)
}

// FailedCalls gives the calls of the function with this contract that failed on the way
// to values outside the bounds.
func (b *Types) FailedCalls(c *refine.Contract, shapes []value.Shape) (streams [][]int64) {
	if len(shapes) == 0 {
		return nil
	}
	b.states.mu.Lock()
	defer b.states.mu.Unlock()
	for _, i := range CallsIn(shapes[0]) {
		f := b.states.of[i]
		if f == nil {
			continue
		}
		for _, x := range f.failing {
			if k := b.builders[i].Callees[x.Callee]; k.own && k.Step && k.Contract.Func == c.Func {
				streams = append(streams, x.Stream)
			}
		}
	}
	return streams
}
