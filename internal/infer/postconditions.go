package infer

import (
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"unicode"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/observe"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/refine"
)

// most is how many postconditions are proposed for one function.
const most = 4

// promise looks for the postconditions of each function.
func (p *proposer) promise(ctx context.Context) error {
	asked := map[*task][]candidate{}
	tasks := p.open(false)
	f, err := p.prepared(ctx, tasks, func(t *task) *refine.Contract {
		c := p.demanding(t)
		c.Bare = false
		for _, cand := range p.candidates(c) {
			cl := p.clause(c, refine.Ensures, cand.text)
			if cl == nil || !p.general(t, refine.Ensures, cand.text) || t.impure && cand.about == again {
				continue
			}
			cand.clause = cl
			asked[t] = append(asked[t], cand)
			c.Post = append(c.Post, cl)
		}
		observe.FenceAlways(p.prog, p.pkg, c)
		return c
	})
	if f == nil || err != nil {
		return err
	}
	defer f.Close()
	return p.each(tasks, func(i int, t *task) error { return p.promiseOf(ctx, t, f.All()[i], asked[t]) })
}

// promiseOf looks for the postconditions of a function: those of the candidates that hold for all
// inputs, and when a bool is true or there is an error.
func (p *proposer) promiseOf(ctx context.Context, t *task, f *observe.Function, asked []candidate) error {
	inputs, err := t.list(ctx, f)
	if err != nil {
		return err
	}
	inputs = slices.DeleteFunc(slices.Clone(inputs), func(in observe.Input) bool { return t.ended[observe.Key(in.Stream)] != "" })
	streams := streamsOf(inputs)
	seen, broken, err := f.Judge(ctx, streams, patience)
	if why := observe.Ends(err); why != "" {
		t.leave(why)
		return nil
	}
	if err != nil {
		return err
	}
	if err := t.meet(f); err != nil {
		return err
	}
	known := int64(0)
	t.doubted = len(t.ended) > 0
	for _, o := range seen {
		if !o.Unknown && !o.Rejected {
			known++
		}
		t.doubted = t.doubted || o.Unknown || !o.Rejected && !returned(o)
	}
	if known < fewest && t.time.Spent() {
		if t.done = len(t.pre) == 0; t.done {
			t.leave(fmt.Sprintf("its time of %v ended before its results were looked at", p.Limits.Time))
		}
		return nil
	}
	t.inputs = known
	if t.inputs < fewest {
		return nil
	}
	if !succeeds(f.Contract, seen) {
		if t.done = len(t.pre) == 0; t.done {
			t.leave("it returns an error for nearly all inputs tried: nothing is known of what it does without one")
		}
		return nil
	}
	pure := f.Contract.Pure != nil && !broken[f.Contract.Pure] && !t.impure
	var held []candidate
	for _, c := range asked {
		if !broken[c.clause] && !(pure && (c.after || unchanged(c.text))) && (c.of == 0 || varied(c.of-1, seen)) {
			held = append(held, c)
		}
	}
	q := &question{proposer: p, task: t, f: f, streams: streams, seen: seen, changes: f.Contract.Pure != nil && !pure}
	conditions, err := q.conditions(ctx)
	if err != nil {
		return err
	}
	t.proposes(best(append(conditions, informative(held)...), most), pure, p.returnsUnseen(t))
	return nil
}

// meet leaves, of the lines that no input reached, those that none of the last calls reached either. What an input reached that a proposed
// precondition leaves out, as the panic for it, is no line of which nothing is known.
func (t *task) meet(f *observe.Function) error {
	lines, err := f.Unreached()
	if err != nil {
		return err
	}
	if t.unreached == nil {
		t.unreached = append([]event.Lines{}, lines...)
	}
	t.unreached = slices.DeleteFunc(t.unreached, func(l event.Lines) bool { return !slices.Contains(lines, l) })
	return nil
}

