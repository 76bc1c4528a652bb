package prepare

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/check/alphabet"
	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/states"
	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/encode/interp"
	"github.com/rtest-dev/rtest/encode/vars"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/solve"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine/shape"
)

// A Lifting has the preconditions of a target that can be lifted. At[i] is the index of Preds[i]
// among the preconditions. The others filter inputs natively.
type Lifting struct {
	Preds  []encode.Predicate
	At     []int
	Native map[int]string
	// invariants are the predicates of inputs built by calls, invariantsAt their indices among the
	// preconditions. They are known where the calls are executed.
	invariants   []encode.Predicate
	invariantsAt []int
	// Vars knows which package variables change.
	Vars *vars.Analysis
	// spent has an entry for each of Preds: the least number of parts of inputs outside the bounds for which
	// lifting took too much work, or 0. why is the reason.
	spent []int
	why   string
	// Late are the indices of preconditions that refer to drawn inputs.
	Late []int
	// aim is the predicate that the call succeeds. follow makes the call and checks its
	// postconditions. Both are nil if there is none.
	aim    *encode.Predicate
	follow *ssa.Function
	// trial makes the call and judges it as a whole. It is nil if such code cannot be written.
	trial *encode.Trial
	// same compares the results of two calls. It is nil if there are none.
	same *ssa.Function
	// interp interprets those that cannot be lifted; nil where they filter
	// natively.
	interp *interp.Program
	// hopes interprets where a wrong answer does no harm. It is nil where interp is.
	hopes *interp.Program
}

// liftedPredicates finds the SSA form of the preconditions of a target.
func liftedPredicates(pkg *ssa.Package, known *vars.Analysis, t *codegen.Target) (*Lifting, error) {
	l := &Lifting{Vars: known, Native: map[int]string{}}
	for i, pre := range t.Pre {
		if t.Late(i) {
			l.Late = append(l.Late, i)
		}
		if pre.Func == "" {
			l.Native[i] = pre.Why
			continue
		}
		fn := pkg.Func(pre.Func)
		if fn == nil {
			return nil, fmt.Errorf("the predicate file has no function %s", pre.Func)
		}
		if t.OfCalls(i) {
			l.Native[i] = encode.WhyCalls
			l.invariants, l.invariantsAt = append(l.invariants, encode.Predicate{Fn: fn}), append(l.invariantsAt, i)
			continue
		}
		l.Preds = append(l.Preds, encode.Predicate{Fn: fn})
		l.At = append(l.At, i)
	}
	l.spent = make([]int, len(l.Preds))
	if fn := pkg.Func(t.Aim); t.Aim != "" && fn != nil && (t.Ends || checksCalls(fn)) {
		l.aim = &encode.Predicate{Fn: fn, Strict: true, Smooth: !t.Ends}
	}
	if t.Follow != "" {
		l.follow = pkg.Func(t.Follow)
	}
	if t.Trial.Call != "" {
		l.trial = &encode.Trial{Call: pkg.Func(t.Trial.Call), Pure: t.Contract.Pure != nil, Property: t.Trial.Property}
		if t.Trial.Same != "" {
			l.same = pkg.Func(t.Trial.Same)
		}
		if t.Trial.Promise != "" {
			l.trial.Promise = pkg.Func(t.Trial.Promise)
		}
		if t.Trial.Judge != "" {
			l.trial.Judge, l.trial.Demands = pkg.Func(t.Trial.Judge), t.Trial.Demands
		}
		for _, m := range t.Trial.Marks {
			l.trial.Marks = append(l.trial.Marks, pkg.Func(m.Func))
		}
	}
	return l, nil
}

// executable returns what can be executed of a call that builds a value.
func (l *Lifting) executable() states.Executable {
	e := states.Executable{Preds: l.Preds, Invariants: l.invariants}
	if l.trial != nil {
		e.Make = l.trial.Call
	}
	return e
}

// checksCalls reports whether the function that aim calls checks whether calls of its own succeed.
// Properties of what can be parsed do so.
func checksCalls(aim *ssa.Function) bool {
	for _, b := range aim.Blocks {
		for _, in := range b.Instrs {
			if call, ok := in.(*ssa.Call); ok && call.Call.StaticCallee() != nil {
				return interp.Checks(call.Call.StaticCallee())
			}
		}
	}
	return false
}

// predsFor returns the predicates for inputs outside the bounds. A predicate is not lifted if that
// took too much with up to twice as many parts.
func (l *Lifting) predsFor(b *encode.Beyond) []encode.Predicate {
	if b == nil {
		return l.Preds
	}
	preds := slices.Clone(l.Preds)
	for i, n := range l.spent {
		if n > 0 && 2*b.Parts >= n && preds[i].Unlifted == "" {
			preds[i].Unlifted = l.why
		}
	}
	return preds
}

// interpreter returns an interpreter for the predicates of one target, or nil if Z3 alone finds
// inputs.
func (r *Package) interpreter() *interp.Program {
	if r.Engine == engine.Z3 {
		return nil
	}
	return &interp.Program{}
}

