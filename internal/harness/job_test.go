package harness_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
)

const jobProgram = `
-- go.mod --
module example.com/job

go 1.24
-- a.go --
package job

import "os"

// F dies, panics or is fine.
//
//rtest:requires b != 3
//rtest:classify "even" b%2 == 0
//rtest:ensures a < 90
func F(a, b int) {
	switch {
	case a%40 == 7 && b == 1:
		os.Exit(1)
	case a%50 == 8 && b == 2:
		panic("eight")
	}
}

//rtest:ensures true
func Sleepy(a, b int) { <-wait }

var wait = func() chan int { c := make(chan int); close(c); return c }()
`

func jobs(t *testing.T) (*program, *harness.Runner) {
	p := loadProgram(t, txtar.Parse([]byte(jobProgram)))
	p.build(t, harness.Options{})
	r := p.binary.Runner()
	t.Cleanup(r.Close)
	return p, r
}

// TestForm compares what the search in the process finds with a loop over the
// same numbers, in all that a job can restrict.
func TestForm(t *testing.T) {
	_, r := jobs(t)
	const n = 99 // 100*100 inputs
	tests := []struct {
		name string
		job  harness.Job
	}{
		{"all", harness.Job{AfterFailure: -1}},
		{"skip", harness.Job{AfterFailure: -1, Skip: 1234}},
		{"limit", harness.Job{AfterFailure: -1, Limit: 777}},
		{"exact limit", harness.Job{AfterFailure: -1, Limit: 9900}},
		{"limit before the last", harness.Job{AfterFailure: -1, Limit: 9899}},
		{"first failure", harness.Job{}},
		{"after failure", harness.Job{AfterFailure: 300}},
		{"after a death", harness.Job{AfterFailure: 60, Skip: 701}},
		{"reject", harness.Job{AfterFailure: -1, Reject: 5}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := simulate(n, tt.job)
			for kind, job := range map[string]harness.Job{"form": tt.job, "streams": tt.job} {
				if kind == "form" {
					job.Form = numbersForm(n)
				} else {
					job.Streams = numbersFrom(n, job.Skip)
				}
				tally, err := r.Run(context.Background(), job)
				if err != nil {
					t.Fatal(err)
				}
				if got := summary(tally); got != want {
					t.Errorf("%s: got\n%s\nwant\n%s", kind, got, want)
				}
			}
		})
	}
}

// numbersFrom are the pairs of numbersForm, in order, without the first.
func numbersFrom(n, skip int64) func(func([]int64) bool) {
	return func(yield func([]int64) bool) {
		for a := int64(0); a <= n; a++ {
			for b := int64(0); b <= n; b++ {
				if skip--; skip < 0 && !yield([]int64{a, b}) {
					return
				}
			}
		}
	}
}

func summary(t harness.Tally) string {
	s := fmt.Sprintf("called %d consumed %d reached %d passed %d classes %d exhausted %t\n",
		t.Called, t.Consumed, t.Reached, t.Passed, t.Classes, t.Exhausted)
	for _, f := range t.Findings {
		s += fmt.Sprintf("%s %v #%d *%d\n", f.Cause, f.Stream, f.Ordinal, f.Count)
	}
	return s
}

// simulate returns the result of a job, from the meaning of F.
func simulate(n int64, j harness.Job) string {
	var t harness.Tally
	t.Reached, t.Passed, t.Classes = []int64{0}, []int64{0}, []int64{0}
	t.Exhausted = true
	found := map[harness.Cause]int{}
	rejected, left := int64(0), int64(-1)
	for s := range numbersFrom(n, j.Skip) {
		if j.Limit > 0 && t.Called == j.Limit || j.Reject > 0 && rejected == j.Reject || left == 0 {
			t.Exhausted = false
			break
		}
		t.Consumed++
		t.Reached[0]++
		a, b := s[0], s[1]
		if b == 3 {
			rejected++
			continue
		}
		t.Passed[0]++
		t.Called++
		if b%2 == 0 {
			t.Classes[0]++
		}
		if left > 0 {
			left--
		}
		var cause harness.Cause
		switch {
		case a%40 == 7 && b == 1:
			cause = harness.CauseCrash
		case a%50 == 8 && b == 2:
			cause = harness.CausePanic
		case a >= 90:
			cause = harness.CauseEnsures
		default:
			continue
		}
		i, ok := found[cause]
		if !ok {
			i = len(t.Findings)
			found[cause] = i
			t.Findings = append(t.Findings, harness.Finding{Cause: cause, Stream: slices.Clone(s), Ordinal: t.Called})
		}
		t.Findings[i].Count++
		if left < 0 && j.AfterFailure >= 0 {
			left = j.AfterFailure
		}
	}
	return summary(t)
}

