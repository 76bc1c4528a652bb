package codegen

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/internal/harness/rt/read"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/gosource"
)

// steps returns the order in which inputs are drawn and preconditions evaluated, or nil if
// nothing is drawn. The preconditions before the one that draws an input come before it, as
// far as their inputs exist, because the expression for the input may rely on them.
func steps(t *Target) []read.Step {
	missing := map[int]bool{}
	for i, s := range t.Shapes {
		if _, ok := s.(*value.Drawn); ok {
			missing[i] = true
		}
	}
	if len(missing) == 0 {
		return nil
	}
	var list []read.Step
	done := make([]bool, len(t.Pre))
	until := func(end int) {
		for i := range t.Pre[:end] {
			if !done[i] && !speaksOf(t.Pre[i], missing) {
				done[i] = true
				list = append(list, read.Step{Draw: -1, Pre: i})
			}
		}
	}
	for i, s := range t.Shapes {
		d, ok := s.(*value.Drawn)
		if !ok {
			continue
		}
		at := 0
		for k, p := range t.Pre {
			if p.Clause == t.Contract.Draws[d.Draw].Clause {
				at = k
			}
		}
		until(at)
		list = append(list, read.Step{Draw: i, Pre: at})
		delete(missing, i)
	}
	until(len(t.Pre))
	return list
}

// speaksOf reports whether a precondition needs one of the inputs.
func speaksOf(p Precondition, inputs map[int]bool) bool {
	if p.input >= 0 {
		return inputs[p.input]
	}
	return Mentions(p.Clause.Expr, inputs)
}

// Mentions reports whether an expression mentions one of the inputs, by index.
func Mentions(e refine.Expr, inputs map[int]bool) bool {
	found := false
	refine.Inspect(e, func(e refine.Expr) bool {
		if r, ok := e.(*refine.Ref); ok && r.Var.Role == refine.Input && inputs[r.Var.Index] {
			found = true
		}
		return !found
	})
	return found
}

// draw writes the drawing of inputs, by index.
func (g *glue) draw(p *Plan) string {
	var b strings.Builder
	b.WriteString("switch rtestg_i {\n")
	for i, s := range p.Target.Shapes {
		if d, ok := s.(*value.Drawn); ok {
			fmt.Fprintf(&b, "case %d:\nreturn %s\n", i, g.drawOne(p, d, i, inputField, names))
		}
	}
	b.WriteString("}\nreturn 0 != 0\n")
	return b.String()
}

// drawTwin writes the drawing of the twin's inputs, all of them in order.
func (g *glue) drawTwin(p *Plan) string {
	var all []string
	for i, s := range p.Target.Shapes {
		if d, ok := s.(*value.Drawn); ok {
			all = append(all, g.drawOne(p, d, i, twinField, oldNames))
		}
	}
	return "return " + strings.Join(all, " && ") + "\n"
}

func (g *glue) drawOne(p *Plan, d *value.Drawn, i int, field func(int) string, names func(*refine.Variable) string) string {
	t := p.Target.Contract.Inputs()[i].Type
	draw := p.Target.Contract.Draws[d.Draw]
	from := ""
	if draw.Single {
		from = fmt.Sprintf("[]%s{%s}", g.f.Type(t), g.f.Expr(draw.From.X, names, nil))
	} else {
		from = g.f.Elements(draw.From, t, names, nil)
	}
	if _, ok := t.Underlying().(*types.Slice); ok && p.Target.Hints.NilSlices {
		from = g.rt + "NilToo(" + from + ")"
	}
	sorted := "0 != 0"
	if _, ok := draw.From.X.Type().Underlying().(*types.Map); ok && !draw.Single {
		sorted = "0 == 0"
	}
	return fmt.Sprintf("%sDraw(rtestg_d, &%s, %s, %s)", g.rt, field(i), from, sorted)
}

// drawn reports whether input i is drawn. It is a part of another input, so its type may lead
// back to itself.
func (t *Target) drawn(i int) bool {
	return isDrawn(t.Shapes[i])
}

func isDrawn(s value.Shape) bool {
	_, ok := s.(*value.Drawn)
	return ok
}

// Late reports whether precondition i mentions a drawn input without an expression, so that it
// can be evaluated only after the drawing.
func (t *Target) Late(i int) bool {
	drawn := map[int]bool{}
	for k, s := range t.Shapes {
		if _, ok := s.(*value.Drawn); ok && (t.Pre[i].input >= 0 || !t.known[k]) {
			drawn[k] = true
		}
	}
	return len(drawn) > 0 && speaksOf(t.Pre[i], drawn)
}

// OfCalls reports whether precondition i is the invariants of an input that is built by calls
// or points to such a value. Nothing is known about it before it exists.
func (t *Target) OfCalls(i int) bool {
	in := t.Pre[i].input
	return in >= 0 && value.OfCalls(t.Shapes[in])
}

// maxStated is the greatest length of an expression that replaces an input. The length doubles if each input
// uses the one before twice.
const maxStated = 2000

// stated returns the operands for inputs in preconditions, and which inputs have an expression as operand. A
// number or text that equals an expression over earlier inputs is drawn. Preconditions about it are written over
// that expression, which the form can see.
func (t *Target) stated(f *gosource.File, pkg *refine.Package) (names func(*refine.Variable) string, stated map[int]bool) {
	exprs := map[int]refine.Expr{}
	stated = map[int]bool{}
	sizes := map[int]int{}
	for i, s := range t.Shapes {
		d, ok := s.(*value.Drawn)
		if !ok {
			continue
		}
		draw := t.Contract.Draws[d.Draw]
		b, basic := t.Contract.Inputs()[i].Type.Underlying().(*types.Basic)
		if draw.Single && basic && b.Info()&(types.IsInteger|types.IsBoolean|types.IsString) != 0 && writes(pkg, draw.From.X, "") {
			if n := size(draw.From.X, pkg, sizes); n <= maxStated {
				exprs[i], sizes[i], stated[i] = draw.From.X, n, true
			}
		}
	}
	names = func(v *refine.Variable) string {
		if e := exprs[v.Index]; e != nil && v.Role == refine.Input {
			return "(" + f.Expr(e, names, nil) + ")"
		}
		return paramName(v)
	}
	return names, stated
}

// size estimates the length of the text of an expression, given the lengths of the texts for
// some inputs.
func size(e refine.Expr, pkg *refine.Package, sizes map[int]int) int {
	n := len(refine.Text(e, pkg.Types))
	refine.Inspect(e, func(e refine.Expr) bool {
		if r, ok := e.(*refine.Ref); ok && r.Var.Role == refine.Input {
			n += sizes[r.Var.Index]
		}
		return true
	})
	return n
}
