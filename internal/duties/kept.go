package duties

import (
	"go/types"
	"regexp"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/decode/tree"
	"golang.org/x/tools/go/ssa"
)

// keptNegative names a negative number that a call got on the way to a value, of which the
// function called does not ask whether it is one; empty where there is none.
func (p *Finder) keptNegative(fn *types.Func, v *tree.Value) string {
	if v == nil || v.Kind != tree.ByCalls {
		return ""
	}
	for _, call := range v.Elems {
		callee := p.called(fn.Pkg(), call.Text)
		if callee == nil {
			continue
		}
		params := callee.Signature().Params()
		for i, arg := range call.Elems {
			if arg == nil || arg.Kind != tree.Scalar || i >= params.Len() || !isInteger(params.At(i).Type()) {
				continue
			}
			d := Duty{Kind: DutySize, Input: i}
			if callee.Signature().Recv() != nil {
				d.Input++
			}
			if p.negative(callee, d, arg.Text) {
				return "a negative " + partName(d, params.At(i).Name()) + " of " + callee.Name()
			}
		}
	}
	return ""
}

// called is the function of a package that a statement calls, as Text of a tree.Called has it;
// nil where that is not known.
func (p *Finder) called(pkg *types.Package, text string) *types.Func {
	m := regexp.MustCompile(`(\w+)(\[[^(]*\])?\(` + tree.SlotArgs).FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	if !strings.Contains(text, "."+m[1]) {
		f, _ := pkg.Scope().Lookup(m[1]).(*types.Func)
		return f
	}
	if methods := p.Methods(m[1]); len(methods) == 1 {
		return methods[0]
	}
	return nil
}

// KeptZero names a zero that a call got on the way to an input, where it decides on the length
// of what the value has, and of which the function called does not ask whether it is more:
// what is empty then fails in other calls. How it fails stands before the reason.
func (p *Finder) KeptZero(fn *types.Func, inputs []Input, fails string) Excuse {
	for _, in := range inputs {
		if in.Value == nil || in.Value.Kind != tree.ByCalls {
			continue
		}
		for _, call := range in.Value.Elems {
			callee := p.called(fn.Pkg(), call.Text)
			if callee == nil || callee.Signature().Recv() != nil {
				continue
			}
			params := callee.Signature().Params()
			for i, arg := range call.Elems {
				if arg == nil || i >= params.Len() {
					continue
				}
				if _, isSlice := params.At(i).Type().Underlying().(*types.Slice); isSlice && len(arg.Elems) == 0 && p.keepsUnmeasured(callee, i) {
					why := fails + "an empty " + partName(Duty{Input: i}, params.At(i).Name()) + " of " + callee.Name()
					return Excuse{Why: why, Negative: NoInput, Doubtful: true}
				}
				if arg.Kind == tree.Scalar && arg.Text == "0" && p.feedsLength(callee, i) && !p.AsksSign(callee, i, nil, 0) {
					why := fails + "a zero " + partName(Duty{Input: i}, params.At(i).Name()) + " of " + callee.Name()
					return Excuse{Why: why, Negative: NoInput, Doubtful: true}
				}
			}
		}
	}
	return Excuse{}
}

// keepsUnmeasured tells whether a function keeps a slice as it is, and nowhere compares how
// long it is.
func (p *Finder) keepsUnmeasured(fn *types.Func, input int) (keeps bool) {
	f := p.SSA.FuncValue(fn.Origin())
	if f == nil || input >= len(f.Params) {
		return false
	}
	p.Lock()
	defer p.Unlock()
	p.buildMain()
	for _, use := range *f.Params[input].Referrers() {
		switch use := use.(type) {
		case *ssa.Store:
			_, isField := use.Addr.(*ssa.FieldAddr)
			keeps = keeps || isField
		case *ssa.Call:
			for _, r := range *use.Referrers() {
				if _, compares := r.(*ssa.BinOp); compares {
					return false
				}
			}
		}
	}
	return keeps
}

