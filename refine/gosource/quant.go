package gosource

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

// quant prints a quantifier as a function with a loop that ends as soon as the answer is known.
func (p *printer) quant(e *refine.Quant) string {
	test, early, late := "if !%s {\nreturn %s\n}", "false", "true"
	if !e.All {
		test, early, late = "if %s {\nreturn %s\n}", "true", "false"
	}
	loop := p.loop(e.Over, e.Vars, func() string {
		return fmt.Sprintf(test, p.headCondition(e.Body), early)
	})
	if e.Over.Kind == refine.OfType && !p.f.opt.Readable {
		lack, ok := p.lacks[e]
		if !ok {
			lack = refine.LackHolds | refine.LackFails
		}
		loop += fmt.Sprintf("\n%s[%s](%d)", p.f.runtime("Lacking"), p.f.Type(e.Over.T), lack)
	}
	return fmt.Sprintf("func() bool {\n%s\nreturn %s\n}()", loop, late)
}

// loop prints a loop over the domain that binds the one or two variables, around the statements
// printed by body.
func (p *printer) loop(d refine.Domain, vars []*refine.Variable, body func() string) string {
	switch d.Kind {
	case refine.Elements:
		return p.loopElements(d, vars, body)
	case refine.Span:
		return p.loopSpan(d, vars[0], body)
	case refine.OfType:
		return p.loopType(d, vars, body)
	}
	twin := p.refersToTwin(d.X)
	over := p.expr(d.X, nil, precNone)
	if _, ok := d.X.(*refine.Composite); ok {
		over = "(" + over + ")"
	}
	// A string or an iterator with one variable, and a map with one variable, bind it in different
	// places.
	first, second := vars[0], (*refine.Variable)(nil)
	if len(vars) == 2 {
		second = vars[1]
	} else if d.Kind == refine.Runes {
		first, second = nil, vars[0]
	}
	inner, names := "", []string{"_", "_"}
	p.maybeBind(first, twin, &names[0], func() {
		p.maybeBind(second, twin, &names[1], func() { inner = body() })
	})
	left := ""
	for i, n := range names {
		if !strings.Contains(inner, n) {
			names[i] = "_"
		}
	}
	switch {
	case names[1] != "_":
		left = names[0] + ", " + names[1] + " := "
	case names[0] != "_":
		left = names[0] + " := "
	}
	if d.Kind != refine.Iterator {
		return fmt.Sprintf("for %srange %s {\n%s\n}", left, over, inner)
	}
	n := p.temp("n")
	return fmt.Sprintf("%[1]s := 0\nfor %[2]srange %[3]s {\nif %[1]s == %[5]d {\nbreak\n}\n%[1]s++\n%[4]s\n}",
		n, left, over, inner, refine.IteratorBound)
}

func (p *printer) maybeBind(v *refine.Variable, twin bool, name *string, body func()) {
	if v == nil {
		body()
		return
	}
	*name = p.bind(v, twin, body)
}

func (p *printer) loopElements(d refine.Domain, vars []*refine.Variable, body func() string) string {
	twin := p.refersToTwin(d.X)
	pre, xs := p.repeatableOperand(d.X, "s")
	index := &refine.Variable{Name: "i", Type: types.Typ[types.Int], Role: refine.Bound}
	elem := vars[0]
	if len(vars) == 2 {
		index, elem = vars[0], vars[1]
	}
	inner, name := "", ""
	i := p.bind(index, false, func() {
		name = p.bind(elem, twin, func() { inner = body() })
	})
	if p.f.opt.Readable {
		return p.readableElements(d.X, i, name, inner)
	}
	if strings.Contains(inner, name) {
		inner = fmt.Sprintf("%s := %s[%s]\n%s", name, xs, i, inner)
	}
	if !strings.Contains(inner, i) {
		return fmt.Sprintf("%sfor range %s {\n%s\n}", pre, xs, inner)
	}
	return fmt.Sprintf("%sfor %s := range %s {\n%s\n}", pre, i, xs, inner)
}

