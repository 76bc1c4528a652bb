package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// ordinaryFaults are how many functions of package ordinary have a fault.
const ordinaryFaults = 10

// ordinary measures runs at default flags of the package of fifty ordinary functions, each after an edit.
func (o options) ordinary() (runs []took, err error) {
	if o.only != "" && o.only != "ordinary" {
		return nil, nil
	}
	fmt.Fprintln(os.Stderr, "fifty ordinary functions")
	rtest, err := filepath.Abs(o.rtest)
	if err != nil {
		return nil, err
	}
	return runs, within(func(dir string) error {
		if err := errors.Join(os.CopyFS(dir, os.DirFS("ordinary")), os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/ordinary\n\ngo 1.24\n"), 0o666)); err != nil {
			return err
		}
		for i := range o.runs + 1 {
			edit := fmt.Sprintf("package ordinary\n\nconst edit = %d\n", i)
			if err := os.WriteFile(filepath.Join(dir, "edit.go"), []byte(edit), 0o666); err != nil {
				return err
			}
			out, t, err := timed(rtest, "-C", dir, "-save=false", ".")
			if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != 1 {
				return fmt.Errorf("package ordinary does not fail: %w", err)
			}
			if found := strings.Count(out, "--- FAIL: "); found != ordinaryFaults {
				return fmt.Errorf("%d faults of package ordinary are found, want %d:\n%s", found, ordinaryFaults, out)
			}
			if i > 0 { // the first one builds what all have in common
				runs = append(runs, t)
			}
		}
		return nil
	})
}

// writeOrdinary writes the section of the page.
func (options) writeOrdinary(runs []took) string {
	return fmt.Sprintf(`
## A package of fifty ordinary functions

From an edit to the last verdict of [bench/ordinary](../bench/ordinary) at default flags: functions of numbers, slices, maps, texts, records
and trees, %d of which have a fault, that is found in each run. Medians, with the least and the greatest: %s by the clock, %s of processor time.
`, ordinaryFaults, spread(runs, clock), spread(runs, processor))
}
