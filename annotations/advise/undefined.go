package advise

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/load"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/refine"
)

// UndefinedType reports an unknown name in place of a type. It prefers names of types as
// suggestions.
func (v Variables) UndefinedType(sc *names.Scope, id syntax.Ident) *Advice {
	if sc.IsLost(id.Name) {
		return nil
	}
	types := slices.DeleteFunc(sc.Candidates(), func(n string) bool { return !names.NamesType(sc.Lookup(n, false)) })
	if near := diag.Nearest(id.Name, types); near != "" {
		return Unknown(id.Span, "undefined: "+id.Name, near)
	}
	return v.Undefined(sc, id)
}

// Undefined reports an unknown name, unless that follows from a reported mistake.
func (v Variables) Undefined(sc *names.Scope, id syntax.Ident) *Advice {
	switch {
	case id.Name == "_":
		return mistake(id.Span, codes.NoValue, "cannot use _ as value or type")
	case sc.IsLost(id.Name):
		return nil
	}
	if a := notYetKnown(sc, id); a != nil {
		return a
	}
	own := sc.Owns()
	for at := sc; at != nil; at = at.Outer {
		switch {
		case at.LaterResults[id.Name]:
			return mistake(id.Span, codes.MisplacedForm, "%s is known only after the call: an ensures may speak of it", id.Name)
		case at.LaterLets[id.Name]:
			return mistake(id.Span, codes.MisplacedForm, "%s is known only below its let: move that up", id.Name)
		}
	}
	switch {
	case id.Name == "self" || id.Name == "this" || id.Name == "it":
		return v.notSelf(sc, id)
	case own != nil && len(own) == 0 && (id.Name == "result" || id.Name == "err"):
		return mistake(id.Span, codes.UnknownName, "undefined: %s: the function returns nothing", id.Name)
	case own != nil && id.Name == "err":
		return mistake(id.Span, codes.UnknownName, "undefined: err: the last result is not an error")
	case id.Name == "forall" || id.Name == "exists":
		return mistake(id.Span, codes.UnknownName, "undefined: %s: a quantifier is written %s x in xs: P", id.Name, id.Name)
	case id.Name == sc.Unit.Node.Types.Name():
		return mistake(id.Span, codes.UnknownName, "undefined: %s: what this package declares goes by its name alone", id.Name)
	case id.Name == "old":
		return mistake(id.Span, codes.NoValue, "old must be called, with parentheses after it")
	case names.OwnFunctions[id.Name] > 0:
		return mistake(id.Span, codes.NoValue, "undefined: %s: there is only the function %s, which must be called", id.Name, ownCalls[id.Name])
	case isResultNumber(id.Name) && len(own) > 0:
		return mistake(id.Span, codes.UnknownName, "undefined: %s: %s", id.Name, resultNames(own))
	case id.Name == "ok" && boolResult(own) != "":
		return mistake(id.Span, codes.UnknownName, "undefined: ok: the result has no name in the declaration; write %s", boolResult(own))
	case isPanicWord(id.Name) && qualifiedName(sc, id.Name) == "":
		return mistake(id.Span, codes.UnknownName, "undefined: %s: %s", id.Name, PanicsDirective)
	case isMembership(id.Name) && qualifiedName(sc, id.Name) == "":
		return mistake(id.Span, codes.UnknownName, "undefined: %s: membership is written x in xs", id.Name)
	default:
		near := cmp.Or(selfName(sc, id.Name), equivalentWord(own, id.Name), qualifiedName(sc, id.Name))
		if near == "" {
			near = v.nearest(sc, id.Name)
			if load.StandardPackages[id.Name] != "" && !v.isInput(near) {
				return mistake(id.Span, codes.NoValue, "use of package %s not in selector", id.Name)
			}
		}
		msg := "undefined: " + id.Name
		if near == "" && v.Foreign {
			msg += v.parameters()
		}
		return Unknown(id.Span, msg, near)
	}
}

