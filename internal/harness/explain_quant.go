package harness

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

// quant finds the values that decide a quantifier.
func (x *explainer) quant(e *refine.Quant) string {
	test := "!"
	if !e.All {
		test = ""
	}
	found := x.temp("found")
	loop := x.g.f.Loop(e, x.names, x.oldNames, func(cond string, vars []string) string {
		var note strings.Builder
		for i, v := range e.Vars {
			// Loops inside this one give their variables the same names.
			x.bound[v] = x.temp("e" + v.Name)
			method := x.noting(v.Type)
			if e.Over.Kind == refine.Runes && i == len(vars)-1 {
				method = "Character"
			}
			fmt.Fprintf(&note, "%[1]s := %[2]s\nrtestg_x.%[4]s(%[3]q, %[5]s)\n",
				x.bound[v], vars[i], v.Name, method, x.seen(v.Type, x.bound[v]))
		}
		return fmt.Sprintf("if %s%s {\n%s = 0 == 0\nrtestg_x.Decided()\n%s%sreturn\n}", test, paren(cond), found, note.String(), x.predicate(e.Body))
	})
	return fmt.Sprintf("{\n%s := 0 != 0\nfunc() {\n%s\n}()\nif !%s {\n%s}\n}\n", found, loop, found, x.undecided(e))
}

// undecided notes what a quantifier says of which no value is the reason.
func (x *explainer) undecided(e *refine.Quant) string {
	holds := "0 != 0"
	if e.All {
		holds = "0 == 0"
	}
	switch {
	case e.Over.Kind == refine.OfType:
		return fmt.Sprintf("rtestg_x.Among(%s, %s, len(%sValues[%s]()), %q)\n",
			x.text(e), holds, x.g.rt, x.g.f.Type(e.Over.T), refine.TypeName(e.Over.T, x.g.u.Pkg.Types))
	case e.Over.Kind == refine.Iterator && len(e.Vars) == 1:
		return fmt.Sprintf("rtestg_x.Value(%s, %s)\nrtestg_x.Value(%q, %s)\n",
			x.text(e), holds, x.collectText(e.Over.X), x.yielded(e.Over, e.Vars[0].Type))
	}
	return fmt.Sprintf("rtestg_x.Value(%s, %s)\n", x.text(e), holds)
}

// collectText says in Go what is noted of an iterator: all that it yields.
func (x *explainer) collectText(it refine.Expr) string {
	return "slices.Collect(" + refine.Text(it, x.g.u.Pkg.Types) + ")"
}

// yielded is Go for the values of an iterator.
func (x *explainer) yielded(d refine.Domain, elem types.Type) string {
	return x.g.f.Elements(d, elem, x.names, x.oldNames)
}
