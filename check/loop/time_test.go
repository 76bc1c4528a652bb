package loop

import (
	"testing"
	"time"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/prepare"
)

// TestHasten reserves a part of the time for one step, and leaves the rest to the next.
func TestHasten(t *testing.T) {
	end := time.Now().Add(time.Hour)
	l := &loop{Subject: &Subject{Function: &prepare.Function{}}, deadline: deadline{until: end}}
	rest := l.hasten(3, 4)
	if left := time.Until(l.until); left < 44*time.Minute || left > 45*time.Minute {
		t.Errorf("three of four parts of an hour are %v", left)
	}
	inner := l.hasten(1, 2)
	if left := time.Until(l.until); left < 21*time.Minute || left > 23*time.Minute {
		t.Errorf("half of that is %v", left)
	}
	inner()
	rest()
	if l.until != end || l.hasty {
		t.Errorf("the time ends at %v, not at %v, or was spent: %v", l.until, end, l.hasty)
	}
	l.until = time.Now().Add(-time.Second)
	l.hasten(3, 4)()
	if !l.hasty {
		t.Error("it is not noted that the time was spent")
	}
	l = &loop{Subject: &Subject{Function: &prepare.Function{}}}
	if l.hasten(1, 2)(); l.hasty || !l.until.IsZero() {
		t.Error("without a limit there is one")
	}
}

// TestNoteTimes checks that the time in which a function waited for the processor is reported with its
// time and not in its notes, which are equal in every run.
func TestNoteTimes(t *testing.T) {
	for cut, want := range map[string]time.Duration{"": 7 * time.Second, "time": 0} {
		s := testSubject(event.Limits{Time: 2 * time.Second})
		l := newLoop(s, nil)
		// The clock lags that much more than at the start.
		l.Cut, l.lag = cut, -7*time.Second
		if l.noteTimes(); l.Waited != want || len(l.Notes) > 0 {
			t.Errorf("cut %q: waited %v, notes %q", cut, l.Waited, l.Notes)
		}
	}
}

// TestTimeEnded says when the time ended before any input was tried.
func TestTimeEnded(t *testing.T) {
	for prepared, want := range map[time.Duration]string{
		0:           "the time of 1s ended",
		time.Second: "the time of 1s ended while it was found out which fields are functions of others",
	} {
		s := testSubject(event.Limits{Time: time.Second})
		s.Prepared = prepared
		l := newLoop(s, nil)
		if l.timeEnded(); l.spent != want || l.Cut != "time" {
			t.Errorf("after %v: %q", prepared, l.spent)
		}
		l.Inputs, l.Limits.Prove = 1, event.ProveToo
		if err := l.prove(t.Context()); err != nil || len(l.Proof.Open) != 1 || l.Proof.Open[0].Why != timeEnded {
			t.Errorf("of the code %v is said, error %v", l.Proof, err)
		}
	}
}