// Lift finds the preconditions of a target, and removes the characters that they forbid from the
// alphabets of its strings. It leaves the alphabets alone if an input is built by calls, whose
// contents are unknown.
func (r *Package) Lift(ctx context.Context, p *Plan, t *codegen.Target, pkg *ssa.Package) (*Lifting, error) {
	lifted, err := liftedPredicates(pkg, r.Built.Vars, t)
	if err != nil || slices.ContainsFunc(p.Shapes, func(s value.Shape) bool { return len(states.CallsIn(s)) > 0 }) {
		return lifted, err
	}
	in := encode.Inputs{Names: p.Contract.InputNames(), Shapes: p.Shapes, Preds: lifted.Preds, Vars: lifted.Vars}
	h := &p.Hints
	return lifted, alphabet.Narrow(ctx, in, encode.Options{Interp: r.interpreter()}, slices.Concat(h.MoreChars, h.ContractChars))
}

// poser returns the function that makes the form of a depth.
func (r *Package) poser(p *Plan, shapes []value.Shape, lifted *Lifting) func(context.Context, int) (*Problem, error) {
	return func(ctx context.Context, depth int) (*Problem, error) {
		q, err := r.pose(ctx, p, shapes, lifted, p.Encoding(depth))
		if err == nil && Functional(shapes) {
			// Answers may have the depth while the rest has a lesser one.
			q.Form.Below = true
		}
		if err != nil || r.Dump == nil {
			return q, err
		}
		d := config.Dump{Kind: "model", Package: r.Pkg.Path, Function: p.Contract.Name, Depth: depth, Text: q.Form.String()}
		r.Dump(d)
		script, err := solve.Script(q.Form)
		if err != nil {
			return nil, err
		}
		d.Kind, d.Text = "smt", script
		r.Dump(d)
		return q, nil
	}
}

// poserAhead returns Forms.PoseAhead for a function.
func (r *Package) poserAhead(p *Plan, lifted *Lifting) func(context.Context, int) *Problem {
	if r.Dump != nil || slices.ContainsFunc(p.Shapes, func(s value.Shape) bool { return len(states.CallsIn(s)) > 0 }) {
		return nil
	}
	return func(ctx context.Context, depth int) *Problem {
		own := *lifted
		own.Preds, own.spent = slices.Clone(lifted.Preds), slices.Clone(lifted.spent)
		q, err := r.poser(p, p.Shapes, &own)(ctx, depth)
		if err != nil || q.Test != nil || !slices.Equal(own.Preds, lifted.Preds) || !slices.Equal(own.spent, lifted.spent) {
			return nil
		}
		return q
	}
}

// sourceDump returns a function that dumps Go source of the package, or nil if dumps are not
// wanted.
func (r *Package) sourceDump(kind string) func([]byte) {
	if r.Dump == nil {
		return nil
	}
	return func(data []byte) { r.Dump(config.Dump{Kind: kind, Package: r.Pkg.Path, Text: string(data)}) }
}

// pose makes a form over the shapes, with the preconditions that lift.
func (r *Package) pose(ctx context.Context, p *Plan, shapes []value.Shape, lifted *Lifting, opt encode.Options) (*Problem, error) {
	cut, err := r.Built.Prepare(ctx, shapes, min(opt.Depth, p.Limits.Depth))
	if err != nil {
		return nil, err
	}
	opt.Calls, opt.Interp = r.Built.Classes, lifted.interp
	if opt.Beyond != nil && opt.Beyond.Calls {
		if err := r.Built.WalkRandomly(ctx, shapes); err != nil {
			return nil, err
		}
		opt.Calls = r.Built.Around
	}
	q, err := lifted.encode(ctx, p, shapes, lifted.predsFor(opt.Beyond), opt)
	if err == nil {
		q.Missing = cut
	}
	return q, err
}

// free makes the form of a depth without preconditions.
func (r *Package) free(ctx context.Context, p *Plan, depth int) (*form.Form, error) {
	opt := p.Encoding(depth)
	opt.Calls = r.Built.Classes
	q, err := encode.Encode(ctx, encode.Inputs{Names: p.Contract.InputNames(), Shapes: p.Shapes}, opt)
	if err != nil {
		return nil, err
	}
	return q.Form, nil
}

// aimAtSuccess equips the function to look for inputs with which its calls succeed.
func (r *Package) aimAtSuccess(s *Function, p *Plan, lifted *Lifting) {
	s.Far.Pose = func(ctx context.Context, opt encode.Options) (*beyond.Problem, error) {
		return asQuestion(r.pose(ctx, p, p.Shapes, lifted, opt))
	}
	s.Far.Accepting = func(ctx context.Context, opt encode.Options) (*beyond.Problem, error) {
		return asQuestion(r.successForm(ctx, p, p.Shapes, lifted, opt))
	}
	if lifted.follow != nil {
		s.Far.Follow = func(ctx context.Context, opt encode.Options) (*encode.Aims, *beyond.Problem, error) {
			return r.follow(ctx, p, lifted, opt)
		}
	}
	s.Hopes = func() (accepted, patterns []string) {
		if lifted.hopes == nil {
			return nil, nil
		}
		return lifted.hopes.Accepted, lifted.hopes.Patterns
	}
	s.Texts = func(stream []int64) []string { return decode.Texts(r.Built.Parse(p.Shapes, stream)) }
	s.FailedCalls = func() [][]int64 { return r.Built.FailedCalls(p.Contract, p.Shapes) }
}

