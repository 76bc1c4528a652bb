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

// Limits of the random walks outside the bounds.
const (
	// Number of walks, greatest number of steps of a walk, number of states that are kept.
	walkCount, walkSteps, walkStates = 256, 72, 600
	// argumentDraws is the number of arguments outside the bounds drawn for each function.
	argumentDraws = 48
	// contentDraws replaces argumentDraws where arguments are the content of the value.
	// composedTextQuestions is the number of questions for composed texts. formattedTextQuestions
	// is that for texts of the format that the constructor reads.
	contentDraws, composedTextQuestions, formattedTextQuestions = 900, 1, 2
	// maxArgumentLength is the greatest constant of the code that is tried as the length of an
	// argument.
	maxArgumentLength = 300
	// argumentVars is how many variables the deeper arguments of one callee have at most.
	argumentVars = 6_000
)

// WalkRandomly finds states outside the bounds for every type in shapes that is built by calls:
// longer call sequences, and arguments outside the depth. Each type is walked once per run.
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

// walkRandomlyIn walks the types in one shape.
func (b *Types) walkRandomlyIn(ctx context.Context, s value.Shape) error {
	for _, i := range CallsIn(s) {
		if f := b.states.of[i]; f == nil || f.walked {
			continue
		}
		if err := b.walkRandomlyOnce(ctx, i); err != nil {
			return err
		}
	}
	return nil
}