// badLength names a number from which a length is computed that cannot be one: one near the
// limit of its type, or a float that is too great or, where nobody asks for that, not positive.
// It is empty where there is none.
func (p *Finder) badLength(fn *types.Func, inputs []Input, text string) string {
	if dutyKind(text) != DutySize {
		return ""
	}
	for i, in := range inputs {
		b, _ := in.Type.Underlying().(*types.Basic)
		number := numberAt(in.Value, nil)
		x, err := strconv.ParseFloat(number, 64)
		if b == nil || err != nil || !p.feedsLength(fn, i) {
			continue
		}
		isFloat := b.Info()&types.IsFloat != 0
		switch {
		case isFloat && !(x > 0) && !p.AsksSign(fn, i, nil, 0):
			return "a number " + in.Name + " that is not positive"
		case isFloat && uncountable(number), !isFloat && nearLimit(number):
			return in.Name + " near the limit of its type"
		}
	}
	return ""
}

// feedsLength tells whether a slice that fn makes, or what it hands the input to, has a length
// that is computed from the input.
func (p *Finder) feedsLength(fn *types.Func, input int) bool {
	f := p.SSA.FuncValue(fn.Origin())
	if f == nil || input >= len(f.Params) {
		return false
	}
	p.Lock()
	defer p.Unlock()
	p.buildMain()
	return p.feeds(f, input, map[*ssa.Parameter]bool{})
}

// feeds follows the values that are computed from a parameter.
func (p *Finder) feeds(f *ssa.Function, input int, seen map[*ssa.Parameter]bool) bool {
	if input >= len(f.Params) || seen[f.Params[input]] {
		return false
	}
	seen[f.Params[input]] = true
	from := map[ssa.Value]bool{f.Params[input]: true}
	for work := []ssa.Value{f.Params[input]}; len(work) > 0; {
		v := work[0]
		work = work[1:]
		for _, use := range *v.Referrers() {
			if m, ok := use.(*ssa.MakeSlice); ok && (m.Len == v || m.Cap == v) {
				return true
			}
			if c, ok := use.(ssa.CallInstruction); ok {
				callee := c.Common().StaticCallee()
				for i, a := range c.Common().Args {
					if a == v && callee != nil && p.isMain(callee) && p.feeds(callee, i, seen) {
						return true
					}
				}
			}
			if x, ok := use.(ssa.Value); ok && !from[x] && isNumbers(x.Type()) {
				from[x] = true
				work = append(work, x)
			}
		}
	}
	return false
}

// isNumbers tells whether a type is one of numbers, or of several results.
func isNumbers(t types.Type) bool {
	if _, ok := t.(*types.Tuple); ok {
		return true
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsNumeric != 0
}

// listed is, of the slice that a call with a variadic parameter makes of its arguments,
// the argument that is the part of an input, where an element is asked for; else v.
func (d *duty) listed(v ssa.Value) ssa.Value {
	list, ok := v.(*ssa.Slice)
	if !ok || len(d.part.path) == 0 || d.part.path[0] != Element {
		return v
	}
	array, ok := list.X.(*ssa.Alloc)
	if !ok {
		return v
	}
	for _, r := range *array.Referrers() {
		at, ok := r.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, use := range *at.Referrers() {
			if s, ok := use.(*ssa.Store); ok && s.Addr == at && partOf(s.Val) != nil {
				d.part.path = d.part.path[1:]
				return s.Val
			}
		}
	}
	return v
}

// unwrapped is what a struct was given for the field that is asked for, where the struct is
// made for the call; else v.
func (d *duty) unwrapped(v ssa.Value) ssa.Value {
	if v == nil || len(d.part.path) == 0 || partOf(v) != nil {
		return v
	}
	made := v
	if i, ok := made.(*ssa.MakeInterface); ok {
		made = i.X
	}
	if load, ok := made.(*ssa.UnOp); ok {
		made = load.X
	}
	n := len(d.part.path)
	for ; n > 0; n-- {
		if kept := keptIn(made, d.part.path[:n]); len(kept) == 1 && partOf(kept[0]) != nil {
			d.part.path = d.part.path[n:]
			return kept[0]
		}
	}
	return v
}
