package advise

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/refine"
)

// ComparedAsList follows a message about several values where one is wanted.
const ComparedAsList = "; compare them with a list, f(x) == (a, b), or call a function that returns one of them"

// ownCalls has an example call of each of rtest's own functions, except old.
var ownCalls = map[string]string{
	"sorted": "sorted(xs)", "distinct": "distinct(xs)", "permutation": "permutation(xs, ys)", "count": "count(xs, x)",
	"sum": "sum(xs)", "with": "with(m, k, v)", "without": "without(m, k)", "equal": "equal(x, y)", "calls": "calls(f)",
}

// ChangedCopy shows, for with and without, the code that changes a copy of a slice.
var ChangedCopy = map[string]string{
	"with":    "slices.Insert(slices.Clone(xs), i, x)",
	"without": "slices.Delete(slices.Clone(xs), i, i+1)",
}

// isMembership reports whether other languages have a function of that name for membership in a
// list.
func isMembership(name string) bool {
	switch strings.ToLower(name) {
	case "contains", "includes", "member", "elem", "element", "inlist":
		return true
	}
	return false
}

// PanicsDirective says how a contract speaks of panics. There is no predicate for them.
const PanicsDirective = "write //rtest:panics P for calls that must panic; without it every panic is a failure"

// isPanicWord reports whether a name was probably meant as a predicate about panics.
func isPanicWord(name string) bool {
	switch strings.ToLower(name) {
	case "panics", "panicked", "nopanic", "throws", "raises":
		return true
	}
	return false
}

// QuantifierCall reports a call of a function that is a quantifier in other languages, as in
// all(xs, x > 0). Its arguments are no expressions here.
func QuantifierCall(sc *names.Scope, id syntax.Ident, args int) *Advice {
	word := "exists"
	switch strings.ToLower(id.Name) {
	default:
		return nil
	case "all", "every", "each", "foreach", "forall":
		word = "forall"
	case "any", "some", "exists":
	}
	m := sc.Lookup(id.Name, false)
	if obj, ok := m.(names.Object); ok && args > 1 && obj.Object == types.Universe.Lookup("any") {
		m = nil // A conversion has one argument.
	}
	if m != nil {
		return nil
	}
	return mistake(id.Span, codes.UnknownName, "undefined: %s: a quantifier is written %s x in xs: P", id.Name, word)
}

// isResultNumber reports whether a name is result0, result1 and so on.
func isResultNumber(name string) bool {
	digits, ok := strings.CutPrefix(name, "result")
	return ok && digits != "" && strings.Trim(digits, "0123456789") == ""
}

// resultNames says which results there are. Own has their names.
func resultNames(own map[string]names.Meaning) string {
	n := 0
	for own[fmt.Sprintf("result%d", n)] != nil {
		n++
	}
	if n == 1 {
		return "the only result is result, or result0"
	}
	return fmt.Sprintf("the results are numbered from result0 to result%d", n-1)
}

// boolResult returns the name of the last result if it is a bool, else "".
func boolResult(own map[string]names.Meaning) string {
	n := 0
	for own[fmt.Sprintf("result%d", n+1)] != nil {
		n++
	}
	name := fmt.Sprintf("result%d", n)
	if b, ok := own[name].(*names.Binding); !ok || !refine.IsBoolean(b.Expr.Type()) {
		return ""
	}
	if n == 0 {
		return "result"
	}
	return name
}

// qualifiedName returns an unknown name with the qualifier of the imported package that declares
// it, or "". It returns "" as well if several packages do.
func qualifiedName(s *names.Scope, name string) string {
	if s.File == nil || !token.IsExported(name) {
		return ""
	}
	var found []string
	for _, imported := range s.Unit.PackageNames() {
		pkg := s.Unit.ImportedAs(s.File, imported)
		if pkg == nil {
			continue
		}
		o := s.Unit.UnitOf(pkg)
		if pkg.Scope().Lookup(name) != nil || o != nil && o.Aliases[name] != nil {
			found = append(found, imported+"."+name)
		}
	}
	if len(found) != 1 {
		return ""
	}
	return found[0]
}

