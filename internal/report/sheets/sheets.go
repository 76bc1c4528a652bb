// Package sheets makes web pages of the results of commands other than check.
//
// It takes the reports of laws, rank, infer, diff and mutants. It returns tables, and a graph that orders
// implementations, which package html draws.
package sheets

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/diff"
	"github.com/rtest-dev/rtest/internal/infer"
	"github.com/rtest-dev/rtest/internal/laws"
	"github.com/rtest-dev/rtest/internal/rank"
	"github.com/rtest-dev/rtest/internal/report/html"
)

// Laws shows laws as tables.
func Laws(r *laws.Report) *html.Sheet {
	s := &html.Sheet{Title: "Laws of " + r.Package, Summary: r.Summary(), Notes: r.Hints}
	found := &html.Table{Title: "Laws", Note: "Equations that held for all assignments of values that were tried.", Head: []string{"Law", "tried", "of all"}, Code: 1, Bar: -1}
	for _, l := range r.Laws {
		which := "some"
		if l.Whole {
			which = "all"
		}
		found.Rows = append(found.Rows, []string{l.String(), fmt.Sprint(l.Tried), which})
	}
	definitions := &html.Table{Title: "Definitions", Note: "What one function is by others.", Head: []string{"Definition"}, Code: 1, Bar: -1}
	for _, d := range r.Definitions {
		definitions.Rows = append(definitions.Rows, []string{d.String()})
	}
	if len(r.Returning) > 0 {
		s.Notes = append(slices.Clone(s.Notes), "These return their receiver, as they leave it: "+strings.Join(r.Returning, ", ")+".")
	}
	near := &html.Table{Title: "Nearly laws", Note: "Equations with few exceptions.", Head: []string{"Equation", "simplest exception", "exceptions", "tried"}, Code: 2, Bar: -1}
	for _, n := range r.Near {
		near.Rows = append(near.Rows, []string{n.Left + " == " + n.Right, strings.Join(n.Simplest, ", "), fmt.Sprint(n.Differ), fmt.Sprint(n.Tried)})
	}
	left := leftOutTable()
	for _, x := range r.Omitted {
		left.Rows = append(left.Rows, []string{x.Name, x.Why})
	}
	s.Tables = withRows(found, definitions, near, left)
	return s
}

// Rank shows implementations in the order of their bugs.
func Rank(r *rank.Report) *html.Sheet {
	s := &html.Sheet{Title: "Ranking", Summary: r.Summary(), Notes: r.Notes}
	order := &html.Order{Title: "Implementations by their bugs: those below have all bugs of those above, and more"}
	ranks := &html.Table{Title: "Implementations", Head: []string{"Implementation", "which bugs", "bugs"}, Code: 1, Bar: 2}
	for i, c := range r.Classes {
		var names, bugs []string
		for _, a := range c.Answers {
			names = append(names, r.Answers[a])
		}
		for _, b := range c.Bugs {
			bugs = append(bugs, fmt.Sprint(b+1))
		}
		which := "none"
		if len(bugs) > 0 {
			which = strings.Join(bugs, ", ")
		}
		node := html.OrderNode{Head: strings.Join(names, " = "), Rows: []html.Fact{{Name: "bugs", Text: which}}}
		order.Nodes = append(order.Nodes, node)
		for _, k := range c.Better {
			order.Edges = append(order.Edges, [2]int{k, i})
		}
		for _, n := range names {
			ranks.Rows = append(ranks.Rows, []string{n, which, fmt.Sprint(len(bugs))})
		}
	}
	bugs := &html.Table{Title: "Bugs", Note: "Each with a smallest input.", Head: []string{"Call", "gives", "judged", "bug", "implementations", "inputs"}, Code: 3, Bar: -1}
	for i, b := range r.Bugs {
		bugs.Rows = append(bugs.Rows, []string{b.Call, b.Got, r.Wanted(b), fmt.Sprint(i + 1), strings.Join(r.Names(b.Answers), ", "), fmt.Sprint(b.Inputs)})
	}
	left := leftOutTable()
	for _, x := range r.LeftOut {
		left.Rows = append(left.Rows, []string{x.Name, x.Why})
	}
	if len(order.Nodes) > 0 {
		s.Order = order
	}
	s.Tables = withRows(bugs, ranks, left)
	return s
}

