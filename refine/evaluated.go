package refine

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// Evaluated returns a text that is equal for equal listed values, however they are written. It
// handles constants, package variables, composite literals of these, and pointers to such literals.
// It returns "" for others, such as calls, which may return something else each time.
func Evaluated(e Expr) string {
	switch e := e.(type) {
	case *Const:
		if e.Value == nil {
			return "nil"
		}
		return typedText(e.T, exactText(e.Value, e.T))
	case *Object:
		if _, ok := e.Obj.(*types.Var); ok && e.Obj.Pkg() != nil {
			return e.Obj.Pkg().Path() + "." + e.Obj.Name()
		}
	case *Convert:
		if _, ok := e.X.(*Composite); ok {
			return typedText(e.T, Evaluated(e.X))
		}
	case *Unary:
		if _, ok := e.X.(*Composite); ok && e.Op == token.AND {
			return typedText(e.T, Evaluated(e.X))
		}
	case *Composite:
		return evaluatedParts(e)
	}
	return ""
}

// exactText returns the exact text of a constant of type t.
func exactText(v constant.Value, t types.Type) string {
	if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&types.IsInteger != 0 {
		v = constant.ToInt(v)
	}
	return v.ExactString()
}

func typedText(t types.Type, text string) string {
	if text == "" {
		return ""
	}
	return types.TypeString(t, nil) + "(" + text + ")"
}

// evaluatedParts is Evaluated for a composite literal. It leaves out zero fields of a struct.
func evaluatedParts(e *Composite) string {
	u, isStruct := e.T.Underlying().(*types.Struct)
	var parts []string
	for i, v := range e.Values {
		text, key := Evaluated(v), ""
		switch {
		case isStruct && e.Keys == nil:
			key = u.Field(i).Name()
		case e.Keys != nil && e.Keys[i] != nil:
			key = Evaluated(e.Keys[i])
			if c, ok := e.Keys[i].(*Const); ok && isStruct {
				key = constant.StringVal(c.Value)
			}
		}
		if text == "" || key == "" && e.Keys != nil {
			return ""
		}
		if !isStruct || !zeroValue(v) {
			parts = append(parts, key+": "+text)
		}
	}
	if isStruct {
		slices.Sort(parts)
	}
	return types.TypeString(e.T, nil) + "{" + strings.Join(parts, ", ") + "}"
}

// zeroValue reports whether an expression is known to be the zero value of its type.
func zeroValue(e Expr) bool {
	switch e := e.(type) {
	case *Const:
		if e.Value == nil {
			return true
		}
		switch e.Value.Kind() {
		case constant.Bool:
			return !constant.BoolVal(e.Value)
		case constant.String:
			return constant.StringVal(e.Value) == ""
		default:
			return constant.Sign(e.Value) == 0 && !types.IsInterface(e.T)
		}
	case *Composite:
		_, isStruct := e.T.Underlying().(*types.Struct)
		return isStruct && !slices.ContainsFunc(e.Values, func(v Expr) bool { return !zeroValue(v) })
	}
	return false
}
