package refine

import (
	"fmt"
	"go/constant"
	"go/types"
	"slices"
)

// Inside returns an iterator over the values in x whose type is the i-th type argument of t, an
// instance of a generic type. These are the elements of a Set[int], or the keys of a Tree[string,
// int], at every depth. With cycles set, x may refer back to itself. It returns nil if the type
// argument occurs nowhere in t. The error says why package pkg cannot reach these values.
func Inside(src Source, x Expr, t types.Type, i int, cycles bool, pkg *types.Package) (*Builtin, error) {
	args := TypeArguments(t)
	if i >= args.Len() {
		return nil, fmt.Errorf("%s has no type argument %d", t, i)
	}
	c := &insideCheck{pkg: pkg, seen: map[string]bool{}}
	if err := c.instance(t, i); err != nil || !c.found {
		return nil, err
	}
	yield := types.NewSignatureType(nil, nil, nil, oneVar(args.At(i)), oneVar(types.Typ[types.Bool]), false)
	return &Builtin{
		Source: src, Name: "inside", Own: true, TypeArg: t,
		Args: []Expr{
			x,
			&Const{Source: src, T: types.Typ[types.Int], Value: constant.MakeInt64(int64(i))},
			&Const{Source: src, T: types.Typ[types.Bool], Value: constant.MakeBool(cycles)},
		},
		T: types.NewSignatureType(nil, nil, nil, oneVar(yield), nil, false),
	}, nil
}

// InsideFields returns the fields that the iterator e, made by Inside, reads.
func InsideFields(e *Builtin) []*types.Var {
	c := &insideCheck{seen: map[string]bool{}}
	i, _ := constant.Int64Val(e.Args[1].(*Const).Value)
	_ = c.instance(e.TypeArg, int(i)) // Inside has already reported the error.
	return c.fields
}

func oneVar(t types.Type) *types.Tuple { return types.NewTuple(types.NewParam(0, nil, "", t)) }

// TypeArguments returns the type arguments of a named type or an alias.
func TypeArguments(t types.Type) *types.TypeList {
	switch t := t.(type) {
	case *types.Named:
		return t.TypeArgs()
	case *types.Alias:
		return t.TypeArgs()
	}
	return nil
}

// TypeParamOf returns the i-th type parameter of the generic type that t instantiates, and the
// underlying types of the generic type and of t.
func TypeParamOf(t types.Type, i int) (param *types.TypeParam, origin, below types.Type) {
	switch t := t.(type) {
	case *types.Named:
		return t.Origin().TypeParams().At(i), t.Origin().Underlying(), t.Underlying()
	case *types.Alias:
		return t.Origin().TypeParams().At(i), t.Origin().Rhs(), t.Rhs()
	}
	return nil, nil, nil
}

// HasTypeParam reports whether the type parameter occurs in t.
func HasTypeParam(t types.Type, param *types.TypeParam) bool {
	if args := TypeArguments(t); args != nil {
		for a := range args.Types() {
			if HasTypeParam(a, param) {
				return true
			}
		}
		return false
	}
	tuple := func(list *types.Tuple) bool {
		for v := range list.Variables() {
			if HasTypeParam(v.Type(), param) {
				return true
			}
		}
		return false
	}
	switch t := t.(type) {
	case *types.TypeParam:
		return t == param
	case *types.Pointer:
		return HasTypeParam(t.Elem(), param)
	case *types.Slice:
		return HasTypeParam(t.Elem(), param)
	case *types.Array:
		return HasTypeParam(t.Elem(), param)
	case *types.Chan:
		return HasTypeParam(t.Elem(), param)
	case *types.Map:
		return HasTypeParam(t.Key(), param) || HasTypeParam(t.Elem(), param)
	case *types.Signature:
		return tuple(t.Params()) || tuple(t.Results())
	case *types.Struct:
		for f := range t.Fields() {
			if HasTypeParam(f.Type(), param) {
				return true
			}
		}
	case *types.Interface:
		for m := range t.Methods() {
			if HasTypeParam(m.Signature(), param) {
				return true
			}
		}
	}
	return false
}