// uncalledHint suggests what was meant by a function without parentheses, a text in place of an
// error, len of something that has a method for it, or min or max of a list. The result begins with
// a space, or is empty.
func (c Checked) uncalledHint(e ast.Expr, err types.Error) string {
	switch {
	case strings.Contains(err.Msg, "mismatched types func(") && !strings.Contains(err.Msg, "untyped nil"),
		strings.Contains(err.Msg, "mismatched types ") && strings.Contains(err.Msg, " and func("):
		return " (a function is called, with parentheses after it)"
	case strings.HasSuffix(err.Msg, "(untyped string constant) to type interface{Error() string}"):
		return " (the text of an error is what its method Error returns)"
	case strings.HasSuffix(err.Msg, "for built-in len"):
		return c.lengthMethod(e, err)
	case strings.Contains(err.Msg, "invalid use of ... with built-in m"), strings.HasSuffix(err.Msg, "cannot be ordered"):
		return c.extremeOf(e, err)
	}
	return ""
}

// extremeOf suggests the function of package slices for min or max of a slice.
func (c Checked) extremeOf(e ast.Expr, err types.Error) (hint string) {
	ast.Inspect(e, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) != 1 || call.Ellipsis != err.Pos && call.Args[0].Pos() != err.Pos {
			return hint == ""
		}
		name := map[string]string{"min": "Min", "max": "Max"}[types.ExprString(call.Fun)]
		t := c.Info.Types[call.Args[0]].Type
		if name == "" || t == nil {
			return true
		}
		if _, ok := t.Underlying().(*types.Slice); ok {
			hint = fmt.Sprintf(" (did you mean slices.%s(%s)?)", name, types.ExprString(call.Args[0]))
		}
		return hint == ""
	})
	return hint
}

// lengthMethod suggests the method that returns the length of something that len does not accept.
func (c Checked) lengthMethod(e ast.Expr, err types.Error) (hint string) {
	ast.Inspect(e, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) != 1 || call.Args[0].Pos() != err.Pos || c.Info.Types[call.Args[0]].Type == nil {
			return hint == ""
		}
		for _, name := range []string{"Len", "Size", "Length"} {
			m, _, _ := types.LookupFieldOrMethod(c.Info.Types[call.Args[0]].Type, true, c.Scope.Unit.Node.Types, name)
			if f, isFunc := m.(*types.Func); isFunc && f.Signature().Params().Len() == 0 && f.Signature().Results().Len() == 1 {
				hint = fmt.Sprintf(" (did you mean %s.%s()?)", types.ExprString(call.Args[0]), name)
				return false
			}
		}
		return hint == ""
	})
	return hint
}

// elsewhereDeclared suggests the function of package errors for a selection from an error, and the
// constant of a type's package for a selection from the type. The result begins with a space, or is
// empty.
func (c Checked) elsewhereDeclared(e ast.Expr, err types.Error) string {
	sel := misspeltIn(e, err)
	if sel == nil {
		return ""
	}
	tv, name := c.Info.Types[sel.X], sel.Sel.Name
	if tv.Type == nil {
		return ""
	}
	x, isName := sel.X.(*ast.Ident)
	if isName && refine.IsError(tv.Type) && slices.Contains([]string{"Is", "As"}, name) {
		return fmt.Sprintf(" (did you mean errors.%s(%s, …)?)", name, x.Name)
	}
	named, ok := types.Unalias(tv.Type).(*types.Named)
	if !ok || !tv.IsType() || named.Obj().Pkg() == nil {
		return ""
	}
	pkg := named.Obj().Pkg()
	obj := pkg.Scope().Lookup(name)
	if obj == nil || pkg != c.Scope.Unit.Node.Types && !obj.Exported() {
		return ""
	}
	if pkg != c.Scope.Unit.Node.Types {
		name = pkg.Name() + "." + name
	}
	return " (did you mean " + name + "?)"
}
