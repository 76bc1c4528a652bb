package resolve

import (
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/annotations/typing"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// bounds adds a directive that limits inputs.
func (b *builder) bounds(d *syntax.Directive) {
	set := func(param syntax.Ident, put func(*refine.Bounds)) {
		b.reportTwice(d, param)
		if param.Name == "" {
			put(&b.c.Bounds)
			return
		}
		i := b.inputIndex(param)
		if i < 0 {
			return
		}
		if b.c.Bounds.PerParam == nil {
			b.c.Bounds.PerParam = map[int]refine.Bounds{}
		}
		p, ok := b.c.Bounds.PerParam[i]
		if !ok {
			p = refine.NoBounds()
		}
		put(&p)
		b.c.Bounds.PerParam[i] = p
	}
	switch body := d.Body.(type) {
	case *syntax.Depth:
		set(body.Param, func(p *refine.Bounds) { p.Depth = body.N })
	case *syntax.Ints:
		ranges := b.t.Ranges(b.pre.At(d, names.Before), body, b.declaredType(body.Param))
		b.checkHasKind(body.Param, types.IsInteger, "integers")
		b.warnBuiltByCalls(d, body.Param)
		set(body.Param, func(p *refine.Bounds) { p.Ints, p.IntsFull = ranges, body.Full })
	case *syntax.Chars:
		b.checkHasKind(body.Param, types.IsString, "characters")
		b.warnBuiltByCalls(d, body.Param)
		if r := writtenRange(body.Chars); r != "" {
			b.u.Report(body.At, diag.Warning, codes.Range, "", "%s is not a range but its three characters: list those that are meant; the - goes first where it is one", r)
		}
		set(body.Param, func(p *refine.Bounds) { p.Chars = distinctRunes(body.Chars) })
	case *syntax.Inputs:
		b.reportTwice(d, syntax.Ident{})
		b.c.Bounds.Inputs = body.N
	case *syntax.Timeout:
		b.reportTwice(d, syntax.Ident{})
		b.c.Bounds.Timeout = body.D
	}
}

// reportTwice reports a bound that the same doc comment has given already.
func (b *builder) reportTwice(d *syntax.Directive, param syntax.Ident) {
	key := [2]string{d.Verb.Name, param.Name}
	if b.given[key] {
		b.u.Errorf(d.Verb.Span, codes.Twice, "a second %s: the one above would count for nothing", d.Verb.Name)
	}
	b.given[key] = true
}

// boundsOfListed warns of bounds for a parameter whose values are listed, because these ignore
// bounds.
func (b *builder) boundsOfListed(dirs []*syntax.Directive) {
	for _, d := range dirs {
		var param syntax.Ident
		switch body := d.Body.(type) {
		case *syntax.Depth:
			param = body.Param
		case *syntax.Ints:
			param = body.Param
		case *syntax.Chars:
			param = body.Param
		}
		if param.Name != "" && b.given[[2]string{"values", param.Name}] {
			b.u.Report(param.Span, diag.Warning, codes.Parameter, "", "%s does not bind %s, whose values are listed", d.Verb.Name, param.Name)
		}
	}
}

// writtenRange returns the first part of an alphabet that looks like a range, such as a-z, or "". It ignores
// ranges of two characters, which nobody writes.
func writtenRange(chars string) string {
	for i := 1; i+1 < len(chars); i++ {
		low, high := chars[i-1], chars[i+1]
		same := func(from, to byte) bool { return from <= low && high <= to }
		if chars[i] == '-' && int(high)-int(low) > 1 && (same('a', 'z') || same('A', 'Z') || same('0', '9')) {
			return chars[i-1 : i+2]
		}
	}
	return ""
}

// distinctRunes returns the distinct characters of s. The result is not nil: no characters are an
// alphabet too, that of the empty string.
func distinctRunes(s string) []rune {
	out := []rune{}
	seen := map[rune]bool{}
	for _, r := range value.Characters(s) {
		if !seen[r] {
			seen[r] = true
			out = append(out, r)
		}
	}
	return out
}

// inputIndex returns the index of the input that a directive names, or -1.
func (b *builder) inputIndex(id syntax.Ident) int {
	var known []string
	for name, m := range b.pre.Names {
		bd, ok := m.(*names.Binding)
		if !ok || bd.Expr == nil {
			continue
		}
		ref, ok := bd.Expr.(*refine.Ref)
		if !ok || ref.Var.Role != refine.Input {
			continue
		}
		if name == id.Name {
			return ref.Var.Index
		}
		known = append(known, name)
	}
	b.t.Unknown(id.Span, b.s.fn.Name()+" has no parameter "+id.Name, diag.Nearest(id.Name, sortedStrings(known)))
	return -1
}

// declaredType returns the basic type with which a parameter is declared, or nil for other types
// and type parameters.
func (b *builder) declaredType(id syntax.Ident) *types.Basic {
	sig := b.src.sig
	for v := range sig.Params().Variables() {
		if _, generic := types.Unalias(v.Type()).(*types.TypeParam); v.Name() == id.Name && !generic {
			basic, _ := v.Type().Underlying().(*types.Basic)
			return basic
		}
	}
	return nil
}

// checkHasKind reports a bound for a parameter that has nothing of its kind.
func (b *builder) checkHasKind(id syntax.Ident, kind types.BasicInfo, what string) {
	if t := b.declaredType(id); id.Name != "" && id.Name != "_" && t != nil && t.Info()&kind == 0 && t.Kind() != types.UnsafePointer {
		b.u.Errorf(id.Span, codes.Mismatch, "%s (of type %s) has no %s", id.Name, t, what)
	}
}

// warnBuiltByCalls warns of a bound for a parameter whose values are built by calls. It does not
// apply to the arguments of these.
func (b *builder) warnBuiltByCalls(d *syntax.Directive, id syntax.Ident) {
	for i, p := range b.c.Params {
		if v := b.src.sig.Params().At(i); id.Name == "" || id.Name == "_" || v.Name() != id.Name {
			continue
		}
		if tf := b.p.facts.Of(refine.Pointed(p.Type)); tf != nil && len(tf.Via) > 0 && !slices.ContainsFunc(tf.Via, func(c *refine.Callee) bool { return c.Whole }) {
			b.u.Report(id.Span, diag.Warning, codes.Parameter, "",
				"%s does not bind %s, whose values are built by calls of %s: their arguments have bounds of their own", d.Verb.Name, id.Name, tf.Via[0].Name)
		}
	}
}

// values makes listed values a draw of a parameter.
func (b *builder) values(d *syntax.Directive, body *syntax.Values) {
	if body.Param.Name == "" {
		b.u.Errorf(syntax.SpanOf(body.Exprs[0]), codes.Parameter, "values of which parameter? write values p: …")
		return
	}
	i := b.inputIndex(body.Param)
	if i < 0 {
		return
	}
	key := [2]string{d.Verb.Name, body.Param.Name}
	if b.given[key] {
		b.u.Errorf(d.Verb.Span, codes.Twice, "a second list of values for %s: write one", body.Param.Name)
		return
	}
	b.given[key] = true
	v := b.c.Inputs()[i]
	sc := b.pre.At(d, names.Before)
	list := &refine.Composite{Source: names.SourceOf(d), T: types.NewSlice(v.Type)}
	bad := false
	for _, e := range body.Exprs {
		x := b.t.Expr(sc, e, v.Type)
		bad = x == nil || b.refersToLater(e, x, i) || bad
		if x != nil {
			typing.WarnListedTwice(b.u, list.Values, x, sc, e)
		}
		list.Values = append(list.Values, x)
	}
	if bad {
		return
	}
	dom := refine.Domain{Kind: refine.Elements, X: list}
	span := syntax.Span{From: d.Verb.From, To: d.To}
	cl := b.u.NewClause(refine.Requires, span, "values "+d.Text)
	cl.Expr = &refine.In{Source: names.SourceOf(d), X: &refine.Ref{Source: names.SourceOf(body.Param.Span), Var: v}, Over: dom}
	b.c.Draws = append(b.c.Draws, &refine.Draw{Var: v, From: dom, Clause: cl})
}

// refersToLater reports a listed value of input i that refers to that input itself or to a later
// one.
func (b *builder) refersToLater(e syntax.Expr, x refine.Expr, i int) bool {
	var later *refine.Ref
	refine.Inspect(x, func(x refine.Expr) bool {
		if ref, isRef := x.(*refine.Ref); isRef && later == nil && ref.Var.Role == refine.Input && ref.Var.Index >= i {
			later = ref
		}
		return later == nil
	})
	if later == nil {
		return false
	}
	at, name := syntax.SpanOf(e), b.c.Inputs()[i].Name
	if src := later.Src(); at.From <= src.Pos && src.End <= at.To {
		at = syntax.Span{From: src.Pos, To: src.End}
	}
	if later.Var.Index == i {
		b.u.Errorf(at, codes.MisplacedForm, "%s cannot have values that depend on itself: a requires may refer to it", name)
	} else {
		b.u.Errorf(at, codes.MisplacedForm, "%s is made after %s, whose values may refer only to earlier parameters: a requires may refer to both", later.Var.Name, name)
	}
	return true
}
