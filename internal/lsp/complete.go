package lsp

import (
	"context"
	"fmt"
	"go/types"
	"strings"

	directives "github.com/rtest-dev/rtest/annotations/syntax"

	"github.com/rtest-dev/rtest/refine"
)

// complete offers directives, and names in their texts: variables of the predicate, aliases and
// defs, declarations, members, and rtest's words.
func (s *server) complete(_ context.Context, v *view, p positionParams) (any, error) {
	list := completionList{Items: []completionItem{}}
	c, ok := s.cursor(v, p)
	if !ok {
		return list, nil
	}
	offset := c.x.offset(p.Position)
	k := &completer{cursor: c, seen: map[string]bool{}}
	switch {
	case c.inVerb(offset):
		k.from, k.to = c.d.verb, wordEnd(c.x.s, c.d.verb)
		if k.from == c.d.end {
			k.to = k.from
		}
		k.verbs()
	case c.d.word == "skip" || c.inComment(offset):
		return list, nil
	case c.name.selected:
		k.from, k.to = c.name.start, c.name.end
		k.members()
	case c.d.listsCalls():
		k.from, k.to = c.name.start, c.name.end
		k.calls()
	default:
		k.from, k.to = c.name.start, c.name.end
		k.names()
	}
	list.Items = k.items
	if list.Items == nil {
		list.Items = []completionItem{}
	}
	return list, nil
}

// inVerb reports whether an offset is in the word of the directive.
func (c *cursor) inVerb(offset int) bool {
	end := c.d.verb
	for end < c.d.end && isWord(c.x.s[end]) {
		end++
	}
	return c.d.verb <= offset && offset <= end
}

// inComment reports whether an offset is in a trailing comment of a directive, or in a string.
func (c *cursor) inComment(offset int) bool {
	quote := byte(0)
	for i := c.d.body; i < offset; i++ {
		switch b := c.x.s[i]; {
		case quote != 0 && b == '\\' && quote != '`':
			i++
		case quote != 0 && b == quote:
			quote = 0
		case quote == 0 && (b == '"' || b == '\'' || b == '`'):
			quote = b
		case quote == 0 && strings.HasPrefix(c.x.s[i:c.d.end], "//"):
			return true
		}
	}
	return quote != 0
}

// A completer collects the possible completions at a cursor.
type completer struct {
	*cursor
	from, to int
	seen     map[string]bool
	items    []completionItem
}

// add offers a name once. Names added earlier rank higher.
func (k *completer) add(name string, kind int, detail, meaning string) {
	if name == "" || name == "_" || k.seen[name] {
		return
	}
	k.seen[name] = true
	k.items = append(k.items, completionItem{
		Label: name, Kind: kind, Detail: detail, Documentation: meaning,
		TextEdit: &textEdit{k.x.span(k.from, k.to), name}, SortText: fmt.Sprintf("%04d", len(k.items)),
	})
}

// verbs offers the directives that are allowed here. A detached directive may belong to what the
// user writes next.
func (k *completer) verbs() {
	for _, w := range directives.Kinds() {
		if k.d.owner.kind == directives.InFile || w.Places&k.d.owner.kind != 0 {
			k.add(w.Name, kindKeyword, w.Text, w.Meaning)
		}
	}
}

// names offers the names that a predicate may mention, nearest first.
func (k *completer) names() {
	for at := k.d.body; at < k.from; {
		end := max(wordEnd(k.x.s, at), at+1)
		if isWord(k.x.s[at]) && k.x.binds(k.d, at, end) {
			k.add(k.x.s[at:end], kindVariable, "", "")
		}
		at = end
	}
	for _, id := range k.d.owner.variables() {
		k.add(id.Name, kindVariable, "", "")
	}
	for _, d := range k.x.directives {
		if d.word == "let" && d.owner == k.d.owner && d.owner.kind != directives.InFile && d.start < k.d.start {
			k.add(k.x.s[d.body:wordEnd(k.x.s, d.body)], kindVariable, "", "")
		}
	}
	if fn := k.d.owner.fn; fn != nil && fn.Type.Results != nil && k.d.word != "requires" && k.d.word != "panics" {
		k.results(fn.Type.Results.NumFields())
	}
	if k.pkg != nil {
		k.declared(k.snap.declarations(k.view, k.pkg))
		k.scope(k.pkg.Types.Scope(), func(o types.Object) bool { return true })
		for _, f := range k.pkg.Syntax {
			if sc := k.pkg.Info.Scopes[f]; sc != nil {
				k.scope(sc, func(o types.Object) bool { _, ok := o.(*types.PkgName); return ok })
			}
		}
	}
	for _, w := range words() {
		if w.name != "result" && w.name != "err" && (w.name != "self" || k.d.owner.kind == directives.OnType) {
			k.add(w.name, kindKeyword, "", w.meaning)
		}
	}
}

// declared offers aliases and defs.
func (k *completer) declared(all []declaration) {
	for _, d := range all {
		kind := kindClass
		if d.word == "def" {
			kind = kindFunction
		}
		k.add(d.name, kind, d.word+" "+d.text, "")
	}
}

// results offers the names of n results.
func (k *completer) results(n int) {
	if n > 0 {
		k.add("result", kindVariable, "", "the only result")
	}
	for i := range n {
		if n > 1 {
			k.add(fmt.Sprintf("result%d", i), kindVariable, "", "")
		}
	}
	if rs := k.d.owner.fn.Type.Results.List; n > 0 && len(rs[len(rs)-1].Names) == 0 {
		last := rs[len(rs)-1].Type
		if k.x.s[k.x.at(last.Pos()):k.x.at(last.End())] == "error" {
			k.add("err", kindVariable, "", "the last result")
		}
	}
}

