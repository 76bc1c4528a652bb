package listing

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// describeInputs describes the values of each input.
func describeInputs(r *prepare.Package, p *prepare.Plan) (list []Domain) {
	for i := range p.Shapes {
		list = append(list, describeInput(r, p, i))
	}
	dropRepeated(list)
	return list
}

// describeInput describes the values of the i-th input at the greatest depth.
func describeInput(r *prepare.Package, p *prepare.Plan, i int) Domain {
	in, depth := p.Contract.Inputs()[i], p.Depths[i]
	typ := refine.TypeName(in.Type, r.Pkg.Types)
	if s, ok := p.Shapes[i].(*value.Drawn); ok {
		return Domain{Name: in.Name, Says: typ + ", " + drawDomain(p.Contract.Draws[s.Draw], r.Pkg.Types)}
	}
	d := &describer{run: r, depth: depth, listed: map[string]string{}}
	all := Domain{Name: in.Name, Says: d.typed(in.Type, p.Shapes[i], depth)}
	if a := value.AliasedOf(p.Shapes[i]); a != nil && !a.Apart {
		var with []string
		for _, j := range a.With {
			with = append(with, p.Contract.Inputs()[j].Name)
		}
		all.Says += ", may be the memory of " + strings.Join(with, " or ")
	}
	all.Parts = d.parts(in.Name, p.Shapes[i], depth)
	return all
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

// A describer describes the values of one input.
type describer struct {
	run *prepare.Package
	// depth bounds numbers. What is left of it, after the steps to a part, bounds lengths.
	depth int
	// listed has the last description of each interface.
	listed map[string]string
}

// typed returns a type and the values it has.
func (d *describer) typed(t types.Type, s value.Shape, left int) string {
	text := refine.TypeName(t, d.run.Pkg.Types)
	if domain := d.domain(s, left); domain != "" {
		text += ", " + domain
	}
	return text
}

// domain describes the values of a shape, without its parts. It returns "" if the parts describe everything.
func (d *describer) domain(s value.Shape, left int) string {
	switch s := s.(type) {
	case *value.Bool:
		return "false and true"
	case *value.Int:
		return integerDomain(s, d.depth)
	case *value.Float:
		return floatDomain(d.depth)
	case *value.Complex:
		return "both parts " + floatDomain(d.depth)
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
			text += " and capacity beyond them"
		}
		if s.EmptyToo {
			text += ", nil or empty"
		}
		return text + d.describeElements(", each ", s.Elem, left)
	case *value.Array:
		return strings.TrimPrefix(d.describeElements(", each ", s.Elem, left), ", ")
	case *value.Map:
		return fmt.Sprintf("up to %d entries", left) + d.describeElements(", keys ", s.Key, left) + d.describeElements(", values ", s.Elem, left)
	case *value.Zero:
		if s.Why != "" {
			return "none: " + s.Why
		}
		return "its zero value"
	case *value.Calls:
		return "built by " + d.run.Built.How(s.Builder, d.depth)
	case *value.Pointer:
		return d.pointer(s, left)
	case *value.Reference:
		return d.reference(s)
	case *value.Aliased:
		return d.domain(s.Own.Shape, left)
	case *value.Heap:
		return d.domain(s.Root, left)
	case *value.Interface:
		return d.inhabitants(s)
	case *value.Func:
		return d.function(s, left)
	case *value.Struct, *value.Objects, *value.Drawn, *value.Unsupported:
	}
	return ""
}

// describeElements describes the elements of a container, preceded by word.
func (d *describer) describeElements(word string, part value.Ref, left int) string {
	left -= part.Step
	if left < 0 {
		return ""
	}
	domain := d.domain(part.Shape, left)
	if _, ok := part.Shape.(*value.Bool); ok {
		domain = "false or true"
	}
	if domain == "" {
		return ""
	}
	return word + domain
}

// pointer describes what a pointer points to. For a recursive type it says how high that may be.
func (d *describer) pointer(s *value.Pointer, left int) string {
	if c, ok := s.Elem.Shape.(*value.Calls); ok {
		return "built by " + d.run.Built.How(c.Builder, d.depth)
	}
	word := "nil"
	if s.NotNil {
		word = "not nil"
	}
	to := d.describeElements(" or to ", s.Elem, left)
	switch height := left - s.Elem.Step + 1; {
	case height <= 0:
		return word
	case recursive(s) && s.NotNil:
		return fmt.Sprintf("up to %d high", height)
	case recursive(s):
		return fmt.Sprintf("nil or up to %d high", height)
	case s.NotNil:
		return word + strings.Replace(to, " or to ", ", to ", 1)
	case to == "":
		return "nil or not"
	}
	return word + to
}

// reference describes to how many objects a reference may refer.
func (d *describer) reference(s *value.Reference) string {
	most := d.depth
	if s.To.Most >= 0 {
		most = min(most, s.To.Most)
	}
	word := "nil or "
	if s.NotNil || most <= 0 {
		word = ""
	}
	if most <= 0 {
		return "nil"
	}
	return fmt.Sprintf("%sone of up to %d that may share memory", word, most)
}

// recursive reports whether the target of a pointer contains values of its own type. It reports
// false for a recursive type whose fields nothing reads.
func recursive(s *value.Pointer) (again bool) {
	for _, part := range s.Elem.Shape.Parts() {
		value.Walk(part.Shape, func(in value.Shape) {
			again = again || types.Identical(in.Go(), s.Elem.Shape.Go())
		})
	}
	return again
}

// function describes the answers of a function.
func (d *describer) function(s *value.Func, left int) string {
	var answers []string
	for _, r := range s.Results {
		domain := strings.TrimPrefix(d.describeElements(" ", r, left), " ")
		if _, ok := r.Shape.(*value.Func); ok || domain == "" {
			domain = "any " + refine.TypeName(r.Shape.Go(), d.run.Pkg.Types)
		}
		answers = append(answers, domain)
	}
	var parts []string
	if len(answers) > 0 {
		parts = append(parts, "answers "+strings.Join(answers, " and "))
	}
	if s.Nil {
		parts = append(parts, "or nil")
	}
	return strings.Join(parts, ", ")
}

// inhabitants describes the inhabitants of an interface, unless the last description of it was the
// same.
func (d *describer) inhabitants(s *value.Interface) string {
	pkg := d.run.Pkg.Types
	var parts, names []string
	for _, a := range s.Alts {
		listed, ok := a.Shape.(*value.Listed)
		calls, made := a.Shape.(*value.Calls)
		switch {
		case made:
			parts = append(parts, "built by "+d.run.Built.How(calls.Builder, d.depth))
		case ok && types.IsInterface(a.T):
			names = append(names, listed.Values...)
		default:
			names = append(names, refine.TypeName(a.T, pkg))
		}
	}
	switch {
	case s.Nil && len(names) == 0 && len(parts) > 0:
		parts = append(parts, "or nil")
	case s.Nil:
		names = append(names, "nil")
	}
	if len(names) > 0 {
		parts = append(parts, "one of "+strings.Join(names, ", "))
	}
	text, name := strings.Join(parts, ", "), refine.TypeName(s.T, pkg)
	if d.listed[name] == text {
		return ""
	}
	d.listed[name] = text
	return text
}

// integerDomain describes the integers of a shape at a depth.
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
			// Unsigned 64-bit ends are stored as two's complements.
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
