package analysis

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
			return Chain{in, 2, Guards(in)}
		}
	}
	return Chain{fn, 1, Guards(fn)}
}

// Guards gives the calls that a function makes one after the other, in the order in
// which it makes them, as long as it returns false when one does.
func Guards(fn *ssa.Function) []*ssa.Call {
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

// Edge returns which predecessor of its successor i a block is. It may be one
// twice; then the edges are in the same order on both sides.
func Edge(from *ssa.BasicBlock, i int) int {
	to := from.Succs[i]
	skip := 0
	if i == 1 && from.Succs[0] == to {
		skip = 1
	}
	edge := 0
	for ; from != to.Preds[edge] || skip > 0; edge++ {
		if from == to.Preds[edge] {
			skip--
		}
	}
	return edge
}
