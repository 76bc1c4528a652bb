package encode_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/longtest"
)

// deeds returns what the call of a predicate may do, over all data of the shapes of a depth.
func (p *predicate) deeds(t testing.TB, depth int) *encode.Claims {
	own := func(fn *ssa.Function) bool { return fn.Pkg == p.fn.Pkg }
	trial := encode.Trial{Call: p.fn, Own: own, Follow: true}
	c, err := encode.Prove(t.Context(), encode.Inputs{Names: p.names, Shapes: p.shapes}, trial, encode.Options{Depth: depth, Whole: true})
	if err != nil {
		t.Fatalf("%s: %v", p.name, err)
	}
	return c
}

// TestDeeds compares the deeds of random functions with compiled Go: an input that meets no open goal
// takes exactly the sides of branches that its deeds say.
func TestDeeds(t *testing.T) {
	const depth = 3
	functions, inputs, compared, met := longtest.Cases(40, 300), longtest.Cases(60, 300), 0, 0
	for seed := uint64(1); functions > 0; seed++ {
		n := min(functions, 100)
		functions -= n
		for _, src := range []string{randomFile(seed+2000, n), effectsFile(seed+2000, n)} {
			dir := t.TempDir()
			write(t, filepath.Join(dir, "go.mod"), "module testdata\n\ngo 1.26\n")
			write(t, filepath.Join(dir, "random", "random.go"), src)
			ps, _ := loadFrom(t, dir)
			c, m := deedsAgree(t, dir, ps, depth, inputs)
			if compared, met = compared+c, met+m; t.Failed() {
				t.Log(src)
				return
			}
		}
	}
	if compared < 2000 || met < 500 {
		t.Errorf("only %d deeds of inputs are compared, %d of them done", compared, met)
	}
}

// deedsAgree compares the deeds, and counts the comparisons and how often a deed was done.
func deedsAgree(t *testing.T, dir string, ps []*predicate, depth, limit int) (compared, done int) {
	type question struct {
		claims *encode.Claims
		index  int
	}
	reporting := filepath.Join(t.TempDir(), "reporting")
	report := newReporter(t, dir, reporting)
	var asked []question
	var questions []*predicate
	var inputs [][][]int64
	for _, p := range ps {
		list, _ := p.many(t, depth, limit)
		c := p.deeds(t, depth)
		for i, d := range c.Deeds {
			if op := comparison(d); op != nil {
				if q := report.question(p, encode.Aim{Kind: d.Kind, Pos: op.Pos()}, len(asked)); q != nil {
					asked, questions, inputs = append(asked, question{c, i}), append(questions, q), append(inputs, list)
				}
			}
		}
	}
	report.write(t)
	for i, answers := range native(t, reporting, questions, inputs) {
		q := asked[i]
		for j, x := range inputs[i] {
			met, _, err := q.claims.Met(x)
			if err != nil {
				continue // The variables of the orders of maps are missing.
			}
			_, open := goalsMet(q.claims, met.Goals)
			says, does := met.Deeds[q.index], answers[j] == '1'
			if compared++; does {
				done++
			}
			if says && !does || does && !says && !open {
				d := q.claims.Deeds[q.index]
				t.Errorf("%s: %d at %s, stream %v: the deed says %v, Go %v", questions[i].name, d.Kind, d.In.Parent().Prog.Fset.Position(d.Pos), x, says, does)
				break
			}
		}
	}
	return compared, done
}

// comparison returns the comparison on which a branch directly after it depends, or nil for other
// deeds.
func comparison(d encode.Deed) *ssa.BinOp {
	branch, ok := d.In.(*ssa.If)
	if !ok {
		return nil
	}
	op, ok := branch.Cond.(*ssa.BinOp)
	block := branch.Block().Instrs
	if !ok || op.Block() != branch.Block() || slices.Index(block, ssa.Instruction(op)) != len(block)-2 || strings.HasPrefix(branch.Block().Comment, "range") {
		return nil
	}
	return op
}