func (k *completer) scope(sc *types.Scope, want func(types.Object) bool) {
	for _, n := range sc.Names() {
		if o := sc.Lookup(n); want(o) {
			k.object(o)
		}
	}
}

func (k *completer) object(o types.Object) {
	kind := kindVariable
	switch o := o.(type) {
	case *types.Func:
		kind = kindFunction
		if o.Signature().Recv() != nil {
			kind = kindMethod
		}
	case *types.Const:
		kind = kindConstant
	case *types.TypeName:
		kind = kindClass
	case *types.PkgName:
		kind = kindModule
	case *types.Var:
		if o.IsField() {
			kind = kindField
		}
	}
	k.add(o.Name(), kind, types.ObjectString(o, types.RelativeTo(k.pkg.Types)), "")
}

// members offers what may follow a dot: the exported members of a package, or the fields and
// methods of a variable.
func (k *completer) members() {
	if k.pkg == nil {
		return
	}
	t := k.typeOf(k.name.selector)
	if t == nil {
		if p := imported(k.pkg, k.path, k.name.qualifier); p != nil {
			k.declared(exported(k.view, k.pkg.Fset, p))
			k.scope(p.Scope(), types.Object.Exported)
		}
		return
	}
	visible := func(o types.Object) bool { return o.Exported() || o.Pkg() == k.pkg.Types }
	base := t
	if p, ok := t.Underlying().(*types.Pointer); ok {
		base = p.Elem()
	}
	if st, ok := base.Underlying().(*types.Struct); ok {
		for f := range st.Fields() {
			if visible(f) {
				k.object(f)
			}
		}
	}
	if _, ok := t.Underlying().(*types.Pointer); !ok && !types.IsInterface(t) {
		t = types.NewPointer(t)
	}
	for m := range types.NewMethodSet(t).Methods() {
		if visible(m.Obj()) {
			k.object(m.Obj())
		}
	}
}

// typeOf returns the type of a variable or of its fields, given as names separated by dots. It
// returns nil if the type is unknown.
func (k *completer) typeOf(path string) types.Type {
	first, rest, more := strings.Cut(path, ".")
	t := k.typeOfName(first)
	for more && t != nil {
		var name string
		name, rest, more = strings.Cut(rest, ".")
		obj, _, _ := types.LookupFieldOrMethod(t, true, k.pkg.Types, name)
		f, ok := obj.(*types.Var)
		if !ok {
			return nil
		}
		t = f.Type()
	}
	return t
}

// typeOfName returns the type of a parameter or result, of the value of an invariant, or of a
// declaration.
func (k *completer) typeOfName(name string) types.Type {
	o := k.d.owner
	switch {
	case name == "":
		return nil
	case o.fn != nil:
		if v := variable(k.pkg, o.fn.Name.Name, k.x, o, name); v != nil {
			return v
		}
	case o.typ != nil && name == "self":
		if obj := k.pkg.Types.Scope().Lookup(o.typ.Name.Name); obj != nil {
			return obj.Type()
		}
	}
	if v, ok := k.pkg.Types.Scope().Lookup(name).(*types.Var); ok {
		return v.Type()
	}
	return nil
}

// variable returns the type of a parameter or result of the function to which a directive belongs.
// It finds the function by name and receiver.
func variable(pkg *refine.Package, function string, x *syntax, o owner, name string) types.Type {
	var sig *types.Signature
	if o.fn.Recv == nil {
		if f, ok := pkg.Types.Scope().Lookup(function).(*types.Func); ok {
			sig = f.Signature()
		}
	} else if recv := x.receiver(o.fn); recv != "" {
		if obj := pkg.Types.Scope().Lookup(recv); obj != nil {
			m, _, _ := types.LookupFieldOrMethod(obj.Type(), true, pkg.Types, function)
			if f, ok := m.(*types.Func); ok {
				sig = f.Signature()
			}
		}
	}
	if sig == nil {
		return nil
	}
	if r := sig.Recv(); r != nil && r.Name() == name {
		return r.Type()
	}
	for _, tuple := range []*types.Tuple{sig.Params(), sig.Results()} {
		for v := range tuple.Variables() {
			if v.Name() == name {
				return v.Type()
			}
		}
	}
	if name == "result" && sig.Results().Len() > 0 {
		return sig.Results().At(0).Type()
	}
	return nil
}

// A word is one that predicates have in addition to Go's.
type word struct{ name, meaning string }

// words lists the words of predicates: rtest's, then Go's builtins.
func words() []word {
	return []word{
		{"forall", "forall x in xs: P — P holds for every element"},
		{"exists", "exists x in xs: P — P holds for some element"},
		{"in", "x in xs — x is an element, a key, or in the range a..b"},
		{"is", "x is T — the dynamic type of x is T"},
		{"old", "old(e) — e as it was before the call"},
		{"sorted", "sorted(xs) — xs ascends"},
		{"distinct", "distinct(xs) — no two elements are equal"},
		{"permutation", "permutation(xs, ys) — the same elements as often"},
		{"count", "count(xs, x) — how often x is in xs"},
		{"sum", "sum(xs) — the sum of the elements"},
		{"with", "with(m, k, v) — the map m with v at k"},
		{"without", "without(m, k) — the map m without k"},
		{"equal", "equal(a, b) — equality of values, also where Go has none"},
		{"calls", "calls(f) — how the function f was called"},
		{"result", "the only result (result0, result1, … of several)"},
		{"err", "the last result, an unnamed error"},
		{"self", "the value that an invariant describes"},
		{"len", "len(x)"}, {"cap", "cap(xs)"}, {"min", "min(a, b)"}, {"max", "max(a, b)"}, {"append", "append(xs, x)"},
		{"true", "the constant"}, {"false", "the constant"}, {"nil", "nil"},
	}
}
