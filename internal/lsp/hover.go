package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	directives "github.com/rtest-dev/rtest/annotations/syntax"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/listing"
	"github.com/rtest-dev/rtest/refine"
)

// hover explains a name in a directive, the whole contract at the word of a directive, and the
// results at the name of a function. Elsewhere the answer is null.
func (s *server) hover(_ context.Context, v *view, p positionParams) (any, error) {
	if c, ok := s.cursor(v, p); ok {
		return s.hoverDirective(v, c)
	}
	subjects, err := s.subjects(v, p.Document.URI)
	for _, sub := range subjects {
		if at := sub.text.offset(p.Position); sub.at.name <= at && at <= sub.at.end {
			return hover{markdown(sub.verdicts()), sub.text.span(sub.at.name, sub.at.end)}, nil
		}
	}
	for _, c := range s.promising(v, p.Document.URI) {
		if at := c.text.offset(p.Position); c.at.name <= at && at <= c.at.end {
			return hover{markdown(c.describe()), c.text.span(c.at.name, c.at.end)}, nil
		}
	}
	return nil, err
}

func markdown(s string) markup { return markup{"markdown", strings.TrimSpace(s)} }

func (s *server) hoverDirective(v *view, c *cursor) (any, error) {
	at := c.x.span(c.name.start, c.name.end)
	if c.name.text != "" {
		_, text, ok := c.meaning()
		if !ok || text == "" {
			i := slices.IndexFunc(words(), func(w word) bool { return w.name == c.name.text && !c.name.selected })
			if i < 0 {
				return nil, nil
			}
			return hover{markdown(words()[i].meaning), at}, nil
		}
		return hover{markdown("```go\n" + text + "\n```"), at}, nil
	}
	var b strings.Builder
	if w := directives.KindOf(c.d.word); w.Name != "" {
		fmt.Fprintf(&b, "`%s` %s\n\n", strings.TrimSpace(marker+w.Name+" "+w.Text), w.Meaning)
	}
	subjects, err := s.subjects(v, v.uri(c.path))
	if err != nil || !c.snap.compiles() {
		return hover{markdown(b.String()), at}, err
	}
	for _, sub := range subjects {
		if sub.at.top <= c.d.start && c.d.start < sub.at.line {
			text, err := c.snap.contract(sub)
			if err != nil {
				return nil, err
			}
			b.WriteString(text)
		}
	}
	return hover{markdown(b.String()), at}, nil
}

// contract describes the contracts of a function: clauses with aliases unfolded, values of inputs,
// and preconditions that the search does not see.
func (snap *snapshot) contract(sub *subject) (string, error) {
	listings, err := snap.list()
	if err != nil {
		return "", fmt.Errorf("listing the contracts: %w", err)
	}
	pkg := snap.packageOf(sub.contracts[0].Pos.Filename)
	var b strings.Builder
	for _, c := range sub.contracts {
		fmt.Fprintf(&b, "**%s**\n\n```go\n", c.Name)
		for _, cl := range clauses(c) {
			text := cl.Text
			if cl.Expr != nil && pkg != nil {
				text = refine.Print(cl.Expr, pkg.Types)
			}
			fmt.Fprintln(&b, joinNonEmpty(" ", cl.Kind.String(), text))
		}
		b.WriteString("```\n\n")
		known := false
		for _, l := range listings {
			for _, listed := range l.Contracts {
				if listed.Name == c.Name && pkg != nil && l.Package == pkg.Path {
					domains(&b, listed)
					known = true
				}
			}
		}
		if !known {
			b.WriteString("- the values of its inputs are known when the contracts of the package have no mistakes\n")
		}
		for _, r := range sub.results {
			if r.end.Function == c.Name {
				for _, o := range r.end.Opaque {
					fmt.Fprintf(&b, "- opaque: %s\n", o.Text())
				}
			}
		}
	}
	return b.String(), nil
}

// clauses returns the clauses of a contract in the order in which they are checked.
func clauses(c *refine.Contract) []*refine.Clause {
	all := slices.Concat(c.Pre, []*refine.Clause{c.Panics, c.Pure}, c.Post, c.Classes)
	return slices.DeleteFunc(all, func(cl *refine.Clause) bool { return cl == nil })
}

// domains writes the values of a contract's inputs, or why there are none.
func domains(b *strings.Builder, l listing.Listed) {
	if l.Verdict != event.Exhausted {
		fmt.Fprintf(b, "- %s\n", joinNonEmpty(": ", l.Verdict.String(), l.Reason))
		if l.Help != "" {
			fmt.Fprintf(b, "- %s\n", l.Help)
		}
		return
	}
	for _, in := range l.Inputs {
		fmt.Fprintf(b, "- `%s`: %s\n", in.Name, in.Says)
		for _, p := range in.Parts {
			fmt.Fprintf(b, "  - `%s`: %s\n", p.Name, p.Says)
		}
	}
	fmt.Fprintf(b, "- bounds: %s\n", l.Limits)
}

// verdicts describes the results of a function's contracts.
func (sub *subject) verdicts() string {
	var b strings.Builder
	for _, c := range sub.contracts {
		i := slices.IndexFunc(sub.results, func(r *result) bool { return r.end.Function == c.Name })
		if i < 0 {
			fmt.Fprintf(&b, "**rtest** `%s` was not run yet in this session\n\n", c.Name)
			continue
		}
		r := sub.results[i]
		e := &r.end
		fmt.Fprintf(&b, "**rtest** `%s` %s\n\n", c.Name, verdict(e, e.Inputs))
		if r.stale {
			b.WriteString("Files have changed since: run it again.\n\n")
		}
		if e.Help != "" {
			b.WriteString(e.Help + "\n\n")
		}
		fmt.Fprintf(&b, "- bounds: %s\n- %s within the bounds, %s beyond\n", e.Limits, inputs(e.Inputs), grouped(e.Beyond))
		for _, cl := range e.Classes {
			fmt.Fprintf(&b, "- %s %q\n", inputs(cl.Count), cl.Label)
		}
		for _, n := range e.Notes {
			fmt.Fprintf(&b, "- %s\n", n)
		}
		for _, f := range r.findings {
			fmt.Fprintf(&b, "\n```\n%s\n```\n", f.message)
		}
		b.WriteString("\n")
	}
	return b.String()
}
