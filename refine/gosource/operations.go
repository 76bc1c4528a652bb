package gosource

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

func (p *printer) compare(e *refine.Compare, prec int) string {
	x, y := e.X, e.Y
	op := e.Op.String()
	if p.f.hidden("nil") && p.f.opt.Runtime != "" && (refine.IsNil(x) || refine.IsNil(y)) {
		if refine.IsNil(x) {
			x = y
		}
		not := ""
		if e.Op == token.NEQ {
			not = "!"
		}
		return not + p.f.runtime("GoIsNil") + "(" + p.expr(x, nil, precNone) + ")"
	}
	if refine.IsNil(y) {
		return refine.Paren(p.expr(x, nil, precCompare+1)+" "+op+" "+p.expr(y, x.Type(), precCompare+1), precCompare, prec)
	}
	if refine.IsNil(x) {
		return refine.Paren(p.expr(x, y.Type(), precCompare+1)+" "+op+" "+p.expr(y, nil, precCompare+1), precCompare, prec)
	}
	mode := equality{twin: p.mayCompareTwins(x, y), nan: e.Deep}
	equals := e.Op == token.EQL || e.Op == token.NEQ
	if equals && (e.Deep || mode.twin && refine.HasReferences(x.Type())) {
		t := x.Type()
		if types.IsInterface(y.Type()) {
			t = y.Type()
		}
		operand := precNone
		if comparesPlainly(t, mode) {
			operand = precCompare + 1
		}
		s := p.f.equal(t, mode, p.expr(x, t, operand), p.expr(y, t, operand))
		if e.Op == token.NEQ {
			return "!(" + s + ")"
		}
		return refine.Paren(s, precCompare, prec)
	}
	var wantX, wantY types.Type
	if !refine.IsGoConst(y) {
		wantX = y.Type()
	}
	if !refine.IsGoConst(x) {
		wantY = x.Type()
	}
	return refine.Paren(p.expr(x, wantX, precCompare+1)+" "+op+" "+p.expr(y, wantY, precCompare+1), precCompare, prec)
}

// mayCompareTwins reports whether values of the expressions may hold pointers into the twin of the input, which
// equal their counterparts in the input. Inside old, some of the expressions must also be able to hold pointers
// into the input.
func (p *printer) mayCompareTwins(list ...refine.Expr) bool {
	return slices.ContainsFunc(list, p.refersToTwin) && (!p.insideOld || slices.ContainsFunc(list, p.refersToInput))
}

// refersToInput reports whether the value of an expression inside old may hold pointers into the
// input, or to something read after the call.
func (p *printer) refersToInput(e refine.Expr) bool {
	found := false
	refine.Inspect(e, func(e refine.Expr) bool {
		switch e := e.(type) {
		case *refine.Object:
			_, variable := e.Obj.(*types.Var)
			found = found || variable
		case *refine.Ref:
			found = found || e.Var.Role == refine.Result || e.Var.Role == refine.Bound && !p.twins[e.Var]
		}
		return !found
	})
	return found
}

// refersToTwin reports whether the value of e may hold pointers into the twin.
func (p *printer) refersToTwin(e refine.Expr) bool {
	found := false
	refine.Inspect(e, func(e refine.Expr) bool {
		switch e := e.(type) {
		case *refine.Old:
			found = true
		case *refine.Ref:
			found = found || e.Var.Role == refine.Before || p.insideOld && e.Var.Role == refine.Input || p.twins[e.Var]
		}
		return !found
	})
	return found
}

// tuple evaluates the call once, then the elements until one differs.
func (p *printer) tuple(e *refine.Tuple) string {
	parts := e.Parts()
	if parts == nil {
		p.f.fail("a list of %d is compared with a call of another number of results", len(e.Elems))
		return "false"
	}
	call := p.expr(e.Call, nil, precNone)
	names, conds := make([]string, len(parts)), make([]string, len(parts))
	for i, part := range parts {
		names[i] = p.bind(part.X.(*refine.Ref).Var, p.refersToTwin(e.Call), func() { conds[i] = p.compare(part, precAnd+1) })
	}
	not := ""
	s := strings.Join(conds, " && ")
	if !e.Equal {
		not, s = "!", "("+s+")"
	}
	return fmt.Sprintf("func() bool {\n%s := %s\nreturn %s%s\n}()", strings.Join(names, ", "), call, not, s)
}