// TestUntil ends a job that would go on for ever.
func TestUntil(t *testing.T) {
	_, r := jobs(t)
	endless := func(yield func([]int64) bool) {
		for yield([]int64{1, 0}) {
		}
	}
	tally, err := r.Run(context.Background(), harness.Job{Streams: endless, AfterFailure: -1, Until: time.Now().Add(300 * time.Millisecond)})
	if err != nil || !tally.Cut || tally.Exhausted || tally.Called == 0 || tally.Called != tally.Consumed {
		t.Errorf("%+v %v", tally, err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	if _, err := r.Run(ctx, harness.Job{Streams: endless, AfterFailure: -1}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a cancelled run ended with %v", err)
	}
}

// TestUntilSearch ends a job whose search finds nothing and does not end.
func TestUntilSearch(t *testing.T) {
	_, r := jobs(t)
	f := numbersForm(1 << 40)
	// a*a ^ b*b == 2 has no solution: squares are 0 or 1 modulo 4.
	f.Nodes = []form.Node{
		{Op: form.Ref, Kind: form.Int64, Val: 0},
		{Op: form.Ref, Kind: form.Int64, Val: 1},
		{Op: form.Mul, Kind: form.Int64, Args: []int32{0, 0}},
		{Op: form.Mul, Kind: form.Int64, Args: []int32{1, 1}},
		{Op: form.BitXor, Kind: form.Int64, Args: []int32{2, 3}},
		{Op: form.Const, Kind: form.Int64, Val: 2},
		{Op: form.Eq, Kind: form.Bool, Args: []int32{4, 5}},
	}
	f.Root = 6
	tally, err := r.Run(context.Background(), harness.Job{Form: f, Until: time.Now().Add(300 * time.Millisecond)})
	if err != nil || !tally.Cut || tally.Exhausted || tally.Called != 0 {
		t.Errorf("%+v %v", tally, err)
	}
	// The process has left; the next job gets another one.
	tally, err = r.Run(context.Background(), harness.Job{Form: numbersForm(3), AfterFailure: -1})
	if err != nil || !tally.Exhausted || tally.Called != 12 {
		t.Errorf("%+v %v", tally, err)
	}
}

// TestAhead counts the streams that are asked for before the failure of one is known: few of those that take long to
// find.
func TestAhead(t *testing.T) {
	_, r := jobs(t)
	for _, tt := range []struct {
		failing, at, found int64 // at: of streams at hand, found: of those that are looked for
	}{{1, 128, 1}, {4, 128, 4}, {5, 128, 8}, {200, 256, 256}} {
		for measure, want := range map[*form.Form]int64{nil: tt.at, numbersForm(3): tt.found} {
			asked := int64(0)
			streams := func(yield func([]int64) bool) {
				for asked++; yield([]int64{asked / tt.failing * 95, 0}); asked++ {
				}
			}
			tally, err := r.Run(context.Background(), harness.Job{Streams: streams, Measure: measure})
			if err != nil || len(tally.Findings) != 1 || tally.Consumed != tt.failing || asked != want {
				t.Errorf("the failure of stream %d is known after %d, want %d: %+v %v", tt.failing, asked, want, tally, err)
			}
		}
	}
}

// TestFault demands that a stream that fits no input is a fault of rtest.
func TestFault(t *testing.T) {
	_, r := jobs(t)
	short := func(yield func([]int64) bool) { yield([]int64{1}) }
	if _, err := r.Run(context.Background(), harness.Job{Streams: short}); err == nil || !strings.Contains(err.Error(), "does not fit") {
		t.Error(err)
	}
}

// TestCompileError distinguishes mistakes of the user from those of rtest.
func TestCompileError(t *testing.T) {
	tests := []struct {
		file, text string
		ours       bool
	}{
		{"a.go", "package job\n\nfunc F(a, b int) { return 1 }\n\nfunc Sleepy(a, b int) {}\n", false},
		{"a.go", "package job\n\nfunc F(a string) {}\n\nfunc Sleepy(a, b int) {}\n", true},
	}
	for _, tt := range tests {
		p := loadProgram(t, txtar.Parse([]byte(jobProgram)))
		preds, err := codegen.Predicates(p.unit)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(p.dir, tt.file), []byte(tt.text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err = harness.Build(context.Background(), p.unit, preds, harness.Options{})
		var ce *codegen.CompileError
		if !errors.As(err, &ce) || ce.Ours != tt.ours {
			t.Errorf("%q: %v", tt.text, err)
		}
	}
}

// TestTwice builds and runs one package twice at once.
func TestTwice(t *testing.T) {
	archive := txtar.Parse([]byte(jobProgram))
	p := loadProgram(t, archive)
	preds, err := codegen.Predicates(p.unit)
	if err != nil {
		t.Fatal(err)
	}
	errs := make(chan error)
	for range 3 {
		go func() {
			b, err := harness.Build(context.Background(), p.unit, preds, harness.Options{})
			if err != nil {
				errs <- err
				return
			}
			r := b.Runner()
			tally, err := r.Run(context.Background(), harness.Job{Form: numbersForm(9)})
			r.Close()
			if err == nil && tally.Called == 0 {
				err = fmt.Errorf("%+v", tally)
			}
			errs <- errors.Join(err, b.Close())
		}()
	}
	for range 3 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}
