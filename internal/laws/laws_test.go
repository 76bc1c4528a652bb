package laws

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/naming"
	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/laws/signature"
	"github.com/rtest-dev/rtest/internal/laws/terms"
	"github.com/rtest-dev/rtest/internal/longtest"
)

var update = flag.Bool("update", false, "write the laws in the archives anew")

// TestLaws finds the laws of the package that each archive is, and compares them with its
// sections "laws". The equations of its section "follows" must follow from the last of
// these. Each law is compared natively within twice the bounds, and none may follow from
// those before it.
func TestLaws(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) { testArchive(t, name) })
	}
}

func testArchive(t *testing.T, name string) {
	a, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	longtest.SkipArchive(t, a.Comment)
	dir := t.TempDir()
	for _, f := range a.Files {
		if !strings.ContainsAny(f.Name, " ") && f.Name != "follows" {
			if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	var last *finder
	for i, f := range a.Files {
		args, ok := strings.CutPrefix(f.Name, "laws -with ")
		if f.Name == "follows" {
			follows(t, last, string(f.Data))
		}
		switch {
		case f.Name == "laws":
			args = ""
		case !ok:
			continue
		}
		q := request(dir, args)
		last = &finder{Request: q, dropped: map[*signature.Function]bool{}}
		defer last.close()
		r, err := last.find(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		for i, l := range r.Laws {
			fmt.Fprintf(&got, "%3d  %s\n", i+1, l)
		}
		for _, d := range r.Definitions {
			fmt.Fprintf(&got, "definition: %s\n", d)
		}
		for _, n := range r.Near {
			fmt.Fprintf(&got, "nearly: %s\n", n)
		}
		for _, h := range r.Hints {
			fmt.Fprintf(&got, "hint: %s\n", h)
		}
		fmt.Fprintln(&got, r.Summary())
		if *update {
			a.Files[i].Data = got.Bytes()
		} else if got.String() != string(f.Data) {
			t.Errorf("%s: got\n%s\nwant\n%s", f.Name, got.String(), f.Data)
		}
		independent(t, last)
		within2(t, last, q)
	}
	if *update {
		if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func request(dir, with string) Request {
	cfg := config.Defaults()
	cfg.Dir, cfg.Patterns = dir, []string{"."}
	cfg.Limits.Depth = 3
	cfg.Limits.Timeout = 5 * time.Second // A machine that is busy must not decide what there is.
	return Request{Config: cfg, With: signature.Split(with), Limits: DefaultLimits()}
}

// within2 compares the sides of each law natively for values up to twice the depth.
func within2(t *testing.T, f *finder, q Request) {
	t.Helper()
	q.Config.Limits.Depth *= 2
	q.Limits.Values, q.Limits.Assignments, q.Limits.Wide = 2*q.Limits.Values, 4*q.Limits.Assignments, 0
	wide := &finder{Request: q, dropped: map[*signature.Function]bool{}}
	wide.constants = f.constants
	defer wide.close()
	_, err := wide.with(context.Background(), func(e *lasting) (*Report, error) {
		x := *f.explorer
		x.eval, x.limits, x.without = e, q.Limits, wide.without
		all, stopped := slices.Concat(x.laws, x.conditionals), 0
		for _, l := range all {
			right := l.right
			if right.Symbol == terms.Undefined {
				right = l.left
			}
			out, err := x.compare(context.Background(), l.left, right, l.condition, math.MaxInt64)
			if _, died := errors.AsType[*harness.CallEnded](err); died {
				// Calls with values of twice the depth may take too long. Those with further values are restricted.
				if stopped++; 20*stopped > len(all) {
					return nil, fmt.Errorf("%d of %d laws cannot be compared, the last is %s: %w", stopped, len(all), f.text(l), err)
				}
				t.Logf("%s cannot be compared for all values: %v", f.text(l), err)
				err = e.reopen(context.Background())
			}
			if err != nil {
				return nil, fmt.Errorf("%s: %w", f.text(l), err)
			}
			if out.Differ > 0 || right == l.left && out.Undefined != out.Tried {
				var first []string
				for _, v := range naming.Local(wide.pkg, out.Simplest) {
					first = append(first, tree.Literal(v))
				}
				t.Errorf("%s is false for %d of %d, simplest %s", f.text(l), out.Differ, out.Tried, strings.Join(first, ", "))
			}
		}
		return &Report{}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// text is a law as it is printed.
func (f *finder) text(l *law) string { return f.writer.law(l).String() }

// independent fails where a law follows from those before it, by congruence closure over
// small terms, or by rewriting step by step in all ways.
func independent(t *testing.T, f *finder) {
	t.Helper()
	x := f.explorer
	b := terms.NewBank(x.Symbols)
	c := terms.NewClosure(b, 1<<20)
	for _, l := range x.laws {
		c.Add(copied(b, l.left))
		c.Add(copied(b, l.right))
	}
	for k, kept := range x.kept {
		if k[1] <= 3 {
			for _, s := range kept {
				c.Add(copied(b, s))
			}
		}
	}
	var before [][2]*terms.Term
	for _, l := range x.laws {
		left, right := copied(b, l.left), copied(b, l.right)
		if c.Equal(left, right) {
			t.Errorf("%s follows from the laws before it by congruence", f.text(l))
		}
		if path := derive(b, before, left, right); path {
			t.Errorf("%s follows from the laws before it by rewriting", f.text(l))
		}
		p, q := b.Generalize(left, right)
		before = append(before, [2]*terms.Term{p, q})
		c.Assume(p, q)
	}
	for i, l := range x.conditionals {
		given(t, f, b, before, i, l)
	}
}

// given fails where a conditional law follows by congruence, or by rewriting step by step, from the laws,
// its condition, and the instances of those before it whose conditions follow from these.
func given(t *testing.T, f *finder, b *terms.Bank, laws [][2]*terms.Term, i int, l *law) {
	t.Helper()
	x := f.explorer
	truth := func(l *law) *terms.Term {
		if l.condition.negated {
			return b.Apply(x.truths.no, nil)
		}
		return b.Apply(x.truths.yes, nil)
	}
	condition := copied(b, l.condition.term)
	known := append(slices.Clone(laws), [2]*terms.Term{condition, truth(l)})
	c := terms.NewClosure(b, 1<<20)
	for _, s := range append(l.terms(), l.left.Args...) {
		c.Add(copied(b, s))
	}
	c.Join(condition, truth(l))
	if x.truths.equal[condition.Symbol] && !l.condition.negated {
		c.Join(condition.Args[0], condition.Args[1])
	}
	for _, e := range laws {
		c.Assume(e[0], e[1])
	}
	used := map[[2]*terms.Term]bool{}
	for again := true; again; {
		again = false
		for _, e := range x.conditionals[:i] {
			pattern := b.Free(copied(b, e.condition.term), nil)
			for _, s := range c.Calls(pattern.Symbol) {
				sub := &terms.Substitution{}
				if s.Size > x.limits.Size || !terms.Match(pattern, s, sub) || !c.Equal(s, truth(e)) {
					continue
				}
				p := [2]*terms.Term{b.Substitute(b.Free(copied(b, e.left), nil), sub), b.Substitute(b.Free(copied(b, e.right), nil), sub)}
				if !used[p] {
					used[p], again = true, true
					known = append(known, p)
					c.Assume(p[0], p[1])
				}
			}
		}
	}
	if c.Equal(copied(b, l.left), copied(b, l.right)) {
		t.Errorf("%s follows from the laws before it by congruence", f.text(l))
	}
	if derive(b, known, copied(b, l.left), copied(b, l.right)) {
		t.Errorf("%s follows from the laws before it by rewriting", f.text(l))
	}
}

// copied makes a term in another bank.
func copied(b *terms.Bank, t *terms.Term) *terms.Term {
	switch t.Symbol {
	case terms.Variable:
		return b.Var(t.Slot, t.Sort)
	case terms.Undefined:
		return b.None(t.Sort)
	}
	args := make([]*terms.Term, len(t.Args))
	for i, a := range t.Args {
		args[i] = copied(b, a)
	}
	return b.Apply(t.Symbol, args)
}

// derive goes by steps of rewriting with the equations, in both directions and at all
// places, through terms that are not larger than the sides.
func derive(b *terms.Bank, equations [][2]*terms.Term, from, to *terms.Term) bool {
	const most = 400
	size := max(from.Size, to.Size)
	seen := map[*terms.Term]bool{from: true}
	queue := []*terms.Term{from}
	for len(queue) > 0 && len(seen) < most {
		t := queue[0]
		queue = queue[1:]
		if t == to {
			return true
		}
		for _, next := range steps(b, equations, t) {
			if !seen[next] && next.Size <= size {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	return seen[to]
}

// steps are what one step makes of t.
func steps(b *terms.Bank, equations [][2]*terms.Term, t *terms.Term) (out []*terms.Term) {
	for _, e := range equations {
		for _, d := range [][2]*terms.Term{{e[0], e[1]}, {e[1], e[0]}} {
			sub := &terms.Substitution{}
			if terms.Match(d[0], t, sub) && bound(d[1], sub) {
				out = append(out, b.Substitute(d[1], sub))
			}
		}
	}
	for i, a := range t.Args {
		for _, by := range steps(b, equations, a) {
			args := slices.Clone(t.Args)
			args[i] = by
			out = append(out, b.Apply(t.Symbol, args))
		}
	}
	return out
}

// bound tells whether the substitution has all variables of t.
func bound(t *terms.Term, sub *terms.Substitution) bool {
	return !slices.ContainsFunc(t.Vars(), func(v int) bool { return sub.Get(v) == nil })
}

// follows fails for each equation that does not follow from the laws.
func follows(t *testing.T, f *finder, list string) {
	t.Helper()
	for line := range strings.Lines(list) {
		line = strings.TrimSpace(line)
		r := &reader{f: f, vars: map[string]*terms.Term{}, used: map[int]int{}}
		text, undefined := strings.CutSuffix(line, " panics")
		e, err := parser.ParseExpr(text)
		if err != nil {
			t.Fatal(err)
		}
		var left, right *terms.Term
		if undefined {
			left = r.term(e, -1)
			right = f.explorer.None(left.Sort)
		} else {
			eq := e.(*ast.BinaryExpr)
			if left = r.term(eq.X, -1); left == nil {
				right = r.term(eq.Y, -1)
				left = r.term(eq.X, right.Sort)
			} else {
				right = r.term(eq.Y, left.Sort)
			}
		}
		if !f.explorer.system.Follows(left, right) {
			t.Errorf("%s does not follow from the laws", line)
		}
	}
}

// A reader makes terms of Go.
type reader struct {
	f    *finder
	vars map[string]*terms.Term
	used map[int]int
}

// term reads a term of a sort, -1 for any; nil for a variable without one.
func (r *reader) term(e ast.Expr, sort int) *terms.Term {
	var name string
	var args []ast.Expr
	switch e := e.(type) {
	case *ast.Ident:
		name = e.Name
	case *ast.CallExpr:
		name, args = e.Fun.(*ast.Ident).Name, e.Args
	case *ast.ParenExpr:
		return r.term(e.X, sort)
	case *ast.BinaryExpr:
		name, args = e.Op.String(), []ast.Expr{e.X, e.Y}
	}
	for i, fn := range r.f.writer.functions {
		if fn.Show.Text != name || len(fn.Params) != len(args) {
			continue
		}
		list := make([]*terms.Term, len(args))
		for k, a := range args {
			list[k] = r.term(a, r.f.sort(fn.Params[k]))
		}
		return r.f.explorer.Apply(i, list)
	}
	if v := r.vars[name]; v != nil || sort < 0 {
		return v
	}
	slot := r.f.inputs[sort].slots[r.used[sort]]
	r.used[sort]++
	r.vars[name] = r.f.explorer.Var(slot, sort)
	return r.vars[name]
}