// selector prints the selection of a field or method. For an unexported field of another package it
// calls a forwarding function.
func (p *printer) selector(x refine.Expr, sel *types.Selection) string {
	o := sel.Obj()
	if !o.Exported() && !p.f.own(o.Pkg()) {
		if fun, self := p.forwarded(x, sel); fun != "" && sel.Kind() == types.FieldVal {
			return fun + "(" + self + ")"
		}
		p.f.fail("%w", refine.Hidden("%s of package %s is not exported", o.Name(), o.Pkg().Name()))
	}
	if d, ok := x.(*refine.Deref); ok && selectsThrough(d.X.Type()) {
		return p.expr(d.X, nil, precPrimary) + "." + o.Name()
	}
	return p.expr(x, nil, precPrimary) + "." + o.Name()
}

// forwarded returns a forwarding function for an unexported member, and the value that is its first
// argument. Fun is empty if none can be laid.
func (p *printer) forwarded(x refine.Expr, sel *types.Selection) (fun, self string) {
	if d, ok := x.(*refine.Deref); ok && selectsThrough(d.X.Type()) {
		x = d.X
	}
	name := forwardMember(p.f.opt.Forwards, x.Type(), sel.Obj())
	if name == "" {
		return "", ""
	}
	return p.f.Import(sel.Obj().Pkg().Path()) + "." + name, p.expr(x, nil, precNone)
}

// selectsThrough reports whether x.f means (*x).f for x of type t, also if f is a method.
func selectsThrough(t types.Type) bool {
	ptr, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return false
	}
	switch ptr.Elem().Underlying().(type) {
	case *types.Pointer, *types.Interface:
		return false
	}
	return true
}

func (p *printer) call(e *refine.Call) string {
	sig, ok := e.Fun.Type().Underlying().(*types.Signature)
	if !ok {
		p.f.fail("a value of type %s is called", e.Fun.Type())
		return "nil"
	}
	fun, args, ok := p.overflowCopy(e)
	if m, is := e.Fun.(*refine.Method); !ok && is && !m.Sel.Obj().Exported() && !p.f.own(m.Sel.Obj().Pkg()) {
		self := ""
		if fun, self = p.forwarded(m.X, m.Sel); fun != "" {
			args, ok = []string{self}, true
		}
	}
	if !ok {
		switch e.Fun.(type) {
		case *refine.Object, *refine.Method, *refine.Ref, *refine.Field, *refine.Call, *refine.Index:
			fun = p.expr(e.Fun, nil, precPrimary)
		default:
			fun = "(" + p.expr(e.Fun, nil, precNone) + ")"
		}
	}
	for i, a := range e.Args {
		args = append(args, p.expr(a, refine.ParamType(sig, i, e.Spread), precNone))
	}
	return fun + "(" + strings.Join(args, ", ") + refine.Spread(e.Spread) + ")"
}

func (p *printer) convert(e *refine.Convert) string {
	t := p.f.Type(e.T)
	if strings.HasPrefix(t, "*") || strings.HasPrefix(t, "func") || strings.HasPrefix(t, "<-") {
		t = "(" + t + ")"
	}
	if refine.IsGoConst(e.X) && !refine.Fits(e.X, e.T) && !types.IsInterface(e.T) {
		return t + "(" + p.variable(e.X, precNone) + ")"
	}
	var want types.Type
	if refine.IsNil(e.X) {
		want = e.X.Type()
		if !types.Identical(want, e.T) {
			want = nil
		}
	} else if types.Identical(e.X.Type(), e.T) {
		want = e.T
	}
	x := p.expr(e.X, want, precNone)
	if !refine.IsGoConst(e.X) && p.losesSign(e.X.Type(), e.T) {
		x = p.overflowCall("Signed", x)
	}
	return t + "(" + x + ")"
}

