package main

import (
	"fmt"
	"os"
	"slices"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/report"
)

// merge prints the reports of several runs as those of one run.
func (t *tool) merge(args []string) int {
	o, _, code := t.options("merge", args)
	if o == nil {
		return code
	}
	if len(o.Patterns) == 0 {
		return t.usage("merge needs reports, files that rtest -json wrote")
	}
	runs := make([][]event.Event, len(o.Patterns))
	for i, name := range o.Patterns {
		var err error
		if runs[i], err = readReport(name); err != nil {
			return t.usage("%v", err)
		}
	}
	events, err := report.Merge(runs...)
	if err != nil {
		return t.usage("%v", err)
	}
	return t.show(o, slices.Values(events))
}

func readReport(name string) ([]event.Event, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	events, err := report.Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return events, nil
}
