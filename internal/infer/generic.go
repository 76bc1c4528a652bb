package infer

import (
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/refine"
)

// others returns instantiations of a generic function with other types than those of its inputs.
// Proposals must make sense for each: no sign of a value that may be a text.
func others(c *refine.Contract) (list []*refine.Contract) {
	kinds := []types.Type{types.Typ[types.Int], types.Typ[types.String], types.Typ[types.Float64], types.Typ[types.Bool], types.NewStruct(nil, nil)}
	for i := range c.TypeArgs {
		for _, t := range kinds {
			args := slices.Clone(c.TypeArgs)
			if args[i] = t; types.Identical(t, c.TypeArgs[i]) {
				continue
			}
			if other := instantiated(c, args); other != nil {
				list = append(list, other)
			}
		}
	}
	return list
}

// instantiated is a contract with other type arguments; nil if the constraints do not admit them.
func instantiated(c *refine.Contract, args []types.Type) *refine.Contract {
	out := *c
	out.TypeArgs, out.Pre, out.Post, out.Pure = args, nil, nil, nil
	fn := c.Func.Origin()
	sig := fn.Signature()
	if recv := sig.Recv(); recv != nil {
		named, ok := types.Unalias(refine.Pointed(recv.Type())).(*types.Named)
		if !ok {
			return nil
		}
		inst, err := types.Instantiate(nil, named.Origin(), args, true)
		if err != nil {
			return nil
		}
		of := inst
		if _, pointer := types.Unalias(recv.Type()).(*types.Pointer); pointer {
			of = types.NewPointer(inst)
		}
		obj, _, _ := types.LookupFieldOrMethod(of, true, fn.Pkg(), fn.Name())
		m, ok := obj.(*types.Func)
		if !ok || c.Recv == nil {
			return nil
		}
		self := *c.Recv
		self.Type = of
		sig, out.Recv = m.Signature(), &self
	} else {
		inst, err := types.Instantiate(nil, sig, args, true)
		if err != nil {
			return nil
		}
		sig = inst.(*types.Signature)
	}
	var ok, also bool
	out.Params, ok = retyped(c.Params, sig.Params())
	out.Results, also = retyped(c.Results, sig.Results())
	if !ok || !also {
		return nil
	}
	return &out
}

func retyped(vars []*refine.Variable, types *types.Tuple) (out []*refine.Variable, ok bool) {
	if len(vars) != types.Len() {
		return nil, false
	}
	for i, v := range vars {
		w := *v
		w.Type = types.At(i).Type()
		out = append(out, &w)
	}
	return out, true
}

// instance returns the index in the report of the function of which a task is another instantiation,
// or -1.
func (p *proposer) instance(t *task) int {
	return slices.IndexFunc(p.report.Functions, func(f Function) bool { return len(t.contract.TypeArgs) > 0 && f.Pos == t.contract.Pos })
}

// common leaves the proposals of a function that are among others. They are proved where both are.
func common(f Function, others []Proposal) Function {
	var list []Proposal
	for _, a := range f.Proposals {
		i := slices.IndexFunc(others, func(b Proposal) bool { return a.Directive() == b.Directive() })
		if i < 0 {
			continue
		}
		a.Proved = weaker(a.Proved, others[i].Proved)
		list = append(list, a)
	}
	f.Proposals = list
	return f
}

// function is the report on a task.
func (t *task) function(path string, list []Proposal) Function {
	c := t.contract
	f := Function{Package: path, Name: c.Name, Pos: c.Pos, Proposals: list, Inputs: t.inputs, Unreached: t.unreached, Fails: t.fails}
	if with := c.Instantiation(); with != "" {
		f.With = []string{with}
	}
	return f
}