// returnsUnseen reports whether the function has a return statement that no input reaches: other results than those that were seen.
func (p *proposer) returnsUnseen(t *task) bool {
	body := p.body(t.contract.Func)
	if body == nil || len(t.unreached) == 0 {
		return false
	}
	unseen := false
	ast.Inspect(body, func(n ast.Node) bool {
		if _, ok := n.(*ast.ReturnStmt); ok {
			at := p.pkg.Fset.Position(n.Pos())
			unseen = unseen || slices.ContainsFunc(t.unreached, func(l event.Lines) bool { return l.Holds(at) })
		}
		_, literal := n.(*ast.FuncLit)
		return !literal
	})
	return unseen
}

// proposes keeps the best candidates that held, but none that lines that no input reaches may refute, and whether arguments stay.
// Unseen says that the function may return more than was seen.
func (t *task) proposes(chosen []candidate, pure, unseen bool) {
	for _, c := range chosen {
		if unseen || len(t.unreached) > 0 && strong(c) {
			continue
		}
		t.post = append(t.post, Proposal{Verb: "ensures", Text: c.text, Inputs: t.inputs})
	}
	if pure && len(t.unreached) == 0 {
		t.post = append(t.post, Proposal{Verb: "pure", Inputs: t.inputs})
	}
	if (len(chosen) > 0 || pure) && len(t.pre)+len(t.post) == 0 {
		t.leave("no input reaches " + places(t.unreached, t.contract.Pos.Filename) + ": what it does there is not known")
	}
}

// strong reports whether a candidate says what a value is, how long it is at most, that its elements differ, exactly when, or what a second call does. That
// is not proposed of code with lines that no input reached, as what these do, or add to a list, is not known.
func strong(c candidate) bool {
	longest := strings.HasPrefix(c.text, "len(") && strings.Contains(c.text, ") <= len(")
	return longest || strings.HasPrefix(c.text, "distinct(") || c.rank <= exact && !strings.HasSuffix(c.about, " range") || c.about == again || strings.Contains(c.text, "<==>")
}

// succeeds reports whether there was no error for some inputs, if the last result is one.
func succeeds(c *refine.Contract, seen []observe.Observation) bool {
	last := len(c.Results) - 1
	if last < 0 || !isError(c.Results[last].Type) {
		return true
	}
	count := 0
	for _, o := range seen {
		if returned(o) && o.Prints[last] == 0 {
			count++
		}
	}
	return count >= fewest
}

// returned reports whether the function was called and returned.
func returned(o observe.Observation) bool {
	return !o.Unknown && !o.Rejected && o.Cause == "" && o.End == harness.EndReturned
}

// varied reports whether a result had more than one value. If it had not, what was seen of it is that value, and not what
// the function does.
func varied(result int, seen []observe.Observation) bool {
	var first *uint64
	for _, o := range seen {
		if !returned(o) {
			continue
		}
		if first == nil {
			first = &o.Prints[result]
		}
		if *first != o.Prints[result] {
			return true
		}
	}
	return false
}

// unchanged reports whether a postcondition compares a value with its value before the call. It holds
// if the arguments do not change.
func unchanged(text string) bool {
	f := strings.Fields(text)
	return len(f) == 3 && f[2] == "old("+f[0]+")"
}

// fewest is how many inputs support a postcondition at least.
const fewest = 3

// changeable reports whether the function could change its arguments.
func (p *proposer) changeable(c *refine.Contract) bool {
	return slices.ContainsFunc(c.Inputs(), func(v *refine.Variable) bool { return refine.Mutable(v.Type) }) && (len(c.Results) > 0)
}

// A question is answered from the calls of a function. changes reports that some change their
// arguments.
type question struct {
	*proposer
	task    *task
	f       *observe.Function
	streams [][]int64
	seen    []observe.Observation
	changes bool
}

