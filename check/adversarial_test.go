package check_test

import (
	"path/filepath"
	"testing"

	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/longtest"
)

// TestNothingWrongIsProved checks functions whose contracts are false for few inputs, or because of
// forgotten details of Go: none is proved, and most are refuted.
func TestNothingWrongIsProved(t *testing.T) {
	longtest.Only(t, "it solves some 60 functions")
	dir, err := filepath.Abs("testdata/adversarial")
	if err != nil {
		t.Fatal(err)
	}
	cfg := config.Defaults()
	cfg.Dir, cfg.Save = dir, false
	cfg.Limits.Prove = event.ProveOnly
	functions, refuted := 0, 0
	for e := range check.Run(t.Context(), cfg) {
		switch e := e.(type) {
		case event.Mistake:
			t.Errorf("%v: %s", e.Pos, e.Message)
		case event.Fault:
			t.Errorf("%s: %s\n%s", e.Function, e.Message, e.Detail)
		case event.FunctionEnd:
			functions++
			if e.Proof.Proved != "" {
				t.Errorf("%s is proved, and its contract is false", e.Function)
			}
			if e.Proof.Disagreed > 0 {
				t.Errorf("%s: an input was solved to fail and did not", e.Function)
			}
			if e.Verdict == event.Refuted {
				refuted++
			}
		}
	}
	t.Logf("of %d functions %d are refuted by solving", functions, refuted)
	if functions < 50 || refuted < functions*3/4 {
		t.Errorf("of %d functions only %d are refuted", functions, refuted)
	}
}
