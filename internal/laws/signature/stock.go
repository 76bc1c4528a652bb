package signature

import (
	"fmt"
	"go/types"
	"strings"
)

// stock returns some functions of a function type, as Go literals: the values of its variables. Which there
// are depends on the types of parameters and result: predicates, orders, and what makes one value of another.
// It returns nil for types with other than one or two parameters and one result, all of basic types.
func stock(t types.Type) (list []string) {
	sig, ok := types.Unalias(t).(*types.Signature)
	if !ok || sig.Variadic() || sig.Results().Len() != 1 || sig.Params().Len() < 1 || sig.Params().Len() > 2 {
		return nil
	}
	var params []*types.Basic
	for p := range sig.Params().Variables() {
		params = append(params, basic(p.Type()))
	}
	result := basic(sig.Results().At(0).Type())
	if result == nil || params[0] == nil || params[len(params)-1] == nil {
		return nil
	}
	var exprs []string
	if len(params) == 2 {
		exprs = ofTwo(params[0], params[1], result)
	} else {
		exprs = ofOne(params[0], result)
	}
	var head []string
	for i, p := range params {
		head = append(head, fmt.Sprintf("a%d %s", i, p.Name()))
	}
	for _, e := range exprs {
		list = append(list, fmt.Sprintf("func(%s) %s { return %s }", strings.Join(head, ", "), result.Name(), e))
	}
	return list
}

// hasStock reports whether there are functions for a type.
func hasStock(t types.Type) bool { return len(stock(t)) > 0 }

// basic is t as a basic type whose values have literals, or nil.
func basic(t types.Type) *types.Basic {
	b, ok := types.Unalias(t).(*types.Basic)
	if !ok || b.Info()&(types.IsBoolean|types.IsInteger|types.IsFloat|types.IsString) == 0 {
		return nil
	}
	return b
}

// some is a literal of a type: not the zero value.
func some(b *types.Basic) string {
	switch {
	case b.Info()&types.IsString != 0:
		return `"a"`
	case b.Info()&types.IsBoolean != 0:
		return "true"
	case b.Kind() == types.Int32:
		return "'a'"
	}
	return "1"
}

// ofOne are expressions over a0. No two predicates exclude each other, so that both may be true of an element.
func ofOne(p, result *types.Basic) (exprs []string) {
	ordered, boolean := p.Info()&types.IsOrdered != 0, result.Info()&types.IsBoolean != 0
	if types.Identical(p, result) {
		exprs = append(exprs, "a0")
	}
	switch {
	case boolean && ordered:
		exprs = append(exprs, "a0 >= "+some(p), "a0 <= "+some(p), "a0 != "+some(p), "true", "false")
	case boolean:
		exprs = append(exprs, "!a0", "true")
	case p.Info()&types.IsString != 0 && result.Kind() == types.Int:
		exprs = append(exprs, "len(a0)", "1")
	default:
		exprs = append(exprs, some(result))
	}
	if types.Identical(p, result) && !boolean {
		exprs = append(exprs, "a0 + "+some(p))
		if p.Info()&types.IsString == 0 {
			exprs = append(exprs, "a0 * a0")
		}
	}
	return exprs
}

// ofTwo are expressions over a0 and a1.
func ofTwo(p, q, result *types.Basic) (exprs []string) {
	same, ordered := types.Identical(p, q), p.Info()&types.IsOrdered != 0
	switch {
	case result.Info()&types.IsBoolean != 0 && same && ordered:
		return []string{"a0 < a1", "a0 == a1", "a0 > a1", "true"}
	case result.Info()&types.IsBoolean != 0:
		return []string{"a0 == " + some(p), "a1 == " + some(q), "true"}
	case result.Kind() == types.Int && same && ordered:
		order := "func() int { if %[1]s < %[2]s { return %[3]d }; if %[1]s > %[2]s { return %[4]d }; return 0 }()"
		return append([]string{fmt.Sprintf(order, "a0", "a1", -1, 1), fmt.Sprintf(order, "a0", "a1", 1, -1)}, weak(p, order)...)
	}
	exprs = []string{some(result)}
	if types.Identical(p, result) {
		exprs = append(exprs, "a0")
	}
	if types.Identical(q, result) {
		exprs = append(exprs, "a1")
	}
	if same && types.Identical(p, result) && ordered {
		exprs = append(exprs, "a0 + a1")
	}
	return exprs
}

// weak is an order that some different values of a type have in common, as values are sorted by a part of them.
func weak(p *types.Basic, order string) []string {
	switch {
	case p.Info()&types.IsString != 0:
		return []string{fmt.Sprintf(order, "len(a0)", "len(a1)", -1, 1)}
	case p.Info()&types.IsInteger != 0:
		return []string{fmt.Sprintf(order, "a0/2", "a1/2", -1, 1)}
	}
	return nil
}

// stockName is the name of the k-th function for the i-th type in the file.
func stockName(i, k int) string { return fmt.Sprint(prefix, "Stock", i, "x", k) }

// Literals writes literals in the place of the names that functions of variables have in the file.
func Literals(sorts []types.Type, text string) string {
	if !strings.Contains(text, prefix) {
		return text
	}
	for i, t := range sorts {
		for k, lit := range stock(t) {
			text = strings.ReplaceAll(text, stockName(i, k), lit)
		}
	}
	return text
}

// stocks writes the functions that are values of variables of the i-th type, and the directive that lists them.
func (s *Signature) stocks(i int, t types.Type) (decls, directive string) {
	var names []string
	for k, lit := range stock(t) {
		names = append(names, stockName(i, k))
		decls += strings.Replace(lit, "func(", "func "+names[k]+"(", 1) + "\n\n"
	}
	if len(names) == 0 {
		return "", ""
	}
	return decls, "//rtest:values a0: " + strings.Join(names, ", ") + "\n"
}
