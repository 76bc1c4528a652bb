package decode

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/gosource"
)

// Asked writes statements that set dst, which is nil, to a function whose answers are chosen when it is called.
// input is the index of the input that dst is, or -1. rules are the conditions that its contract puts on
// arguments and answers.
func (c *Constructors) Asked(dst string, s *value.Func, input int, rules []*refine.Callback, names func(*refine.Variable) string) string {
	sig := s.T
	var b strings.Builder
	args := c.Type(questionType(sig))
	fmt.Fprintf(&b, "if rtestg_n := rtestg_r.Next(); rtestg_n >= 0 {\nrtestg_q := %sNewAsked[%s](rtestg_r, %d, rtestg_n)\n", c.rt, args, c.Functions[s])
	if len(rules) > 0 {
		b.WriteString(c.rules(s, rules, args, names))
	}
	b.WriteString(c.validAnswer(s))
	if sig.Params().Len() == 0 {
		b.WriteString(c.zeroAnswer(s))
	}
	params, results := c.signature(sig)
	fmt.Fprintf(&b, "%s = func(%s) (%s) {\nrtestg_r := rtestg_q.Ask(%s)\n", dst, strings.Join(params, ", "), strings.Join(results, ", "), question(sig, args))
	b.WriteString("if rtestg_r == " + c.null() + " {\nreturn\n}\n")
	var out []string
	for i, r := range s.Results {
		b.WriteString(c.Set(answerName(i), r.Shape))
		out = append(out, "&"+answerName(i))
	}
	for i := range s.Results {
		if t := sig.Results().At(i).Type(); sig.Params().Len() > 0 && identified(t) {
			isError := types.Identical(t, types.Universe.Lookup("error").Type())
			fmt.Fprintf(&b, "%sAgain(rtestg_q, rtestg_r, %d, &%s, %t)\n", c.rt, i, answerName(i), isError)
		}
	}
	fmt.Fprintf(&b, "if rtestg_q.Telling(rtestg_r) {\nrtestg_q.Tell(rtestg_r, []any{%s})\n}\nreturn\n}\n", strings.Join(out, ", "))
	fmt.Fprintf(&b, "%sMade(rtestg_q, &%s, %d)\n}\n", c.rt, dst, input)
	return b.String()
}

// identified reports whether Go compares values of the type by what they point to.
func identified(t types.Type) bool {
	if !types.Comparable(t) {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Interface, *types.Chan:
		return true
	case *types.Array:
		return identified(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if identified(f.Type()) {
				return true
			}
		}
	}
	return false
}

// validAnswer writes the function that checks the invariants of an answer.
func (c *Constructors) validAnswer(s *value.Func) string {
	var all []string
	for i := range s.Results {
		if fn, ok := gosource.InvariantFunc(c.File, c.pkg.Facts, s.T.Results().At(i).Type(), false); ok {
			all = append(all, fn+"("+answerName(i)+")")
		}
	}
	if len(all) == 0 {
		return ""
	}
	built, _ := c.answer(s)
	return fmt.Sprintf("rtestg_q.Valid = func(rtestg_r *%sReader) bool {\n%sreturn %s\n}\n",
		c.rt, built, strings.Join(all, " && "))
}

// zeroAnswer writes the function that checks whether an answer is the zero value.
func (c *Constructors) zeroAnswer(s *value.Func) string {
	built, pointers := c.answer(s)
	strict := ""
	if slices.ContainsFunc(s.Results, func(r value.Ref) bool { return mayLackZero(r.Shape) }) {
		strict = "rtestg_q.Strictly()\n"
	}
	return fmt.Sprintf("rtestg_q.Zero = func(rtestg_r *%sReader) bool {\n%sreturn %sAllZero(%s)\n}\n%s",
		c.rt, built, c.rt, strings.Join(pointers, ", "), strict)
}

