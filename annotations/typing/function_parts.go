package typing

import (
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/refine"
)

// FunctionParts calls find, which types a refinement, and returns the refined function types
// that find met inside the value. It returns nil if there are none.
func (t *Typer) FunctionParts(find func()) *refine.FuncParts {
	outer := t.nesting
	defer func() { t.nesting = outer }()
	root := &refine.FuncParts{}
	t.nesting = nesting{at: root}
	find()
	for _, f := range t.nesting.found {
		if speaksOfOthers(f.Callback) {
			t.Errorf(f.span, codes.Form, "a refined function type that is part of a value can speak of its own parameters only; make it a parameter")
			return nil
		}
	}
	if len(t.nesting.found) == 0 {
		return nil
	}
	return root
}

// A nesting is the current place inside a type, with the refined function types found so far.
type nesting struct {
	// at is the current part, or nil where a refined function type is not allowed.
	at    *refine.FuncParts
	found []nestedFunc
}

type nestedFunc struct {
	*refine.Callback
	span syntax.Span
}

// addNested records a refined function type at the current part. It returns false where none
// is allowed.
func (t *Typer) addNested(sc *names.Scope, r *syntax.RefFunc, x refine.Expr) bool {
	if _, ok := x.Type().Underlying().(*types.Signature); !ok || t.nesting.at == nil {
		return false
	}
	cb := t.callback(sc, r, &refine.Variable{Name: "f", Type: x.Type(), Role: refine.Bound})
	if len(cb.Require)+len(cb.Ensure) > 0 {
		t.nesting.at.Func = append(t.nesting.at.Func, cb)
		t.nesting.found = append(t.nesting.found, nestedFunc{cb, r.Span})
	}
	return true
}

// wrapNested binds the arguments of an alias around every refined function type found after
// the n-th.
func (t *Typer) wrapNested(n int, lets []*refine.LetIn) {
	for _, f := range t.nesting.found[n:] {
		for _, cl := range slices.Concat(f.Require, f.Ensure) {
			cl.Expr = wrapLets(cl.Expr, lets)
		}
	}
}

// into moves from the current part to one of its parts. Calling leave moves back.
func (t *Typer) into(part func(*refine.FuncParts) **refine.FuncParts) (leave func()) {
	here := t.nesting.at
	if here != nil {
		p := part(here)
		if *p == nil {
			*p = &refine.FuncParts{}
		}
		t.nesting.at = *p
	}
	return func() { t.nesting.at = here }
}

func elemPart(p *refine.FuncParts) **refine.FuncParts { return &p.Elem }
func keyPart(p *refine.FuncParts) **refine.FuncParts  { return &p.Key }

// intoField is into for a field of a struct or a result of a function.
func (t *Typer) intoField(i int) (leave func()) {
	here := t.nesting.at
	if here != nil {
		if here.Fields == nil {
			here.Fields = map[int]*refine.FuncParts{}
		}
		if here.Fields[i] == nil {
			here.Fields[i] = &refine.FuncParts{}
		}
		t.nesting.at = here.Fields[i]
	}
	return func() { t.nesting.at = here }
}

// intoStruct is intoField for the named field of a struct, or of the struct that a pointer
// points to.
func (t *Typer) intoStruct(of types.Type, name string) (leave func()) {
	here := t.nesting.at
	if _, ok := of.Underlying().(*types.Pointer); ok {
		t.into(elemPart)
	}
	s, _ := refine.Struct(of)
	for i := range s.NumFields() {
		if s.Field(i).Name() == name {
			t.intoField(i)
			break
		}
	}
	return func() { t.nesting.at = here }
}

// NoFunctions begins a part in which a refined function type is not allowed. Calling leave
// ends it.
func (t *Typer) NoFunctions() (leave func()) {
	here := t.nesting.at
	t.nesting.at = nil
	return func() { t.nesting.at = here }
}

// speaksOfOthers reports whether the conditions of cb mention anything except its own
// arguments and results.
func speaksOfOthers(cb *refine.Callback) (others bool) {
	for _, cl := range slices.Concat(cb.Require, cb.Ensure) {
		own := slices.Concat(cb.Params, cb.Results)
		refine.Inspect(cl.Expr, func(x refine.Expr) bool {
			switch x := x.(type) {
			case *refine.Quant:
				own = append(own, x.Vars...)
			case *refine.LetIn:
				own = append(own, x.Var)
			}
			return true
		})
		refine.Inspect(cl.Expr, func(x refine.Expr) bool {
			if r, ok := x.(*refine.Ref); ok && !slices.Contains(own, r.Var) {
				others = true
			}
			return true
		})
	}
	return others
}
