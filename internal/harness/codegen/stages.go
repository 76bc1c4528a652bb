package codegen

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

// stages writes the methods of target i that package read calls Stages. ins and outs are pointers to the inputs
// and results; broken means that there are invariants among the checks.
func (g *glue) stages(i int, p *Plan, ins, outs []string, broken bool) {
	const index, boolean, anys = ", rtestg_i int", "bool", "[]any"
	g.stage(i, "Build", ", rtestg_r *"+g.rt+"Reader", boolean, g.build(p, inputField, names))
	g.stage(i, "Pre", index, boolean, g.preconditions(p))
	g.stage(i, "Call", "", "", g.call(p))
	g.stage(i, "Check", index, boolean, g.checkBody(p))
	g.stage(i, "Explain", index+", rtestg_x *"+g.rt+"Explanation", "", g.explain(p))
	g.stage(i, "Terms", ", rtestg_t *"+g.rt+"Terms", "", g.terms(p.Target))
	var all []string
	for _, list := range [][]string{ins, p.twins(), outs} {
		all = append(all, anys+"{"+strings.Join(list, ", ")+"}")
	}
	g.stage(i, "Variables", "", "("+anys+", "+anys+", "+anys+")", "return "+strings.Join(all, ", ")+"\n")
	if broken {
		g.stage(i, "Broken", "", "int", "return "+self+".broken\n")
	}
	g.someStages(i, p)
}

// someStages writes those that few targets need.
func (g *glue) someStages(i int, p *Plan) {
	const index, boolean = ", rtestg_i int", "bool"
	c := p.Target.Contract
	if p.twin {
		g.stage(i, "Twin", ", rtestg_r *"+g.rt+"Reader", boolean, g.build(p, twinField, oldNames))
	}
	if slices.ContainsFunc(p.Target.Shapes, isDrawn) {
		drawing := ", rtestg_d *" + g.rt + "Drawing"
		g.stage(i, "Draw", index+drawing, boolean, g.draw(p))
		if p.twin {
			g.stage(i, "TwinDraw", drawing, boolean, g.drawTwin(p))
		}
	}
	if len(c.Lets) > 0 {
		g.stage(i, "Let", index, "", g.lets(c))
	}
	g.stage(i, "Class", index, boolean, g.choose(clauseBodies(g.f, c.Classes)))
	if c.Panics != nil {
		g.stage(i, "Promised", "", boolean, g.promised(c))
	}
	g.stage(i, "Overflow", index+", rtestg_x *"+g.rt+"Overflow", "", g.overflow(p))
}

// lets writes the lets. They are evaluated over the twin, so the call does not change them.
func (g *glue) lets(c *refine.Contract) string {
	var b strings.Builder
	b.WriteString("switch rtestg_i {\n")
	for i, l := range c.Lets {
		fmt.Fprintf(&b, "case %d:\n%s = %s\n", i, letField(i), g.f.Expr(l.Value, oldNames, oldNames))
	}
	b.WriteString("}\n")
	return b.String()
}

func (g *glue) promised(c *refine.Contract) string {
	if c.Panics == nil {
		return "return 0 != 0\n"
	}
	return "return " + g.f.Expr(c.Panics.Expr, names, nil) + "\n"
}

// call writes the call of the function under test.
func (g *glue) call(p *Plan) string {
	t, c := p.Target, p.Target.Contract
	if t.Literal != nil {
		return resultField(0) + " = " + g.f.Expr(t.Literal, names, nil) + "\n"
	}
	var args, results []string
	for _, v := range c.Params {
		args = append(args, inputField(v.Index))
	}
	if c.Variadic {
		args[len(args)-1] += "..."
	}
	for i := range c.Results {
		results = append(results, resultField(i))
	}
	fn := g.f.Own(c.Func.Name())
	switch {
	case p.callee != "":
		fn = self + ".call"
		if c.Recv != nil {
			args = slices.Insert(args, 0, inputField(c.Recv.Index))
		}
	case c.Recv != nil:
		fn = inputField(c.Recv.Index) + "." + c.Func.Name()
	default:
		if path := c.Func.Pkg().Path(); path != g.u.Pkg.Types.Path() {
			fn = g.f.Import(path) + "." + c.Func.Name()
		}
		if len(c.TypeArgs) > 0 {
			var ts []string
			for _, t := range c.TypeArgs {
				ts = append(ts, g.f.Type(t))
			}
			fn += "[" + strings.Join(ts, ", ") + "]"
		}
	}
	call := fn + "(" + strings.Join(args, ", ") + ")\n"
	if len(results) == 0 {
		return call
	}
	return strings.Join(results, ", ") + " = " + call
}

// tested returns the function under test of a target as a value, with its type, so that targets with the same variables
// share the stage that calls it. It returns "" for a function of another package and for an instance of a generic one,
// which a value may call by way of another function.
func (g *glue) tested(t *Target) (expr, typ string) {
	c := t.Contract
	if t.Literal != nil || c.Func == nil || c.Func.Pkg().Path() != g.u.Pkg.Types.Path() || len(c.TypeArgs) > 0 {
		return "", ""
	}
	sig := c.Func.Signature()
	unnamed := func(list *types.Tuple) (vars []*types.Var) {
		for v := range list.Variables() {
			vars = append(vars, types.NewParam(token.NoPos, nil, "", v.Type()))
		}
		return vars
	}
	params := unnamed(sig.Params())
	expr = g.f.Own(c.Func.Name())
	if c.Recv != nil {
		if sig.Recv() == nil || !types.Identical(sig.Recv().Type(), c.Recv.Type) {
			return "", ""
		}
		recv := sig.Recv().Type()
		params = slices.Insert(params, 0, types.NewParam(token.NoPos, nil, "", recv))
		expr = "(" + g.f.Type(recv) + ")." + c.Func.Name()
	}
	return expr, g.f.Type(types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), types.NewTuple(unnamed(sig.Results())...), sig.Variadic()))
}