// mayLackZero reports whether the zero value of the shape's type may be missing from its values:
// nil that is excluded, a value that no call makes, a number that a directive leaves out.
func mayLackZero(s value.Shape) bool {
	switch s := s.(type) {
	case *value.Int:
		return s.Ranges != nil && !slices.ContainsFunc(s.Ranges, func(r value.Range) bool { return r.Lo <= 0 && 0 <= r.Hi })
	case *value.Pointer:
		return s.NotNil
	case *value.Interface:
		return !s.Nil
	case *value.Func:
		return !s.Nil
	case *value.Calls, *value.Listed:
		return true
	case *value.Struct:
		return slices.ContainsFunc(s.Fields, func(f value.Field) bool { return mayLackZero(f.Shape) })
	case *value.Array:
		return s.Len > 0 && mayLackZero(s.Elem.Shape)
	}
	return false
}

// answer writes declarations of variables for an answer and statements that set them. pointers are
// their addresses.
func (c *Constructors) answer(s *value.Func) (text string, pointers []string) {
	var b strings.Builder
	for i, r := range s.Results {
		fmt.Fprintf(&b, "var %s %s\n_ = %s\n%s", answerName(i), c.Type(s.T.Results().At(i).Type()), answerName(i), c.Set(answerName(i), r.Shape))
		pointers = append(pointers, "&"+answerName(i))
	}
	return b.String(), pointers
}

// null writes nil, even if the package redeclares that name.
func (c *Constructors) null() string {
	if c.shadowed("nil") {
		return c.rt + "NoAnswer"
	}
	return "nil"
}

func questionName(i int) string { return fmt.Sprint("rtestg_a", i) }
func answerName(i int) string   { return fmt.Sprint("rtestg_o", i) }

// signature returns the parameters and results of a function literal.
func (c *Constructors) signature(sig *types.Signature) (params, results []string) {
	params = parameters(c.File, sig, questionName)
	for i := range sig.Results().Len() {
		results = append(results, answerName(i)+" "+c.Type(sig.Results().At(i).Type()))
	}
	return params, results
}

// parameters returns the parameters of a function literal with the given names.
func parameters(f *gosource.File, sig *types.Signature, name func(int) string) (list []string) {
	for i := range sig.Params().Len() {
		t := sig.Params().At(i).Type()
		text := f.Type(t)
		if sig.Variadic() && i == sig.Params().Len()-1 {
			text = "..." + f.Type(t.(*types.Slice).Elem())
		}
		list = append(list, name(i)+" "+text)
	}
	return list
}

// questionType returns the type that holds all arguments: the type of the only parameter, or a
// struct of them, as in calls(f).
func questionType(sig *types.Signature) types.Type {
	if sig.Params().Len() == 1 {
		return sig.Params().At(0).Type()
	}
	var fields []*types.Var
	for i := range sig.Params().Len() {
		fields = append(fields, types.NewField(0, nil, fmt.Sprint("A", i), sig.Params().At(i).Type(), false))
	}
	return types.NewStruct(fields, nil)
}

// question writes the value that holds all arguments.
func question(sig *types.Signature, args string) string {
	if sig.Params().Len() == 1 {
		return questionName(0)
	}
	return args + "{" + strings.Join(questionNames(sig), ", ") + "}"
}

func questionNames(sig *types.Signature) (list []string) {
	for i := range sig.Params().Len() {
		list = append(list, questionName(i))
	}
	return list
}

// forwarded writes a call of rtestg_f with the arguments.
func forwarded(sig *types.Signature) string {
	args := strings.Join(questionNames(sig), ", ")
	if sig.Variadic() {
		args += "..."
	}
	return "rtestg_f(" + args + ")"
}

