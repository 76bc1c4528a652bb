package race

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/internal/longtest"
)

// TestLanguage runs types that use the language in many ways. Their names state the expected verdicts.
func TestLanguage(t *testing.T) {
	for _, dir := range []string{"below", "outside", "linked", "unused", "old", "implicit", "dotted", "cgo", "copied", "kinds", "sync", "control"} {
		t.Run(dir, func(t *testing.T) {
			if dir == "cgo" {
				if _, err := exec.LookPath("gcc"); err != nil {
					t.Skip("there is no C compiler")
				}
			}
			q := defaults()
			if q.Limits.Schedules = 3_000; dir == "sync" || dir == "control" {
				longtest.Only(t, "it runs the schedules of some sixty types")
				q.Limits.Schedules = 20_000
			}
			abs, err := filepath.Abs(filepath.Join("testdata", "language", dir))
			if err != nil {
				t.Fatal(err)
			}
			q.Dir, q.Patterns = abs, []string{"."}
			n := 0
			err = Test(t.Context(), q, func(r *Result) bool {
				n++
				got, want := "right", "right"
				for _, prefix := range []string{"Right", "Wrong", "Outside"} {
					if strings.HasPrefix(r.Type, prefix) {
						want = strings.ToLower(prefix)
					}
				}
				if r.Failed() {
					got = "wrong"
				} else if r.Unsupported != "" {
					got = "outside"
				}
				if got != want {
					t.Errorf("%s: %s", r.Type, r.Summary())
				}
				return true
			})
			if err != nil || n == 0 {
				t.Errorf("%d types, %v", n, err)
			}
		})
	}
}
