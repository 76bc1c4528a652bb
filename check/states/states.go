// Package states builds values by calls. It finds the constructors and steps of a type that can be
// called, calls them in the process breadth first, and numbers the states that they reach. Outside
// the bounds it continues with random walks.
package states

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// Limits of the search for the states of one type. The number of calls grows with the number of
// inputs wanted. leastCalls is enough for types with few states; maxCalls and maxStates bound time
// and memory.
const (
	maxStates     = 200_000
	maxCalls      = 2_000_000
	leastCalls    = 100_000
	callsPerInput = 10
)

// callsFor returns how many calls may be made to find the states of a type. Inputs is the number of
// inputs of each function; 0 means no limit. All functions of a run share the states, so the number
// is the same for all.
func callsFor(inputs int64) int64 {
	if inputs <= 0 || inputs > maxCalls/callsPerInput {
		return maxCalls
	}
	return max(leastCalls, inputs*callsPerInput)
}

// states holds the states found so far, by type.
type states struct {
	mu     sync.Mutex
	binary *harness.Binary
	of     map[int]*typeStates
	// warnings tell the user about surprising values.
	warnings []event.Mistake
	// failedWrittenCalls are the failed calls that via directives write out.
	failedWrittenCalls []failedCall
}

// A failedCall is a call written out in a via directive that panics or breaks the contract of its
// function.
type failedCall struct {
	mistake event.Mistake
	of      refine.ContractKey
}

// typeStates holds the states of one type.
type typeStates struct {
	// asked is the greatest depth requested so far.
	asked int
	harness.Explored
	classes []encode.Class
	// far are the classes outside the bounds, set by the random walk. failing are calls that failed
	// during the walk.
	far     []encode.Class
	failing []harness.FailedCall
	walked  bool
}

// Start provides the process in which states are found.
func (b *Types) Start(binary *harness.Binary) {
	b.states.binary, b.states.of = binary, map[int]*typeStates{}
}

// Prepare finds the states up to a depth of all types in shapes that are built by calls. If some
// may be missing, cut says why.
func (b *Types) Prepare(ctx context.Context, shapes []value.Shape, depth int) (cut string, err error) {
	b.states.mu.Lock()
	defer b.states.mu.Unlock()
	for _, s := range shapes {
		for _, i := range CallsIn(s) {
			f, err := b.statesUpTo(ctx, i, depth)
			if err != nil {
				return "", err
			}
			if f.Cut != "" && f.Depth < depth && cut == "" {
				cut = fmt.Sprintf("not all values of %s were found: %s", b.name(i), f.Cut)
			}
		}
	}
	return cut, nil
}

func (b *Types) name(i int) string { return refine.TypeName(b.builders[i].t, b.run.Pkg.Types) }

// statesUpTo returns the states of the i-th type up to a depth.
func (b *Types) statesUpTo(ctx context.Context, i, depth int) (*typeStates, error) {
	if f := b.states.of[i]; f != nil && (f.asked >= depth || f.Cut != "") {
		return f, nil
	}
	x := b.builders[i]
	e := harness.Exploration{Builder: i, Depth: depth, Steps: x.Facts.Depth, Bare: b.isUncontracted(i), Calls: callsFor(b.run.Config.Limits.Inputs), States: maxStates}
	if t := b.run.Config.Limits.Time; t > 0 {
		e.Until = b.states.binary.Clock().Now().Add(t / 2) // The rest of the time is for the inputs.
	}
	cut := ""
	for k, c := range x.Callees {
		least, err := b.leastArguments(ctx, i, k, c)
		if err != nil {
			return nil, fmt.Errorf("arguments of %s: %w", c.Name, err)
		}
		for level := 0; level <= max(least, ArgumentDepth(c, depth)); level++ {
			g, why, err := b.argumentsOfLevel(ctx, i, k, c, level)
			if err != nil {
				return nil, fmt.Errorf("arguments of %s: %w", c.Name, err)
			}
			if level == least {
				g.From = 0
			}
			if why != "" {
				cut = why
			}
			if g.Form != nil {
				e.Groups = append(e.Groups, g)
			}
		}
	}
	out, err := b.states.binary.Explore(ctx, e)
	if err != nil {
		return nil, fmt.Errorf("the values of %s: %w", b.name(i), err)
	}
	if old := b.states.of[i]; old != nil && out.Cut != "" && len(out.States) < len(old.States) {
		// Keep the states found at lesser depths.
		out.States, out.Depth, out.Failed = old.States, old.Depth, old.Failed
	}
	f := &typeStates{asked: depth, Explored: out, classes: classesOf(out.States)}
	if f.Cut == "" && cut != "" {
		f.Cut, f.Depth = cut, depth-1
	}
	b.recordWarnings(i, f)
	if old := b.states.of[i]; old != nil {
		f.far, f.walked = old.far, old.walked
	}
	b.states.of[i] = f
	return f, nil
}