// rules writes the functions that check what the contract demands of the arguments and of the
// answer.
func (c *Constructors) rules(s *value.Func, rules []*refine.Callback, args string, outer func(*refine.Variable) string) string {
	var require, ensure []*refine.Clause
	for _, r := range rules {
		require, ensure = append(require, r.Require...), append(ensure, r.Ensure...)
	}
	names := ruleNames(rules, outer)
	var b strings.Builder
	if len(require) > 0 {
		fmt.Fprintf(&b, "rtestg_q.Require = func(rtestg_a %s) int {\n", args)
		for i, cl := range require {
			fmt.Fprintf(&b, "if !(%s) {\nreturn %d\n}\n", c.Expr(cl.Expr, names, nil), i)
		}
		b.WriteString("return -1\n}\n")
	}
	if len(ensure) > 0 {
		fmt.Fprintf(&b, "rtestg_q.Ensure = func(rtestg_a %s, rtestg_r *%sReader) bool {\n", args, c.rt)
		built, _ := c.answer(s)
		b.WriteString(built)
		var all []string
		for _, cl := range ensure {
			all = append(all, "("+c.Expr(cl.Expr, names, nil)+")")
		}
		fmt.Fprintf(&b, "return %s\n}\n", strings.Join(all, " && "))
	}
	return b.String()
}

// ruleNames returns the operands for the arguments and answers that rules mention.
func ruleNames(rules []*refine.Callback, outer func(*refine.Variable) string) func(*refine.Variable) string {
	return func(v *refine.Variable) string {
		for _, r := range rules {
			if i := slices.Index(r.Params, v); i >= 0 {
				if len(r.Params) == 1 {
					return "rtestg_a"
				}
				return fmt.Sprint("rtestg_a.A", i)
			}
			if i := slices.Index(r.Results, v); i >= 0 {
				return answerName(i)
			}
		}
		return outer(v)
	}
}

// Logged writes statements that replace the function in dst, one of the user's package, by a function
// that also records its calls.
func (c *Constructors) Logged(dst string, sig *types.Signature, input int) string {
	args := c.Type(questionType(sig))
	params, results := c.signature(sig)
	call := forwarded(sig)
	if len(results) > 0 {
		call = "return " + call
	}
	return fmt.Sprintf("if rtestg_f := %s; rtestg_f != %s {\nrtestg_q := %sNewLogged[%s](rtestg_r, %d)\n%s = func(%s) (%s) {\nrtestg_q.Note(%s)\n%s\n}\n%sWraps(%sWord(&%s), %sWord(&rtestg_f))\n}\n",
		dst, c.null(), c.rt, args, input, dst, strings.Join(params, ", "), strings.Join(results, ", "), question(sig, args), call,
		c.rt, c.rt, dst, c.rt)
}

// Guarded writes statements that make dst, a function that an expression returned, check what the
// contract demands of its arguments and answers.
func (c *Constructors) Guarded(dst string, sig *types.Signature, input int, rules *refine.Callback, outer func(*refine.Variable) string) string {
	names := func(v *refine.Variable) string {
		if i := slices.Index(rules.Params, v); i >= 0 {
			return questionName(i)
		}
		if i := slices.Index(rules.Results, v); i >= 0 {
			return answerName(i)
		}
		return outer(v)
	}
	args := c.Type(questionType(sig))
	look := func(cs []*refine.Clause, what func(i int) string) string {
		var b strings.Builder
		for i, cl := range cs {
			fmt.Fprintf(&b, "if !(%s) {\n%s\n}\n", c.Expr(cl.Expr, names, nil), what(i))
		}
		return b.String()
	}
	require := look(rules.Require, func(i int) string { return fmt.Sprintf("rtestg_q.Demand(%d, %s)", i, question(sig, args)) })
	ensure := look(rules.Ensure, func(int) string { return "rtestg_q.Refuse()" })
	params, results := c.signature(sig)
	var out []string
	for i := range results {
		out = append(out, answerName(i))
	}
	call := forwarded(sig)
	if len(out) > 0 {
		call = strings.Join(out, ", ") + " = " + call
	}
	return fmt.Sprintf("if rtestg_f := %s; rtestg_f != %s {\nrtestg_q := %sNewGuard(rtestg_r, %d)\n%s = func(%s) (%s) {\n%s%s\n%sreturn\n}\n%sWraps(%sWord(&%s), %sWord(&rtestg_f))\n}\n_ = rtestg_r\n",
		dst, c.null(), c.rt, input, dst, strings.Join(params, ", "), strings.Join(results, ", "), require, call, ensure,
		c.rt, c.rt, dst, c.rt)
}
