package duties

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/decode/tree"
	"golang.org/x/tools/go/ssa"
)

// destination returns the slice that an instruction writes to at some offset without reading it. If the offset
// is out of range, the slice is too short. An unused load, which checks the length, counts as a write. It
// returns nil for other instructions.
func (p *Finder) destination(in ssa.Instruction) (of ssa.Value) {
	switch in := in.(type) {
	case *ssa.IndexAddr:
		if onlyFilled(in) {
			of = in.X
		}
	case *ssa.Slice:
		if onlyFilled(in) {
			of = in.X
		}
	case *ssa.Call:
		if callee := in.Call.StaticCallee(); callee != nil && in.Call.Signature().Results().Len() == 0 && !p.isMain(callee) {
			for _, a := range in.Call.Args {
				if _, isSlice := a.Type().Underlying().(*types.Slice); isSlice && of == nil {
					of = a
				}
			}
		}
	}
	if of == nil {
		return nil
	}
	if _, isSlice := of.Type().Underlying().(*types.Slice); !isSlice {
		return nil
	}
	return whole(of)
}

// source returns the slice or text from which an instruction reads an element. It returns nil for other
// instructions, and for a slice converted from a text.
func source(in ssa.Instruction) (of ssa.Value) {
	switch in := in.(type) {
	case *ssa.IndexAddr:
		of = in.X
	case *ssa.Index:
		of = in.X
	case *ssa.Lookup:
		of = in.X
	}
	if _, made := of.(*ssa.Convert); of == nil || made || isArray(of.Type()) {
		return nil
	}
	return of
}

// readsOwed reports whether callers are responsible for the length of the value that an instruction reads. They
// are for an exported field of an argument, and for a slice if the index comes from elsewhere. A text argument
// may have any length. A method knows the lengths in its receiver.
func (d *duty) readsOwed(in ssa.Instruction) bool {
	if d.target.Signature.Recv() != nil && d.part.input == 0 {
		return false
	}
	at, ok := in.(*ssa.IndexAddr)
	if !ok {
		return len(d.part.path) > 0
	}
	_, isConst := at.Index.(*ssa.Const)
	return !isConst || len(d.part.path) > 0
}

// tooShort reports whether the part that a duty concerns has the length that the panic reports, and is empty or
// shorter than another input.
func tooShort(d Duty, inputs []Input, panicked string) bool {
	if d.Input >= len(inputs) {
		return false
	}
	n, isText, known := lengthAt(inputs[d.Input].Value, d.Path)
	return known && !(isText && len(d.Path) == 0) && strings.HasSuffix(panicked, fmt.Sprintf(" with length %d", n)) && (n == 0 || slices.ContainsFunc(inputs, func(in Input) bool {
		m, _, known := lengthAt(in.Value, nil)
		return known && m > n
	}))
}

// lengthAt returns the length of the slice, or of the text, to which a path leads.
func lengthAt(v *tree.Value, path []string) (n int, isText, known bool) {
	switch {
	case v == nil:
	case v.Kind == tree.Address && len(v.Elems) > 0:
		return lengthAt(v.Elems[0], path)
	case v.Kind == tree.Compound && len(path) > 0:
		if i := slices.Index(v.Names, path[0]); i >= 0 && i < len(v.Elems) {
			return lengthAt(v.Elems[i], path[1:])
		}
	case len(path) > 0:
	case v.Kind == tree.Nil, v.Kind == tree.Sequence:
		return len(v.Elems), false, true
	case v.Kind == tree.Scalar:
		s, err := strconv.Unquote(v.Text)
		return len(s), true, err == nil
	}
	return 0, false, false
}

// whole returns the slice that v is a part of, or v itself.
func whole(v ssa.Value) ssa.Value {
	for {
		part, ok := v.(*ssa.Slice)
		if !ok {
			return v
		}
		v = part.X
	}
}

// onlyFilled reports whether the code only writes to an element or a part of a slice: by a store, by copy, or by
// a function without results.
func onlyFilled(v ssa.Value) bool {
	uses := *v.Referrers()
	for _, use := range uses {
		switch use := use.(type) {
		case *ssa.Store:
			if use.Addr != v {
				return false
			}
		case *ssa.UnOp:
			if use.Op != token.MUL || len(*use.Referrers()) > 0 {
				return false
			}
		case *ssa.Slice:
			if !onlyFilled(use) {
				return false
			}
		case *ssa.DebugRef:
		case *ssa.Call:
			b, builtin := use.Call.Value.(*ssa.Builtin)
			switch {
			case builtin && b.Name() == "copy" && use.Call.Args[0] == v && use.Call.Args[1] != v:
			case !builtin && use.Call.Signature().Results().Len() == 0:
			default:
				return false
			}
		default:
			return false
		}
	}
	return len(uses) > 0
}

// measures reports whether an instruction reads the length of a part.
func measures(in ssa.Instruction, is func(ssa.Value) bool) bool {
	call, ok := in.(*ssa.Call)
	if !ok {
		return false
	}
	b, ok := call.Call.Value.(*ssa.Builtin)
	return ok && (b.Name() == "len" || b.Name() == "cap") && is(whole(call.Call.Args[0]))
}
