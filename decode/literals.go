package decode

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/gosource"
)

// Literals writes the values of nodes as expressions of a file.
type Literals struct {
	*gosource.File
	// Package is the package of the file. Runtime qualifies the helper Ptr.
	Package *types.Package
	Runtime string
	// Hints say which numbers are characters; nil if none are.
	Hints *refine.Hints
	// Built writes a value built by calls, or a pointer to it.
	Built func(n *Node, pointer bool) Expr
	// Err is the first error.
	Err error

	// objects are those of the heap of the input that is written.
	objects map[*value.Objects][]*object
}

// A Spot describes the place of an expression.
type Spot struct {
	// Typed says that the expression must determine its own type. Elided says that the type of a
	// composite literal may be omitted.
	Typed, Elided bool
	// Number says that no number is written as a character.
	Number bool
}

// An Expr is an expression. Zero says that it is the zero value.
type Expr struct {
	Text string
	Zero bool
}

// Value writes the value of a node.
func (l *Literals) Value(n *Node, at Spot) Expr { return kindOf(n.Shape).literal(l, n, at) }

// Fail records an error unless there is one. It returns a placeholder expression.
func (l *Literals) Fail(format string, args ...any) Expr {
	if l.Err == nil {
		l.Err = fmt.Errorf(format, args...)
	}
	return Expr{Text: "nil"}
}

// Convert writes T(x).
func (l *Literals) Convert(t types.Type, x string) string {
	return conversion(l.Type(t)) + "(" + x + ")"
}

// conversion returns a type as it is written before an operand in parentheses.
func conversion(t string) string {
	for _, prefix := range [...]string{"*", "func", "<-", "chan"} {
		if strings.HasPrefix(t, prefix) {
			return "(" + t + ")"
		}
	}
	return t
}

// Constant writes a basic value of type t. It adds the type if the spot demands it and the constant
// alone would have another.
func (l *Literals) Constant(t types.Type, text string, at Spot) string {
	if !at.Typed {
		if strings.HasSuffix(text, ")") && !types.Identical(t, types.Typ[types.Float64]) {
			return l.Convert(t, text)
		}
		return text
	}
	b, ok := types.Unalias(t).(*types.Basic)
	if ok {
		switch b.Kind() {
		case types.Bool, types.Int, types.String:
			return text
		case types.Float64:
			if strings.ContainsAny(text, ".e)") {
				return text
			}
			return text + ".0"
		}
	}
	return l.Convert(t, text)
}

// ZeroValue writes the zero value of a type.
func (l *Literals) ZeroValue(t types.Type, at Spot) Expr { return Expr{l.zero(t, at), true} }

func (l *Literals) zero(t types.Type, at Spot) string {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch info := u.Info(); {
		case info&types.IsBoolean != 0:
			return l.Constant(t, "false", at)
		case info&types.IsString != 0:
			return l.Constant(t, `""`, at)
		case info&types.IsNumeric != 0:
			return l.Constant(t, "0", at)
		}
	case *types.Struct, *types.Array:
		return l.composite(t, at) + "{}"
	}
	if at.Typed {
		return l.Convert(t, "nil")
	}
	return "nil"
}

// composite writes the type of a composite literal, unless it may be omitted.
func (l *Literals) composite(t types.Type, at Spot) string {
	if at.Elided {
		return ""
	}
	return l.Type(t)
}
