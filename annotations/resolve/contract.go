package resolve

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/annotations/advise"
	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/generics"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/annotations/typing"
	"github.com/rtest-dev/rtest/refine"
)

// contracts returns the contracts of one subject, one for each instantiation.
func (p *Package) contracts(s *subject) []*refine.Contract {
	insts, unsupported := p.instances(s)
	if len(insts) == 0 && s.promoted == nil {
		p.reportGeneral(s)
	}
	if unsupported != "" {
		tparams, help := generics.TypeParams(s.fn), ""
		if s.promoted != nil {
			tparams = s.promoted.outer.TypeParams()
		} else {
			help = p.helpWith(tparams)
		}
		return []*refine.Contract{{
			Name: functionName(s, nil, false), Pos: p.Unit.Graph.Fset.Position(s.pos), Func: s.fn,
			Unsupported: unsupported, UnsupportedPos: p.Unit.Graph.Fset.Position(tparams.At(0).Obj().Pos()),
			Help: help, Bounds: refine.NoBounds(), Bare: s.bare,
		}}
	}
	var out []*refine.Contract
	for _, inst := range insts {
		out = append(out, p.contract(s, inst, len(insts) > 1))
	}
	return out
}

// contract resolves the sources of s for one instantiation.
func (p *Package) contract(s *subject, inst *generics.Instance, several bool) *refine.Contract {
	c := &refine.Contract{
		Name: functionName(s, inst.TypeArgs, several), Pos: p.Unit.Graph.Fset.Position(s.pos),
		Func: s.fn, TypeArgs: inst.TypeArgs, Variadic: inst.Variadic,
		As: map[int]types.Type{}, Bounds: refine.NoBounds(),
	}
	sig := s.fn.Signature()
	if inst.Recv != nil {
		c.Recv = &refine.Variable{Name: inputName(sig.Recv().Name()), Type: inst.Recv, Role: refine.Input}
	}
	for i := range inst.Params.Len() {
		c.Params = append(c.Params, &refine.Variable{
			Name: inputName(sig.Params().At(i).Name()), Type: inst.Params.At(i).Type(), Role: refine.Input, Index: len(c.Inputs()),
		})
	}
	c.Results = resultVariables(sig.Results(), inst.Results, c.Inputs())
	c.ErrLast = len(c.Results) > 0 && refine.IsError(c.Results[len(c.Results)-1].Type)
	if c.Unsupported = tooDeep(slices.Concat(c.Inputs(), c.Results)); c.Unsupported != "" {
		return c
	}
	b := &builder{p: p, u: p.Unit, t: typing.NewTyper(p.Unit), s: s, inst: inst, c: c}
	b.t.Variables = advise.Variables{Inputs: slices.Concat(c.Inputs(), c.Results), Recv: c.Recv, Foreign: b.s.foreign}
	for _, src := range s.sources {
		switch {
		case !src.appliesTo(inst.TypeArgs):
		case src.isFunctionPackage:
			b.homeSource(src)
		default:
			b.source(src)
		}
	}
	if s.isProperty {
		b.property()
	}
	b.draws()
	b.checkFunctionCalls()
	if c.Bare, c.MayPanic = s.bare, s.panics; c.Bare {
		switch effect := p.Effect(c); {
		case c.Skipped:
		case s.file != nil && ast.IsGenerated(s.file):
			c.Skip, c.Skipped = "its file is generated code", true
		case effect != "":
			c.Skip, c.Skipped, c.Effects = effect, true, true
		}
	}
	p.warnImpure(c)
	return c
}

func inputName(name string) string {
	if name == "" {
		return "_"
	}
	return name
}

// resultVariables names the results: by their own names, else result and err, or result0 and so on
// if an input has that name.
func resultVariables(declared, inst *types.Tuple, inputs []*refine.Variable) []*refine.Variable {
	var out []*refine.Variable
	n := inst.Len()
	for i := range n {
		name := declared.At(i).Name()
		if name == "" || name == "_" {
			name = unnamedResult(inst, i)
			if slices.ContainsFunc(inputs, func(v *refine.Variable) bool { return v.Name == name }) {
				name = fmt.Sprintf("result%d", i)
			}
		}
		out = append(out, &refine.Variable{Name: name, Type: inst.At(i).Type(), Role: refine.Result, Index: i})
	}
	return out
}

// unnamedResult returns rtest's name for the i-th result if it has none of its own.
func unnamedResult(results *types.Tuple, i int) string {
	n := results.Len()
	switch last := refine.IsError(results.At(n - 1).Type()); {
	case last && i == n-1 && n > 1:
		return "err"
	case last && n == 1:
		return "err"
	case n == 1 || last && n == 2:
		return "result"
	}
	return fmt.Sprintf("result%d", i)
}

