package syntax

import (
	"errors"
	"fmt"
)

// Check returns what is wrong with the structure of a directive's body. That may be a part without
// a position or outside its parent, or a combination that the grammar does not allow. Read makes
// only bodies that pass.
func (d *Directive) Check() error {
	if d.Body == nil {
		return nil
	}
	var errs []error
	for _, n := range bodyParts(d.Body) {
		_, ranges := d.Body.(*Ints)
		errs = append(errs, checkNode(n, ranges, false))
	}
	if o, ok := d.Body.(*OneOf); ok && len(o.Nil) != len(o.Types) {
		errs = append(errs, fmt.Errorf("oneof with %d types and %d words nil", len(o.Types), len(o.Nil)))
	}
	if s, ok := d.Body.(*Sig); ok {
		if len(s.Lists) < 1 || len(s.Lists) > 3 {
			errs = append(errs, fmt.Errorf("sig with %d lists", len(s.Lists)))
		}
		for _, l := range s.Lists {
			errs = append(errs, checkParams(l.Params))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("%s: %w", d, err)
	}
	return nil
}

// checkNode checks n and everything below it. InRange allows a range, and elided a literal without
// type.
func checkNode(n Node, inRange, elided bool) error {
	if !n.Pos().IsValid() || n.End() <= n.Pos() {
		return fmt.Errorf("%T %s has no place", n, n)
	}
	errs := []error{checkShape(n)}
	switch n := n.(type) {
	case *Range:
		if !inRange {
			errs = append(errs, fmt.Errorf("range %s is not on the right of in", n))
		}
	case *Composite:
		if n.Type == nil && !elided {
			errs = append(errs, fmt.Errorf("literal %s has no type", n))
		}
	}
	_, inComposite := n.(*Composite)
	for _, part := range parts(n) {
		if part.Pos() < n.Pos() || n.End() < part.End() {
			errs = append(errs, fmt.Errorf("%T %s stands outside %s", part, part, n))
		}
		errs = append(errs, checkNode(part, isOver(n, part), inComposite))
	}
	return errors.Join(errs...)
}

// isOver reports whether part is what n ranges over.
func isOver(n, part Node) bool {
	switch n := n.(type) {
	case *In:
		return part == Node(n.Over)
	case *Quant:
		return part == Node(n.Over)
	}
	return false
}

// checkShape checks the number of parts of a node.
func checkShape(n Node) error {
	ok := true
	switch n := n.(type) {
	case *Chain:
		ok = len(n.Ops) >= 2 && len(n.Operands) == len(n.Ops)+1 && len(n.OpPos) == len(n.Ops)
	case *Quant:
		ok = (n.Over == nil) != (n.Type == nil) && len(n.Vars) >= 1 && (n.Over == nil || len(n.Vars) <= 2) && n.Body != nil
	case *List:
		ok = len(n.Elems) >= 2
	case *Index:
		ok = len(n.Indices) >= 1
	case *Slice:
		ok = n.Max == nil || n.High != nil
	case *Call:
		ok = n.Rparen.IsValid() && (!n.Spread || len(n.Args) > 0)
	case *RefFunc:
		return errors.Join(checkParams(n.Params), checkParams(n.Results))
	case *StructType:
		ok = len(n.Names) == len(n.Types)
	case *Bad, *RefBad:
		ok = false
	}
	if !ok {
		return fmt.Errorf("%T %s has the wrong parts", n, n)
	}
	return nil
}

// checkParams checks that either all or no parameters are named, and that only the last is
// variadic.
func checkParams(params []Param) error {
	for i, p := range params {
		if _, ok := p.Type.(*RefVariadic); ok && i < len(params)-1 {
			return fmt.Errorf("parameter %d is variadic", i)
		}
		if (p.Name.Name == "") != (params[0].Name.Name == "") {
			return fmt.Errorf("parameter %d is named otherwise than the first", i)
		}
	}
	return nil
}