// readableElements ranges over the elements themselves.
func (p *printer) readableElements(x refine.Expr, i, elem, inner string) string {
	over := p.expr(x, nil, precNone)
	if strings.Contains(over, "{") {
		over = "(" + over + ")"
	}
	usesI, usesElem := strings.Contains(inner, i), strings.Contains(inner, elem)
	switch {
	case usesElem && !usesI:
		i = "_"
		fallthrough
	case usesElem:
		return fmt.Sprintf("for %s, %s := range %s {\n%s\n}", i, elem, over, inner)
	case usesI:
		return fmt.Sprintf("for %s := range %s {\n%s\n}", i, over, inner)
	}
	return fmt.Sprintf("for range %s {\n%s\n}", over, inner)
}

// repeatableOperand prints e as an operand that may be repeated: a variable, declared by the
// statement pre if needed.
func (p *printer) repeatableOperand(e refine.Expr, stem string) (pre, operand string) {
	if r, ok := e.(*refine.Ref); ok {
		return "", p.ref(r.Var)
	}
	name := p.temp(stem)
	return fmt.Sprintf("var %s %s = %s\n", name, p.f.Type(e.Type()), p.expr(e, e.Type(), precNone)), name
}

// loopSpan counts up without exceeding the greatest value of the type.
func (p *printer) loopSpan(d refine.Domain, v *refine.Variable, body func() string) string {
	t := p.f.Type(v.Type)
	low := p.expr(d.Low, v.Type, precNone)
	pre, high := "", ""
	mayWrap := !d.HalfOpen
	if c, ok := d.High.(*refine.Const); ok {
		high = p.constant(c, v.Type, precNone)
		_, greatest := refine.IntLimits(v.Type.Underlying().(*types.Basic))
		mayWrap = mayWrap && constant.Compare(c.Value, token.EQL, greatest)
	} else {
		pre, high = p.repeatableOperand(d.High, "high")
	}
	inner := ""
	name := p.bind(v, false, func() { inner = body() })
	op := "<"
	if !d.HalfOpen {
		op = "<="
	}
	if mayWrap {
		inner = fmt.Sprintf("%s\nif %s == %s {\nbreak\n}", inner, name, high)
	}
	if p.f.opt.Readable && !mayWrap && (pre == "" || isSteady(d.High)) {
		if pre != "" {
			high = p.expr(d.High, v.Type, precCompare+1)
		}
		if c, ok := d.Low.(*refine.Const); ok {
			low = p.constant(c, nil, precNone) // With its type.
		}
		return fmt.Sprintf("for %[1]s := %[2]s; %[1]s %[3]s %[4]s; %[1]s++ {\n%[5]s\n}", name, low, op, high, inner)
	}
	// Low is evaluated first.
	return fmt.Sprintf("var %[1]s %[2]s = %[3]s\n%[4]sfor ; %[1]s %[5]s %[6]s; %[1]s++ {\n%[7]s\n}",
		name, t, low, pre, op, high, inner)
}

// isSteady reports whether a loop may evaluate e in each turn: it is a variable, a field, a length,
// or a sum of these.
func isSteady(e refine.Expr) bool {
	switch e := e.(type) {
	case *refine.Ref, *refine.Const:
		return true
	case *refine.Field:
		return isSteady(e.X)
	case *refine.Arith:
		return isSteady(e.X) && isSteady(e.Y)
	case *refine.Builtin:
		return !e.Own && e.Name == "len" && isSteady(e.Args[0])
	}
	return false
}

// loopType loops over the values of a type within the bounds, which the runtime provides.
func (p *printer) loopType(d refine.Domain, vars []*refine.Variable, body func() string) string {
	values := fmt.Sprintf("%s[%s]()", p.f.runtime("Values"), p.f.Type(d.T))
	v := vars[0]
	inner := ""
	name := p.bind(v, false, func() {
		where := ""
		if d.Where != nil {
			where = fmt.Sprintf("if !%s {\ncontinue\n}\n", p.headCondition(d.Where))
		}
		if len(vars) > 1 {
			inner = where + p.loopType(refine.Domain{Kind: refine.OfType, T: d.T}, vars[1:], body)
		} else {
			inner = where + body()
		}
	})
	if !strings.Contains(inner, name) {
		name = "_"
		return fmt.Sprintf("for range %s {\n%s\n}", values, inner)
	}
	return fmt.Sprintf("for _, %s := range %s {\n%s\n}", name, values, inner)
}