// asQuestion converts a Problem into a question of package beyond.
func asQuestion(p *Problem, err error) (*beyond.Problem, error) {
	if p == nil || err != nil {
		return nil, err
	}
	return &beyond.Problem{Form: p.Form, Opaque: p.Opaque, Lexicon: p.lexicon}, nil
}

// successForm makes the form of inputs with which the call succeeds. It returns nil if success can
// be neither lifted nor interpreted.
func (r *Package) successForm(ctx context.Context, p *Plan, shapes []value.Shape, lifted *Lifting, opt encode.Options) (*Problem, error) {
	if lifted.aim == nil || lifted.aim.Smooth && lifted.interp == nil {
		return nil, nil
	}
	if opt.Interp = lifted.interp; lifted.interp != nil {
		if lifted.hopes == nil {
			lifted.hopes = &interp.Program{Hopeful: true}
		}
		opt.Interp = lifted.hopes
	}
	aim := *lifted.aim
	if opt.Interp != nil {
		// Lifting loops over texts costs more terms than it is worth here.
		aim.Unlifted = "it is to be interpreted"
	}
	return lifted.encode(ctx, p, shapes, append(slices.Clone(lifted.predsFor(opt.Beyond)), aim), opt)
}

// encode makes the form of the predicates. The first of them are the preconditions. It returns nil
// if a later one can be neither lifted nor interpreted.
func (lifted *Lifting) encode(ctx context.Context, p *Plan, shapes []value.Shape, preds []encode.Predicate, opt encode.Options) (*Problem, error) {
	q, err := encode.Encode(ctx, encode.Inputs{Names: p.Contract.InputNames(), Shapes: shapes, Preds: preds, Vars: lifted.Vars}, opt)
	if err != nil {
		return nil, err
	}
	for _, o := range q.Opaque {
		if o.Pred >= len(lifted.At) && q.Test == nil && !o.Partly {
			return nil, nil
		}
	}
	opaque := lifted.opaque(q.Opaque, opt)
	out := &Problem{Form: q.Form, Opaque: opaque, Test: q.Test, derived: q.Derived, lexicon: q.Lexicon}
	for _, i := range q.Tested {
		if i >= len(lifted.At) {
			continue
		}
		out.Tested = append(out.Tested, lifted.At[i])
	}
	return out, nil
}

// opaque says why a precondition is not in a form, by its index. It also records the preconditions
// whose lifting took too much.
func (lifted *Lifting) opaque(list []encode.Opaque, opt encode.Options) map[int]string {
	opaque := maps.Clone(lifted.Native)
	for _, o := range list {
		if o.Pred >= len(lifted.At) {
			continue
		}
		switch {
		case o.Spent && opt.Beyond == nil:
			lifted.Preds[o.Pred].Unlifted, lifted.Preds[o.Pred].Left = o.Why, o.Left
		case o.Spent && lifted.spent[o.Pred] == 0:
			lifted.spent[o.Pred], lifted.why = opt.Beyond.Parts, o.Why
		case o.Spent:
			lifted.spent[o.Pred] = min(lifted.spent[o.Pred], opt.Beyond.Parts)
		}
		if i := lifted.At[o.Pred]; opaque[i] == "" {
			opaque[i] = o.Why
		}
	}
	for _, i := range lifted.Late {
		opaque[i] = encode.WhyDrawn
	}
	return opaque
}

// A Widening says which values a form has besides those of its depth.
type Widening int

const (
	// AllInts adds integers of the whole range.
	AllInts Widening = iota
	// SaidChars adds texts with characters that only the contract mentions.
	SaidChars
)

// wide makes the form of all depths up to depth, with more values. It returns nil for SaidChars if
// there are no texts.
func (r *Package) wide(ctx context.Context, p *Plan, lifted *Lifting, depth int, more Widening) (*Problem, error) {
	opt := r.shapeOptions(p.Hints)
	opt.IntsFull = opt.IntsFull || more == AllInts
	opt.ContractChars = more == SaidChars
	shapes, err := shape.Shapes(p.Contract, r.Pkg.Facts, opt)
	if err != nil {
		return nil, err
	}
	if more == SaidChars && !slices.ContainsFunc(shapes, hasFreeText) {
		return nil, nil
	}
	q, err := r.poser(p, shapes, lifted)(ctx, depth)
	if err == nil {
		q.Form.Below = true
	}
	return q, err
}

// hasFreeText reports whether values of a shape have texts whose characters no directive fixes.
func hasFreeText(s value.Shape) bool {
	found := false
	value.Walk(s, func(s value.Shape) {
		text, ok := s.(*value.String)
		found = found || ok && !text.Fixed
	})
	return found
}
