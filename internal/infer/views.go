package infer

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/refine"
)

// predicates lists the functions of the package from the type of a value to bool.
func (l *lister) predicates(r string, t types.Type) {
	l.functions(t, func(name string, of types.Type) {
		if b, ok := of.Underlying().(*types.Basic); ok && b.Kind() == types.Bool {
			l.add(r+" "+name, exact, name+"("+r+")")
		}
	})
}

// functions calls do with each function of the package whose only parameter has a type, and with the type of
// its only result.
func (l *lister) functions(t types.Type, do func(name string, of types.Type)) {
	scope := l.p.pkg.Types.Scope()
	for _, name := range scope.Names() {
		fn, ok := scope.Lookup(name).(*types.Func)
		if !ok || fn == l.c.Func || !slices.Contains(l.p.pkg.GoFiles, l.p.pkg.Fset.Position(fn.Pos()).Filename) {
			continue // A function that rtest adds is not one of the package.
		}
		sig := fn.Signature()
		if sig.TypeParams().Len() > 0 || sig.Params().Len() != 1 || sig.Results().Len() != 1 || !types.Identical(sig.Params().At(0).Type(), t) {
			continue
		}
		if !l.p.reaches(fn) {
			do(name, sig.Results().At(0).Type())
		}
	}
}

// views lists what may be true of the elements of a value, where a function of the package lists them: a result
// or an argument after the call, compared with arguments before it.
func (l *lister) views(r string, t types.Type) {
	if _, named := types.Unalias(refine.Pointed(t)).(*types.Named); !named {
		return
	}
	l.functions(t, func(name string, of types.Type) {
		s, ok := of.Underlying().(*types.Slice)
		if !ok || !types.Comparable(s.Elem()) {
			return
		}
		now, about := name+"("+r+")", r+" "+name
		if b, ok := s.Elem().Underlying().(*types.Basic); ok && b.Info()&types.IsOrdered != 0 {
			l.add(about+" order", exact, "sorted("+now+")")
		}
		for _, in := range l.inputs {
			if types.Identical(in.t, s.Elem()) {
				l.add(about+" "+in.text, exact, in.text+" in "+now)
				l.add(about+" "+in.text, exact, "!("+in.text+" in "+now+")")
			}
			if types.Identical(in.t, t) {
				l.compared(now, "old("+name+"("+in.text+"))", about, s.Elem())
			}
		}
	})
}

// compared lists how the elements that are listed now may be related to those before: whether they are the
// same, but for an argument.
func (l *lister) compared(now, before, about string, elem types.Type) {
	from, to := fmt.Sprintf("forall k in %s: k in %s", now, before), fmt.Sprintf("forall k in %s: k in %s", before, now)
	same := fmt.Sprintf("permutation(%s, %s)", now, before)
	var impliesFrom, impliesTo []string
	for _, x := range l.inputs {
		if types.Identical(x.t, elem) {
			impliesFrom = append(impliesFrom, fmt.Sprintf("forall k in %s: k == %s || k in %s", now, x.text, before))
			impliesTo = append(impliesTo, fmt.Sprintf("forall k in %s: k == %s || k in %s", before, x.text, now))
			added := fmt.Sprintf("permutation(%s, append(%s, %s))", now, before, x.text)
			l.add(about, whole, added, to, fmt.Sprintf("%s in %s", x.text, now), impliesFrom[len(impliesFrom)-1], impliesTo[len(impliesTo)-1])
		}
	}
	all := append(append([]string{from, to}, impliesFrom...), impliesTo...)
	l.add(about, whole, fmt.Sprintf("equal(%s, %s)", now, before), append(all, same)...)
	l.add(about, exact, same, all...)
	l.add(about, related, from, impliesFrom...)
	l.add(about, related, to, impliesTo...)
	for _, text := range append(impliesFrom, impliesTo...) {
		l.add(about, related, text)
	}
}
