package resolve

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/annotations/generics"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/annotations/typing"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/refine"
)

// Predicate resolves a predicate over the inputs and results of c that is in no file. The clause
// has the kind ensures. It is nil if there are errors; their positions are in a file named
// "predicate".
func (p *Package) Predicate(c *refine.Contract, text string) (*refine.Clause, []diag.Diagnostic) {
	u := p.Unit
	fset := u.Graph.Fset
	f := fset.AddFile("predicate", -1, len(text))
	f.SetLinesForContent([]byte(text))
	at := func(offset int) token.Pos { return f.Pos(min(offset, len(text))) }
	e, ds := syntax.ParsePred(text, at, fset)
	if len(ds) > 0 {
		for i := range ds {
			ds[i].Message = strings.ReplaceAll(ds[i].Message, "end of directive", "end of predicate")
		}
		return nil, ds
	}
	span := syntax.Span{From: at(0), To: at(len(text))}
	d := &syntax.Directive{Span: span, Verb: syntax.Ident{Span: span, Name: "ensures"}, Text: text, TextAt: at}
	probe := *c
	before := len(u.Diags)
	b := &builder{p: p, u: u, t: typing.NewTyper(u), c: &probe, s: &subject{fn: c.Func}}
	b.inst = &generics.Instance{TypeArgs: c.TypeArgs}
	if inst, err := generics.Instantiate(u, c.Func, c.TypeArgs); err == nil {
		b.inst = inst
	}
	b.t.Variables.Inputs = slices.Concat(c.Inputs(), c.Results)
	b.source(source{file: u.FileNamed(c.Pos.Filename), unit: u, sig: c.Func.Signature()})
	for _, l := range c.Lets {
		b.post.Names[l.Var.Name] = &names.Binding{Expr: &refine.Ref{Var: l.Var}}
	}
	for _, v := range b.t.Variables.Inputs {
		if b.post.Lookup(v.Name, false) == nil {
			b.post.Names[v.Name] = &names.Binding{Expr: &refine.Ref{Var: v}}
		}
	}
	cl := b.clause(b.post.At(d, names.After), refine.Ensures, e)
	ds = diag.Sort(slices.Clone(u.Diags[before:]))
	u.Diags = u.Diags[:before]
	return cl, ds
}

// Bodies returns contracts that demand nothing for the function of the package with the given name
// and a body, one for each instantiation. It returns none if there is no such function.
func (p *Package) Bodies(name string) []*refine.Contract {
	for s := range p.bodied() {
		if functionName(s, nil, false) == name {
			return p.contracts(s)
		}
	}
	return nil
}

// Functions returns the names of the package's functions that have a body.
func (p *Package) Functions() []string {
	var names []string
	for s := range p.bodied() {
		names = append(names, functionName(s, nil, false))
	}
	return names
}

// bodied yields the functions of the package that have a body, without their contracts.
func (p *Package) bodied() iter.Seq[*subject] {
	return func(yield func(*subject) bool) {
		for _, f := range p.Unit.Node.Files {
			for _, d := range f.Decls {
				fd, ok := d.(*ast.FuncDecl)
				if !ok || fd.Body == nil {
					continue
				}
				fn, ok := p.Unit.Node.Info.Defs[fd.Name].(*types.Func)
				if !ok {
					continue
				}
				s := &subject{fn: fn, pos: fd.Name.Pos(), file: f}
				s.sources = []source{{dirs: p.Unit.DirectivesOf(fd), file: f, unit: p.Unit, sig: fn.Signature()}}
				if !yield(s) {
					return
				}
			}
		}
	}
}
