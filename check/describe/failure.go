package describe

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/naming"
	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/gosource"
)

// Failure returns the event for one failure of a report, with values written as Go source.
func Failure(pkg *refine.Package, c *refine.Contract, h *refine.Hints, r *harness.Report, x harness.Failure) *event.Failure {
	f := &event.Failure{
		Cause: x.Cause, Pos: c.Pos, Site: x.Site, PanicKind: x.Kind,
		Panic: x.Panic, Stack: x.Stack, Output: r.Output,
		Report: r, Violated: x.Clause,
	}
	BlameClause(f, x.Clause)
	if x.Cause == harness.CauseContract {
		BlameClause(f, failedInvariant(pkg, c, x.Clause))
	}
	inputs := c.Inputs()
	given := DrawnFrom(pkg, c, r.Places, naming.Shown(pkg, h, inputs, r.Args))
	f.Args = Args(inputs, given)
	for i, a := range Args(inputs, DrawnFrom(pkg, c, r.Places, naming.Local(pkg, r.Args))) {
		f.Args[i].Saved = a.Value
	}
	after, results := naming.Shown(pkg, h, inputs, r.After), naming.Shown(pkg, h, c.Results, r.Results)
	f.After = changed(inputs, naming.Shown(pkg, h, inputs, r.Args), after)
	for _, v := range results {
		f.Results = append(f.Results, tree.Literal(v))
	}
	f.Shown = &event.Shown{Before: named(inputs, given, "arg"), After: named(inputs, after, "arg"), Results: named(c.Results, results, "result")}
	f.Call = call(pkg, c, given, x.Later && iterates(c))
	var parts []string
	n := naming.NewNaming(pkg)
	n.Hints = h
	for _, p := range x.Parts {
		if x.Clause != nil && x.Clause.Kind == refine.Invariant && x.Cause == harness.CauseContract {
			break // No value violates the clause: its evaluation failed.
		}
		parts = append(parts, harness.Marked(p.Text+" is "+p.Value, n.Constant))
		f.Shown.Parts = append(f.Shown.Parts, event.Part{Text: harness.Marked(p.Text, n.Constant), Value: harness.Marked(p.Value, n.Constant)})
	}
	if x.Later {
		parts = append(parts, "the call returns; "+laterPanic(c))
	}
	f.Details = append(parts, r.Notes...)
	return f
}

// named pairs variables with their values. It leaves out nil values. A variable without a name is
// called by its place.
func named(vars []*refine.Variable, values []*tree.Value, word string) (list []event.Named) {
	for i, v := range values {
		if v == nil {
			continue
		}
		name := fmt.Sprint(word, i)
		if i < len(vars) && vars[i].Name != "" && vars[i].Name != "_" {
			name = vars[i].Name
		}
		list = append(list, event.Named{Name: name, Value: v})
	}
	return list
}

// Call returns the call of a report as Go source of the package under test.
func Call(pkg *refine.Package, h *refine.Hints, c *refine.Contract, r *harness.Report) string {
	return call(pkg, c, DrawnFrom(pkg, c, r.Places, naming.Shown(pkg, h, c.Inputs(), r.Args)), false)
}

// failedInvariant returns the invariant whose evaluation failed, if clause represents all invariants that a type
// reaches. It returns nil unless exactly one can have failed.
func failedInvariant(pkg *refine.Package, c *refine.Contract, clause *refine.Clause) *refine.Clause {
	if clause == nil || clause.Kind != refine.Invariant || clause.Expr != nil || pkg.Facts == nil {
		return nil
	}
	var found []*refine.Clause
	for _, v := range slices.Concat(c.Inputs(), c.Results) {
		if refine.TypeName(v.Type, pkg.Types) == clause.Text {
			found = gosource.Suspects(pkg.Types, pkg.Facts, v.Type)
		}
	}
	if len(found) != 1 {
		return nil
	}
	return found[0]
}

// Args pairs inputs with their values. It leaves out nil values.
func Args(inputs []*refine.Variable, values []*tree.Value) []event.Arg {
	return args(inputs, values, func(int) map[int]string { return nil })
}

// changed pairs inputs with their values after a call. after has nil for those that did not change,
// and before has what they are. What an input has in common with one that did not change, or that
// comes before it, is written as an operand of that.
func changed(inputs []*refine.Variable, before, after []*tree.Value) []event.Arg {
	return args(inputs, after, func(i int) map[int]string {
		known := slices.Clone(before)
		for j := range min(len(known), len(after)) {
			switch {
			case after[j] == nil: // It did not change.
			case j < i:
				known[j] = after[j]
			default:
				known[j] = nil
			}
		}
		return tree.Operands(variableNames(inputs), known)
	})
}

