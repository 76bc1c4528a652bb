package check

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// describeInput says what the values of the i-th input are at the greatest depth.
func (r *run) describeInput(p *plan, i int, typ string) string {
	depth := p.depths[i]
	domain := r.domain(p.shapes[i], depth, depth)
	if s, ok := p.shapes[i].(*value.Drawn); ok {
		domain = drawDomain(p.contract.Draws[s.Draw], r.pkg.Types)
	}
	if domain == "" {
		return typ
	}
	return typ + ", " + domain
}

// drawDomain says what an input is drawn from.
func drawDomain(d *refine.Draw, pkg *types.Package) string {
	if list, ok := d.From.X.(*refine.Composite); ok && !d.Single {
		var values []string
		for _, v := range list.Values {
			values = append(values, refine.Text(v, pkg))
		}
		return "one of " + strings.Join(values, ", ")
	}
	if d.Single {
		return "the value of " + refine.Text(d.From.X, pkg)
	}
	return "drawn from " + refine.Text(d.From.X, pkg)
}

// domain says what the values of a shape are: numbers have their range from depth,
// lengths from what is left of it. It is empty where there is nothing to say in a
// few words.
func (r *run) domain(s value.Shape, depth, left int) string {
	switch s := s.(type) {
	case *value.Bool:
		return "false and true"
	case *value.Int:
		return integerDomain(s, depth)
	case *value.Float:
		return floatDomain(depth)
	case *value.Listed:
		return "one of " + strings.Join(s.Values, ", ")
	case *value.String:
		text := fmt.Sprintf("up to %d of the characters %q", left, value.Text(s.Alphabet))
		if s.EmptyToo {
			text += ", nil or empty"
		}
		return text
	case *value.Slice:
		text := fmt.Sprintf("up to %d elements", left)
		if s.Room {
			text += " and room behind them"
		}
		if s.EmptyToo {
			text += ", nil or empty"
		}
		return text + r.each(s.Elem.Shape, depth, left-1)
	case *value.Array:
		return strings.TrimPrefix(r.each(s.Elem.Shape, depth, left-1), ", ")
	case *value.Map:
		return fmt.Sprintf("up to %d entries", left)
	case *value.Zero:
		return "its zero value"
	case *value.Calls:
		return "built by " + r.built.how(s.Builder, depth)
	case *value.Pointer:
		if c, ok := s.Elem.Shape.(*value.Calls); ok {
			return "built by " + r.built.how(c.Builder, depth)
		}
	case *value.Interface:
		return r.inhabitants(s, depth)
	case *value.Complex, *value.Struct, *value.Func, *value.Drawn, *value.Unsupported:
	}
	return ""
}

// each says what the elements are of what holds some.
func (r *run) each(s value.Shape, depth, left int) string {
	switch s.(type) {
	case *value.Bool:
		return ", each false or true"
	case *value.Int, *value.Float, *value.Listed, *value.String, *value.Slice:
		if domain := r.domain(s, depth, left); domain != "" && left >= 0 {
			return ", each " + domain
		}
	}
	return ""
}

func integerDomain(s *value.Int, depth int) string {
	unsigned := value.Unsigned(s.T)
	switch {
	case s.Free:
		return "between its ends"
	case s.Ranges == nil && (unsigned || depth == 0):
		return fmt.Sprintf("0..%d", depth)
	case s.Ranges == nil:
		return fmt.Sprintf("-%d..%d", depth, depth)
	}
	var ranges []string
	for _, r := range s.Ranges {
		if unsigned {
			// Those of 64 bits are two's complements.
			ranges = append(ranges, fmt.Sprintf("%d..%d", uint64(r.Lo), uint64(r.Hi)))
			continue
		}
		ranges = append(ranges, fmt.Sprintf("%d..%d", r.Lo, r.Hi))
	}
	return strings.Join(ranges, ", ")
}

func floatDomain(depth int) string {
	switch {
	case depth == 0:
		return "0"
	case depth < encode.SpecialFloats:
		return fmt.Sprintf("the halves within -%d..%d", depth, depth)
	}
	return fmt.Sprintf("the halves within -%d..%d, -0, NaN, the infinities and the extremes", depth, depth)
}

// inhabitants says what inhabits an interface.
func (r *run) inhabitants(s *value.Interface, depth int) string {
	var parts, names []string
	for _, a := range s.Alts {
		listed, ok := a.Shape.(*value.Listed)
		calls, made := a.Shape.(*value.Calls)
		switch {
		case made:
			parts = append(parts, "built by "+r.built.how(calls.Builder, depth))
		case ok && types.IsInterface(a.T):
			names = append(names, listed.Values...)
		default:
			names = append(names, types.TypeString(a.T, qualifier(r.pkg.Types)))
		}
	}
	if s.Nil {
		names = append(names, "nil")
	}
	if len(names) > 0 {
		parts = append(parts, "one of "+strings.Join(names, ", "))
	}
	return strings.Join(parts, ", ")
}
