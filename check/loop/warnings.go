package loop

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"iter"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/check/aliased"
	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/pace"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

const (
	// mostAbsent is the greatest number of inputs that are examined for the types in their
	// interfaces.
	mostAbsent = 100_000
	// farAbsent is the number of inputs beyond the bounds that are examined for other types.
	farAbsent = 1000
	// fewNumbers is the greatest number of numbers that a proposed directive lists one by one.
	fewNumbers = 8
)

// An inhabitant is a type inside an interface in some inputs.
type inhabitant struct{ iface, dynamic string }

// absent warns of types that no input within the bounds has in an interface, although the precondition admits
// some beyond them. In such a case an invariant requires a number beyond the bounds, and the function may pass
// without its most important inputs. Told is true if there are such types.
func (l *loop) absent(ctx context.Context) (warned bool, err error) {
	if l.Parse == nil || l.Contract.Bare || len(l.Pre) == 0 || l.Beyond == 0 || l.Inputs > mostAbsent || l.Part.Of > 1 || l.expired() {
		return false, nil
	}
	others := l.farther[:min(len(l.farther), farAbsent)]
	outside := make([]map[inhabitant][]*decode.Node, len(others))
	missing := map[inhabitant]bool{}
	for i, f := range others {
		outside[i] = inhabitants(l.Parse(f.Stream))
		for k := range outside[i] {
			missing[k] = true
		}
	}
	if len(missing) == 0 {
		return false, nil
	}
	all, err := l.within(ctx, mostAbsent, func(_ []int64, nodes []*decode.Node) bool {
		for k := range inhabitants(nodes) {
			delete(missing, k)
		}
		return len(missing) > 0
	})
	if !all {
		return false, err
	}
	tried := 0
	for i, f := range others {
		for _, k := range slices.SortedFunc(maps.Keys(outside[i]), inhabitant.compare) {
			if !missing[k] {
				continue
			}
			if tried++; tried > triedLone {
				return warned, nil
			}
			input, err := l.described(ctx, f.Stream)
			if err != nil {
				return warned, err
			}
			if input == "" {
				break
			}
			delete(missing, k)
			l.warnAbsent(k, input, outside)
			warned = true
		}
	}
	return warned, nil
}

func (i inhabitant) compare(j inhabitant) int {
	return cmp.Or(cmp.Compare(i.iface, j.iface), cmp.Compare(i.dynamic, j.dynamic))
}

// inhabitants returns the types inside interfaces in an input, with their values.
func inhabitants(nodes []*decode.Node) map[inhabitant][]*decode.Node {
	var found map[inhabitant][]*decode.Node
	decode.Each(nodes, func(n *decode.Node) {
		s, ok := n.Shape.(*value.Interface)
		if !ok || len(n.Kids) != 1 {
			return
		}
		if found == nil {
			found = map[inhabitant][]*decode.Node{}
		}
		k := inhabitant{types.TypeString(s.T, nil), types.TypeString(s.Alts[n.Own[0]].T, nil)}
		found[k] = append(found[k], n.Kids[0])
	})
	return found
}

// warnAbsent warns of a type that no input has, and shows an input beyond the bounds that has
// one.
func (l *loop) warnAbsent(k inhabitant, input string, outside []map[inhabitant][]*decode.Node) {
	var values []*decode.Node
	for _, o := range outside {
		values = append(values, o[k]...)
	}
	l.warn("no-inhabitant", fmt.Sprintf("%s: no input up to depth %d has a %s; outside the bounds the precondition admits %s: %s",
		l.Contract.Name, l.Limits.Depth, refine.TypeName(values[0].Shape.Go(), l.Pkg.Types), input, l.admits(values)))
}

// warn warns at the function.
func (l *loop) warn(code diag.Code, message string) {
	l.Emit(event.Mistake{Package: l.Pkg.Path, Function: l.Contract.Name, Diagnostic: diag.Diagnostic{
		Pos: l.Contract.Pos, Severity: diag.Warning, Code: code, Message: message,
	}})
}

// admits returns the directive that brings such values within the bounds. It is for the first
// integer field whose values are all outside.
func (l *loop) admits(values []*decode.Node) string {
	var fields []value.Field
	var of types.Type
	numbers := map[int][]int64{}
	for _, n := range values {
		if _, ok := n.Shape.(*value.Pointer); ok && len(n.Kids) == 1 {
			n = n.Kids[0]
		}
		s, ok := n.Shape.(*value.Struct)
		if !ok {
			return anyBounds
		}
		fields, of = s.Fields, s.T
		for i, kid := range n.Kids {
			if _, ok := kid.Shape.(*value.Int); ok {
				numbers[i] = append(numbers[i], kid.Own[0])
			}
		}
	}
	near := func(v int64) bool { return form.Magnitude(v) <= uint64(l.Limits.Depth) }
	for i, f := range fields {
		if len(numbers[i]) == 0 || slices.ContainsFunc(numbers[i], near) {
			continue
		}
		slices.Sort(numbers[i])
		var list []string
		for _, v := range slices.Compact(numbers[i]) {
			list = append(list, strconv.FormatInt(v, 10))
		}
		if len(list) <= fewNumbers {
			return fmt.Sprintf("//rtest:ints %s   (after the field %s of %s)", strings.Join(list, ", "), f.Name, refine.TypeName(of, l.Pkg.Types))
		}
	}
	return anyBounds
}

