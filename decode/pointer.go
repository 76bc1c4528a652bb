package decode

import (
	"fmt"
	"go/types"

	"github.com/rtest-dev/rtest/internal/value"
)

// A pointer is nil, or points to a value.
type pointer struct{ *value.Pointer }

func (s pointer) read(r *reader, n *Node) { r.parts(n, min(1, r.take(n)), s.Elem.Shape) }

func (s pointer) literal(l *Literals, n *Node, at Spot) Expr {
	if len(n.Kids) == 0 {
		return l.ZeroValue(s.T, Spot{Typed: at.Typed})
	}
	of := n.Kids[0]
	if of.Callee != nil {
		return l.Built(of, true)
	}
	elem := s.T.Underlying().(*types.Pointer).Elem()
	_, named := types.Unalias(s.T).(*types.Named)
	if _, ok := of.Shape.(*value.Struct); ok {
		inner := l.Value(of, Spot{Elided: at.Elided && !named})
		if at.Elided && !named {
			return Expr{Text: inner.Text}
		}
		return Expr{Text: s.named(l, "&"+inner.Text, named && at.Typed)}
	}
	x := l.Value(of, Spot{Typed: true})
	text := "new(" + l.Type(elem) + ")"
	if !x.Zero {
		arg := ""
		if types.IsInterface(elem) {
			arg = "[" + l.Type(elem) + "]"
		}
		text = l.Runtime + "Ptr" + arg + "(" + x.Text + ")"
	}
	return Expr{Text: s.named(l, text, named && at.Typed)}
}

// named converts to the named type if needed.
func (s pointer) named(l *Literals, text string, needed bool) string {
	if needed {
		return l.Convert(s.T, text)
	}
	return text
}

func (s pointer) decode(d *Decoders) string {
	return d.function(s.Pointer, func(d *Decoders) string {
		start := "if r.next() == 0 {\nreturn nil\n}\n"
		if s.NotNil {
			start = "r.next()\n"
		}
		if of, ok := s.Elem.Shape.(*value.Calls); ok {
			return start + "return " + d.Calls(of) + "(r)\n"
		}
		elem := s.T.Underlying().(*types.Pointer).Elem()
		return start + fmt.Sprintf("v = new(%s)\n*v = %s\nreturn v\n", d.Type(elem), d.Next(s.Elem.Shape))
	})
}

func (s pointer) set(c *Constructors, dst string) string {
	return c.function(dst, s.Pointer, s.allocate)
}

func (s pointer) allocate(c *Constructors) string {
	elem := s.T.Underlying().(*types.Pointer).Elem()
	if calls, ok := s.Elem.Shape.(*value.Calls); ok {
		// The very pointer that the calls returned.
		return fmt.Sprintf("if rtestg_r.Next() != 0 {\n*rtestg_p = %sBuilt[%s](rtestg_r, %d)\n}\n", c.rt, c.Type(elem), calls.Builder)
	}
	var set string
	if of, ok := s.Elem.Shape.(*value.Struct); ok {
		set = c.fields("rtestg_q", of)
	} else {
		set = c.Set("(*rtestg_q)", s.Elem.Shape)
	}
	return fmt.Sprintf("if rtestg_r.Next() != 0 {\nrtestg_q := %s\n%s*rtestg_p = rtestg_q\n}\n", c.alloc(elem), set)
}

func (s pointer) alike(other value.Shape, same func(a, b value.Ref) bool) bool {
	o := other.(*value.Pointer)
	return s.NotNil == o.NotNil && same(s.Elem, o.Elem)
}