// A builder makes one contract.
type builder struct {
	p    *Package
	u    *names.Unit
	t    *typing.Typer
	s    *subject
	inst *generics.Instance
	c    *refine.Contract
	// pre and post are the scopes of the current source for preconditions and postconditions.
	pre, post *names.Scope
	// lets is the scope for the values of lets: inputs and earlier lets.
	lets *names.Scope
	// src is the current source: its file, and the signature whose names it uses.
	src source
	// given are the bounds that the source has given so far, by verb and parameter.
	given map[[2]string]bool
	// clauses are its preconditions and postconditions so far.
	clauses []*refine.Clause
}

// source adds one doc comment.
func (b *builder) source(src source) {
	b.src, b.given, b.clauses = src, map[[2]string]bool{}, nil
	outer := src.unit.FileScope(src.file, nil)
	generics.Bind(outer, generics.TypeParams(b.s.fn), b.inst.TypeArgs)
	targs := b.inst.TypeArgs
	if src.interfaceArgs != nil {
		targs = refine.Substituted(src.interfaceArgs, generics.Substitution(generics.TypeParams(b.s.fn), targs))
	} else if len(targs) == 0 {
		// Nothing implements this interface. Only mistakes matter.
		for tp := range src.tparams.TypeParams() {
			targs = append(targs, tp)
		}
	}
	generics.Bind(outer, src.tparams, targs)
	b.pre = outer.Inner()
	if recv := src.sig.Recv(); b.c.Recv != nil && recv.Name() != "" && recv.Name() != "_" {
		b.pre.Names[recv.Name()] = &names.Binding{Expr: b.receiver()}
	}
	for i, v := range b.c.Params {
		b.bindInput(src.sig.Params().At(i), v)
	}
	b.lets = b.pre.Inner()
	b.post = b.pre.Inner()
	b.post.Place = names.After
	b.bindResults()
	outer.LaterResults = map[string]bool{}
	for name := range b.post.ResultNames {
		outer.LaterResults[name] = true
	}
	for _, v := range b.c.Results {
		outer.LaterResults[v.Name] = true
	}
	outer.LaterLets = map[string]bool{}
	b.post.MistakenNames = map[string]bool{}
	outer.MistakenNames = lostNames(src.dirs)
	for _, d := range src.dirs {
		switch body := d.Body.(type) {
		case *syntax.Sig:
			b.sig(d, body, outer)
		case *syntax.Let:
			outer.LaterLets[body.Name.Name] = true
		}
	}
	for _, d := range src.dirs {
		b.directive(d)
	}
	b.boundsOfListed(src.dirs)
}

// lostNames returns the names that unparsable lets and sigs may declare: the first word of a let,
// all words of a sig.
func lostNames(dirs []*syntax.Directive) map[string]bool {
	lost := map[string]bool{}
	for _, d := range dirs {
		switch {
		case d.Body != nil:
		case d.Verb.Name == "let":
			lost[names.FirstName(d).Name] = true
		case d.Verb.Name == "sig":
			for _, word := range strings.FieldsFunc(d.Text, func(r rune) bool { return !names.IsNameRune(r) }) {
				lost[word] = true
			}
		}
	}
	return lost
}

func (b *builder) bindInput(declared *types.Var, v *refine.Variable) {
	if declared != nil && declared.Name() != "" && declared.Name() != "_" {
		b.pre.Names[declared.Name()] = &names.Binding{Expr: typing.Called(&refine.Ref{Var: v}, declared.Name())}
	}
}

// bindResults puts the results in scope, under their own names and rtest's.
func (b *builder) bindResults() {
	b.post.ResultNames = map[string]names.Meaning{}
	results := b.src.sig.Results()
	for i, v := range b.c.Results {
		ref := func(name string) *names.Binding {
			return &names.Binding{Expr: typing.Called(&refine.Ref{Var: v}, name)}
		}
		for _, name := range [...]string{fmt.Sprintf("result%d", i), unnamedResult(b.inst.Results, i)} {
			b.post.ResultNames[name] = ref(name)
		}
		if len(b.c.Results) == 1 {
			b.post.ResultNames["result"] = ref("result")
		}
		if name := results.At(i).Name(); name != "" && name != "_" {
			b.post.Names[name] = ref(name)
		}
	}
}

// directive adds one directive, except sig and with.
func (b *builder) directive(d *syntax.Directive) {
	switch body := d.Body.(type) {
	case *syntax.Pred:
		b.predicateClause(d, body.Expr)
	case *syntax.Let:
		b.let(d, body)
	case *syntax.Classify:
		if slices.ContainsFunc(b.c.Classes, func(c *refine.Clause) bool { return c.Label == body.Label }) {
			b.u.Errorf(body.At, codes.Twice, "a second class %q: give one of the two another name", body.Label)
		}
		if cl := b.clause(b.pre.At(d, names.Before), refine.Classify, body.Expr); cl != nil {
			cl.Label = body.Label
			b.c.Classes = append(b.c.Classes, cl)
		}
	case *syntax.Flag:
		// Measures are not part of a contract; Package.measures finds them.
		if d.Verb.Name == "pure" && b.c.Pure == nil {
			b.c.Pure = b.u.NewClause(refine.Pure, d.Verb.Span, "pure")
		}
	case *syntax.Skip:
		b.reportTwice(d, syntax.Ident{})
		b.c.Skip, b.c.Skipped = body.Reason, true
	case *syntax.Shared:
		b.shared(body)
	case *syntax.Values:
		b.values(d, body)
	case *syntax.Depth, *syntax.Ints, *syntax.Chars, *syntax.Inputs, *syntax.Timeout:
		b.bounds(d)
	}
}

