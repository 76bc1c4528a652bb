package resolve

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/generics"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/annotations/typing"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/refine"
)

// sig adds a sig directive: preconditions on the inputs and postconditions on the results. Each
// parameter is in scope for later ones, and all are for the results.
func (b *builder) sig(d *syntax.Directive, sig *syntax.Sig, outer *names.Scope) {
	lists := sig.Lists
	sc := outer.At(d, names.Before)
	if b.c.Recv != nil {
		if len(lists) > 0 && b.forgotReceiver(sc, lists) {
			return
		}
		if len(lists) > 0 {
			if b.c.Promoted() && !types.IsInterface(b.src.sig.Recv().Type()) {
				b.embeddedReceiver(sc, lists[0])
			} else {
				b.inputs(sc, lists[0], []*types.Var{b.src.sig.Recv()}, []*refine.Variable{b.c.Recv}, "receiver")
			}
			lists = lists[1:]
		}
		bindDeclared(sc, b.src.sig.Recv(), b.receiver())
	}
	if len(lists) > 2 {
		b.u.Errorf(lists[2].Span, codes.Sig, "a function's sig has a list of parameters and one of results")
	}
	var declared []*types.Var
	for v := range b.src.sig.Params().Variables() {
		declared = append(declared, v)
	}
	if len(lists) > 0 {
		b.inputs(sc, lists[0], declared, b.c.Params, "parameter")
	}
	for i, v := range b.c.Params {
		bindDeclared(sc, declared[i], &refine.Ref{Var: v})
	}
	if len(lists) > 1 {
		sc = sc.Inner()
		sc.Place = names.After
		b.results(sc, lists[1])
	}
}

// forgotReceiver reports a method's sig that begins with the parameters instead of the receiver.
// Its first list names a parameter and not the receiver, or has as many entries as there are
// parameters, with their types.
func (b *builder) forgotReceiver(sc *names.Scope, lists []syntax.ParamList) bool {
	first, params := lists[0].Params, b.src.sig.Params()
	if len(lists) > 2 || len(first) == 0 || params.Len() == 0 {
		return false
	}
	if name := first[0].Name.Name; name != "" {
		if name == b.src.sig.Recv().Name() || !slices.ContainsFunc(slices.Collect(params.Variables()), func(v *types.Var) bool { return v.Name() == name }) {
			return false
		}
	} else {
		if len(first) != params.Len() {
			return false
		}
		for i, p := range first {
			base := b.t.Base(sc, p.Type, b.c.Params[i].Type)
			if base == nil || !types.Identical(base, b.c.Params[i].Type) || types.Identical(base, b.c.Recv.Type) {
				return false
			}
		}
	}
	text := "()"
	for _, l := range lists {
		text += " " + sc.Text(l.Span)
	}
	b.u.Errorf(lists[0].Span, codes.Sig, "the first parentheses are those of the receiver: write %s", text)
	return true
}

func bindDeclared(sc *names.Scope, declared *types.Var, x refine.Expr) {
	if _, ok := sc.Names[declared.Name()]; !ok && declared.Name() != "" && declared.Name() != "_" {
		sc.Names[declared.Name()] = &names.Binding{Expr: x}
	}
}

// A slot is a parameter or result with its entry in the sig.
type slot struct {
	index int
	param syntax.Param
}

// slots matches the entries of a list with the declared variables, by name or by position.
func (b *builder) slots(list syntax.ParamList, declared []*types.Var, what string) []slot {
	var out []slot
	if len(list.Params) == 0 {
		return nil
	}
	list.Params = b.parenthesized(list.Params, declared)
	if b.partedByComma(list.Params, declared) {
		return nil
	}
	named := list.Params[0].Name.Name != ""
	anyName := false
	for _, v := range declared {
		anyName = anyName || v.Name() != "" && v.Name() != "_"
	}
	if !named || !anyName {
		if len(list.Params) != len(declared) {
			at := syntax.Span{From: list.To - 1, To: list.To}
			if len(list.Params) > len(declared) {
				at = paramSpan(list.Params[len(declared)])
			}
			for _, p := range list.Params[min(len(declared), len(list.Params)):] {
				b.post.MistakenNames[p.Name.Name] = true
			}
			b.u.Errorf(at, codes.Sig, "%s has %s, the sig lists %d", b.s.fn.Name(), diag.Count(len(declared), what), len(list.Params))
		}
		b.t.Repeated(typing.ParamNames(list.Params), what)
		for i, p := range list.Params {
			if i < len(declared) {
				out = append(out, slot{i, p})
			}
		}
		return out
	}
	seen := map[string]bool{}
	for at, p := range list.Params {
		i := b.find(p, declared, at, len(list.Params), what)
		if seen[p.Name.Name] && p.Name.Name != "_" {
			b.u.Errorf(p.Name.Span, codes.Sig, "%s is listed twice", p.Name.Name)
			continue
		}
		seen[p.Name.Name] = true
		if i >= 0 {
			out = append(out, slot{i, p})
		}
	}
	return out
}