// tautologies warns of clauses that hold for all inputs and results, such as true || sorted(result). It accepts
// the clause "true" alone, by which users mark a function for testing. It also accepts clauses of generic
// functions, which may be meaningful for other type arguments.
func (l *loop) tautologies(ctx context.Context) error {
	if sig := l.Contract.Func; sig == nil || generic(sig) {
		return nil
	}
	for _, clauses := range [][]*refine.Clause{l.Contract.Pre, l.Contract.Post} {
		for _, c := range clauses {
			if c.Expr == nil || c.Kind != refine.Requires && c.Kind != refine.Ensures {
				continue
			}
			if _, plain := c.Expr.(*refine.Const); plain || asksValue(c.Expr) {
				continue
			}
			never, err := l.clash(ctx, []refine.Expr{&refine.Unary{Op: token.NOT, X: c.Expr, T: c.Expr.Type()}})
			if err != nil {
				return err
			}
			if never {
				l.Emit(l.tautology(c))
			}
		}
	}
	return nil
}

// asksValue reports whether a predicate calls a function value, which may give a different
// answer each time.
func asksValue(e refine.Expr) (asks bool) {
	refine.Inspect(e, func(e refine.Expr) bool {
		if call, ok := e.(*refine.Call); ok {
			obj, declared := call.Fun.(*refine.Object)
			_, method := call.Fun.(*refine.Method)
			if declared {
				_, declared = obj.Obj.(*types.Func)
			}
			asks = asks || !declared && !method
		}
		return !asks
	})
	return asks
}

func generic(f *types.Func) bool {
	return f.Signature().TypeParams().Len() > 0 || f.Signature().RecvTypeParams().Len() > 0
}

func (l *loop) tautology(c *refine.Clause) event.Mistake {
	says := "checks nothing"
	if c.Kind == refine.Requires {
		says = "excludes nothing"
	}
	return event.Mistake{Package: l.Pkg.Path, Function: l.Contract.Name, Diagnostic: diag.Diagnostic{
		Pos: c.Pos, End: c.End, Severity: diag.Warning, Code: "always-true",
		Message: fmt.Sprintf("%s: %s %s is always true: it %s", l.Contract.Name, c.Kind, c.Text, says),
	}}
}

// tryAliased warns if a passed function breaks its contract when two inputs share memory that it writes to.
// Callers may never share it, so this is no failure.
func (l *loop) tryAliased(ctx context.Context) error {
	if l.Aliased.Shapes == nil || l.Cut != "" || l.Inputs == 0 || len(l.groups)+len(l.fromSaved) > 0 || l.Part.Of > 1 && l.Part.Index != 1 {
		return nil
	}
	apart, err := l.spreadWithin(ctx, min(l.Limits.Depth, aliased.Depth), aliased.MostApart, aliased.Work)
	x := &aliased.Trial{
		Pkg: l.Pkg, Contract: l.Contract, Hints: &l.Hints, Runner: l.run, Counts: func(f harness.Finding) bool { return !impossible(f.Cause, f.Panic) },
		Job: harness.Job{Until: l.until, Wear: Wear, Timeout: min(l.Limits.Timeout, FarTimeout), Memory: min(l.Limits.Memory, FarMemory)},
	}
	says := ""
	if err == nil {
		says, err = l.Aliased.Try(ctx, x, apart)
	}
	if l.Measure && x.Called > 0 {
		l.Strategies = append(l.Strategies, event.StrategyRun{Name: beyond.Shared, Inputs: x.Called, Failed: says != "", First: math.MaxInt})
	}
	if _, unbound := errors.AsType[*prepare.TooMany](err); unbound || errors.Is(err, encode.ErrTooLarge) {
		return nil
	}
	if x.Cut || errors.Is(err, pace.ErrSpent) {
		l.Cut, err = "time", nil
	}
	if says != "" {
		l.warn("shared-memory", says)
	}
	return err
}

// spreadWithin returns at most most inputs of the depths up to one, spread over these, their sizes and
// shapes.
func (l *loop) spreadWithin(ctx context.Context, depth, most int, work int64) (list [][]*decode.Node, err error) {
	if err := l.Bind(ctx, l.Limits.Depth); err != nil || l.Parse == nil {
		return nil, err
	}
	var forms []*form.Form
	for d := range depth + 1 {
		q, err := l.posed(ctx, d)
		if err != nil {
			return nil, err
		}
		forms = append(forms, q.Form)
	}
	spread, err := l.spreadForms(forms, int64(most), work)
	for _, streams := range spread {
		for s := range streams {
			if nodes := l.Parse(slices.Clone(s)); nodes != nil && len(list) < most {
				list = append(list, nodes)
			}
		}
	}
	return list, err
}

// spreadForms returns solutions of forms, spread over sizes and shapes.
func (l *loop) spreadForms(forms []*form.Form, room, work int64) (list []iter.Seq[[]int64], err error) {
	problems := make([]*question, len(forms))
	for i, f := range forms {
		problems[i] = &question{Problem: &prepare.Problem{Form: f}}
	}
	cells, err := l.cells(problems, room, work)
	for _, c := range cells {
		list = append(list, streams(c, nil, l.expired))
	}
	return list, err
}

// noteApart names the directive for a precondition that compares pointers of which no two meet.
func (l *loop) noteApart() {
	if len(l.Apart) == 0 || l.Inputs == 0 {
		return
	}
	names := strings.Join(prepare.SharedNames(l.Apart, l.Pkg.Types), " and ")
	l.Notes = append(l.Notes, fmt.Sprintf("the precondition compares pointers to %s; where those in an input may meet: //rtest:shared   (above type %s)", names, names))
}
