package facts

import (
	"slices"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/refine"
)

// concurrent adds a concurrent or relaxed directive. Its names are resolved once all steps are known.
func (b *factBuilder) concurrent(d *syntax.Directive) {
	if b.out.Concurrent == nil {
		b.out.Concurrent = &refine.Concurrent{Pos: b.Unit.Graph.Fset.Position(d.Verb.Pos())}
	}
	c := b.out.Concurrent
	switch body := d.Body.(type) {
	case *syntax.Concurrent:
		c.Promised = true
		c.Steps = append(c.Steps, b.stepNames(body.Steps)...)
	case *syntax.Relaxed:
		c.Relaxed = append(c.Relaxed, b.stepNames(body.Steps)...)
	}
}

// stepNames returns the names of a list.
func (b *factBuilder) stepNames(list []syntax.Expr) (out []string) {
	for _, e := range list {
		if n, ok := e.(*syntax.Name); ok {
			out = append(out, n.Name)
		}
	}
	return out
}

// checkConcurrent reports concurrent and relaxed directives that have no effect, and names in them
// that are not steps.
func (b *factBuilder) checkConcurrent(g placedDirective) {
	var list []syntax.Expr
	switch body := g.d.Body.(type) {
	case *syntax.Concurrent:
		list = body.Steps
	case *syntax.Relaxed:
		list = body.Steps
		if !b.out.Concurrent.Promised {
			g.Unit.Report(g.d.Verb.Span, diag.Warning, codes.Concurrent, "", "relaxed counts for nothing without concurrent")
		}
	default:
		return
	}
	var steps []string
	for _, v := range b.out.Via {
		if v.Step {
			steps = append(steps, v.Name)
		}
	}
	if len(steps) == 0 {
		g.Unit.Errorf(g.d.Verb.Span, codes.Concurrent, "%s needs steps, which via lists: //rtest:via New, Put, Get", g.d.Verb.Name)
		return
	}
	for _, e := range list {
		if n, ok := e.(*syntax.Name); ok && !slices.Contains(steps, n.Name) {
			b.ty.Unknown(n.Ident.Span, n.Name+" is not a step of via: add it to the line //rtest:via", diag.Nearest(n.Name, steps))
		}
	}
}
