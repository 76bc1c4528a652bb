package analysis

import "golang.org/x/tools/go/ssa"

// A Chain is the calls that a predicate makes one after the other. The predicate returns false as soon
// as one of them does. The code after the last call counts as one more part.
type Chain struct {
	// Fn is the function that makes the calls: the predicate, or the function whose result the
	// predicate returns unchanged. Frames is the number of functions on the stack while Fn runs, 1 or
	// 2.
	Fn     *ssa.Function
	Frames int
	Calls  []*ssa.Call
}

// ChainOf returns the chain of a function that has blocks.
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

// Guards returns the calls that a function makes one after the other, in order, where a false result
// makes the function return false at once.
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

// calling reports whether a call has a static callee without free variables.
func calling(call *ssa.Call) bool {
	fn, ok := call.Call.Value.(*ssa.Function)
	return ok && !call.Call.IsInvoke() && len(fn.FreeVars) == 0
}

// Falls reports whether a function returns false at once after it jumps from one block to another.
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

// whole returns the function that fn consists of calling, or nil: fn only calls it and returns its
// result.
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

// Edge returns the index that the edge to successor i has among the predecessors of that successor. If
// both successors of from are the same block, the two edges are in the same order on both sides.
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
