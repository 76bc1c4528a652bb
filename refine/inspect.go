package refine

import "slices"

// Inspect calls visit for e and, if that returns true, for the parts of e, from left to right.
func Inspect(e Expr, visit func(Expr) bool) {
	if e == nil || !visit(e) {
		return
	}
	for _, x := range Parts(e) {
		Inspect(x, visit)
	}
}

// Parts returns the direct parts of e, from left to right, without omitted ones.
func Parts(e Expr) []Expr {
	switch e := e.(type) {
	case *Const, *Nil, *Ref, *Object:
		return nil
	case *Unary:
		return []Expr{e.X}
	case *Deref:
		return []Expr{e.X}
	case *Arith:
		return []Expr{e.X, e.Y}
	case *Compare:
		return []Expr{e.X, e.Y}
	case *Logic:
		return []Expr{e.X, e.Y}
	case *Cond:
		return []Expr{e.C, e.A, e.B}
	case *Quant:
		return append(e.Over.Parts(), e.Body)
	case *In:
		return append([]Expr{e.X}, e.Over.Parts()...)
	case *Is:
		return []Expr{e.X}
	case *Assert:
		return []Expr{e.X}
	case *Call:
		return append([]Expr{e.Fun}, e.Args...)
	case *Method:
		return []Expr{e.X}
	case *Builtin:
		return e.Args
	case *Convert:
		return []Expr{e.X}
	case *Field:
		return []Expr{e.X}
	case *Index:
		return []Expr{e.X, e.I}
	case *Slice:
		return nonNil(e.X, e.Low, e.High, e.Max)
	case *Composite:
		return compositeParts(e)
	case *LetIn:
		return []Expr{e.Value, e.Body}
	case *Old:
		return []Expr{e.X}
	case *Tuple:
		return append([]Expr{e.Call}, e.Elems...)
	}
	return nil
}

// Parts returns the expressions of d: the collection, the given bounds, or the restriction of a
// type.
func (d Domain) Parts() []Expr { return nonNil(d.X, d.Low, d.High, d.Where) }

func compositeParts(e *Composite) []Expr {
	var parts []Expr
	for i, v := range e.Values {
		if i < len(e.Keys) && e.Keys[i] != nil {
			parts = append(parts, e.Keys[i])
		}
		parts = append(parts, v)
	}
	return parts
}

func nonNil(es ...Expr) []Expr {
	var out []Expr
	for _, e := range es {
		if e != nil {
			out = append(out, e)
		}
	}
	return out
}

// Inspect calls the function Inspect for every expression of the contract.
func (c *Contract) Inspect(visit func(Expr) bool) {
	clauses := slices.Concat(c.Pre, c.Post, c.Classes)
	if c.Panics != nil {
		clauses = append(clauses, c.Panics)
	}
	for _, cb := range c.AllCallbacks() {
		clauses = slices.Concat(clauses, cb.Require, cb.Ensure)
	}
	for _, d := range c.Draws {
		clauses = append(clauses, d.Clause)
	}
	for _, cl := range clauses {
		if cl.Expr != nil {
			Inspect(cl.Expr, visit)
		}
	}
	for _, l := range c.Lets {
		Inspect(l.Value, visit)
	}
}