// args is Args where operands returns expressions for what the i-th input has in common with others.
func args(inputs []*refine.Variable, values []*tree.Value, operands func(i int) map[int]string) []event.Arg {
	var as []event.Arg
	refs := tree.References(variableNames(inputs), values)
	for i, v := range values {
		if v == nil || i >= len(inputs) {
			continue
		}
		name := inputs[i].Name
		if name == "" || name == "_" {
			name = fmt.Sprintf("arg%d", i)
		}
		text := refs[i]
		if text == "" {
			plain := tree.Apart(v, values[:i])
			plain.Declared = false
			text = tree.LiteralBeside(name, plain, operands(i))
		}
		as = append(as, event.Arg{Name: name, Value: text})
	}
	return as
}

// variableNames returns the names of variables, "" for one without a name.
func variableNames(vars []*refine.Variable) (names []string) {
	for _, v := range vars {
		names = append(names, v.Name)
	}
	return names
}

// call returns the call as Go source of the package under test: F(1, 2), (&Tree{…}).Insert(3). Declarations of
// memory that several inputs share precede it, separated by semicolons. If ranged is set, the call is in a loop
// over its result.
func call(pkg *refine.Package, c *refine.Contract, inputs []*tree.Value, ranged bool) string {
	name := c.Func.Name()
	stmts, exprs := tree.Named(variableNames(c.Inputs()), inputs)
	var b strings.Builder
	for _, s := range stmts {
		b.WriteString(s + "; ")
	}
	if ranged {
		b.WriteString("for range ")
	}
	if c.Recv != nil && len(inputs) > 0 {
		b.WriteString(receiver(pkg, c.Recv.Type, inputs[0], exprs[0]) + ".")
		inputs, exprs = inputs[1:], exprs[1:]
	} else if own := c.Func.Pkg(); own != nil && own.Path() != pkg.Types.Path() {
		name = own.Name() + "." + name
	}
	if last := len(inputs) - 1; c.Variadic && last >= 0 {
		exprs = append(exprs[:last:last], variadicArguments(inputs, exprs[last])...)
	}
	b.WriteString(name + typeArguments(pkg, c, name, stmts, exprs) + "(" + strings.Join(exprs, ", ") + ")")
	if ranged {
		b.WriteString(" {}")
	}
	return b.String()
}

// iterates reports whether a function returns an iterator and nothing else.
func iterates(c *refine.Contract) bool {
	return len(c.Results) == 1 && refine.IsIterator(c.Results[0].Type)
}

// laterPanic says what panics after a function has returned.
func laterPanic(c *refine.Contract) string {
	if iterates(c) {
		return "ranging over its result panics"
	}
	return "the function that it returned panics when the clause calls it"
}

// variadicArguments returns the last input, a variadic argument, as the list of its elements, or as
// a whole with dots. An element that shares memory stays in the whole, which names that memory.
func variadicArguments(inputs []*tree.Value, whole string) []string {
	v := inputs[len(inputs)-1]
	switch {
	case v.Kind == tree.Nil:
		return nil
	case v.Kind != tree.Sequence || len(v.Elems) == 0 || slices.ContainsFunc(v.Elems, madeInSteps) || tree.Meets(v.Elems, inputs) || v.ID != 0 && !strings.Contains(whole, "{"):
		return []string{whole + "..."}
	}
	var elems []string
	for _, e := range v.Elems {
		elems = append(elems, tree.Literal(e))
	}
	return elems
}

// madeInSteps reports whether the value needs statements to be built.
func madeInSteps(v *tree.Value) bool {
	stmts, _ := tree.Literals([]*tree.Value{v})
	return len(stmts) > 0
}

// receiver returns the literal of a receiver in a form that a selector may follow.
func receiver(pkg *refine.Package, t types.Type, v *tree.Value, text string) string {
	name := refine.TypeName(t, pkg.Types)
	switch v.Kind {
	case tree.Nil:
		if _, isName := types.Unalias(t).(*types.Named); isName {
			return name + "(nil)"
		}
		return "(" + name + ")(nil)"
	case tree.ByCalls:
		// A variable needs no & or *: a selector takes its address or dereferences it.
		if name := strings.TrimLeft(text, "&*"); token.IsIdentifier(name) {
			return name
		}
		if strings.HasPrefix(text, "&") {
			return "(" + text + ")"
		}
	case tree.Address:
		if strings.HasPrefix(text, "&") {
			return "(" + text + ")"
		}
	case tree.Function, tree.Asked:
		// A function literal has no methods unless it is converted.
		if !strings.HasPrefix(text, name+"(") {
			return name + "(" + text + ")"
		}
	case tree.Scalar:
		if v.Const != "" {
			if strings.ContainsAny(text, " -") {
				return "(" + text + ")"
			}
			return text
		}
		if !strings.HasPrefix(text, name+"(") {
			return name + "(" + text + ")"
		}
	}
	return text
}

// BlameClause makes c the violated clause of the failure.
func BlameClause(f *event.Failure, c *refine.Clause) {
	if c == nil {
		return
	}
	f.Kind, f.Clause, f.Unfolded = c.Kind.String(), c.Text, c.Unfolded
	if c.Kind == refine.Refinement && f.Cause == harness.CauseEnsures {
		f.Kind = refine.Ensures.String()
	}
	if c.Pos.IsValid() {
		f.Pos = c.Pos
	}
}
