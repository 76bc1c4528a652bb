package prepare

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/value"
	"golang.org/x/tools/go/ssa"
)

// A Proving is what the code of a function can be solved with.
type Proving struct {
	// Claims executes the call over all data of the shapes of a depth. It also returns, by index of the
	// precondition, why one is not in the form. It is nil if the call cannot be written.
	Claims func(context.Context, encode.Options) (*encode.Claims, map[int]string, error)
	// Unknown says why part of the input is known only when it runs. It is empty if all of it is known.
	Unknown string
	// Follow executes the call alone and returns its goals. Free leaves out the preconditions; judge adds the
	// postconditions. It is nil if Claims is nil.
	Follow func(ctx context.Context, opt encode.Options, free, judge bool) (*encode.Claims, error)
	// Compare makes the call with and without a mutant. It is nil without Package.Compares.
	Compare func(ctx context.Context, opt encode.Options, mutant int) (*encode.Claims, error)
	// Everything says that the shapes have all values of the types.
	Everything bool
	// Tested are the clauses for the marks in the result of Follow.
	Tested []codegen.Mark
	// Unjudged are the clauses about which it decides nothing.
	Unjudged []codegen.Unjudged
}

// proving returns what the code of a function can be solved with.
func (r *Package) proving(p *Plan, t *codegen.Target, lifted *Lifting) Proving {
	proving := Proving{Tested: t.Trial.Marks, Unjudged: t.Trial.Unjudged}
	if lifted.trial == nil {
		return proving
	}
	own := r.ownFunctions(p.Contract.Func)
	trial := *lifted.trial
	trial.Own = func(fn *ssa.Function) bool { return own(fn) && !generated(fn, lifted.trial) && !encode.CallsC(fn) }
	building, why := r.Built.Building(p.Shapes, trial.Own)
	proving.Unknown = cmp.Or(why, unknownUntilRun(p.Shapes))
	prove := func(ctx context.Context, trial encode.Trial, preds []encode.Predicate, opt encode.Options) (*encode.Claims, error) {
		opt.Depths, opt.Whole, opt.Building = p.Encoding(opt.Depth).Depths, true, building
		if building != nil {
			if err := r.Built.FindLeastArguments(ctx, p.Shapes); err != nil {
				return nil, err
			}
		}
		return encode.Prove(ctx, encode.Inputs{Names: p.Contract.InputNames(), Shapes: p.Shapes, Preds: plain(preds), Vars: lifted.Vars}, trial, opt)
	}
	preds, at := lifted.all(building != nil)
	proving.Everything = encode.ExtentOf(p.Shapes) == encode.AllInputs
	proving.Follow = func(ctx context.Context, opt encode.Options, free, judge bool) (*encode.Claims, error) {
		alone := encode.Trial{Call: trial.Call, Own: trial.Own, Follow: true}
		if judge {
			alone.Judge, alone.Marks = trial.Judge, trial.Marks
		}
		if free {
			return prove(ctx, alone, nil, opt)
		}
		return prove(ctx, alone, preds, opt)
	}
	if r.Compares {
		proving.Compare = func(ctx context.Context, opt encode.Options, mutant int) (*encode.Claims, error) {
			twice := encode.Trial{Call: trial.Call, Own: trial.Own, Mutant: mutant, Same: lifted.same}
			return prove(ctx, twice, preds, opt)
		}
	}
	proving.Claims = func(ctx context.Context, opt encode.Options) (*encode.Claims, map[int]string, error) {
		c, err := prove(ctx, trial, preds, opt)
		if err != nil {
			return nil, nil, err
		}
		opaque := lifted.native(building != nil)
		for _, o := range c.Opaque {
			if o.Pred < len(at) {
				opaque[at[o.Pred]] = o.Why
			}
		}
		for _, i := range lifted.Late {
			opaque[i] = encode.WhyDrawn
		}
		return c, opaque, nil
	}
	return proving
}

// Provings returns what the code of the functions of the package can be solved with, by the names
// of their contracts, without building anything.
func (r *Package) Provings(ctx context.Context) (map[string]Proving, error) {
	u, pkg, err := r.Lay()
	for r.ExcludeBlamed(u, err) {
		u, pkg, err = r.Lay()
	}
	if err != nil || pkg == nil {
		return nil, err
	}
	all := map[string]Proving{}
	index := 0
	for _, p := range u.Plans {
		if p.Shapes == nil {
			continue
		}
		t := u.Targets.Targets[index]
		index++
		lifted, err := r.Lift(ctx, p, t, pkg)
		if err != nil {
			return nil, err
		}
		all[p.Contract.Name] = r.proving(p, t, lifted)
	}
	return all, nil
}

// generated reports whether a function is in the file of a trial.
func generated(fn *ssa.Function, t *encode.Trial) bool {
	files := fn.Prog.Fset
	return files.File(fn.Pos()) == files.File(t.Call.Pos())
}

// plain returns the predicates without what is known of their cost.
func plain(preds []encode.Predicate) []encode.Predicate {
	list := make([]encode.Predicate, len(preds))
	for i, p := range preds {
		list[i] = encode.Predicate{Fn: p.Fn}
	}
	return list
}

// all returns the predicates with their indices among the preconditions, those of values built by
// calls among them where the calls are executed.
func (l *Lifting) all(executed bool) (preds []encode.Predicate, at []int) {
	if !executed {
		return l.Preds, l.At
	}
	return slices.Concat(l.Preds, l.invariants), slices.Concat(l.At, l.invariantsAt)
}

// native says, by index among the preconditions, why some are not lifted.
func (l *Lifting) native(executed bool) map[int]string {
	all := maps.Clone(l.Native)
	if executed {
		for _, i := range l.invariantsAt {
			delete(all, i)
		}
	}
	return all
}

// unknownUntilRun says which part of the inputs is known only when they run, or returns "".
func unknownUntilRun(shapes []value.Shape) (why string) {
	for _, s := range shapes {
		value.Walk(s, func(s value.Shape) {
			switch s.(type) {
			case *value.Func:
				why = cmp.Or(why, encode.WhyAsked)
			case *value.Drawn:
				why = cmp.Or(why, encode.WhyDrawn)
			}
		})
	}
	return why
}
