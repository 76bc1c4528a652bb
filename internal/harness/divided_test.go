package harness_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/rtest-dev/rtest/internal/harness"
)

const dividedProgram = `
-- go.mod --
module example.com/divided

go 1.24
-- a.go --
package divided

import "os"

// Fine never fails.
//
//rtest:requires b != 3
//rtest:requires (a+b)%7 != 0
//rtest:classify "even" b%2 == 0
//rtest:ensures result >= a
func Fine(a, b int) int {
	if a > b {
		return a
	}
	return a + b
}

//rtest:requires b != 3
//rtest:ensures result != 150
func Late(a, b int) int { return a + b }

//rtest:ensures true
func Dies(a, b int) {
	if a == 60 && b == 60 {
		os.Exit(3)
	}
}

//rtest:ensures true
func Sleeps(a, b int) {
	if a == 70 && b == 7 {
		select {}
	}
}

var calls int

// Counts depends on the calls before.
//
//rtest:ensures result < 5000
func Counts(a, b int) int {
	calls++
	return calls
}
`

// TestDivided compares jobs that run in one process with the same in several.
func TestDivided(t *testing.T) {
	p := loadProgram(t, txtar.Parse([]byte(dividedProgram)))
	for _, t := range p.unit.Targets {
		t.Apart = !t.Hints.Keeps
	}
	p.build(t, harness.Options{Timeout: 300 * time.Millisecond})
	const all, pairs = 9900, 10_000
	for _, tt := range []struct {
		name    string
		target  int
		job     harness.Job
		through bool // in several processes
	}{
		{"all", 0, harness.Job{AfterFailure: 100}, true},
		{"all, of which some may be rejected", 0, harness.Job{Reject: pairs}, true},
		{"a limit", 0, harness.Job{AfterFailure: -1, Limit: 5000}, false},
		{"a limit of rejections", 0, harness.Job{Reject: 500}, false},
		{"the second half", 0, harness.Job{Skip: pairs / 2}, false},
		{"a failure", 1, harness.Job{AfterFailure: 20}, false},
		{"all failures", 1, harness.Job{AfterFailure: -1}, false},
		{"a limit before the failure", 1, harness.Job{Limit: all / 2}, false},
		{"a death", 2, harness.Job{AfterFailure: 500}, false},
		{"a call without end", 3, harness.Job{AfterFailure: 50}, false},
		{"calls that depend on others", 4, harness.Job{AfterFailure: 50}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			job := tt.job
			job.Target, job.Form = tt.target, numbersForm(99)
			run := func(more int) (string, *harness.Runner) {
				r := p.binary.Runner()
				t.Cleanup(r.Close)
				if more > 0 {
					r.Divide(tt.target, more)
				}
				tally, err := r.Run(context.Background(), job)
				if err != nil {
					t.Fatal(err)
				}
				if tally.Called == 0 {
					t.Fatal("no input was called")
				}
				return summary(tally) + fmt.Sprint(r.Reached()), r
			}
			want, _ := run(0)
			for _, more := range []int{1, 3, 7} {
				got, r := run(more)
				if got != want {
					t.Errorf("in %d processes: got\n%s\nwant\n%s", more+1, got, want)
				}
				if r.Divided() != tt.through {
					t.Errorf("in %d processes: divided is %t", more+1, r.Divided())
				}
			}
		})
	}
}
