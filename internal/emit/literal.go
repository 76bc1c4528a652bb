package emit

import (
	"fmt"

	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// literals returns the inputs of a stream as Go expressions. With separate, statements before
// them build the values that need several calls; otherwise function literals do.
func (c *contract) literals(stream []int64, apart bool) (stmts, exprs []string) {
	l := c.w.literal(&c.from.Hints)
	l.separate = apart
	nodes := decode.Renumber(c.w.parse(c.Name, c.from.Shapes, stream))
	l.stmts = l.Objects(nodes, func() string { l.vars++; return fmt.Sprint("v", l.vars) })
	for i, n := range nodes {
		if l.name = ""; value.OfCalls(n.Shape) {
			l.name = c.in[i]
		}
		if with, ok := same(nodes, i); ok {
			exprs = append(exprs, c.sameAs(l, nodes[with], i, with, exprs))
			continue
		}
		exprs = append(exprs, l.Value(n, decode.Spot{}).Text)
		c.windows(l, nodes, i, exprs)
	}
	c.w.fail(l.Err)
	return l.stmts, exprs
}

// A literal writes the values of a solution as Go.
type literal struct {
	*decode.Literals
	w *writer
	// vars counts the variables of values built by calls.
	vars int
	// separate says that the calls that build values are in stmts. The variable of an input that
	// is such a value is called name.
	separate bool
	stmts    []string
	name     string
}

// literal returns a writer of literals. Numbers that are characters according to the hints are
// written as such; hints may be nil.
func (w *writer) literal(hints *refine.Hints) *literal {
	l := &literal{w: w, Literals: &decode.Literals{File: w.File, Package: w.pkg.Types, Runtime: w.rt, Hints: hints}}
	l.Built = l.built
	return l
}

// parse reads a solution of the shapes. Of names their owner in errors. It returns nil, after
// recording an error, if the stream does not fit.
func (w *writer) parse(of string, shapes []value.Shape, stream []int64) []*decode.Node {
	nodes := decode.Parse(shapes, stream, decode.Callees(w.callee))
	if nodes == nil && len(shapes) > 0 {
		w.fail(fmt.Errorf("%s: a stream of %d numbers does not fit its %d inputs", of, len(stream), len(shapes)))
	}
	return nodes
}

// A callee is a function whose calls build values of a type.
type callee struct {
	*codegen.Callee
	of     *codegen.Builder
	target *codegen.Target
}

// callee returns a callee of a builder.
func (w *writer) callee(builder int, index int64) (decode.Callee, bool) {
	if w.unit == nil || builder >= len(w.unit.Builders) {
		return nil, false
	}
	of := w.unit.Builders[builder]
	if index < 0 || index >= int64(len(of.Callees)) {
		return nil, false
	}
	c := of.Callees[index]
	return &callee{c, of, w.unit.Targets[c.Target]}, true
}

// Takes returns the shapes of the inputs of a call and how many of them are drawn.
func (c *callee) Takes() (inputs []value.Shape, drawn int) {
	return c.target.Shapes, len(c.target.Contract.Drawn())
}
