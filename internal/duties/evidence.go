package duties

import (
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/usage"
)

// A place is where a value is passed: a parameter of a function, or a field of a struct.
type place struct {
	// fn has the parameter, nil for a field; param counts the receiver, as in its SSA form.
	fn    *types.Func
	param int
	// makesInput says that fn is called to make an input and is not the function under test.
	// startsInput says that it makes one without another input.
	makesInput, startsInput bool
	name                    string
	// shown are the kinds of values that the module passes there. shownTogether are those that it
	// passes together with the other values of the input.
	shown, shownTogether usage.Kinds
	// anyNumber says that every number is intended, as for an element of a list.
	anyNumber bool
}

// Unshown names a part of the inputs of fn whose value nobody shows to be intended, or returns "". Texts and
// lists are data, of which all values are intended. Numbers, nil and structs control the code. Such a value is
// intended if it is ordinary, if fn checks for it, or if code of the module passes values of its kind. Tests and
// examples count as code of the module.
func (p *Finder) Unshown(fn *types.Func, inputs []Input) string {
	return p.unshownCall(fn, inputs, 0, false)
}

// unshownCall names an unintended argument in a call of fn. Inputs begin with the one of index first; maker
// means that fn constructs an input. Unusual values are intended if one call in the module passes values of
// their kinds together.
func (p *Finder) unshownCall(fn *types.Func, inputs []Input, first int, maker bool) (odd string) {
	method := fn.Signature().Recv() != nil
	calls := p.shown().Calls(fn.Name(), method)
	for _, together := range append(slices.Clip(calls), nil) {
		odd = ""
		for i, in := range inputs {
			at := place{fn: fn, param: first + i, makesInput: maker, startsInput: maker && !method, name: partName(Duty{Input: first + i}, in.Name)}
			if maker {
				at.name += " of " + fn.Name()
			}
			at.show(fn, calls, together)
			if odd = p.unshown(at, in.Type, in.Value); odd != "" {
				break
			}
		}
		if odd == "" {
			return ""
		}
	}
	return odd
}

// show notes what calls show of a parameter, and one of these.
func (at *place) show(fn *types.Func, calls [][]usage.Kinds, one []usage.Kinds) {
	i := at.param
	if fn.Signature().Recv() != nil {
		i--
	}
	params := fn.Origin().Signature().Params()
	if i < 0 || i >= params.Len() {
		return
	}
	_, at.anyNumber = types.Unalias(params.At(i).Type()).(*types.TypeParam)
	if fn.Signature().Variadic() && i == params.Len()-1 {
		// Each argument is seen alone.
		at.shown, at.shownTogether = usage.Lists, usage.Lists
		return
	}
	for _, c := range calls {
		if i < len(c) {
			at.shown |= c[i]
		}
	}
	if i < len(one) {
		at.shownTogether = one[i]
	}
}

// unshown names an unintended part of the value at a place, or returns "".
func (p *Finder) unshown(at place, t types.Type, v *tree.Value) string {
	if v == nil || t == nil {
		return ""
	}
	switch v.Kind {
	case tree.Nil:
		return p.unshownNil(at, t)
	case tree.Scalar:
		return p.unshownScalar(at, t, v)
	case tree.Function, tree.Asked, tree.Answering:
		return unshownAnswers(at, t)
	case tree.ByCalls:
		return p.unshownCalls(t, v)
	case tree.Sequence, tree.Mapping:
		if len(v.Elems) == 0 && p.notEmpty(at, t) {
			return "an empty " + at.name
		}
		if notWritten(at, t) {
			return at.name + " that no function of the module returns"
		}
	case tree.Address:
		if n := structName(elemType(t, v, 0)); n != nil && isUnset(v.Elems[0]) {
			return p.unshownZero(at, n)
		}
	case tree.Compound:
		return p.unshownStruct(at, t, v)
	case tree.Boxed:
		return p.unshownDynamic(at, t, v.Elems[0])
	default:
		return ""
	}
	for i, e := range v.Elems {
		below := at
		if v.Kind != tree.Address {
			below = place{name: "element of " + at.name, anyNumber: true, makesInput: at.makesInput, shown: at.shown & usage.Numbers, shownTogether: at.shownTogether & usage.Numbers}
		}
		if odd := p.unshown(below, elemType(t, v, i), e); odd != "" {
			return odd
		}
	}
	return ""
}