// ArgumentDepth returns the depth of a callee's arguments when values of the given depth are built.
func ArgumentDepth(c *Callee, depth int) int {
	switch {
	case c.depth >= 0:
		return c.depth
	case c.Whole:
		return depth
	}
	return (depth + 1) / 2
}

// argumentsOfLevel returns a callee's arguments of exactly the given level, for values of type i.
// Its form is nil if there are none. If states may be missing, cut says why.
func (b *Types) argumentsOfLevel(ctx context.Context, i, k int, c *Callee, level int) (g harness.Group, cut string, err error) {
	g.Callee = k
	switch {
	case c.depth >= 0 || level == 0:
	case c.Whole:
		g.From = level
	default:
		g.From = 2*level - 1
	}
	arguments := c.Arguments()
	if len(arguments) == 0 && level > 0 {
		return g, "", nil
	}
	for _, s := range arguments {
		for _, j := range CallsIn(s) {
			n := level
			if b.recursesThrough(i, j) {
				n--
			}
			if n < 0 {
				continue
			}
			f, err := b.statesUpTo(ctx, j, n)
			if err != nil {
				return g, "", err
			}
			if f.Cut != "" && f.Depth < n {
				cut = fmt.Sprintf("not all values of %s were found: %s", b.name(j), f.Cut)
			}
		}
	}
	q, err := encode.Encode(ctx, encode.Inputs{Names: c.Contract.InputNames(), Shapes: c.Shapes, Preds: c.executable.Preds, Vars: b.Vars}, encode.Options{Depth: level, Calls: b.boundedClassesFor(i)})
	if err == nil {
		g.Form = q.Form
	}
	return g, cut, err
}

// boundedClassesFor returns the classes of states that serve as arguments of calls building type i.
// In a recursive type an argument costs one level, unless the step into a container element has
// already cost it.
func (b *Types) boundedClassesFor(i int) func(*value.Calls) []encode.Class {
	return func(s *value.Calls) []encode.Class {
		f := b.states.of[s.Builder]
		if f == nil {
			return nil
		}
		if s.Paid || !b.recursesThrough(i, s.Builder) {
			return f.classes
		}
		list := make([]encode.Class, len(f.classes))
		for k, c := range f.classes {
			c.Level++
			list[k] = c
		}
		return list
	}
}

// Classes returns the classes of states within the bounds.
func (b *Types) Classes(s *value.Calls) []encode.Class {
	b.states.mu.Lock()
	defer b.states.mu.Unlock()
	if f := b.states.of[s.Builder]; f != nil {
		return f.classes
	}
	return nil
}

// classesOf merges adjacent states of the same level and size into classes.
func classesOf(list []harness.State) []encode.Class {
	var out []encode.Class
	for i, s := range list {
		if n := len(out); n > 0 && out[n-1].Level == s.Level && out[n-1].Size == s.Size {
			out[n-1].Last = int64(i)
			continue
		}
		out = append(out, encode.Class{Level: s.Level, Size: s.Size, First: int64(i), Last: int64(i)})
	}
	return out
}

// Summary returns one line per type in shapes: how many values it has up to a depth, and how many
// calls were dropped. A call is dropped if it panics and its function has no contract of its own.
func (b *Types) Summary(shapes []value.Shape, depth int) []string {
	b.states.mu.Lock()
	defer b.states.mu.Unlock()
	var lines []string
	seen := map[int]bool{}
	for _, s := range shapes {
		for _, i := range CallsIn(s) {
			f := b.states.of[i]
			if f == nil || seen[i] {
				continue
			}
			seen[i] = true
			n := 0
			for _, s := range f.States {
				if s.Level <= depth {
					n++
				}
			}
			line := fmt.Sprintf("%s of %s by calls", diag.Count(n, "value"), b.name(i))
			for k, c := range b.builders[i].Callees {
				if d := min(depth, len(f.Failed)-1); d >= 0 && !c.hasContract && f.Failed[d][k] > 0 {
					line += fmt.Sprintf("; dropped: %s of %s that panicked", diag.Count(int(f.Failed[d][k]), "call"), c.Name)
				}
				if k < len(f.Refused) && f.Refused[k] > 0 {
					line += fmt.Sprintf("; dropped: %s of %s with a function that broke its contract", diag.Count(int(f.Refused[k]), "call"), c.Name)
				}
			}
			if n == 0 {
				line += b.whyNoValues(i, f)
			}
			lines = append(lines, line)
		}
	}
	return lines
}

