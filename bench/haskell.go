package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// haskellLibraries are the libraries of Haskell, with how they make inputs
// valid.
var haskellLibraries = []struct{ name, way string }{
	{"SmallCheck", "enumerates, filtering"},
	{"LazySmallCheck", "enumerates partial values"},
	{"QuickCheck", "random, generator"},
}

// haskellPrograms are those that haskell/Bench.hs has.
var haskellPrograms = map[string]bool{"list.Insert": true, "redblack.Insert": true, "marks.Average": true}

// A haskell runs the Haskell programs. Without a compiled program, it holds the reason.
type haskell struct {
	path, missing, version string
	most                   time.Duration
}

// A haskellResult is the findings of one library. whole means that the run ended by itself.
type haskellResult struct {
	inputs  int
	whole   bool
	elapsed time.Duration
}

// newHaskell compiles the program where GHC and the libraries are installed.
func newHaskell(dir string, most time.Duration) (*haskell, error) {
	h := &haskell{path: filepath.Join(dir, "haskell"), most: most}
	version, err := exec.Command("ghc", "--numeric-version").Output()
	if err != nil {
		h.missing = "GHC is not installed"
		return h, nil
	}
	h.version = strings.TrimSpace(string(version))
	for _, l := range haskellLibraries {
		if exec.Command("ghc-pkg", "--simple-output", "latest", strings.ToLower(l.name)).Run() != nil &&
			exec.Command("ghc-pkg", "--simple-output", "latest", l.name).Run() != nil {
			h.missing = l.name + " is not installed"
			return h, nil
		}
	}
	out, err := exec.Command("ghc", "-O2", "-outputdir", dir, "-o", h.path, filepath.Join("haskell", "Bench.hs")).CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("compiling haskell/Bench.hs: %w\n%s", err, out)
	}
	return h, nil
}

// measure runs all libraries with a program if there is a Haskell version of it.
func (h *haskell) measure(p program) ([]haskellResult, error) {
	if h.missing != "" || !haskellPrograms[p.name()] {
		return nil, nil
	}
	var list []haskellResult
	for _, l := range haskellLibraries {
		seconds := max(1, int(h.most.Seconds()))
		cmd := exec.Command(h.path, l.name, p.name(), strconv.Itoa(p.depth), strconv.Itoa(seconds))
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		if err := cmd.Run(); err != nil {
			return nil, fmt.Errorf("%s: %w\n%s", l.name, err, stderr.String())
		}
		lines := strings.Split(strings.TrimSpace(stderr.String()), "\n")
		var r haskellResult
		var end string
		var micros int64
		if _, err := fmt.Sscan(lines[len(lines)-1], &r.inputs, &end, &micros); err != nil {
			return nil, fmt.Errorf("%s answers %q: %w", l.name, lines, err)
		}
		r.whole, r.elapsed = end == "all", time.Duration(micros)*time.Microsecond
		if r.inputs > p.inputs || r.whole && r.inputs != p.inputs {
			return nil, fmt.Errorf("%s has %d inputs of %s, want %d", l.name, r.inputs, p.name(), p.inputs)
		}
		list = append(list, r)
	}
	return list, nil
}

// within runs f with a folder that is removed afterwards.
func within(f func(dir string) error) error {
	dir, err := os.MkdirTemp("", "rtest-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	return f(dir)
}