// Infer shows proposed contracts.
func Infer(r *infer.Report) *html.Sheet {
	s := &html.Sheet{Title: "Proposed contracts", Summary: fmt.Sprintf("%d functions", len(r.Functions)), Notes: r.Notes}
	made := &html.Table{Title: "Values built by calls", Head: []string{"Type", "directive"}, Code: 2, Bar: -1}
	for _, m := range r.Types {
		for _, d := range m.Directives() {
			made.Rows = append(made.Rows, []string{m.Package + "." + m.Name, d})
		}
	}
	s.Tables = withRows(made)
	for _, f := range r.Functions {
		t := &html.Table{Title: f.Package + "." + f.Name, Note: fmt.Sprintf("%s:%d, %d inputs%s", f.Pos.Filename, f.Pos.Line, f.Inputs, f.About()), Head: []string{"Directive", "inputs", "remark"}, Code: 1, Bar: -1}
		for _, p := range f.Proposals {
			t.Rows = append(t.Rows, []string{p.Directive(), fmt.Sprint(p.Inputs), p.Remark()})
		}
		s.Tables = append(s.Tables, t)
	}
	left := leftOutTable()
	for _, x := range r.LeftOut {
		left.Rows = append(left.Rows, []string{x.Package + "." + x.Name, x.Why})
	}
	s.Tables = withRows(append(s.Tables, left)...)
	return s
}

// Diff shows the differences of two versions.
func Diff(r *diff.Report) *html.Sheet {
	s := &html.Sheet{Title: "Differences", Summary: r.Summary()}
	t := &html.Table{Title: "What differs", Head: []string{"Call", "before", "now", "function", "what", "inputs", "of"}, Code: 3, Bar: -1}
	for i := range r.Differences {
		d := &r.Differences[i]
		t.Rows = append(t.Rows, []string{d.Call, d.Old, d.New, d.Function, d.Title(), fmt.Sprint(d.Count), fmt.Sprint(d.Of)})
	}
	for _, name := range r.Removed {
		s.Notes = append(s.Notes, "removed: "+name)
	}
	for _, name := range r.Added {
		s.Notes = append(s.Notes, "added: "+name)
	}
	left := leftOutTable()
	for _, x := range r.LeftOut {
		left.Rows = append(left.Rows, []string{x.Package + "." + x.Function, x.Why})
	}
	s.Tables = withRows(t, left)
	return s
}

// A Mutant is a change of one place of the code. Before and After are its lines, Fate says why no
// test kills it.
type Mutant struct{ Place, Change, Before, After, Fate string }

// Mutants shows what tests notice of changes of a package: those that no test kills, then the others.
func Mutants(pkg, summary string, left, killed []Mutant) *html.Sheet {
	survivors := &html.Table{Title: "Mutants that no test kills", Head: []string{"With the change", "in the code", "change", "why"}, Code: 2, Bar: -1}
	for _, m := range left {
		survivors.Rows = append(survivors.Rows, []string{m.After, m.Before, m.Place + ": " + m.Change, m.Fate})
	}
	dead := &html.Table{Title: "Killed", Head: []string{"With the change", "in the code", "change"}, Code: 2, Bar: -1, Folded: true}
	for _, m := range killed {
		dead.Rows = append(dead.Rows, []string{m.After, m.Before, m.Place + ": " + m.Change})
	}
	return &html.Sheet{Title: "Mutants of " + pkg, Summary: summary, Tables: withRows(survivors, dead)}
}

func leftOutTable() *html.Table {
	return &html.Table{Title: "Left out", Head: []string{"Function", "why"}, Code: 1, Bar: -1}
}

func withRows(tables ...*html.Table) (list []*html.Table) {
	for _, t := range tables {
		if len(t.Rows) > 0 {
			list = append(list, t)
		}
	}
	return list
}
