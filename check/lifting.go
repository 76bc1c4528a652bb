package check

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
	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/encode/interp"
	"github.com/rtest-dev/rtest/encode/vars"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/solve"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine/shape"
)

// A lifting is what of a target's preconditions can be lifted: at[i] is the
// index among the preconditions of preds[i]. The others filter natively.
type lifting struct {
	preds  []encode.Predicate
	at     []int
	native map[int]string
	// vars knows which package variables change.
	vars *vars.Analysis
	// spent is by index in preds how many parts the inputs outside the bounds had
	// for which lifting took too much; 0 where that did not come about.
	spent []int
	why   string
	// late are those that speak of inputs that are drawn.
	late []int
	// aim tells whether a call ends well; nil where nothing does. follow makes the
	// call and judges it, nil where nothing does.
	aim    *encode.Predicate
	follow *ssa.Function
	// interp interprets those that cannot be lifted; nil where they filter
	// natively.
	interp *interp.Program
	// hopes interprets where an answer may be wrong; nil where interp is.
	hopes *interp.Program
}

// predicates finds the SSA form of the preconditions of a target.
func predicates(pkg *ssa.Package, known *vars.Analysis, t *harness.Target) (*lifting, error) {
	l := &lifting{vars: known, native: map[int]string{}}
	for i, pre := range t.Pre {
		if t.Late(i) {
			l.late = append(l.late, i)
		}
		if pre.Func == "" {
			l.native[i] = "it asks for what only the running program knows"
			continue
		}
		if t.OfCalls(i) {
			l.native[i] = encode.WhyCalls
			continue
		}
		fn := pkg.Func(pre.Func)
		if fn == nil {
			return nil, fmt.Errorf("the predicate file has no function %s", pre.Func)
		}
		l.preds = append(l.preds, encode.Predicate{Fn: fn})
		l.at = append(l.at, i)
	}
	l.spent = make([]int, len(l.preds))
	if fn := pkg.Func(t.Aim); t.Aim != "" && fn != nil && (t.Ends || smooth(fn)) {
		l.aim = &encode.Predicate{Fn: fn, Strict: true, Smooth: !t.Ends}
	}
	if t.Follow != "" {
		l.follow = pkg.Func(t.Follow)
	}
	return l, nil
}

// smooth tells whether the function that aim calls looks whether calls of its own
// end well, as properties do that are about what can be parsed.
func smooth(aim *ssa.Function) bool {
	for _, b := range aim.Blocks {
		for _, in := range b.Instrs {
			if call, ok := in.(*ssa.Call); ok && call.Call.StaticCallee() != nil {
				return interp.Checks(call.Call.StaticCallee())
			}
		}
	}
	return false
}

// sized returns the predicates as they are encoded for inputs outside the bounds:
// those for which it took too much with up to twice as many parts are not lifted.
func (l *lifting) sized(b *encode.Beyond) []encode.Predicate {
	if b == nil {
		return l.preds
	}
	preds := slices.Clone(l.preds)
	for i, n := range l.spent {
		if n > 0 && 2*b.Parts >= n && preds[i].Unlifted == "" {
			preds[i].Unlifted = l.why
		}
	}
	return preds
}

// interpreter is what interprets the predicates of one target; nil where Z3
// alone finds inputs.
func (r *preparation) interpreter() *interp.Program {
	if r.Engine == engine.Z3 {
		return nil
	}
	return &interp.Program{}
}

// lift finds the preconditions of a target, and takes the characters that these forbid out of
// the alphabets of its strings. Of inputs that are built by calls it is not known what is in them.
func (r *preparation) lift(ctx context.Context, p *plan, t *harness.Target, pkg *ssa.Package) (*lifting, error) {
	lifted, err := predicates(pkg, r.built.vars, t)
	if err != nil || slices.ContainsFunc(p.shapes, func(s value.Shape) bool { return len(callsIn(s)) > 0 }) {
		return lifted, err
	}
	in := encode.Inputs{Names: p.names(), Shapes: p.shapes, Preds: lifted.preds, Vars: lifted.vars}
	h := &p.hints
	return lifted, alphabet.Narrow(ctx, in, encode.Options{Interp: r.interpreter()}, slices.Concat(h.Rest, h.Said))
}

