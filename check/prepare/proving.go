package prepare

import (
	"context"
	"maps"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"golang.org/x/tools/go/ssa"
)

// A Proving is what the code of a function can be solved with.
type Proving struct {
	// Claims executes the call over all data of the shapes of a depth, and tells, by index
	// among the preconditions, why one is not in the form. It is nil where the call cannot be
	// written.
	Claims func(context.Context, encode.Options) (*encode.Claims, map[int]string, error)
	// Unsaid are the clauses of which it knows nothing.
	Unsaid []codegen.Unsaid
}

// proving returns what the code of a function can be solved with.
func (r *Package) proving(p *Plan, t *codegen.Target, lifted *Lifting) Proving {
	proving := Proving{Unsaid: t.Trial.Unsaid}
	if lifted.trial == nil {
		return proving
	}
	own := r.ownFunctions(p.Contract.Func)
	trial := *lifted.trial
	trial.Own = func(fn *ssa.Function) bool { return own(fn) && !generated(fn, lifted.trial) }
	proving.Claims = func(ctx context.Context, opt encode.Options) (*encode.Claims, map[int]string, error) {
		opt.Depths, opt.Whole = p.Encoding(opt.Depth).Depths, true
		in := encode.Inputs{Names: p.Contract.InputNames(), Shapes: p.Shapes, Preds: lifted.plain(), Vars: lifted.Vars}
		c, err := encode.Prove(ctx, in, trial, opt)
		if err != nil {
			return nil, nil, err
		}
		opaque := maps.Clone(lifted.Native)
		for _, o := range c.Opaque {
			if o.Pred < len(lifted.At) {
				opaque[lifted.At[o.Pred]] = o.Why
			}
		}
		for _, i := range lifted.Late {
			opaque[i] = encode.WhyDrawn
		}
		return c, opaque, nil
	}
	return proving
}

// generated tells whether a function stands in the file of a trial.
func generated(fn *ssa.Function, t *encode.Trial) bool {
	files := fn.Prog.Fset
	return files.File(fn.Pos()) == files.File(t.Call.Pos())
}

// plain are the predicates as none of them has taken too much.
func (l *Lifting) plain() []encode.Predicate {
	list := make([]encode.Predicate, len(l.Preds))
	for i, p := range l.Preds {
		list[i] = encode.Predicate{Fn: p.Fn}
	}
	return list
}