// elemType returns the type of the i-th part of a value, or nil if it is unknown.
func elemType(t types.Type, v *tree.Value, i int) types.Type {
	switch t := t.Underlying().(type) {
	case *types.Map:
		if i%2 == 0 {
			return t.Key()
		}
		return t.Elem()
	case interface{ Elem() types.Type }:
		return t.Elem()
	case *types.Struct:
		for f := range t.Fields() {
			if i < len(v.Names) && f.Name() == v.Names[i] {
				return f.Type()
			}
		}
	}
	return nil
}

func (p *Finder) unshownNil(at place, t types.Type) string {
	switch t.Underlying().(type) {
	case *types.Slice, *types.Map:
		if p.notEmpty(at, t) {
			return "an empty " + at.name
		}
		return ""
	}
	if at.shownTogether&usage.Nil != 0 || at.fn != nil && p.asksNil(at.fn, at.param) {
		return ""
	}
	return "a nil " + at.name
}

// unshownAnswers names a function input that returns more than text, characters, errors or a decision. Invented
// results are no more intended than invented arguments.
func unshownAnswers(at place, t types.Type) string {
	sig, ok := t.Underlying().(*types.Signature)
	if !ok {
		return ""
	}
	for r := range sig.Results().Variables() {
		b, isBasic := r.Type().Underlying().(*types.Basic)
		switch {
		case isBasic && (b.Info()&(types.IsString|types.IsBoolean) != 0 || b.Kind() == types.Uint8 || b.Kind() == types.Int32):
		case types.Identical(r.Type(), types.Universe.Lookup("error").Type()):
		default:
			return "what " + at.name + " answers"
		}
	}
	return ""
}

// notEmpty reports whether a list is intended to have elements: calls pass such lists, none passes an empty one,
// and the code does not check the length. Bytes and characters are text.
func (p *Finder) notEmpty(at place, t types.Type) bool {
	if at.shown == 0 || at.shown&(usage.EmptyList|usage.Nil) != 0 || isCharacters(t) {
		return false
	}
	return at.fn == nil || !p.asksLength(at.fn, at.param)
}

// notWritten reports whether a list is intended to be the result of a function of the module: calls pass nothing
// else, and it contains more than text and numbers.
func notWritten(at place, t types.Type) bool {
	list, ok := t.Underlying().(*types.Slice)
	if !ok || at.shown != usage.Result {
		return false
	}
	_, isBasic := list.Elem().Underlying().(*types.Basic)
	return !isBasic
}

func (p *Finder) unshownScalar(at place, t types.Type, v *tree.Value) string {
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		return ""
	}
	if n, named := types.Unalias(t).(*types.Named); named && enumerated(t) {
		if !enumerates(n, v.Text) {
			return "values of " + n.Obj().Name() + " other than its constants"
		}
		return ""
	}
	kind := usage.OfLiteral(v.Text)
	switch {
	case b.Info()&types.IsString != 0:
		if kind == usage.EmptyText && at.startsInput && at.shown&(usage.Text|usage.EmptyText) == usage.Text {
			return "an empty " + at.name
		}
	case b.Info()&types.IsNumeric == 0, b.Kind() == types.Uint8, b.Kind() == types.Int32:
	default:
		if odd := p.unshownNumber(at, kind, v.Text); odd != "" {
			return odd + " " + at.name
		}
	}
	return ""
}

// unshownNumber says why a number is not intended, or returns "".
func (p *Finder) unshownNumber(at place, kind usage.Kinds, text string) string {
	known := at.shownTogether & usage.Numbers
	n, err := strconv.ParseInt(text, 10, 64)
	asks := func() bool { return at.fn != nil && err == nil && p.AsksSign(at.fn, at.param, nil, n) }
	switch {
	case kind == 0 || known != 0 && covers(known, kind):
	case kind&usage.NotFinite != 0:
		return "a not finite"
	case kind&usage.Extreme != 0:
		return "an extreme"
	case at.anyNumber && (kind&usage.Negative == 0 || at.shown&usage.Numbers == 0):
	case kind&usage.Negative != 0 && !asks():
		return "a negative"
	case kind == usage.Zero && !asks() && (at.makesInput || at.fn == nil || !p.compared(at.fn, at.param)):
		return "a zero"
	case kind&(usage.Medium|usage.Large) != 0 && !asks() && (at.fn == nil || !p.comparedWithin(at.fn, at.param)):
		return "a large"
	case kind&usage.Small != 0 && (at.shown&usage.Numbers == usage.Fraction || at.makesInput && known != 0):
		return "a too large"
	}
	return ""
}

