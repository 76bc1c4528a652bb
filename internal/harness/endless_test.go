package harness_test

import (
	"context"
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/longtest"
)

var looks = flag.Int("looks", 3, "how often TestEndless looks at each call")

// TestEndless samples endless calls several times each: the reported place is the same each time.
func TestEndless(t *testing.T) {
	longtest.Only(t, "waits for calls that do not end")
	golden(t, "testdata/endless.txtar", func(t *testing.T, a *txtar.Archive) string {
		p := loadProgram(t, a)
		p.build(t, harness.Options{Timeout: 100 * time.Millisecond, Memory: 256 << 20})
		r := p.binary.Runner()
		defer r.Close()
		var out strings.Builder
		for i, target := range p.unit.Targets {
			first := ""
			for look := range *looks {
				stream := []int64{1}
				if target.Contract.Name == "Inner" {
					stream = []int64{2, 1, 0}
				}
				rep, err := r.Report(context.Background(), i, stream)
				if err != nil {
					t.Fatal(err)
				}
				text := fmt.Sprintf("%s: %s\n", target.Contract.Name, rep.Failure.Cause)
				for _, line := range rep.Failure.Stack {
					text += "  " + p.clean(line) + "\n"
				}
				if look == 0 {
					first = text
				} else if text != first {
					t.Errorf("look %d: %swant %s", look, text, first)
				}
			}
			out.WriteString(first)
		}
		return out.String()
	})
}
