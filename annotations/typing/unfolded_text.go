package typing

import (
	"slices"
	"sort"
	"strings"

	"github.com/rtest-dev/rtest/annotations/load"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
)

// UnfoldedText returns the text of the predicate behind an alias with the arguments in the
// place of its parameters, such as 0 <= v && v < r2 for Rng(r2). It is empty if the user's own
// text is that predicate.
func (t *Typer) UnfoldedText(sc *names.Scope, r syntax.RefType) string {
	if !t.mentionsAlias(sc, r) {
		return ""
	}
	w := &unfolder{t: t, puts: map[*names.Binding]map[string]string{}}
	text := w.ref(sc, r, map[string]string{}, "")
	if w.captured {
		return ""
	}
	return text
}

// mentionsAlias reports whether r mentions an alias.
func (t *Typer) mentionsAlias(sc *names.Scope, r syntax.RefType) bool {
	switch r := r.(type) {
	case *syntax.RefParen:
		return t.mentionsAlias(sc, r.X)
	case *syntax.RefSet:
		return t.mentionsAlias(sc, r.Base)
	case *syntax.RefName:
		a, b := t.resolveRef(sc, r)
		return a != nil || b != nil && b.Ref != nil || slices.ContainsFunc(r.TypeArgs, func(a syntax.RefType) bool { return t.mentionsAlias(sc, a) })
	case *syntax.RefSlice:
		return t.mentionsAlias(sc, r.Elem)
	case *syntax.RefArray:
		return t.mentionsAlias(sc, r.Elem)
	case *syntax.RefVariadic:
		return t.mentionsAlias(sc, r.Elem)
	case *syntax.RefPointer:
		return t.mentionsAlias(sc, r.Elem)
	case *syntax.RefMap:
		return t.mentionsAlias(sc, r.Key) || t.mentionsAlias(sc, r.Elem)
	}
	return false
}

// An unfolder writes predicates with names replaced.
type unfolder struct {
	t *Typer
	// depth stops at a recursive alias, which is reported elsewhere.
	depth int
	// puts are the texts of names in the scope of the type arguments of aliases.
	puts map[*names.Binding]map[string]string
	// captured is set when a name in an inserted text would mean a variable of the alias.
	captured bool
}

// ref returns the text of the condition of r. Put has the texts of names. Self is the text of
// the value, or "" for the refinement's own variable.
func (w *unfolder) ref(sc *names.Scope, r syntax.RefType, put map[string]string, self string) string {
	switch r := r.(type) {
	case *syntax.RefParen:
		return w.ref(sc, r.X, put, self)
	case *syntax.RefSet:
		if self == "" {
			self = r.Var.Name
			for speakOf(put, self) {
				self += "1"
			}
		}
		w.captured = w.captured || speakOf(put, self)
		base := w.ref(sc, r.Base, put, self)
		inner := map[string]string{}
		for k, v := range put {
			inner[k] = v
		}
		inner[r.Var.Name] = self
		pred := w.replaceNames(sc, r.Pred, inner)
		if base == "" {
			return pred
		}
		return guard(base) + " && " + guard(pred)
	case *syntax.RefName:
		return w.name(sc, r, put, self)
	case *syntax.RefSlice:
		return each(w.ref(sc, r.Elem, put, ""))
	case *syntax.RefArray:
		return each(w.ref(sc, r.Elem, put, ""))
	case *syntax.RefVariadic:
		return each(w.ref(sc, r.Elem, put, ""))
	case *syntax.RefPointer:
		return w.ref(sc, r.Elem, put, "")
	}
	return ""
}

func each(body string) string {
	if body == "" {
		return ""
	}
	return "each: " + body
}

func (w *unfolder) name(sc *names.Scope, r *syntax.RefName, put map[string]string, self string) string {
	a, b := w.t.resolveRef(sc, r)
	if b != nil && b.Ref != nil {
		return w.ref(b.RefScope, b.Ref, w.puts[b], self)
	}
	if a == nil {
		var all []string
		for _, arg := range r.TypeArgs {
			if body := w.ref(sc, arg, put, ""); body != "" {
				all = append(all, each(body))
			}
		}
		return strings.Join(all, "; ")
	}
	if w.depth > 20 || len(r.Args) != len(a.Params) || len(r.TypeArgs) != len(a.TypeParams) {
		return ""
	}
	w.depth++
	defer func() { w.depth-- }()
	inner := map[string]string{}
	for i, p := range a.Params {
		arg := w.replaceNames(sc, r.Args[i], put)
		if strings.ContainsAny(arg, " ?") {
			arg = "(" + arg + ")"
		}
		inner[p.Name.Name] = arg
	}
	in := a.Unit.FileScope(a.File, a.Directive)
	for i, p := range a.TypeParams {
		b := &names.Binding{Ref: r.TypeArgs[i], RefScope: sc}
		in.Names[p.Name.Name], w.puts[b] = b, put
	}
	return w.ref(in, a.Type, inner, self)
}

// guard puts parentheses around what binds weaker than &&.
func guard(s string) string {
	for _, op := range []string{"||", "==>", "?", "forall ", "exists "} {
		if strings.Contains(s, op) {
			return "(" + s + ")"
		}
	}
	return s
}

// speakOf reports whether one of the texts mentions the name.
func speakOf(put map[string]string, name string) bool {
	for _, text := range put {
		if slices.Contains(load.Identifiers.FindAllString(text, -1), name) {
			return true
		}
	}
	return false
}

// replaceNames returns the text of e with free names replaced.
func (w *unfolder) replaceNames(sc *names.Scope, e syntax.Expr, put map[string]string) string {
	type edit struct {
		from, to int
		text     string
	}
	var edits []edit
	var visit func(e syntax.Expr, hidden map[string]bool)
	visit = func(e syntax.Expr, hidden map[string]bool) {
		if e == nil {
			return
		}
		switch x := e.(type) {
		case *syntax.Name:
			if text, ok := put[x.Name]; ok && !hidden[x.Name] {
				edits = append(edits, edit{names.OffsetOf(sc.Directive, x.From), names.OffsetOf(sc.Directive, x.To), text})
				for name := range hidden {
					w.captured = w.captured || speakOf(map[string]string{"": text}, name)
				}
			}
			return
		case *syntax.Quant:
			visit(x.Over, hidden)
			inner := map[string]bool{}
			for k := range hidden {
				inner[k] = true
			}
			for _, v := range x.Vars {
				inner[v.Name] = true
			}
			visit(x.Body, inner)
			return
		}
		for _, p := range syntax.Operands(e) {
			visit(p, hidden)
		}
	}
	visit(e, map[string]bool{})
	sort.Slice(edits, func(i, j int) bool { return edits[i].from < edits[j].from })
	var out strings.Builder
	at, end := names.OffsetOf(sc.Directive, e.Pos()), names.OffsetOf(sc.Directive, e.End())
	for _, ed := range edits {
		out.WriteString(sc.Directive.Text[at:ed.from])
		out.WriteString(ed.text)
		at = ed.to
	}
	out.WriteString(sc.Directive.Text[at:end])
	return out.String()
}
