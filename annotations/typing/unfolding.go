package typing

import (
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/names"
)

// Limits for unfolding aliases and defs. Without them, the text doubles with each alias that
// mentions the next one twice, and would take all memory.
const (
	UnfoldDeepest = 100
	unfoldMost    = 10_000
)

// enter records that an alias or def is being unfolded. It reports recursion and too much
// unfolding.
func (t *Typer) enter(what names.Declaration) bool {
	if i := slices.Index(t.unfolding, what); i >= 0 {
		t.recursive(t.unfolding[i:])
		return false
	}
	if !t.isUnfolding() {
		t.unfolded = 0
	}
	most := unfoldMost
	if t.u.Excessive {
		most /= 100
	}
	if t.unfolded++; t.unfolded > most || t.unfoldingArguments+len(t.unfolding) >= UnfoldDeepest {
		t.excessive(append(t.unfolding, what)[0])
		return false
	}
	t.unfolding = append(t.unfolding, what)
	return true
}

// recursive reports a cycle of aliases and defs: each refers to the next, the last to the
// first. It reports the cycle once, at the name that stands first in the source.
func (t *Typer) recursive(cycle []names.Declaration) {
	first := 0
	for i, d := range cycle {
		if d.Declared().From < cycle[first].Declared().From {
			first = i
		}
	}
	cycle = slices.Concat(cycle[first:], cycle[:first])
	kind := "type"
	if _, ok := cycle[0].(*names.Def); ok {
		kind = "def"
	}
	name := cycle[0].Declared()
	refers := name.Name + " refers to itself"
	if len(cycle) > 1 {
		refers = name.Name
		for _, d := range append(cycle[1:], cycle[0]) {
			refers += " refers to " + d.Declared().Name
		}
	}
	if len(cycle) == 1 && types.Universe.Lookup(name.Name) != nil {
		refers += ", it hides what Go calls so; choose another name"
	}
	t.Errorf(name.Span, codes.Recursive, "recursive %s %s: %s", kind, name.Name, refers)
}

// excessive reports the first alias or def of a package that unfolds to too much.
func (t *Typer) excessive(d names.Declaration) {
	if t.u.Excessive || t.quiet {
		return
	}
	t.u.Excessive = true
	name := d.Declared()
	if t.unfoldingArguments+len(t.unfolding) >= UnfoldDeepest {
		t.Errorf(name.Span, codes.Excessive, "%s refers to others that are nested more than %d deep", name.Name, UnfoldDeepest)
		return
	}
	t.Errorf(name.Span, codes.Excessive, "%s unfolds to more than %d aliases and defs; write it as a Go function", name.Name, unfoldMost)
}

func (t *Typer) leave() { t.unfolding = t.unfolding[:len(t.unfolding)-1] }

func (t *Typer) outside() names.Outside { return slices.Clone(t.unfolding) }

// leaveTo begins the text of an argument, which belongs to the place where it was written.
// Calling back ends it.
func (t *Typer) leaveTo(o names.Outside) (back func()) {
	unfolding, left := t.unfolding, t.unfoldingArguments
	t.unfolding, t.unfoldingArguments = slices.Clip(o), left+len(unfolding)-len(o)
	return func() { t.unfolding, t.unfoldingArguments = unfolding, left }
}

// isUnfolding reports whether the current text belongs to an alias or def, or to an argument
// of one.
func (t *Typer) isUnfolding() bool { return t.unfoldingArguments+len(t.unfolding) > 0 }