// poser returns the function that makes the form of a depth.
func (r *preparation) poser(p *plan, shapes []value.Shape, lifted *lifting) func(context.Context, int) (*problem, error) {
	return func(ctx context.Context, depth int) (*problem, error) {
		q, err := r.pose(ctx, p, shapes, lifted, p.encoding(depth))
		if err == nil && functional(shapes) {
			// Answers may be of the depth where all else is of a lesser one.
			q.form.Below = true
		}
		if err != nil || r.Dump == nil {
			return q, err
		}
		d := config.Dump{Kind: "model", Package: r.pkg.Path, Function: p.contract.Name, Depth: depth, Text: q.form.String()}
		r.Dump(d)
		script, err := solve.Script(q.form)
		if err != nil {
			return nil, err
		}
		d.Kind, d.Text = "smt", script
		r.Dump(d)
		return q, nil
	}
}

// source returns what dumps Go source of the package; nil where nobody looks.
func (r *preparation) source(kind string) func([]byte) {
	if r.Dump == nil {
		return nil
	}
	return func(data []byte) { r.Dump(config.Dump{Kind: kind, Package: r.pkg.Path, Text: string(data)}) }
}

// pose makes a form.
func (r *preparation) pose(ctx context.Context, p *plan, shapes []value.Shape, lifted *lifting, opt encode.Options) (*problem, error) {
	cut, err := r.built.prepare(ctx, shapes, min(opt.Depth, p.limits.Depth))
	if err != nil {
		return nil, err
	}
	opt.Calls, opt.Interp = r.built.classes, lifted.interp
	if opt.Beyond != nil && opt.Beyond.Calls {
		if err := r.built.walkRandomly(ctx, shapes); err != nil {
			return nil, err
		}
		opt.Calls = r.built.around
	}
	q, err := lifted.encode(ctx, p, shapes, lifted.sized(opt.Beyond), opt)
	if err == nil {
		q.cut = cut
	}
	return q, err
}

// free makes the form of a depth without preconditions.
func (r *preparation) free(ctx context.Context, p *plan, depth int) (*form.Form, error) {
	opt := p.encoding(depth)
	opt.Calls = r.built.classes
	q, err := encode.Encode(ctx, encode.Inputs{Names: p.names(), Shapes: p.shapes}, opt)
	if err != nil {
		return nil, err
	}
	return q.Form, nil
}

// aim gives the subject what it needs to look for inputs with which calls end
// well.
func (r *preparation) aim(s *setup, p *plan, lifted *lifting) {
	s.far.Pose = func(ctx context.Context, opt encode.Options) (*beyond.Problem, error) {
		return questioned(r.pose(ctx, p, p.shapes, lifted, opt))
	}
	s.far.Accepting = func(ctx context.Context, opt encode.Options) (*beyond.Problem, error) {
		return questioned(r.aimed(ctx, p, p.shapes, lifted, opt))
	}
	if lifted.follow != nil {
		s.far.Follow = func(ctx context.Context, opt encode.Options) (*encode.Aims, *beyond.Problem, error) {
			return r.follow(ctx, p, lifted, opt)
		}
	}
	s.hopes = func() (accepted, patterns []string) {
		if lifted.hopes == nil {
			return nil, nil
		}
		return lifted.hopes.Accepted, lifted.hopes.Patterns
	}
	s.texts = func(stream []int64) []string { return decode.Texts(r.built.parse(p.shapes, stream)) }
	s.failed = func() [][]int64 { return r.built.failed(p.contract, p.shapes) }
}

