package infer

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/refine"
)

// measures lists how methods without parameters that count, such as Len, may change.
func (l *lister) measures() {
	if l.c.Recv == nil || len(l.inputs) == 0 || l.inputs[0].text != l.c.Recv.Name {
		return
	}
	recv := l.inputs[0]
	same := func(in term) bool { return types.Identical(in.t, recv.t) }
	if _, pointer := types.Unalias(recv.t).(*types.Pointer); pointer && slices.ContainsFunc(l.inputs[1:], same) {
		return // Inputs share nothing. A caller may pass two parts of one list.
	}
	set := types.NewMethodSet(recv.t)
	for i := range set.Len() {
		m, ok := set.At(i).Obj().(*types.Func)
		if !ok || m == l.c.Func || !slices.Contains([]string{"Len", "Size", "Count", "Cap", "len", "size"}, m.Name()) {
			continue
		}
		sig := m.Signature()
		if sig.Params().Len() > 0 || sig.Results().Len() != 1 || l.p.reaches(m) || l.p.isConstant(m) {
			continue
		}
		text := recv.text + "." + m.Name() + "()"
		before := "old(" + text + ")"
		if l.p.clause(l.c, refine.Ensures, text+" == "+before) == nil {
			continue
		}
		le, ge := text+" <= "+before, text+" >= "+before
		l.add(text, exact, text+" == "+before+" + 1", ge)
		l.add(text, exact, text+" == "+before+" - 1", le)
		if n := len(l.c.Results); n > 0 && isError(l.c.Results[n-1].Type) {
			l.add(text, exact, "err == nil ==> "+text+" == "+before+" + 1", ge)
			l.add(text, exact, "err == nil ==> "+text+" == "+before+" - 1", le)
		}
		from := len(l.list)
		l.add(text, related, text+" == "+before, le, ge)
		l.add(text, related, text+" == 0", le)
		l.add(text, ordered, le)
		l.add(text, ordered, ge)
		// If it is 0 for all inputs tried, nothing was seen of how it changes.
		for i := range l.list[from:] {
			l.list[from+i].empty = []string{before + " == 0"}
		}
		l.list = append(l.list, candidate{text: before + " == 0", probe: true})
	}
}

// isConstant reports whether a function of the package does nothing but return a constant. Such a method measures nothing.
func (p *proposer) isConstant(fn *types.Func) bool {
	body := p.body(fn)
	if body == nil || len(body.List) != 1 {
		return false
	}
	ret, ok := body.List[0].(*ast.ReturnStmt)
	return ok && len(ret.Results) == 1 && p.pkg.Info.Types[ret.Results[0]].Value != nil
}

// body returns the body of a function of the package, or nil if it has none.
func (p *proposer) body(fn *types.Func) *ast.BlockStmt {
	for _, file := range p.pkg.Syntax {
		for _, d := range file.Decls {
			if decl, ok := d.(*ast.FuncDecl); ok && p.pkg.Info.Defs[decl.Name] == fn.Origin() {
				return decl.Body
			}
		}
	}
	return nil
}

// reaches reports whether a function may reach beyond the process, so that no clause calls it.
func (p *proposer) reaches(fn *types.Func) bool {
	name := fn.Name()
	if recv := fn.Signature().Recv(); recv != nil {
		named, ok := types.Unalias(refine.Pointed(recv.Type())).(*types.Named)
		if !ok {
			return true
		}
		name = named.Obj().Name() + "." + name
	}
	for _, c := range p.prog.Bare(p.pkg, name) {
		if p.prog.Effect(p.pkg, c) != "" {
			return true
		}
	}
	return false
}