func (p *printer) index(e *refine.Index) string {
	x := p.expr(e.X, nil, precPrimary)
	if m, ok := e.X.Type().Underlying().(*types.Map); ok {
		return x + "[" + p.expr(e.I, m.Key(), precNone) + "]"
	}
	return x + "[" + p.indexOperand(e.I, constLength(e.X)-1) + "]"
}

// constLength returns the length against which Go checks constant indices: that of an array or a
// pointer to one. It is 0 for a constant string, and the greatest int for anything else.
func constLength(e refine.Expr) int64 {
	t := e.Type().Underlying()
	if ptr, ok := t.(*types.Pointer); ok {
		t = ptr.Elem().Underlying()
	}
	if a, ok := t.(*types.Array); ok {
		return a.Len()
	}
	if refine.IsGoConst(e) {
		return 0
	}
	return math.MaxInt64
}

// indexOperand prints an index or a length. A constant that Go would reject becomes a variable, so
// that it panics when it is evaluated.
func (p *printer) indexOperand(e refine.Expr, most int64) string {
	if !refine.IsGoConst(e) {
		return p.expr(e, nil, precNone)
	}
	if c, ok := e.(*refine.Const); ok {
		n, exact := constant.Int64Val(constant.ToInt(c.Value))
		if exact && 0 <= n && n <= most {
			return p.expr(e, c.T, precNone)
		}
	}
	return p.variable(e, precNone)
}

// shiftCount prints a constant count. Go rejects a negative constant.
func (p *printer) shiftCount(e refine.Expr) string {
	if c, ok := e.(*refine.Const); ok && constant.Sign(c.Value) >= 0 {
		return refine.Literal(c.Value, types.Typ[types.Int])
	}
	return p.variable(e, precNone)
}

func (p *printer) slice(e *refine.Slice) string {
	parts := []string{"", ""}
	// Constant bounds must not decrease; only the last may stay constant.
	most := constLength(e.X)
	if e.Max != nil {
		parts = append(parts, p.indexOperand(e.Max, most))
		most = -1
	}
	if e.High != nil {
		parts[1] = p.indexOperand(e.High, most)
		most = -1
	}
	if e.Low != nil {
		if isZero(e.Low) {
			most = 0
		}
		parts[0] = p.indexOperand(e.Low, most)
	}
	return p.expr(e.X, nil, precPrimary) + "[" + strings.Join(parts, ":") + "]"
}

func isZero(e refine.Expr) bool {
	c, ok := e.(*refine.Const)
	return ok && isZeroConst(c)
}

func (p *printer) composite(e *refine.Composite, prec int) string {
	var elems []string
	st, isStruct := e.T.Underlying().(*types.Struct)
	m, isMap := e.T.Underlying().(*types.Map)
	elem := refine.ElemType(e.T)
	for i, v := range e.Values {
		want, key := elem, ""
		var k refine.Expr
		if e.Keys != nil {
			k = e.Keys[i]
		}
		switch {
		case isStruct && k != nil:
			name := constant.StringVal(k.(*refine.Const).Value)
			at := slices.IndexFunc(slices.Collect(st.Fields()), func(f *types.Var) bool { return f.Name() == name })
			want, key = st.Field(at).Type(), name+": "
		case isStruct:
			want = st.Field(i).Type()
		case isMap:
			// Go rejects a literal with a duplicate constant key.
			if key = p.expr(k, m.Key(), precNone); refine.IsGoConst(k) && i > 0 {
				key = p.variable(k, precNone)
			}
			key += ": "
		case k != nil:
			key = p.expr(k, types.Typ[types.Int], precNone) + ": "
		}
		elems = append(elems, key+p.expr(v, want, precNone))
	}
	// A literal is put into parentheses wherever it might be parsed as a block. That is everywhere except after
	// & and in argument lists.
	s := p.f.Type(e.T) + "{" + strings.Join(elems, ", ") + "}"
	if prec > precNone {
		return "(" + s + ")"
	}
	return s
}