// walkRandomlyOnce runs the random walks of type i in the process, and stores the states and failed
// calls.
func (b *Types) walkRandomlyOnce(ctx context.Context, i int) error {
	x, f, depth := b.builders[i], b.states.of[i], b.run.Config.Limits.Depth
	ints, words := b.mentionedConstants(i)
	e := harness.Exploration{Builder: i, Depth: depth, Steps: -1, Bare: b.isUncontracted(i), Calls: maxCalls / 10, States: maxStates}
	if t := b.run.Config.Limits.Time; t > 0 {
		e.Until = b.states.binary.Clock().Now().Add(t / 2) // The rest of the time is for the inputs.
	}
	most := beyond.DepthTimes * depth
	if x.Facts.Depth >= 0 {
		most = x.Facts.Depth
	} else {
		for _, n := range beyond.Lengths(ints, most) {
			most = max(most, min(n+2, walkSteps))
		}
	}
	e.Walk = &harness.Walk{
		Walks: walkCount, Length: most, Near: depth, States: walkStates,
		Seed: b.run.Config.Limits.Seed, Foci: beyond.Constants(ints), Arguments: argumentDraws,
	}
	var last []harness.Group
	for k, c := range x.Callees {
		if c.Whole {
			// Such a value has only constructors, so there is nothing to walk.
			e.Walk.Arguments, e.Walk.States, e.Walk.Walks = contentDraws, 2*walkStates, 0
			for _, s := range c.Arguments() {
				if err := b.walkRandomlyIn(ctx, s); err != nil {
					return err
				}
			}
		}
		groups, err := b.argumentGroups(ctx, i, k, c, ints, words)
		if err != nil {
			return fmt.Errorf("arguments of %s outside the bounds: %w", c.Name, err)
		}
		e.Groups = append(e.Groups, groups...)
		whole, err := b.deeperArguments(ctx, i, k, c)
		if err != nil {
			return fmt.Errorf("arguments of %s outside the bounds: %w", c.Name, err)
		}
		if whole.Form != nil {
			last = append(last, whole)
		}
		row, err := b.rowArguments(ctx, i, k, c)
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
	f.far, f.failing, f.walked = outsideClasses(out.States), out.Failing, true
	return nil
}

// outsideClasses groups states outside the bounds into classes. Their numbers start at
// harness.FarStates.
func outsideClasses(states []harness.State) []encode.Class {
	all := classesOf(states)
	for k := range all {
		c := &all[k]
		c.First, c.Last, c.Far = c.First+harness.FarStates, c.Last+harness.FarStates, true
	}
	return all
}

// argumentGroups returns the arguments of a callee within the bounds, then those outside.
func (b *Types) argumentGroups(ctx context.Context, i, k int, c *Callee, ints []int64, words []string) (list []harness.Group, err error) {
	depth := ArgumentDepth(c, b.run.Config.Limits.Depth)
	for level := 0; level <= depth; level++ {
		g, _, err := b.argumentsOfLevel(ctx, i, k, c, level)
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
	shapes, sizes := b.sizeArguments(i, c)
	for _, opt := range b.questionsOutside(i, c, depth, ints, words) {
		opt.Beyond.Sizes = sizes
		forms, err := beyond.Forms(ctx, encode.Inputs{Names: c.Contract.InputNames(), Shapes: shapes, Preds: c.executable.Preds, Vars: b.Vars}, opt)
		if err != nil {
			return nil, err
		}
		for _, f := range forms {
			list = append(list, harness.Group{Callee: k, Form: f, Far: true, Few: opt.Beyond.Composed != 0})
		}
	}
	return list, nil
}

// deeperArguments returns arguments of a constructor that are deeper than its arguments within the
// bounds, up to the depth of the inputs, with few different numbers. Its form is nil if there are
// none.
func (b *Types) deeperArguments(ctx context.Context, i, k int, c *Callee) (harness.Group, error) {
	g := harness.Group{Callee: k, Far: true, All: true}
	depth := ArgumentDepth(c, b.run.Config.Limits.Depth)
	if c.Step || c.Literal != nil || c.Args != nil || c.depth >= 0 || depth >= b.run.Config.Limits.Depth || !encode.Grows(c.Arguments()) {
		return g, nil
	}
	opt := encode.Options{
		Depth: b.run.Config.Limits.Depth, Calls: b.boundedClassesFor(i), Limits: encode.Limits{MaxVars: argumentVars, MaxNodes: beyond.MaxNodes, MaxSteps: beyond.MaxSteps},
		Beyond: &encode.Beyond{Within: depth, Reach: 1, Parts: math.MaxInt32, Whole: true, Deeper: true},
	}
	q, err := encode.Encode(ctx, encode.Inputs{Names: c.Contract.InputNames(), Shapes: c.Shapes, Preds: c.executable.Preds, Vars: b.Vars}, opt)
	if errors.Is(err, encode.ErrTooLarge) {
		return g, nil
	}
	if err != nil {
		return g, err
	}
	g.Form = q.Form
	return g, nil
}

// questionsOutside returns the questions for arguments of a callee outside the bounds: other values
// first. For containers and texts it adds longer ones, and lengths that occur in the code.
func (b *Types) questionsOutside(i int, c *Callee, depth int, ints []int64, words []string) (list []encode.Options) {
	base := encode.Beyond{Within: depth, Reach: beyond.DepthTimes * depth, Ints: beyond.Constants(ints), Parts: beyond.Parts(depth)}
	add := func(depth int, b2 encode.Beyond) {
		list = append(list, encode.Options{Depth: max(1, depth), Beyond: &b2, Calls: b.boundedClassesFor(i), Limits: encode.Limits{MaxNodes: beyond.MaxNodes, MaxSteps: beyond.MaxSteps}})
	}
	near := base
	near.Words = words
	if h := &c.Hints; c.Whole && h.Formatted && len(h.Patterns) > 0 {
		// The function does not read other texts to the end.
		return b.contentQuestions(i, c, depth, ints, near)
	}
	add(depth, near)
	if c.Whole {
		list = append(list, b.contentQuestions(i, c, depth, ints, near)...)
	}
	if c.depth >= 0 || !encode.Grows(c.Arguments()) {
		return list
	}
	add(beyond.DepthTimes*depth, base)
	if of := beyond.Lengths(ints, beyond.DepthTimes*depth); len(of) > 0 {
		long := base
		for _, n := range of {
			if n <= maxArgumentLength {
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

// contentQuestions returns the questions for arguments that become the content of a value, or contain it. They
// are texts made of the words of the function under test, as for text inputs, and values built from such texts.
func (b *Types) contentQuestions(i int, c *Callee, depth int, ints []int64, near encode.Beyond) (list []encode.Options) {
	add := func(b2 encode.Beyond, calls func(*value.Calls) []encode.Class) {
		list = append(list, encode.Options{Depth: max(1, depth), Beyond: &b2, Calls: calls, Limits: encode.Limits{MaxNodes: beyond.MaxNodes, MaxSteps: beyond.MaxSteps}})
	}
	if encode.Textual(c.Arguments()) > 0 {
		h := &c.Hints
		if len(near.Words) > 0 {
			exact := near
			exact.Exact = true
			add(exact, b.boundedClassesFor(i))
		}
		near.Counts = beyond.LengthsOf(ints, 2, beyond.MostFixedLength)
		near.Chars, near.Patterns, near.Bytes = slices.Concat(h.ContractChars, h.MoreChars, h.UnusualChars), h.Patterns, beyond.BytesAround(h.Bytes)
		if h.Formatted && len(near.Patterns) > 0 {
			for k := range formattedTextQuestions {
				add(beyond.MatchedTexts(near, b.run.Config.Limits.Seed+uint64(k)+1), b.boundedClassesFor(i))
			}
			return list
		}
		if slices.ContainsFunc(near.Words, beyond.Named) {
			sentences := near
			sentences.Composed, sentences.Sentences, sentences.Endings = b.run.Config.Limits.Seed+1, beyond.Numerals(h.Ints), h.Suffixes
			add(sentences, b.boundedClassesFor(i))
		}
		if len(near.Patterns) > 0 {
			add(beyond.MatchedTexts(near, b.run.Config.Limits.Seed+1), b.boundedClassesFor(i))
		}
		for k := range composedTextQuestions {
			composed := near
			composed.Composed = b.run.Config.Limits.Seed + uint64(k) + 1
			add(composed, b.boundedClassesFor(i))
		}
	}
	if slices.ContainsFunc(c.Arguments(), func(s value.Shape) bool { return len(CallsIn(s)) > 0 }) {
		near.Calls = true
		add(near, b.allClassesFor(i))
	}
	return list
}

// allClassesFor returns the classes of states, within the bounds and outside, that serve as
// arguments of calls building type i.
func (b *Types) allClassesFor(i int) func(*value.Calls) []encode.Class {
	near := b.boundedClassesFor(i)
	return func(s *value.Calls) []encode.Class {
		if f := b.states.of[s.Builder]; f != nil {
			return slices.Concat(near(s), f.far)
		}
		return nil
	}
}

// sizeArguments returns the shapes of a callee's arguments, and the integers among them that are treated as
// sizes. These are a constructor's integers, unless they are elements, if some step changes the value in place.
// A failure that needs a capacity of 1<<62 helps no one, and no one writes a contract against it.
func (b *Types) sizeArguments(i int, c *Callee) ([]value.Shape, map[*value.Int]bool) {
	x := b.builders[i]
	if c.Step || c.Func == nil || x.Facts.Standard || !slices.ContainsFunc(x.Callees, x.changesInPlace) {
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

// changesInPlace reports whether a callee changes the value in place, like a container's method. A
// step that returns a value of the type, like a method of a number, does not.
func (x *builder) changesInPlace(c *Callee) bool {
	if !c.Step {
		return false
	}
	gives := func(v *types.Var) bool {
		return types.Identical(v.Type(), x.t) || types.Identical(v.Type(), types.NewPointer(x.t))
	}
	return !slices.ContainsFunc(slices.Collect(c.Contract.Func.Signature().Results().Variables()), gives)
}

// mentionedConstants returns the constants and words in the functions that build values of the i-th
// type, and in the functions with a contract that take one.
func (b *Types) mentionedConstants(i int) (ints []int64, words []string) {
	add := func(h refine.Hints) {
		ints = append(append(ints, h.Ints...), h.Thresholds...)
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

// Around returns all classes of states, within the bounds and outside.
func (b *Types) Around(s *value.Calls) []encode.Class {
	b.states.mu.Lock()
	defer b.states.mu.Unlock()
	f := b.states.of[s.Builder]
	if f == nil {
		return nil
	}
	return slices.Concat(f.classes, f.far)
}

// FailedCalls returns the streams of those calls of the contract's function that failed during the
// random walks.
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
			if k := b.builders[i].Callees[x.Callee]; k.hasContract && k.Step && k.Contract.Func == c.Func {
				streams = append(streams, x.Stream)
			}
		}
	}
	return streams
}