// find returns the index of the declared variable that an entry names. It finds an unnamed one by
// position if all are listed.
func (b *builder) find(p syntax.Param, declared []*types.Var, at, n int, what string) int {
	var known []string
	for i, v := range declared {
		if v.Name() == p.Name.Name && v.Name() != "_" {
			return i
		}
		known = append(known, v.Name())
	}
	if n == len(declared) && (declared[at].Name() == "" || declared[at].Name() == "_") {
		return at
	}
	if names.NamesType(b.pre.Lookup(p.Name.Name, false)) {
		b.t.Errorf(p.Name.Span, codes.UnknownName, "%s has no %s %s; write a name before its type", b.s.fn.Name(), what, p.Name.Name)
		return -1
	}
	b.t.Unknown(p.Name.Span, b.s.fn.Name()+" has no "+what+" "+p.Name.Name, diag.Nearest(p.Name.Name, known))
	return -1
}

func paramSpan(p syntax.Param) syntax.Span {
	if p.Name.Name != "" {
		return p.Name.Span
	}
	return syntax.SpanOf(p.Type)
}

// inputs adds the refinements of a receiver or of parameters.
func (b *builder) inputs(sc *names.Scope, list syntax.ParamList, declared []*types.Var, vars []*refine.Variable, what string) {
	for _, s := range b.slots(list, declared, what) {
		for i, before := range declared[:s.index] { // Include those that the sig omits.
			bindDeclared(sc, before, &refine.Ref{Var: vars[i]})
		}
		sc.Entry = names.Entry{Own: []string{declared[s.index].Name()}, Later: namesOf(declared[s.index+1:]), Clause: "a requires"}
		v := vars[s.index]
		as := refine.Expr(&refine.Ref{Var: v})
		parts := b.t.FunctionParts(func() {
			if f := b.t.FunctionType(sc, s.param.Type); f != nil {
				if b.t.Fits(sc, s.param.Type, v.Type, v.Name) {
					b.c.Callbacks = append(b.c.Callbacks, b.t.CallbackOf(f, v))
				}
			} else if b.checkDots(sc, s.param.Type, declared[s.index]) {
				as = b.input(sc, s.param.Type, v)
			}
		})
		b.c.AddParts(v, parts)
		name := s.param.Name.Name
		if name == "" {
			name = declared[s.index].Name()
		}
		if name != "" && name != "_" {
			sc.Names[name] = &names.Binding{Expr: as}
			if b.pre.Names[name] == nil {
				b.pre.Names[name] = sc.Names[name]
			}
			if v.Name == "_" {
				v.Name = name
			}
		}
	}
	sc.Entry = names.Entry{}
}

// input adds the refinement of one input, and returns what its name refers to. In the contract of
// an interface method that is the implementation, as a value of the interface.
func (b *builder) input(sc *names.Scope, r syntax.RefType, v *refine.Variable) refine.Expr {
	x := refine.Expr(&refine.Ref{Source: names.SourceOf(r), Var: v})
	as := refine.Expr(&refine.Ref{Var: v})
	base := b.t.Base(sc, r, v.Type)
	if base == nil {
		return as
	}
	if !types.Identical(base, v.Type) {
		iface, ok := v.Type.Underlying().(*types.Interface)
		switch {
		case ok && !types.IsInterface(base) && types.Implements(base, iface):
			b.c.As[v.Index] = base
			defer b.t.NoFunctions()()
			x = &refine.Assert{Source: names.SourceOf(r), X: x, T: base}
		case v == b.c.Recv && types.IsInterface(b.src.sig.Recv().Type()) && generics.Inhabits(v.Type, base):
			as = asInterface(as, base)
			x = asInterface(x, base)
		default:
			why := ""
			if ok && !types.IsInterface(base) {
				why = missing(b.u.TypeName(v.Type), base, iface)
			}
			b.t.Errorf(syntax.SpanOf(r), codes.Mismatch, "%s is %s in Go, not %s%s", v.Name, b.u.TypeName(v.Type), b.u.TypeName(base), why)
			return as
		}
	}
	if pred, ok := b.t.Refined(sc, r, x, 0); ok && pred != nil {
		cl := b.t.Refinement(sc, r, pred)
		cl.Of = v
		b.c.Pre = append(b.c.Pre, cl)
	}
	return as
}