// in prints membership. Elements are compared like rtest's own ==.
func (p *printer) in(e *refine.In, prec int) string {
	d := e.Over
	mode := equality{nan: true, twin: p.mayCompareTwins(append(d.Parts(), e.X)...)}
	switch d.Kind {
	case refine.Elements, refine.Runes:
		return fmt.Sprintf("%s(%s, %s)", p.f.contains(d.X.Type(), mode), p.expr(d.X, d.X.Type(), precNone), p.expr(e.X, refine.ElemType(d.X.Type()), precNone))
	case refine.Entries:
		key := d.X.Type().Underlying().(*types.Map).Key()
		return fmt.Sprintf("%s(%s, %s)", p.f.hasKey(d.X.Type(), mode), p.expr(d.X, d.X.Type(), precNone), p.expr(e.X, key, precNone))
	case refine.Span:
		return p.inSpan(e, prec)
	case refine.Iterator:
		y := &refine.Variable{Name: "y", Type: e.X.Type(), Role: refine.Bound}
		x := p.expr(e.X, e.X.Type(), precNone)
		given := p.temp("x")
		loop := p.loop(d, []*refine.Variable{y}, func() string {
			return fmt.Sprintf("if %s {\nreturn true\n}", p.f.equal(e.X.Type(), mode, p.scope[y], given))
		})
		return fmt.Sprintf("func() bool {\nvar %s %s = %s\n%s\nreturn false\n}()", given, p.f.Type(e.X.Type()), x, loop)
	default:
		p.f.fail("membership in a type cannot be written")
		return "false"
	}
}

func (p *printer) inSpan(e *refine.In, prec int) string {
	op := " <= "
	if e.Over.HalfOpen {
		op = " < "
	}
	t := e.X.Type()
	if r, ok := e.X.(*refine.Ref); ok {
		x := p.ref(r.Var)
		s := p.expr(e.Over.Low, t, precCompare+1) + " <= " + x + " && " + x + op + p.expr(e.Over.High, t, precCompare+1)
		return refine.Paren(s, precAnd, prec)
	}
	pre, x := p.repeatableOperand(e.X, "x")
	return fmt.Sprintf("func() bool {\n%sreturn %s <= %s && %s%s%s\n}()", pre,
		p.expr(e.Over.Low, t, precCompare+1), x, x, op, p.expr(e.Over.High, t, precCompare+1))
}

// Elements returns a Go expression for a slice []elem of the values of the domain, in order.
func (f *File) Elements(d refine.Domain, elem types.Type, names, old func(*refine.Variable) string) string {
	p := newPrinter(f, names, old)
	x := &refine.Variable{Name: "x", Type: elem, Role: refine.Bound}
	vars := []*refine.Variable{x}
	all := p.temp("all")
	loop := p.loop(d, vars, func() string {
		return fmt.Sprintf("%s = append(%s, %s)", all, all, p.scope[x])
	})
	return fmt.Sprintf("func() []%[1]s {\nvar %[2]s []%[1]s\n%[3]s\nreturn %[2]s\n}()", f.Type(elem), all, loop)
}

// Loop returns statements that traverse the values of a quantifier. For each value they execute
// what body returns, given the quantifier's body as a condition and the names of the bound
// variables.
func (f *File) Loop(q *refine.Quant, names, old func(*refine.Variable) string, body func(cond string, vars []string) string) string {
	p := newPrinter(f, names, old)
	return p.loop(q.Over, q.Vars, func() string {
		var vars []string
		for _, v := range q.Vars {
			vars = append(vars, p.scope[v])
		}
		return body(p.cond(q.Body, precNone), vars)
	})
}