// IsIterator reports whether a value of the type is an iterator that yields something.
func IsIterator(t types.Type) bool { return IteratedTypes(t.Underlying()) != nil }

// IteratedTypes returns the types that an iterator yields, or nil for other functions.
func IteratedTypes(t types.Type) []types.Type {
	sig, ok := t.(*types.Signature)
	if !ok || sig.Params().Len() != 1 || sig.Results().Len() != 0 {
		return nil
	}
	yield, ok := sig.Params().At(0).Type().Underlying().(*types.Signature)
	if !ok || yield.Results().Len() != 1 || yield.Params().Len() == 0 || yield.Params().Len() > 2 {
		return nil
	}
	var out []types.Type
	for v := range yield.Params().Variables() {
		out = append(out, v.Type())
	}
	return out
}

// An insideCheck looks for parts of a generic type that a loop cannot reach. Without a package it
// accepts all fields.
type insideCheck struct {
	pkg  *types.Package
	seen map[string]bool
	// in is the type being examined, fields are the fields traversed, and found means that the type
	// argument occurs.
	in     types.Type
	fields []*types.Var
	found  bool
}

// instance examines the parts of t in which its i-th type argument occurs.
func (c *insideCheck) instance(t types.Type, i int) error {
	key := fmt.Sprint(i, " ", types.TypeString(t, nil))
	if c.seen[key] {
		return nil
	}
	c.seen[key] = true
	param, origin, _ := TypeParamOf(t, i)
	outer := c.in
	c.in = t
	err := c.part(origin, param)
	c.in = outer
	return err
}

func (c *insideCheck) unreachableAt(where string) error {
	return fmt.Errorf("in %s it is %s", TypeName(c.in, c.pkg), where)
}

// part examines a part of type t, in terms of the type parameter.
func (c *insideCheck) part(t types.Type, param *types.TypeParam) error {
	if t == types.Type(param) {
		c.found = true
	}
	if t == types.Type(param) || !HasTypeParam(t, param) {
		return nil
	}
	if args := TypeArguments(t); args != nil {
		for i, a := range slices.Collect(args.Types()) {
			if !HasTypeParam(a, param) {
				continue
			}
			if err := c.part(a, param); err != nil {
				return err
			}
			if err := c.instance(t, i); err != nil {
				return err
			}
		}
		return nil
	}
	switch t := t.(type) {
	case *types.Pointer:
		return c.part(t.Elem(), param)
	case *types.Slice:
		return c.part(t.Elem(), param)
	case *types.Array:
		return c.part(t.Elem(), param)
	case *types.Map:
		if err := c.part(t.Key(), param); err != nil {
			return err
		}
		return c.part(t.Elem(), param)
	case *types.Struct:
		return c.structure(t, param)
	case *types.Signature:
		for _, y := range IteratedTypes(t) {
			if err := c.part(y, param); err != nil {
				return err
			}
		}
		if IteratedTypes(t) != nil {
			return nil
		}
		return c.unreachableAt("in a function")
	case *types.Chan:
		return c.unreachableAt("in a channel")
	}
	return c.unreachableAt("in an interface")
}

// structure examines the fields of a struct.
func (c *insideCheck) structure(t *types.Struct, param *types.TypeParam) error {
	for f := range t.Fields() {
		if !HasTypeParam(f.Type(), param) {
			continue
		}
		c.fields = append(c.fields, f.Origin())
		if c.pkg != nil && !f.Exported() && f.Pkg() != c.pkg {
			return c.unreachableAt(fmt.Sprintf("in a field that package %s cannot read", c.pkg.Name()))
		}
		if err := c.part(f.Type(), param); err != nil {
			return err
		}
	}
	return nil
}
