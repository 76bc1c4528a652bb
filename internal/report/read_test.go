package report_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/report"
)

// A report that was read is printed as before, as text and as JSON.
func TestRead(t *testing.T) {
	opt := report.Options{Dir: "/src/scores"}
	for name, events := range runs() {
		if name == "abort" || name == "fault" {
			// These are not reports of packages.
			continue
		}
		first := print(t, report.JSON, events, opt)
		read, err := report.Read(strings.NewReader(first))
		if err != nil {
			t.Errorf("%s: %v\n%s", name, err, first)
			continue
		}
		if again := print(t, report.JSON, read, opt); again != first {
			t.Errorf("%s: printed again\n%s\nwas\n%s", name, again, first)
		}
		whole, err := report.Merge(read)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if again := print(t, report.JSON, whole, opt); again != first {
			t.Errorf("%s: merged\n%s\nwas\n%s", name, again, first)
		}
	}
}

func print(t *testing.T, make func(w io.Writer, opt report.Options) report.Printer, events []event.Event, opt report.Options) string {
	t.Helper()
	var b bytes.Buffer
	p := make(&b, opt)
	for _, e := range events {
		if err := p.Print(e); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}