func (b *builder) predicateClause(d *syntax.Directive, e syntax.Expr) {
	switch d.Verb.Name {
	case "requires":
		if cl := b.clause(b.pre.At(d, names.Before), refine.Requires, e); cl != nil {
			b.warnRepeated(cl, e)
			b.c.Pre = append(b.c.Pre, cl)
		}
	case "ensures":
		if cl := b.clause(b.post.At(d, names.After), refine.Ensures, e); cl != nil {
			b.warnRepeated(cl, e)
			b.c.Post = append(b.c.Post, cl)
		}
	case "panics":
		cl := b.clause(b.pre.At(d, names.Before), refine.Panics, e)
		if cl == nil {
			return
		}
		if b.c.Panics != nil {
			b.u.Errorf(d.Verb.Span, codes.PanicsTwice, "a second panics: join them with ||")
			return
		}
		b.c.Panics = cl
	}
}

// maxLetExpressions is the greatest number of expressions that a let may stand for in
// preconditions.
const maxLetExpressions = 10_000

// let adds a name for later directives. In postconditions and other lets it stands for a value from
// before the call. Preconditions use its expression instead: it is evaluated only if needed, and
// nothing has changed yet.
func (b *builder) let(d *syntax.Directive, body *syntax.Let) {
	name := body.Name.Name
	x := b.letValue(d, body)
	if !b.u.IsBlank(body.Name) && (b.post.Names[name] != nil || b.pre.Names[name] != nil) {
		b.u.Errorf(body.Name.Span, codes.Redeclared, "%s redeclared: a parameter, a result or a let above has that name", name)
		return
	}
	if x == nil {
		wrong := &names.Binding{Expr: &refine.Ref{Var: &refine.Variable{Name: name, Type: types.Typ[types.Invalid]}}}
		b.pre.Names[name], b.lets.Names[name], b.post.Names[name] = wrong, wrong, wrong
		return
	}
	v := &refine.Variable{Name: name, Type: x.Type(), Role: refine.Before, Index: len(b.c.Lets)}
	value := x
	if again := b.t.Quietly().Expr(b.lets.At(d, names.Before), body.Expr, nil); again != nil && types.Identical(again.Type(), v.Type) {
		value = again
	}
	b.c.Lets = append(b.c.Lets, &refine.Let{Var: v, Value: value, Pos: b.u.Graph.Fset.Position(body.Name.From)})
	ref := &names.Binding{Expr: &refine.Ref{Var: v}}
	b.pre.Names[name], b.lets.Names[name], b.post.Names[name] = &names.Binding{Expr: x}, ref, ref
}

// letValue types the expression of a let for preconditions. It returns nil if the expression is
// wrong.
func (b *builder) letValue(d *syntax.Directive, body *syntax.Let) refine.Expr {
	sc := b.pre.At(d, names.Before)
	x := b.t.Expr(sc, body.Expr, nil)
	if x == nil || b.t.TooDeep(body.Expr, x) || !b.t.IsSingle(sc, body.Expr, x.Type()) {
		return nil
	}
	if n, ok := x.(*refine.Nil); ok && typing.IsUntyped(n.T) {
		b.u.Errorf(syntax.SpanOf(body.Expr), codes.NoValue, "use of untyped nil in let")
		return nil
	}
	parts := 0
	refine.Inspect(x, func(refine.Expr) bool {
		parts++
		return parts <= maxLetExpressions
	})
	if parts > maxLetExpressions {
		b.u.Errorf(body.Name.Span, codes.Excessive, "with the lets that it uses %s expands to more than %d operators and operands; write a Go function", body.Name.Name, maxLetExpressions)
		return nil
	}
	return x
}

// property adds the demand of a Prop function.
func (b *builder) property() {
	b.c.Prop = true
	v := b.c.Results[0]
	s := syntax.Span{From: b.s.pos, To: b.s.pos + 1}
	cl := b.u.NewClause(refine.True, s, "true")
	cl.Expr = typing.AsType(&refine.Ref{Source: refine.Source{Pos: b.s.pos, End: b.s.pos + 1}, Var: v}, types.Typ[types.Bool])
	b.c.Post = append(b.c.Post, cl)
}
