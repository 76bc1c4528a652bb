package smt

import "fmt"

// Check reports the first ill-sorted term among ts and their arguments: a wrong number or sort of
// arguments, bits outside a vector, or one name for variables of two sorts.
func Check(ts ...*Term) error {
	seen := make(map[*Term]bool)
	vars := make(map[string]Sort)
	var check func(t *Term) error
	check = func(t *Term) error {
		if seen[t] {
			return nil
		}
		seen[t] = true
		for _, arg := range t.args {
			if err := check(arg); err != nil {
				return err
			}
		}
		if t.op == Var {
			if sort, ok := vars[t.text]; ok && sort != t.sort {
				return fmt.Errorf("variable %s has the sorts %v and %v", t.text, sort, t.sort)
			}
			vars[t.text] = t.sort
		}
		return CheckOp(t)
	}
	for _, t := range ts {
		if err := check(t); err != nil {
			return err
		}
	}
	return nil
}

// CheckOp is Check for the root of t alone.
func CheckOp(t *Term) error {
	least, most := t.op.arity()
	if n := len(t.args); n < least || most >= 0 && n > most {
		return fmt.Errorf("%v has %d arguments", t.op, n)
	}
	want := func(sort Sort, args []*Term) error {
		for _, arg := range args {
			if arg.sort != sort {
				return fmt.Errorf("%v has an argument of sort %v instead of %v: %v", t.op, arg.sort, sort, arg)
			}
		}
		return nil
	}
	switch t.op {
	case Const:
		return checkConst(t)
	case Var:
		if t.text == "" || t.sort < Int {
			return fmt.Errorf("variable %q has the sort %d", t.text, int(t.sort))
		}
		return nil
	case Not, And, Or:
		return want(Bool, t.args)
	case Ite:
		if err := want(Bool, t.args[:1]); err != nil {
			return err
		}
		return want(t.args[1].sort, t.args[2:])
	case Eq, Distinct:
		return want(t.args[0].sort, t.args[1:])
	case Neg, Add, Sub, Mul, Div, Mod, Lt, Le:
		return want(Int, t.args)
	}
	for _, arg := range t.args {
		if arg.sort.Width() == 0 {
			return fmt.Errorf("%v has an argument of sort %v instead of a bit vector: %v", t.op, arg.sort, arg)
		}
	}
	if t.op.float() {
		return checkFloat(t)
	}
	switch t.op {
	case Concat:
		return nil
	case Extract:
		if t.q < 0 || t.p < t.q || int(t.p) >= t.args[0].sort.Width() {
			return fmt.Errorf("extract of bits %d to %d from %v", t.p, t.q, t.args[0].sort)
		}
		return nil
	case ZeroExt, SignExt:
		if t.p < 0 {
			return fmt.Errorf("%v by %d bits", t.op, t.p)
		}
		return nil
	}
	return want(t.args[0].sort, t.args[1:])
}

func checkConst(t *Term) error {
	v := t.Value()
	switch {
	case v == nil, t.sort < Int:
		return fmt.Errorf("constant %q of sort %d", t.text, int(t.sort))
	case t.sort == Bool && (v.Sign() < 0 || v.BitLen() > 1),
		t.sort > 0 && (v.Sign() < 0 || v.BitLen() > t.sort.Width()):
		return fmt.Errorf("constant %s is outside the sort %v", t.text, t.sort)
	}
	return nil
}
