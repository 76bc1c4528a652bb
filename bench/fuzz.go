package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"github.com/rtest-dev/rtest/bench/random"
	"github.com/rtest-dev/rtest/bench/rival"
)

// fuzz measures go test -fuzz with one worker. The time is that for which it fuzzes.
func (o options) fuzz(p program) (rival.Result, error) {
	if _, ok := random.Programs[p.name()]; !ok {
		return rival.Result{}, nil
	}
	var res rival.Result
	err := within(func(dir string) error {
		count := filepath.Join(dir, "count")
		cmd := exec.Command("go", "test", "./fuzz", "-run", "^$", "-fuzz", "^FuzzProgram$", "-fuzztime", o.most.String(), "-parallel", "1",
			"-test.fuzzcachedir", filepath.Join(dir, "cache"))
		cmd.Env = append(os.Environ(), "BENCH_PROGRAM="+p.name(), "BENCH_DEPTH="+strconv.Itoa(p.depth), "BENCH_COUNT="+count)
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("go test -fuzz of %s: %w\n%s", p.name(), err, out)
		}
		text, err := os.ReadFile(count)
		if err != nil {
			return nil // No input satisfied the precondition.
		}
		res.Distinct, err = strconv.Atoi(string(text))
		return err
	})
	res.Elapsed = max(o.most, time.Nanosecond)
	return res, err
}