// questioned is a problem as a question outside the bounds has it.
func questioned(p *problem, err error) (*beyond.Problem, error) {
	if p == nil || err != nil {
		return nil, err
	}
	return &beyond.Problem{Form: p.form, Opaque: p.opaque, Lexicon: p.lexicon}, nil
}

// aimed makes a form of inputs with which the call ends well, as far as that
// can be followed; nil where it cannot.
func (r *preparation) aimed(ctx context.Context, p *plan, shapes []value.Shape, lifted *lifting, opt encode.Options) (*problem, error) {
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
		// What loops over texts is not worth its terms here.
		aim.Unlifted = "it is to be interpreted"
	}
	return lifted.encode(ctx, p, shapes, append(slices.Clone(lifted.sized(opt.Beyond)), aim), opt)
}

// encode makes the form of the predicates, of which the first are the
// preconditions.
func (lifted *lifting) encode(ctx context.Context, p *plan, shapes []value.Shape, preds []encode.Predicate, opt encode.Options) (*problem, error) {
	q, err := encode.Encode(ctx, encode.Inputs{Names: p.names(), Shapes: shapes, Preds: preds, Vars: lifted.vars}, opt)
	if err != nil {
		return nil, err
	}
	for _, o := range q.Opaque {
		if o.Pred >= len(lifted.at) && q.Test == nil && !o.Partly {
			return nil, nil
		}
	}
	opaque := lifted.opaque(q.Opaque, opt)
	out := &problem{form: q.Form, opaque: opaque, test: q.Test, derived: q.Derived, lexicon: q.Lexicon}
	for _, i := range q.Tested {
		if i >= len(lifted.at) {
			continue
		}
		out.tested = append(out.tested, lifted.at[i])
	}
	return out, nil
}

// opaque tells, by index among the preconditions, why one is not in a form, and
// notes of which that took too much.
func (lifted *lifting) opaque(list []encode.Opaque, opt encode.Options) map[int]string {
	opaque := maps.Clone(lifted.native)
	for _, o := range list {
		if o.Pred >= len(lifted.at) {
			continue
		}
		switch {
		case o.Spent && opt.Beyond == nil:
			lifted.preds[o.Pred].Unlifted, lifted.preds[o.Pred].Left = o.Why, o.Left
		case o.Spent && lifted.spent[o.Pred] == 0:
			lifted.spent[o.Pred], lifted.why = opt.Beyond.Parts, o.Why
		case o.Spent:
			lifted.spent[o.Pred] = min(lifted.spent[o.Pred], opt.Beyond.Parts)
		}
		if i := lifted.at[o.Pred]; opaque[i] == "" {
			opaque[i] = o.Why
		}
	}
	for _, i := range lifted.late {
		opaque[i] = encode.WhyDrawn
	}
	return opaque
}

// A widening says which values a form has beside those of its depth.
type widening int

const (
	// allInts are integers of their whole range.
	allInts widening = iota
	// saidChars are texts with the characters for which only the contract looks.
	saidChars
)

// wide makes the form of all depths up to this one in which there are more
// values; nil for more characters where there are no texts.
func (r *preparation) wide(ctx context.Context, p *plan, lifted *lifting, depth int, more widening) (*problem, error) {
	opt := r.shapeOptions(p.hints)
	opt.IntsFull = opt.IntsFull || more == allInts
	opt.Said = more == saidChars
	shapes, err := shape.Shapes(p.contract, r.pkg.Facts, opt)
	if err != nil {
		return nil, err
	}
	if more == saidChars && !slices.ContainsFunc(shapes, spells) {
		return nil, nil
	}
	q, err := r.poser(p, shapes, lifted)(ctx, depth)
	if err == nil {
		q.form.Below = true
	}
	return q, err
}

// spells tells whether values of a shape have texts whose characters no
// directive gives.
func spells(s value.Shape) bool {
	found := false
	value.Walk(s, func(s value.Shape) {
		text, ok := s.(*value.String)
		found = found || ok && !text.Fixed
	})
	return found
}
