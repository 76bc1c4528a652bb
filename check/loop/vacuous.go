package loop

import (
	"cmp"
	"context"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// vacuous describes the inputs beyond the bounds of a function without inputs within them.
func (l *loop) vacuous(ctx context.Context) error {
	defer func() {
		if l.Part.Of <= 1 { // Otherwise the merged report says it for all shards.
			l.Reason += TriedOutside(l.Beyond)
		}
	}()
	l.Reason = fmt.Sprintf("no input up to depth %d satisfies the precondition", l.Limits.Depth)
	if len(l.Pre) == 0 {
		l.Reason = fmt.Sprintf("there is no input up to depth %d", l.Limits.Depth)
	}
	if err := l.checkVacuous(ctx); err != nil {
		return err
	}
	if why, err := l.contradiction(ctx); err != nil || why != "" {
		l.Reason, l.Help = "the precondition is contradictory: "+why, "no bounds help: mend the contract"
		return err
	}
	if found, err := l.shared(ctx); found || err != nil {
		return err
	}
	if l.rejected > 0 {
		l.Reason += Unseen(l.rejected)
		return l.unseen(ctx)
	}
	found, depth, err := l.deeper(ctx, l.Limits.Depth, 2*l.Limits.Depth+2)
	if found || err != nil {
		return err
	}
	if depth > l.Limits.Depth {
		l.Reason += fmt.Sprintf(", nor up to depth %d", depth)
	}
	return l.outside(ctx, depth)
}

// mostMeeting is the greatest number of objects for which aliasing pointers are tried. More take long, and
// inputs of other bounds need the time.
const mostMeeting = 3

// shared reports whether there are inputs in which pointers are equal. If so, it advises to allow them.
func (l *loop) shared(ctx context.Context) (bool, error) {
	if l.PoseShared == nil || len(l.Pre) == 0 {
		return false, nil
	}
	for depth := 1; depth <= min(l.Limits.Depth, mostMeeting) && !l.expired(); depth++ {
		var list []types.Type
		p, err := l.inTime(ctx, func(ctx context.Context) (p *prepare.Problem, err error) {
			p, list, err = l.PoseShared(ctx, depth)
			return p, err
		})
		if err != nil || p == nil || len(p.Form.Vars) >= probedVars {
			return false, err
		}
		found, err := l.probe(ctx, p.Form)
		if err != nil {
			return false, err
		}
		if found == engine.Yes && l.isComplete(p) {
			names := strings.Join(prepare.SharedNames(list, l.Pkg.Types), " and ")
			l.Reason += fmt.Sprintf("; one exists at depth %d if pointers to %s may meet", depth, names)
			l.Help = fmt.Sprintf("let them: //rtest:shared   (above type %s)", names)
			return true, nil
		}
	}
	return false, nil
}

// TriedOutside returns the text about n tried inputs outside the bounds, to append to the reason of a vacuous
// function.
func TriedOutside(n int64) string {
	switch n {
	case 0:
		return ""
	case 1:
		return "; one outside the bounds was tried"
	}
	return fmt.Sprintf("; %d outside the bounds were tried", n)
}

// Unseen returns the text that so many candidates were not inputs. HelpUnseen is the advice for it.
func Unseen(rejected int64) string {
	if rejected == 1 {
		return " (a condition that the search cannot see rejected the one candidate)"
	}
	return fmt.Sprintf(" (%d candidates were rejected by a condition that the search cannot see)", rejected)
}

// HelpUnseen is what the user can do if preconditions that are not lifted reject all
// candidates.
const HelpUnseen = "list such inputs with //rtest:values, or widen the bounds with //rtest:ints, //rtest:chars or //rtest:depth"

// deeper looks for inputs of depths from above+1 to to, and reports them. Reached is the depth up to which it is
// known that there are none.
func (l *loop) deeper(ctx context.Context, above, to int) (found bool, reached int, err error) {
	for vars := 0; above < to && vars < probedVars && !l.expired(); above++ {
		p, err := l.posed(ctx, above+1)
		if err != nil {
			return false, above, err
		}
		vars = len(p.Form.Vars)
		found, err := l.probe(ctx, p.Form)
		if err == nil && found == engine.Yes {
			found, err = l.confirmedInput(ctx, p)
		}
		if err != nil || found == engine.Unknown {
			return false, above, err
		}
		if found == engine.Yes {
			l.Reason += fmt.Sprintf("; one exists at depth %d", above+1)
			l.Help = fmt.Sprintf("raise the bound: //rtest:depth %d", above+1)
			return true, above, nil
		}
	}
	return false, above, nil
}

// confirmedInput reports whether compiled code admits an input among the solutions of a problem. It rejects some where a
// condition is not in the form, such as one of a drawn input.
func (l *loop) confirmedInput(ctx context.Context, p *question) (engine.Answer, error) {
	if l.isComplete(p) {
		return engine.Yes, nil
	}
	t, err := l.run.Run(ctx, harness.Job{
		Target: l.Index, Form: p.Form, Limit: 1, Reject: vacuousMost, Dry: true, AfterFailure: -1,
		Stalling: harness.Stalling{Stall: engine.StallHelped}, Timeout: l.Limits.Timeout, Until: l.until,
	})
	switch {
	case err != nil:
		return engine.Unknown, err
	case t.Called > 0:
		return engine.Yes, nil
	case t.Exhausted:
		return engine.No, nil
	}
	return engine.Unknown, nil
}

// isComplete reports whether the form of a problem has all preconditions, so that each solution is an input.
func (l *loop) isComplete(p *question) bool {
	return len(p.Opaque) == 0 && p.Form.Test == nil && len(l.Contract.Drawn()) == 0
}

// furthest is the greatest depth that is searched for inputs known to exist.
const furthest = 64

// probedVars is the greatest number of variables in the form of a depth after which greater
// depths are searched. A greater depth takes as long as all before it.
const probedVars = 4000

// contradiction returns preconditions that no input satisfies together, whatever the bounds. It returns "" if
// there are none or that is unknown.
func (l *loop) contradiction(ctx context.Context) (string, error) {
	var texts []string
	var exprs []refine.Expr
	for _, p := range l.Pre {
		if c := p.Clause; c.Expr != nil && (c.Kind == refine.Refinement || c.Kind == refine.Requires) {
			texts, exprs = append(texts, c.Kind.String()+" "+c.Text), append(exprs, c.Expr)
		}
	}
	clash, err := l.clash(ctx, exprs)
	if err != nil || !clash {
		return "", err
	}
	for i := 0; i < len(exprs) && len(exprs) > 1; {
		fewer := slices.Delete(slices.Clone(exprs), i, i+1)
		if clash, err = l.clash(ctx, fewer); err != nil {
			return "", err
		}
		if !clash {
			i++
			continue
		}
		texts, exprs = slices.Delete(texts, i, i+1), fewer
	}
	if len(texts) == 1 {
		return "no input satisfies " + texts[0], nil
	}
	last := len(texts) - 1
	return "no input satisfies " + strings.Join(texts[:last], ", ") + " and " + texts[last], nil
}

// clash reports whether predicates are known to contradict each other.
func (l *loop) clash(ctx context.Context, exprs []refine.Expr) (bool, error) {
	form, err := encode.Abstraction(exprs...)
	if err != nil {
		// They are too large to examine.
		return false, nil
	}
	found, err := l.probe(ctx, form)
	return found == engine.No, err
}

// unseen gives the advice for a function whose preconditions the search does not see.
func (l *loop) unseen(ctx context.Context) error {
	input, err := l.outsider(ctx)
	if err != nil {
		return err
	}
	if input != "" {
		l.Reason += "; one exists outside the bounds: " + input
	}
	l.Help = HelpUnseen
	if h := &l.Hints; len(h.ContractChars) > 0 {
		l.Help = fmt.Sprintf("the precondition looks for characters that the code does not mention: //rtest:chars %q", l.characters())
	}
	return nil
}

// characters returns the characters that the code and the contract look for.
func (l *loop) characters() string {
	chars := []rune("ab")
	for _, r := range slices.Concat(l.Hints.Alphabet, l.Hints.ContractChars) {
		if !slices.Contains(chars, r) {
			chars = append(chars, r)
		}
	}
	return value.Text(chars)
}

// outside reports, for a function without inputs up to a depth, what other integers, other
// characters and much greater depths give.
func (l *loop) outside(ctx context.Context, depth int) error {
	p, err := l.widened(ctx, l.Limits.Depth, prepare.AllInts)
	if err != nil {
		return err
	}
	found, err := l.probe(ctx, p.Form)
	if err != nil {
		return err
	}
	input := ""
	if found == engine.Yes {
		if input, err = l.witness(ctx, p.Form); err != nil {
			return err
		}
	}
	if found == engine.Yes && (input != "" || l.isComplete(p)) {
		left := leftOut(&l.Contract.Bounds)
		l.Reason += "; one exists with integers " + cmp.Or(left, "outside the bounds")
		if input != "" {
			l.Reason += ": " + input
		}
		l.Help = "say which integers to try: //rtest:ints a..b"
		if left != "" {
			l.Help = "add the integers to try to the directive, which inputs beyond the bounds obey too"
		}
		return nil
	}
	if found, err := l.spelled(ctx); found || err != nil {
		return err
	}
	input, err = l.outsider(ctx)
	if err != nil {
		return err
	}
	if input != "" {
		if found, _, err := l.deeper(ctx, depth, furthest); found || err != nil {
			return err
		}
		l.Reason += "; one exists outside the bounds: " + input
		l.Help = "say what to try with //rtest:ints, //rtest:chars or //rtest:depth"
		return nil
	}
	l.Help = l.whyVacuous()
	return nil
}

// leftOut returns the text that the integers are not among those that directives admit, or
// empty without such a directive.
func leftOut(b *refine.Bounds) string {
	all := b.Ints != nil
	for _, p := range b.PerParam {
		all = all || p.Ints != nil
	}
	if !all {
		return ""
	}
	return "that the function's ints leaves out"
}

// spelled reports whether there are inputs with the characters that only the contract looks
// for, and says so.
func (l *loop) spelled(ctx context.Context) (bool, error) {
	if len(l.Hints.ContractChars) == 0 {
		return false, nil
	}
	greatest := 2*l.Limits.Depth + 2
	for depth := l.Limits.Depth; depth <= greatest; depth++ {
		p, err := l.widened(ctx, depth, prepare.SaidChars)
		if err != nil || p == nil {
			return false, err
		}
		found, err := l.probe(ctx, p.Form)
		if err != nil || found == engine.Unknown {
			return false, err
		}
		if found == engine.No {
			// A greater depth includes the inputs of lesser ones. If it has none, one query answers for all
			// depths.
			if depth == l.Limits.Depth {
				if none, err := l.spelledUpTo(ctx, greatest); none || err != nil {
					return false, err
				}
			}
			continue
		}
		input, err := l.witness(ctx, p.Form)
		if err != nil || input == "" {
			return false, err
		}
		l.Reason += "; one exists with other characters"
		l.Help = fmt.Sprintf("the precondition looks for characters that the code does not mention: //rtest:chars %q", l.characters())
		if depth > l.Limits.Depth {
			l.Reason += fmt.Sprintf(" at depth %d", depth)
			l.Help += fmt.Sprintf(" and //rtest:depth %d", depth)
		}
		l.Reason += ": " + input
		return true, nil
	}
	return false, nil
}

// spelledUpTo reports whether it is known that no input up to a depth has these characters.
func (l *loop) spelledUpTo(ctx context.Context, depth int) (none bool, err error) {
	p, err := l.widened(ctx, depth, prepare.SaidChars)
	if err != nil || p == nil {
		return p == nil, err
	}
	found, err := l.probe(ctx, p.Form)
	return found == engine.No, err
}

// whyVacuous returns the advice for a function for which no input was found anywhere.
func (l *loop) whyVacuous() string {
	if l.Values != nil {
		for _, line := range l.Values(l.Limits.Depth) {
			if strings.HasPrefix(line, "0 ") {
				return "there are " + line
			}
		}
	}
	if len(l.Pre) == 0 {
		return "does each value of an input's type contain another one? Name calls that build such values with //rtest:via, or types that an interface holds with //rtest:oneof"
	}
	help := "is the precondition contradictory, or are the bounds too narrow?"
	if t := refine.SharedStruct(l.Contract.Inputs()); t != "" {
		help += " Inputs share no memory: if two pointers must lead to one " + t + ", build the values by calls, //rtest:via"
	}
	return help
}

// outsider returns the first of the inputs beyond the bounds that satisfies the precondition,
// as "x = 7, y = 1", or empty.
func (l *loop) outsider(ctx context.Context) (string, error) {
	if l.Beyond == 0 {
		return "", nil
	}
	for _, f := range l.farther[:min(len(l.farther), 100)] {
		input, err := l.described(ctx, f.Stream)
		if err != nil || input != "" {
			return input, err
		}
	}
	return "", nil
}