// covers reports whether numbers of known kinds show that a number of a kind is intended. A number of the same
// kind shows it, and for positive kinds a greater one does too.
func covers(known, kind usage.Kinds) bool {
	const positive = usage.Fraction | usage.Small | usage.Medium | usage.Large | usage.Extreme
	return known&kind == kind || kind&positive == kind && known&usage.Negative == 0 && known&positive > kind
}

// unshownCalls names an unintended argument of the calls that make a value. Constructors of other modules are
// assumed to be used as intended.
func (p *Finder) unshownCalls(t types.Type, v *tree.Value) string {
	for _, call := range v.Elems {
		callee := p.called(t, call.Text)
		if callee == nil || !p.isMainPackage(callee.Pkg()) {
			continue
		}
		args, first := call.Elems, 0
		if callee.Signature().Recv() != nil {
			first = 1
		}
		if strings.Contains(call.Text, tree.SlotFirst) && len(args) > 0 {
			args = args[1:]
		}
		var inputs []Input
		for i, arg := range args[:min(len(args), callee.Signature().Params().Len())] {
			param := callee.Signature().Params().At(i)
			inputs = append(inputs, Input{Name: param.Name(), Type: param.Type(), Value: arg})
		}
		if odd := p.unshownCall(callee, inputs, first, true); odd != "" {
			return odd
		}
	}
	return ""
}

// unshownStruct names an unintended field of a struct. Values of types of other modules are assumed to be
// intended.
func (p *Finder) unshownStruct(at place, t types.Type, v *tree.Value) string {
	n := structName(t)
	if n != nil && !p.isOwn(n) {
		return ""
	}
	if n != nil && isUnset(v) {
		return p.unshownZero(at, n)
	}
	for i, e := range v.Elems {
		field := place{name: at.name + "." + v.Names[i]}
		if n != nil {
			field.shown = p.shown().Field(n.Obj().Name(), v.Names[i])
			field.shownTogether = field.shown
		}
		if e != nil && e.Kind == tree.Scalar && e.Text == "0" && field.shown&usage.Numbers&^usage.Zero == 0 {
			continue
		}
		if odd := p.unshown(field, elemType(t, v, i), e); odd != "" {
			return odd
		}
	}
	return ""
}

// unshownZero names a struct in which no field is set. It must have fields other than text and lists, and no
// code or comment may show that such a struct is useful.
func (p *Finder) unshownZero(at place, n *types.Named) string {
	s, ok := n.Underlying().(*types.Struct)
	if !ok || !p.isOwn(n) || p.shown().Made(n.Obj().Name())&usage.Unset != 0 {
		return ""
	}
	for f := range s.Fields() {
		switch u := f.Type().Underlying().(type) {
		case *types.Slice, *types.Map:
		case *types.Basic:
			if u.Info()&types.IsNumeric != 0 && f.Exported() {
				return "an unset " + at.name
			}
		default:
			return "an unset " + at.name
		}
	}
	return ""
}

// unshownDynamic names an unintended value in an interface of type t. An interface without methods is intended
// for text, numbers, lists, and types of the module.
func (p *Finder) unshownDynamic(at place, t types.Type, v *tree.Value) string {
	if v == nil {
		return ""
	}
	if own := p.ownType(v.Type); own != nil {
		return p.unshown(place{name: at.name, shown: at.shown, shownTogether: at.shownTogether, anyNumber: true}, own, v)
	}
	if i, ok := t.Underlying().(*types.Interface); !ok || i.NumMethods() > 0 || at.shown&(usage.Reference|usage.Struct|usage.Unset) != 0 {
		return ""
	}
	switch v.Kind {
	case tree.Compound, tree.Address, tree.ByCalls, tree.Opaque:
		return at.name + " of such a type"
	}
	return ""
}