// whyNoValues says why no constructor made a value.
func (b *Types) whyNoValues(i int, f *typeStates) string {
	text := ""
	for k, c := range b.builders[i].Callees {
		switch {
		case c.Step || k >= len(f.Asked):
		case f.Asked[k] == 0:
			text += "; " + c.Name + " has no arguments within the bounds"
		case f.Empty[k] > 0 && len(c.Contract.Results) > 0 && c.Contract.ErrLast:
			text += fmt.Sprintf("; %s of %s gave an error, or nil", diag.Count(int(f.Empty[k]), "call"), c.Name)
		case f.Empty[k] > 0:
			text += fmt.Sprintf("; %s of %s gave nil", diag.Count(int(f.Empty[k]), "call"), c.Name)
		}
	}
	return text
}

// recordWarnings records warnings about values that a user would not expect, each once.
func (b *Types) recordWarnings(i int, f *typeStates) {
	x := b.builders[i]
	warn := func(format string, args ...any) {
		m := event.Mistake{Package: b.run.Pkg.Path, Diagnostic: diag.Diagnostic{
			Pos: x.Facts.Pos, Severity: diag.Warning, Code: "via-states", Message: fmt.Sprintf(format, args...),
		}}
		b.states.warnings = append(b.states.warnings, m)
	}
	old := b.states.of[i]
	if old == nil {
		old = &typeStates{}
		for _, why := range x.uncallable {
			warn("%s", why)
		}
	}
	if old.Asked == nil {
		b.warnWrittenCalls(x, f)
	}
	// The user cannot change the types of the standard library that rtest lists itself.
	if f.Unequal != "" && old.Unequal == "" && !x.Facts.Standard {
		warn("no two values of %s are taken for equal that hold %s; //rtest:state F says when they are", b.name(i), f.Unequal)
	}
	if f.Captured != "" && old.Captured == "" && !x.Facts.Standard {
		warn("values of %s count as equal if they differ only in what %s captured; //rtest:state F distinguishes them",
			b.name(i), strings.TrimPrefix(f.Captured, b.run.Pkg.Path+"."))
	}
	if f.Dead > 0 && old.Dead == 0 {
		warn("a call on the way to a value of %s ended the process, or did not end: it is left out", b.name(i))
	}
}

// warnWrittenCalls warns about constructor calls, written out in a via directive, that violate a
// contract. A violated precondition is reported at once. A violated postcondition is reported only
// if no finding of the function reports it.
func (b *Types) warnWrittenCalls(x *builder, f *typeStates) {
	for k, c := range x.Callees {
		if c.Args == nil || c.Literal != nil || k >= len(f.Asked) {
			continue
		}
		m := event.Mistake{Package: b.run.Pkg.Path, Diagnostic: diag.Diagnostic{Pos: c.Pos, Code: "via-call"}}
		switch last := len(f.Failed) - 1; {
		case f.Asked[k] == 0:
			m.Message = c.Name + " is against the precondition of " + c.Func.Name() + ": " + preconditionTexts(c.Contract)
			b.states.warnings = append(b.states.warnings, m)
		case last >= 0 && f.Failed[last][k] > 0:
			m.Message = c.Name + " panics, or does not keep the contract of " + c.Func.Name()
			b.states.failedWrittenCalls = append(b.states.failedWrittenCalls, failedCall{m, c.Contract.Key()})
		}
	}
}

// preconditionTexts returns the preconditions of a contract as the user wrote them.
func preconditionTexts(c *refine.Contract) string {
	var texts []string
	for _, cl := range c.Pre {
		texts = append(texts, fmt.Sprint(cl.Kind, " ", cl.Text))
	}
	return strings.Join(texts, ", ")
}

// SendWarnings yields the warnings about types built by calls, in order of position. It omits a
// warning about a call whose function has a failure of its own.
func (b *Types) SendWarnings(yield func(event.Event) bool, ends []event.FunctionEnd) bool {
	for _, c := range b.states.failedWrittenCalls {
		if !slices.ContainsFunc(ends, func(e event.FunctionEnd) bool {
			return c.of == refine.ContractKey{Function: e.Function, Pos: e.Pos.String()} && e.Failed(false)
		}) {
			b.states.warnings = append(b.states.warnings, c.mistake)
		}
	}
	slices.SortStableFunc(b.states.warnings, func(x, y event.Mistake) int {
		return cmp.Or(cmp.Compare(x.Pos.Filename, y.Pos.Filename), cmp.Compare(x.Pos.Offset, y.Pos.Offset))
	})
	b.states.warnings = slices.CompactFunc(b.states.warnings, func(x, y event.Mistake) bool {
		return x.Diagnostic.Pos == y.Diagnostic.Pos && x.Diagnostic.Message == y.Diagnostic.Message
	})
	return !slices.ContainsFunc(b.states.warnings, func(m event.Mistake) bool { return !yield(m) })
}
