package codegen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/gosource"
)

// checks lists the checks after a call: the invariants of results and changed inputs, the postconditions, and
// pure.
func (g *glue) checks(p *Plan) {
	c := p.Target.Contract
	errNil := ""
	if c.ErrLast {
		errNil = resultField(len(c.Results) - 1)
	}
	for i, v := range c.Inputs() {
		// The caller keeps only what the passed value refers to, not the value itself.
		if !refine.Mutable(v.Type) {
			continue
		}
		if fn, ok := gosource.InvariantCheck(g.f, g.u.Pkg.Facts, v.Type); ok {
			p.checks = append(p.checks, check{cause: wire.Invariant, clause: invariantOf(c, v), body: fn + "(" + inputField(i) + ")", of: inputField(i)})
		}
	}
	for i, v := range c.Results {
		if fn, ok := gosource.InvariantCheck(g.f, g.u.Pkg.Facts, v.Type); ok {
			p.checks = append(p.checks, check{cause: wire.Invariant, clause: invariantOf(c, v), body: fn + "(" + resultField(i) + ")", of: resultField(i), nilErr: errNil})
		}
	}
	for _, cl := range c.Post {
		ck := check{cause: wire.Ensures, clause: cl}
		if cl.NilErr {
			ck.nilErr = errNil
		}
		ck.body = g.conclusion(cl, ck.nilErr != "")
		p.checks = append(p.checks, ck)
	}
	if c.Prop && !hasTrue(c) {
		cl := &refine.Clause{Kind: refine.True, Text: "true", Pos: c.Pos, End: c.Pos}
		p.checks = append(p.checks, check{cause: wire.Ensures, clause: cl, body: "bool(" + resultField(0) + ")"})
	}
	if c.Pure != nil {
		p.checks = append(p.checks, check{cause: wire.Mutation, clause: c.Pure, body: g.pure(p.Target)})
	}
}

// conclusion returns the condition of a postcondition. With block counters, a clause that can
// hold vacuously gets a counter for reaching its conclusion. Sometimes says that such a clause
// is not always judged.
func (g *glue) conclusion(cl *refine.Clause, sometimes bool) string {
	plain := g.f.Expr(cl.Expr, names, oldNames)
	if g.count.Package == "" || !g.count.Profile {
		return plain
	}
	note := fmt.Sprintf("%s.Note(%d)", g.f.Import(g.count.Package), len(g.concluding))
	code, ok := g.f.ExprNoting(cl.Expr, names, oldNames, note)
	if !ok && sometimes {
		code, ok = note+" && ("+plain+")", true
	}
	if !ok {
		return plain
	}
	g.concluding = append(g.concluding, cl)
	return code
}

func hasTrue(c *refine.Contract) bool {
	return slices.ContainsFunc(c.Post, func(p *refine.Clause) bool { return p.Kind == refine.True })
}

// pure compares the inputs with the twin.
func (g *glue) pure(t *Target) string {
	var ins, twins []string
	for i := range t.Contract.Inputs() {
		ins = append(ins, "&"+inputField(i))
		twins = append(twins, "&"+twinField(i))
	}
	const anys = "[]any"
	room := "0 != 0"
	if t.Hints.Capacities {
		room = "0 == 0"
	}
	return fmt.Sprintf("%sEqualAll(%s{%s}, %s{%s}, %s)", g.rt, anys, strings.Join(ins, ", "), anys, strings.Join(twins, ", "), room)
}

// checkBody writes the checks, selected by index, or nothing where there are none.
func (g *glue) checkBody(p *Plan) string {
	if len(p.checks) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("switch rtestg_i {\n")
	for i, c := range p.checks {
		fmt.Fprintf(&b, "case %d:\n", i)
		if c.nilErr != "" {
			fmt.Fprintf(&b, "if !%sIsNil(%s) {\nreturn 0 == 0\n}\n", g.rt, c.nilErr)
		}
		if c.cause == wire.Invariant {
			fmt.Fprintf(&b, "%s.broken, %s.holder = %s\nreturn %s.broken < 0\n", self, self, c.body, self)
		} else {
			fmt.Fprintf(&b, "return %s\n", c.body)
		}
	}
	b.WriteString("}\nreturn 0 == 0\n")
	return b.String()
}

// choose writes a switch over conditions by index, or nothing where there are none.
func (g *glue) choose(bodies []string) string {
	if len(bodies) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("switch rtestg_i {\n")
	for i, body := range bodies {
		fmt.Fprintf(&b, "case %d:\nreturn %s\n", i, body)
	}
	b.WriteString("}\nreturn 0 != 0\n")
	return b.String()
}

func clauseBodies(f *gosource.File, cs []*refine.Clause) []string {
	var out []string
	for _, c := range cs {
		out = append(out, f.Expr(c.Expr, names, nil))
	}
	return out
}
