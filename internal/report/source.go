package report

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/report/html"
)

// mostSource is how many lines of a function are shown.
const mostSource = 1500

// source returns the source of a function with its coverage and its goals. It returns nil if the source cannot
// be read, as for functions of other modules in a merged report.
func (p *pages) source(e event.FunctionEnd, c *event.Coverage) *html.Source {
	if !e.Pos.IsValid() {
		return nil
	}
	name := e.Pos.Filename
	if !filepath.IsAbs(name) {
		name = filepath.Join(p.Dir, name)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	first, last, ok := declaration(name, data, e.Pos)
	if !ok {
		return nil
	}
	s := &html.Source{File: fmt.Sprintf("%s:%d", p.rel(name), first)}
	text := strings.SplitAfter(string(data), "\n")[first-1 : min(last, first+mostSource)]
	for i, parts := range coloured(strings.Join(text, "")) {
		s.Lines = append(s.Lines, html.Line{Number: first + i, Parts: parts})
	}
	p.cover(s, e, c, name)
	for _, g := range e.Proof.Goals {
		if g.Pos.Filename != e.Pos.Filename || g.Pos.Line < first || g.Pos.Line >= first+len(s.Lines) {
			continue
		}
		l := &s.Lines[g.Pos.Line-first]
		l.Goals = append(l.Goals, goalOf(g, e.Limits.Depth))
	}
	return s
}

// declaration finds the lines of the declaration at a place, with its comment.
func declaration(name string, src []byte, at token.Position) (first, last int, ok bool) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
	if f == nil || err != nil && len(f.Decls) == 0 {
		return 0, 0, false
	}
	for _, d := range f.Decls {
		from, to := fset.Position(d.Pos()).Line, fset.Position(d.End()).Line
		if from <= at.Line && at.Line <= to {
			if fn, isFunc := d.(*ast.FuncDecl); isFunc && fn.Doc != nil {
				from = fset.Position(fn.Doc.Pos()).Line
			}
			return from, to, true
		}
	}
	return 0, 0, false
}

// cover marks the lines of a function: by the blocks of the package's coverage, or else by the
// lines that are known to be missed.
func (p *pages) cover(s *html.Source, e event.FunctionEnd, c *event.Coverage, name string) {
	mark := func(from, to int, reached bool) {
		for i := range s.Lines {
			l := &s.Lines[i]
			if l.Number < from || l.Number > to || blank(l) {
				continue
			}
			switch {
			case l.Cover == html.Unknown && reached:
				l.Cover = html.Reached
			case l.Cover == html.Unknown:
				l.Cover = html.Missed
			case reached != (l.Cover == html.Reached):
				l.Cover = html.Partly
			}
		}
	}
	if c == nil {
		for _, u := range e.Unreached {
			if u.Start.Filename == e.Pos.Filename {
				mark(u.Start.Line, u.End, false)
			}
		}
		return
	}
	all, hit := 0, 0
	for i, b := range c.Blocks {
		if b.File != name || len(s.Lines) == 0 || b.Start.Line < s.Lines[0].Number || b.End.Line > s.Lines[len(s.Lines)-1].Number || b.Stmts == 0 {
			continue
		}
		mark(b.Start.Line, b.End.Line, c.Reached[i])
		all += b.Stmts
		if c.Reached[i] {
			hit += b.Stmts
		}
	}
	if all > 0 {
		s.Coverage = fmt.Sprintf("%d of %d statements reached", hit, all)
	}
}

// blank reports whether a line has only brackets.
func blank(l *html.Line) bool {
	return !slices.ContainsFunc(l.Parts, func(t html.Token) bool { return strings.Trim(t.Text, " \t{}()") != "" })
}

// goalOf describes a goal and its state.
func goalOf(g event.Goal, depth int) html.Goal {
	out := html.Goal{Kind: map[event.GoalKind]string{
		event.GoalTrue: "the condition is true", event.GoalFalse: "the condition is false", event.GoalPanic: "panics", event.GoalClause: "a postcondition is put to the test",
	}[g.Kind], State: string(g.State), Text: g.Input, Tone: html.Good}
	switch g.State {
	case event.GoalImpossible:
		out.Tone, out.Text = html.Mute, "by the "+g.Why
		if g.Space != event.ForAll {
			out.Text += fmt.Sprintf(", up to depth %d", depth)
		}
	case event.GoalOpen:
		out.Tone, out.Text = html.Warn, g.Why
	case event.GoalReached:
	}
	return out
}
