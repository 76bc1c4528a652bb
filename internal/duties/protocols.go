package duties

import (
	"encoding/json"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/decode/tree"
	"golang.org/x/tools/go/ssa"
)

// orderedByCallers reports whether a function is a method that package sort or container/heap calls with indices
// in range.
func orderedByCallers(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	if recv == nil {
		return false
	}
	methods := types.NewMethodSet(recv.Type())
	has := func(name, like string) bool {
		sel := methods.Lookup(fn.Pkg(), name)
		if sel == nil {
			return false
		}
		var params []string
		sig := sel.Obj().Type().(*types.Signature)
		for v := range sig.Params().Variables() {
			params = append(params, types.TypeString(v.Type().Underlying(), nil))
		}
		return strings.Join(params, ",") == like
	}
	if !has("Len", "") || !has("Less", "int,int") || !has("Swap", "int,int") {
		return false
	}
	switch fn.Name() {
	case "Less", "Swap":
		return true
	case "Pop", "Push":
		return has("Pop", "") && (has("Push", "interface{}") || has("Push", "any"))
	}
	return false
}

// decodesJSON reports whether a function is a method that package encoding/json calls, and an input is invalid
// JSON, which that package never passes.
func decodesJSON(fn *types.Func, inputs []Input) bool {
	sig := fn.Signature()
	if fn.Name() != "UnmarshalJSON" || sig.Recv() == nil || sig.Params().Len() != 1 || len(inputs) != 2 ||
		!types.Identical(sig.Params().At(0).Type(), types.NewSlice(types.Typ[types.Byte])) {
		return false
	}
	text, known := bytesOf(inputs[1].Value)
	return known && !json.Valid(text)
}

// bytesOf returns the bytes of a slice.
func bytesOf(v *tree.Value) (text []byte, known bool) {
	if v == nil || v.Kind != tree.Nil && v.Kind != tree.Sequence {
		return nil, false
	}
	for _, e := range v.Elems {
		c, err := strconv.ParseUint(e.Text, 10, 8)
		if err != nil {
			return nil, false
		}
		text = append(text, byte(c))
	}
	return text, true
}

// PanicsItself reports whether a function calls panic, directly or through functions of its module. A doc
// comment that mentions panics is about these, and not about other failures at run time.
func (p *Finder) PanicsItself(fn *types.Func) bool {
	f := p.SSA.FuncValue(fn.Origin())
	if f == nil {
		return false
	}
	p.Lock()
	defer p.Unlock()
	p.buildMain()
	if hasPanic(f) {
		return true
	}
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(ssa.CallInstruction); ok {
				if callee := c.Common().StaticCallee(); callee != nil && p.isMain(callee) && hasPanic(callee) {
					return true
				}
			}
		}
	}
	return false
}

func hasPanic(f *ssa.Function) bool {
	return slices.ContainsFunc(f.Blocks, func(b *ssa.BasicBlock) bool {
		_, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Panic)
		return ok
	})
}
