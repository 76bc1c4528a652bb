package interp

import "golang.org/x/tools/go/ssa"

// A Chain is what a predicate says in a row: calls that it makes one after the other,
// as long as it returns false when one of them does. What is behind them is one more.
type Chain struct {
	// Fn is the function that makes the calls: the predicate, or the one that is
	// all that this calls; Frames is how many functions are under way then.
	Fn     *ssa.Function
	Frames int
	Calls  []*ssa.Call
}

// ChainOf gives that of a function that has blocks.
func ChainOf(fn *ssa.Function) Chain {
	if in := whole(fn); in != nil {
		if in.Pkg != nil {
			in.Pkg.Build()
		}
		if len(in.Blocks) > 0 {
			return Chain{in, 2, guards(in)}
		}
	}
	return Chain{fn, 1, guards(fn)}
}

// guards gives the calls that a function makes one after the other, in the order in
// which it makes them, as long as it returns false when one does.
func guards(fn *ssa.Function) []*ssa.Call {
	var calls []*ssa.Call
	seen := map[*ssa.BasicBlock]bool{}
	for b := fn.Blocks[0]; !seen[b]; {
		seen[b] = true
		last := b.Instrs[len(b.Instrs)-1]
		if _, ok := last.(*ssa.Jump); ok {
			b = b.Succs[0]
			continue
		}
		test, ok := last.(*ssa.If)
		if !ok {
			break
		}
		call, ok := test.Cond.(*ssa.Call)
		if !ok || call.Block() != b || len(*call.Referrers()) != 1 || !calling(call) || !Falls(b, b.Succs[1]) {
			break
		}
		calls = append(calls, call)
		b = b.Succs[0]
	}
	return calls
}

// calling tells whether a function is called that is known.
func calling(call *ssa.Call) bool {
	fn, ok := call.Call.Value.(*ssa.Function)
	return ok && !call.Call.IsInvoke() && len(fn.FreeVars) == 0
}

// Falls tells whether a function returns false at once when it goes from one block
// to another.
func Falls(from, to *ssa.BasicBlock) bool {
	for _, in := range to.Instrs {
		switch in := in.(type) {
		case *ssa.Phi, *ssa.DebugRef:
		case *ssa.Return:
			if len(in.Results) != 1 {
				return false
			}
			v := in.Results[0]
			if phi, ok := v.(*ssa.Phi); ok && phi.Block() == to {
				for i, p := range to.Preds {
					if p == from {
						v = phi.Edges[i]
					}
				}
			}
			c, ok := v.(*ssa.Const)
			return ok && c.Value != nil && c.Value.String() == "false"
		default:
			return false
		}
	}
	return false
}

// whole gives the function that is all that another one calls and returns, or nil.
func whole(fn *ssa.Function) *ssa.Function {
	if len(fn.Blocks) != 1 {
		return nil
	}
	list := fn.Blocks[0].Instrs
	ret, ok := list[len(list)-1].(*ssa.Return)
	if !ok || len(ret.Results) != 1 {
		return nil
	}
	call, ok := ret.Results[0].(*ssa.Call)
	if !ok || !calling(call) {
		return nil
	}
	return call.Call.StaticCallee()
}

// assume takes the first calls of the predicate at hand to be true.
func (m *machine) assume() {
	if m.pred < 0 || m.pred >= len(m.test.preds) {
		return
	}
	m.assumed, m.assumedAt = m.test.given[m.pred], m.test.chains[m.pred].Frames
	if m.scouting {
		m.assumed = m.begin.calls
	}
}
