package check

import (
	"context"
	"fmt"

	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/loop"
)

// flows chooses inputs with which constructed values reach uses that inspect them, and assigned values
// reach uses. For pairs that no input within the bounds reaches, it solves.
func (c *chooser) flows(ctx context.Context, s *loop.Subject, run engine.Runner, out *ChosenInputs) error {
	k := newCover(c, s, run)
	k.bare = true
	if err := k.gather(ctx, out); err != nil {
		return err
	}
	pairs := c.binary.Pairs(s.Index)
	var all []int
	for _, p := range pairs {
		all = append(all, p.Goal())
	}
	solved, err := k.solveLeft(ctx, all)
	if err != nil {
		return err
	}
	constructed, scalars := goalTally{reached: k.reached, solved: solved}, goalTally{reached: k.reached, solved: solved}
	for _, p := range pairs {
		of := &scalars
		if p.Def.Of == "" {
			of = &constructed
		}
		of.add(p.Goal(), fmt.Sprintf("%s -> %s", shortPlace(p.Def), shortPlace(p.Use)))
	}
	if constructed.all() == 0 {
		out.Notes = append(out.Notes, s.Contract.Name+": no constructed value has a use that may inspect it.")
	} else {
		out.Notes = append(out.Notes, constructed.note(s, "pair", "constructed values and uses that may inspect them"))
		out.Notes = append(out.Notes, constructed.covered...)
	}
	out.Notes = append(append(out.Notes, constructed.impossible...), constructed.open...)
	if scalars.all() > 0 {
		out.Notes = append(out.Notes, scalars.note(s, "pair", "assignments and uses of variables, fields and elements"))
		out.Notes = append(append(out.Notes, scalars.impossible...), scalars.open...)
	}
	return k.finish(ctx, out)
}
