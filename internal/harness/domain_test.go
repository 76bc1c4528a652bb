package harness_test

import (
	"context"
	"slices"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/shape"
)

const domainProgram = `
-- go.mod --
module example.com/domain

go 1.24
-- a.go --
package domain

type pair struct{ a, b int }

//rtest:requires exists p pair: p.a == n
//rtest:ensures forall p pair: p.a + p.b != n
//rtest:ensures forall b bool: b || n < 9
func F(n int) {}
`

// TestDomains gives quantifiers over types their values.
func TestDomains(t *testing.T) {
	p := loadProgram(t, txtar.Parse([]byte(domainProgram)))
	pkg := p.unit.Pkg
	found := codegen.Quantified(pkg.Contracts[0], pkg.Facts)
	if len(found) != 2 {
		t.Fatal(found)
	}
	for _, typ := range found {
		c := &refine.Contract{Name: "domain", Func: pkg.Contracts[0].Func, Params: []*refine.Variable{{Name: "x", Type: typ}}}
		shapes, err := shape.Shapes(c, pkg.Facts, shape.Options{Hints: refine.Hints{ReadsAllFields: true}, Package: pkg.Types})
		if err != nil {
			t.Fatal(err)
		}
		p.unit.Domains = append(p.unit.Domains, codegen.Domain{T: typ, Shape: shapes[0]})
	}
	p.build(t, harness.Options{})
	if pre := p.unit.Targets[0].Pre; len(pre) != 1 || pre[0].Func != "" {
		t.Errorf("a precondition with a quantifier over a type is in the predicate file: %+v", pre)
	}
	r := p.binary.Runner()
	defer r.Close()
	inputs := [][]int64{{1}, {2}, {7}, {10}}
	job := harness.Job{Streams: slices.Values(inputs), AfterFailure: -1}
	tally, err := r.Run(context.Background(), job)
	if err != nil || len(tally.Findings) != 1 || tally.Findings[0].Cause != harness.CauseContract {
		t.Errorf("without values: %+v %v", tally, err)
	}
	r.Domains = [][][]int64{{{1, 0}, {2, 5}, {10, 10}}, {{0}, {1}}}
	job.Streams = slices.Values(inputs)
	tally, err = r.Run(context.Background(), job)
	if err != nil || tally.Called != 3 || len(tally.Findings) != 2 {
		t.Fatalf("%+v %v", tally, err)
	}
	for i, want := range []int64{1, 10} {
		if f := tally.Findings[i]; f.Stream[0] != want || f.Cause != harness.CauseEnsures {
			t.Errorf("%+v, want %d", f, want)
		}
	}
	rep, err := r.Report(context.Background(), 0, []int64{1})
	if err != nil || !rep.Failed || len(rep.Parts) == 0 || rep.Parts[len(rep.Parts)-1].Value != "1 != 1" {
		t.Errorf("%+v %v", rep, err)
	}
}