// parameters lists the names of the inputs of a function whose declaration is not visible.
func (v Variables) parameters() string {
	var names []string
	for _, v := range v.Inputs {
		if v.Role != refine.Result && v.Name != "_" {
			names = append(names, v.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return " (the inputs are called " + strings.Join(names, ", ") + ")"
}

// nearest returns the name in scope that was probably meant. A parameter that abbreviates the name,
// as amt abbreviates amount, is preferred to a name at two edits.
func (v Variables) nearest(sc *names.Scope, name string) string {
	near := diag.Nearest(name, sc.Candidates())
	if (near == "false" || near == "true") && diag.Distance(near, name) > 1 {
		near = ""
	}
	if near != "" && (strings.EqualFold(near, name) || diag.Distance(near, name) == 1) {
		return near
	}
	for _, v := range v.Inputs {
		if b, ok := sc.Lookup(v.Name, false).(*names.Binding); ok && b != nil && (abbreviates(v.Name, name) || abbreviates(name, v.Name)) {
			return v.Name
		}
	}
	return near
}

// isInput reports whether an input or a result has the name.
func (v Variables) isInput(name string) bool {
	return slices.ContainsFunc(v.Inputs, func(v *refine.Variable) bool { return v.Name == name })
}

// abbreviates reports whether short begins like word and continues with some of its letters, in
// order.
func abbreviates(short, word string) bool {
	if len(short) < 2 || len(short) >= len(word) || short[0] != word[0] {
		return false
	}
	for _, c := range []byte(word) {
		if short != "" && short[0] == c {
			short = short[1:]
		}
	}
	return short == ""
}

// usesC reports whether a file imports C. After cgo, other names remain.
func usesC(u *names.Unit, f *ast.File) bool {
	src := u.Node.Sources[f]
	return bytes.Contains(src, []byte(`import "C"`)) || bytes.Contains(src, []byte("_Cfunc_")) || bytes.Contains(src, []byte("_Ctype_"))
}

// UndefinedOperand reports an unknown name before a selector. It suggests the receiver if that has
// such a field or method, else the only parameter that has.
func (v Variables) UndefinedOperand(sc *names.Scope, id, sel syntax.Ident) *Advice {
	if id.Name == "C" && usesC(sc.Unit, sc.File) {
		return mistake(id.Span, codes.UnknownName, "undefined: C: only Go code reaches C: write a function that calls C.%s", sel.Name)
	}
	if near := nearestPackage(sc, id.Name, sel.Name); near != "" && !sc.IsLost(id.Name) {
		return Unknown(id.Span, "undefined: "+id.Name, near)
	}
	if near := v.nearest(sc, id.Name); near != "" && !names.NamesType(sc.Lookup(near, true)) {
		return v.Undefined(sc, id)
	}
	has := func(v *refine.Variable) bool {
		m, _, _ := types.LookupFieldOrMethod(v.Type, true, sc.Unit.Node.Types, sel.Name)
		return m != nil
	}
	if v.Recv != nil && has(v.Recv) {
		return v.notReceiver(sc, id)
	}
	var only []string
	for _, v := range v.Inputs {
		if b, ok := sc.Lookup(v.Name, false).(*names.Binding); ok && b.Expr != nil && v.Role == refine.Input && has(v) {
			only = append(only, v.Name)
		}
	}
	if len(only) == 1 && !sc.IsLost(id.Name) {
		return Unknown(id.Span, "undefined: "+id.Name, only[0])
	}
	return v.Undefined(sc, id)
}

// nearestPackage returns the name of the package that was probably meant before a selector, or "".
// The package must have such a member, and be in scope under the name.
func nearestPackage(s *names.Scope, name, member string) string {
	near := diag.Nearest(name, append(s.Unit.PackageNames(), slices.Sorted(maps.Keys(load.StandardPackages))...))
	if near == "" || s.File == nil || !token.IsExported(member) {
		return ""
	}
	x, ok := s.Lookup(near, true).(names.Object)
	if !ok {
		return ""
	}
	if pn, ok := x.Object.(*types.PkgName); !ok || pn.Imported().Scope().Lookup(member) == nil {
		return ""
	}
	return near
}

// notSelf reports a word that denotes the current value in other languages. In contracts of methods
// that is the receiver, by its name.
func (v Variables) notSelf(sc *names.Scope, id syntax.Ident) *Advice {
	if self := selfName(sc, id.Name); self != "" {
		return Unknown(id.Span, "undefined: "+id.Name, self)
	}
	if v.Recv != nil {
		return v.notReceiver(sc, id)
	}
	return mistake(id.Span, codes.UnknownName, "undefined: %s: self is defined only in an invariant, where it is the value of the type", id.Name)
}

// notReceiver reports a name that was probably meant for the receiver.
func (v Variables) notReceiver(sc *names.Scope, id syntax.Ident) *Advice {
	for at := sc; at != nil; at = at.Outer {
		for _, name := range slices.Sorted(maps.Keys(at.Names)) {
			if b, ok := at.Names[name].(*names.Binding); ok {
				if ref, ok := b.Expr.(*refine.Ref); ok && ref.Var == v.Recv {
					return Unknown(id.Span, "undefined: "+id.Name, name)
				}
			}
		}
	}
	return mistake(id.Span, codes.UnknownName, "undefined: %s: the receiver has no name here; the first parentheses of a sig give it one, as in //rtest:sig (s Stack) (x int)", id.Name)
}

// equivalentWord returns the equivalent in contracts of a word of other languages or an
// abbreviation. Own are the names of results.
func equivalentWord(own map[string]names.Meaning, name string) string {
	switch name {
	case "not":
		return "!"
	case "null", "None", "NULL", "nullptr", "undefined":
		return "nil"
	case "length", "size", "Len", "strlen", "sizeof":
		return "len"
	case "unique", "nodup", "allDifferent":
		return "distinct"
	case "perm", "isPermutation":
		return "permutation"
	case "deepEqual", "DeepEqual":
		return "equal"
	case "ret", "res", "retval", "rv", "returned", "output":
		if own["result"] != nil {
			return "result"
		}
		if len(own) > 0 {
			return "result0"
		}
	}
	return ""
}

// selfName returns how to write a name that was probably meant for the value of an invariant, or
// for a field or method of it. It returns "" if there is no such value.
func selfName(sc *names.Scope, name string) string {
	b, ok := sc.Lookup("self", false).(*names.Binding)
	if !ok {
		return ""
	}
	ref, ok := b.Expr.(*refine.Ref)
	if !ok || ref.Var == nil || ref.Var.Role != refine.Self {
		return ""
	}
	if obj, _, _ := types.LookupFieldOrMethod(ref.Var.Type, true, sc.Unit.Node.Types, name); obj != nil {
		return "self." + name
	}
	if name == "v" || name == "it" || name == "this" || isReceiver(ref.Var.Type, name) {
		return "self"
	}
	return ""
}

// isReceiver reports whether methods of the type have a receiver with that name.
func isReceiver(t types.Type, name string) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	for m := range n.Methods() {
		if m.Signature().Recv().Name() == name {
			return true
		}
	}
	return false
}

// notYetKnown reports a name that a type of a sig cannot refer to at its place: that of the entry
// itself, or of a later one.
func notYetKnown(sc *names.Scope, id syntax.Ident) *Advice {
	value := ""
	for at := sc; at != nil; at = at.Outer {
		value = cmp.Or(value, at.Value)
		own, behind := slices.Contains(at.Entry.Own, id.Name), slices.Contains(at.Entry.Later, id.Name)
		switch {
		case own && value != "":
			return Unknown(id.Span, "undefined: "+id.Name, value)
		case own || behind:
			return mistake(id.Span, codes.MisplacedForm, "%s is not in scope here: %s may refer to it", id.Name, at.Entry.Clause)
		}
	}
	return nil
}

// UndefinedIn reports a name that another package does not declare.
func UndefinedIn(u *names.Unit, pkg *types.Package, qualifier string, id syntax.Ident) *Advice {
	var exported []string
	for _, n := range pkg.Scope().Names() {
		if token.IsExported(n) {
			exported = append(exported, n)
		}
	}
	o := u.UnitOf(pkg)
	if o != nil {
		for _, n := range slices.Sorted(maps.Keys(o.Aliases)) {
			if token.IsExported(n) {
				exported = append(exported, n)
			}
		}
	}
	switch {
	case o != nil && !token.IsExported(id.Name) && o.Aliases[id.Name] != nil:
		return mistake(id.Span, codes.UnknownName, "name %s not exported by package %s", id.Name, pkg.Name())
	case o != nil && o.Defs[id.Name] != nil:
		return mistake(id.Span, codes.UnknownName, "undefined: %s.%s: a def is known in its own package only; write a Go function", qualifier, id.Name)
	}
	return Unknown(id.Span, "undefined: "+qualifier+"."+id.Name, diag.Nearest(id.Name, exported))
}