// asInterface converts x, or its address if only that implements the interface.
func asInterface(x refine.Expr, of types.Type) refine.Expr {
	if !types.Implements(x.Type(), of.Underlying().(*types.Interface)) {
		x = &refine.Unary{Source: x.Src(), Op: token.AND, X: x, T: types.NewPointer(x.Type())}
	}
	return &refine.Convert{Source: x.Src(), X: x, T: of}
}

// results adds the refinements of results.
func (b *builder) results(sc *names.Scope, list syntax.ParamList) {
	var declared []*types.Var
	for v := range b.src.sig.Results().Variables() {
		declared = append(declared, v)
	}
	for i, v := range b.c.Results {
		sc.Names[fmt.Sprintf("result%d", i)] = &names.Binding{Expr: &refine.Ref{Var: v}}
	}
	for _, s := range b.slots(list, declared, "result") {
		for i, before := range declared[:s.index] {
			bindDeclared(sc, before, &refine.Ref{Var: b.c.Results[i]})
		}
		v := b.c.Results[s.index]
		name := s.param.Name.Name
		if name == "" {
			name = declared[s.index].Name()
		} else if m, ok := b.pre.Names[name].(*names.Binding); ok && m.Expr != nil && name != declared[s.index].Name() {
			b.u.Errorf(s.param.Name.Span, codes.Redeclared, "result %s redeclared: a parameter has that name", name)
		}
		sc.Entry = b.resultEntry(s, list, declared)
		if b.checkDots(sc, s.param.Type, declared[s.index]) && b.t.Fits(sc, s.param.Type, v.Type, v.Name) {
			x := &refine.Ref{Source: names.SourceOf(s.param.Type), Var: v}
			if pred, ok := b.t.Refined(sc, s.param.Type, x, 1); ok && pred != nil {
				cl := b.t.Refinement(sc, s.param.Type, pred)
				cl.NilErr, cl.Of = b.c.ErrLast, v
				b.c.Post = append(b.c.Post, cl)
			}
		}
		if name != "" && name != "_" {
			sc.Names[name] = &names.Binding{Expr: &refine.Ref{Var: v}}
			b.post.Names[name] = sc.Names[name]
			if declared[s.index].Name() == "" || declared[s.index].Name() == "_" {
				v.Name = name
			}
		}
	}
}

// resultEntry returns the names that the type of a result cannot refer to.
func (b *builder) resultEntry(s slot, list syntax.ParamList, declared []*types.Var) names.Entry {
	e := names.Entry{
		Own:   []string{s.param.Name.Name, declared[s.index].Name(), fmt.Sprintf("result%d", s.index), unnamedResult(b.inst.Results, s.index)},
		Later: namesOf(declared[s.index+1:]), Clause: "an ensures",
	}
	if len(declared) == 1 {
		e.Own = append(e.Own, "result")
	}
	for _, p := range list.Params[min(s.index+1, len(list.Params)):] {
		e.Later = append(e.Later, p.Name.Name)
	}
	return e
}

// missing says which method of the interface a type lacks.
func missing(name string, t types.Type, iface *types.Interface) string {
	if why := generics.Unimplemented(t, iface, true); why != "" {
		return fmt.Sprintf(", which does not implement %s (%s)", name, why)
	}
	return ""
}

// namesOf returns the names of variables.
func namesOf(vars []*types.Var) []string {
	var names []string
	for _, v := range vars {
		names = append(names, v.Name())
	}
	return names
}