// conditions proposes when a result of type bool is true, when the last result is an error, and when
// a result is an input.
func (q *question) conditions(ctx context.Context) (out []candidate, err error) {
	c := q.f.Contract
	for i, v := range c.Results {
		basic, _ := v.Type.Underlying().(*types.Basic)
		name := q.nameOf(c, i)
		switch {
		case isError(v.Type) && i == len(c.Results)-1:
			out = append(out, q.when(ctx, "err != nil", exact, func(prints []uint64) bool { return prints[i] != 0 })...)
		case basic != nil && basic.Kind() == types.Bool:
			out = append(out, q.when(ctx, name, exact, func(prints []uint64) bool { return prints[i] == harness.PrintTrue })...)
		case basic != nil && basic.Info()&(types.IsInteger|types.IsString) != 0:
			for k, in := range c.Inputs() {
				if types.Identical(in.Type, v.Type) && token.IsIdentifier(in.Name) && in.Name != "_" {
					at := len(c.Results) + k
					out = append(out, q.when(ctx, name+" == "+in.Name, related, func(prints []uint64) bool { return prints[i] == prints[at] })...)
				}
			}
		}
	}
	return out, ctx.Err()
}

// fewRelated is the share of inputs, one in so many, for which a result equals an input at least, and for which it does
// not. If there are fewer, they are such as zeros and empty texts, and others were not met by chance.
const fewRelated = 10

// when proposes a condition of the inputs that holds exactly if is holds for the results.
func (q *question) when(ctx context.Context, what string, rank int, is func(prints []uint64) bool) []candidate {
	var all, some [][]int64
	for n, o := range q.seen {
		if !returned(o) {
			continue
		}
		all = append(all, q.streams[n])
		if is(o.Prints) {
			some = append(some, q.streams[n])
		}
	}
	if len(all) < fewest || len(some) == 0 || len(some) == len(all) {
		return nil
	}
	if few := len(all) / fewRelated; rank == related && (len(some) < few || len(all)-len(some) < few) {
		return nil
	}
	found := q.explained(ctx, q.f, all, some)
	if found == nil || found.Covered != found.Failing {
		return nil
	}
	cond := found.Cond
	if !q.supports(cond) {
		return nil
	}
	if q.changes {
		cond = "old(" + cond + ")" // The condition was found for the inputs before the call.
	} else if strings.Contains(cond, "||") || strings.Contains(cond, "forall ") || strings.Contains(cond, "exists ") {
		cond = "(" + cond + ")"
	}
	text := what + " <==> " + cond
	if q.clause(q.f.Contract, refine.Ensures, text) == nil || !q.general(q.task, refine.Ensures, text) {
		return nil
	}
	return []candidate{{text: text, about: what, rank: rank}}
}

// fewValues is how many values of an input support a condition of it at least: the words of conditions are so many that
// one of them fits a few values by chance.
const fewValues = 10

// supports reports whether the inputs of which a condition speaks had enough values, or whether it asks for no more than nil or a bool.
func (q *question) supports(cond string) bool {
	words := strings.FieldsFunc(cond, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for k, in := range q.f.Contract.Inputs() {
		basic, _ := in.Type.Underlying().(*types.Basic)
		simple := basic != nil && basic.Kind() == types.Bool || cond == in.Name+" == nil" || cond == in.Name+" != nil"
		if simple || !slices.Contains(words, in.Name) {
			continue
		}
		values := map[uint64]bool{}
		for _, o := range q.seen {
			if returned(o) {
				values[o.Prints[len(q.f.Contract.Results)+k]] = true
			}
		}
		if len(values) < fewValues {
			return false
		}
	}
	return true
}

// isError reports whether a type is error.
func isError(t types.Type) bool {
	return types.Identical(t, types.Universe.Lookup("error").Type())
}

// nameOf is the name of a result in a clause.
func (p *proposer) nameOf(c *refine.Contract, i int) string {
	v := c.Results[i]
	last := types.Identical(c.Results[len(c.Results)-1].Type, types.Universe.Lookup("error").Type())
	switch {
	case v.Name != "" && v.Name != "_" && token.IsIdentifier(v.Name) && !strings.HasPrefix(v.Name, "result"):
		return v.Name
	case last && i == len(c.Results)-1:
		return "err"
	case len(c.Results) == 1 || last && len(c.Results) == 2:
		return "result"
	}
	return fmt.Sprintf("result%d", i)
}
