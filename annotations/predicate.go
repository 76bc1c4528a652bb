package annotations

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/refine"
)

// Predicate resolves a predicate over the inputs and results of c that stands
// in no file. The clause is one of ensures; it is nil when there are errors,
// whose positions are in a file named "predicate".
func (p *Program) Predicate(c *refine.Contract, text string) (*refine.Clause, []diag.Diagnostic) {
	r := p.unitOf(c)
	if r == nil {
		return nil, []diag.Diagnostic{{Code: codes.UnknownContract, Message: c.Name + " is no contract of the loaded packages"}}
	}
	u := r.u
	f := p.Fset.AddFile("predicate", -1, len(text))
	f.SetLinesForContent([]byte(text))
	at := func(offset int) token.Pos { return f.Pos(min(offset, len(text))) }
	e, ds := syntax.ParsePred(text, at, p.Fset)
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
	b := &builder{p: r, u: u, t: newTyper(u), c: &probe, s: &subject{fn: c.Func}}
	b.inst = &instance{targs: c.TypeArgs}
	if inst, err := instantiate(u, c.Func, c.TypeArgs); err == nil {
		b.inst = inst
	}
	b.t.vars.Inputs = slices.Concat(c.Inputs(), c.Results)
	b.source(source{file: u.FileNamed(c.Pos.Filename), unit: u, sig: c.Func.Signature()})
	for _, l := range c.Lets {
		b.post.Names[l.Var.Name] = &names.Binding{Expr: &refine.Ref{Var: l.Var}}
	}
	for _, v := range b.t.vars.Inputs {
		if b.post.Lookup(v.Name, false) == nil {
			b.post.Names[v.Name] = &names.Binding{Expr: &refine.Ref{Var: v}}
		}
	}
	cl := b.clause(b.post.At(d, names.After), refine.Ensures, e)
	ds = diag.Sort(slices.Clone(u.Diags[before:]))
	u.Diags = u.Diags[:before]
	return cl, ds
}

// unitOf returns the package whose contract c is, or in which its function stands;
// nil when that is none.
func (p *Program) unitOf(c *refine.Contract) *tested {
	for _, pkg := range p.Packages {
		if slices.Contains(pkg.Contracts, c) {
			return p.units[pkg]
		}
	}
	for _, pkg := range p.Packages {
		if c.Func != nil && pkg.Types != nil && pkg.Types == c.Func.Pkg() {
			return p.units[pkg]
		}
	}
	return nil
}

// Bare returns contracts that demand nothing, one for each instantiation, of the
// function of pkg that goes by the name and has a body; none when there is no
// such function.
func (p *Program) Bare(pkg *refine.Package, name string) []*refine.Contract {
	for s := range p.units[pkg].bodied() {
		if functionName(s, nil, false) == name {
			return p.units[pkg].contracts(s)
		}
	}
	return nil
}

// Functions returns the names of the functions of pkg that have a body.
func (p *Program) Functions(pkg *refine.Package) []string {
	var names []string
	for s := range p.units[pkg].bodied() {
		names = append(names, functionName(s, nil, false))
	}
	return names
}

// bodied yields the functions of the unit's package that have a body, as if they
// had no contracts.
func (p *tested) bodied() iter.Seq[*subject] {
	return func(yield func(*subject) bool) {
		for _, f := range p.u.Node.Files {
			for _, d := range f.Decls {
				fd, ok := d.(*ast.FuncDecl)
				if !ok || fd.Body == nil {
					continue
				}
				fn, ok := p.u.Node.Info.Defs[fd.Name].(*types.Func)
				if !ok {
					continue
				}
				s := &subject{fn: fn, pos: fd.Name.Pos(), file: f}
				s.sources = []source{{dirs: p.u.DirectivesOf(fd), file: f, unit: p.u, sig: fn.Signature()}}
				if !yield(s) {
					return
				}
			}
		}
	}
}
