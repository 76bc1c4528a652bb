package rank

import (
	"fmt"
	"strings"

	"github.com/rtest-dev/rtest/check/observe"
)

// Names are those of the answers in a set.
func (r *Report) Names(s Set) (names []string) {
	for i, name := range r.Answers {
		if s.Has(i) {
			names = append(names, name)
		}
	}
	return names
}

// Text is the report for people: the bugs with their smallest inputs, the ranking, the order.
func (r *Report) Text() string {
	var b strings.Builder
	width := 0
	for _, name := range r.Answers {
		width = max(width, len(name))
	}
	for i, bug := range r.Bugs {
		fmt.Fprintf(&b, "bug %d: %s\n", i+1, strings.Join(r.Names(bug.Answers), " "))
		fmt.Fprintf(&b, "    %s%s, %s\n", bug.Call, observe.Behind(bug.Got), r.Wanted(bug))
		if bug.Beyond {
			b.WriteString("    no input within the bounds shows it\n")
		}
	}
	for _, c := range r.Classes {
		for _, a := range c.Answers {
			fmt.Fprintf(&b, "%-*s  %s%s\n", width, r.Answers[a], count(int64(len(c.Bugs)), "bug"), numbers(c.Bugs))
		}
	}
	for i, c := range r.Classes {
		for _, k := range c.Better {
			fmt.Fprintf(&b, "%s < %s\n", r.class(k), r.class(i))
		}
	}
	for _, l := range r.LeftOut {
		fmt.Fprintf(&b, "left out: %s: %s\n", l.Name, l.Why)
	}
	for _, n := range r.Notes {
		fmt.Fprintf(&b, "note: %s\n", n)
	}
	fmt.Fprintln(&b, r.Summary())
	return b.String()
}

// Wanted returns the right result for a bug.
func (r *Report) Wanted(b Bug) string {
	if r.Model {
		return r.Judge + observe.Behind(b.Want)
	}
	if b.Want == "" {
		return "against the contract of " + r.Judge
	}
	return "against " + b.Want
}

func numbers(bugs []int) string {
	if len(bugs) == 0 {
		return ""
	}
	var list []string
	for _, b := range bugs {
		list = append(list, fmt.Sprint(b+1))
	}
	return ": " + strings.Join(list, " ")
}

// class names the answers of a class.
func (r *Report) class(k int) string {
	var names []string
	for _, a := range r.Classes[k].Answers {
		names = append(names, r.Answers[a])
	}
	return strings.Join(names, " = ")
}

// DOT is the order as a graph in the language of Graphviz: an edge leads from a class to one that
// has all its bugs and more.
func (r *Report) DOT() string {
	var b strings.Builder
	b.WriteString("digraph order {\n\tnode [shape=box];\n")
	for i, c := range r.Classes {
		fmt.Fprintf(&b, "\tc%d [label=%q];\n", i, r.class(i)+numbers(c.Bugs))
	}
	for i, c := range r.Classes {
		for _, k := range c.Better {
			fmt.Fprintf(&b, "\tc%d -> c%d;\n", k, i)
		}
	}
	b.WriteString("}\n")
	return b.String()
}
