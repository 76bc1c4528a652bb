package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A scaled program is measured with more and more inputs.
type scaled struct {
	pkg, function, title string
	// depths have about 10³, 10⁴, … 10⁷ inputs in all; beyond is a depth that has
	// more than the greatest of limits.
	depths []int
	beyond int
}

var scaledPrograms = []scaled{
	{"list", "Insert", "insertion into ascending lists", []int{4, 5, 7, 8, 9}, 10},
	{"redblack", "Insert", "insertion into red-black trees", []int{2, 3, 4, 5, 6}, 7},
	{"words", "Squeeze", "text that is trimmed", []int{7, 9, 11, 13, 15}, 16},
}

// limits are those of -inputs.
var limits = []int{1_000, 10_000, 100_000, 1_000_000, 10_000_000}

// A step is one program with some number of inputs.
type step struct {
	scaled
	depth, limit int
	inputs       int
	// net is the processor time without that of a run with one input.
	net time.Duration
	// rtest and process are the peak memory in MiB of rtest and of the process that runs the inputs; 0
	// if unknown.
	rtest, process int
}

// scale measures all inputs of each depth, and each limit at one depth.
func (o options) scale() ([]step, error) {
	var all []step
	for _, p := range scaledPrograms {
		if o.only != "" && o.only != p.pkg+"."+p.function {
			continue
		}
		fmt.Fprintln(os.Stderr, p.pkg+"."+p.function, "with more and more inputs")
		for _, d := range p.depths {
			all = append(all, step{scaled: p, depth: d})
		}
		for _, n := range limits {
			all = append(all, step{scaled: p, depth: p.beyond, limit: n})
		}
	}
	for i := range all {
		if err := o.climb(&all[i]); err != nil {
			return nil, err
		}
	}
	return all, nil
}

var tried = regexp.MustCompile(`(?m)^ok\s.*\b(\d+) inputs`)

// climb measures one step, with one input and with all in turn: several times if it is short, once if
// it is long.
func (o options) climb(s *step) error {
	p := program{pkg: s.pkg, function: s.function, depth: s.depth}
	if _, _, err := o.check(p, 1); err != nil { // builds
		return err
	}
	var net []took
	for spent := time.Duration(0); len(net) < o.runs && spent < 8*time.Second || len(net) < 15 && spent < time.Second; {
		w := &watched{}
		out, whole, err := w.check(o, p, s.limit)
		if err != nil {
			return err
		}
		_, one, err := o.check(p, 1)
		if err != nil {
			return err
		}
		m := tried.FindStringSubmatch(out)
		if m == nil {
			return fmt.Errorf("rtest does not say how many inputs there were:\n%s", out)
		}
		s.inputs, _ = strconv.Atoi(m[1])
		s.rtest, s.process = max(s.rtest, w.rtest), max(s.process, w.process)
		net = append(net, whole.minus(one))
		spent += whole.wall + one.wall
	}
	s.net = median(net).cpu
	return nil
}

// A watched measures the memory of a run of rtest, on Linux.
type watched struct{ rtest, process int }

// check is like options.check.
func (w *watched) check(o options, p program, most int) (out string, t took, err error) {
	w.during(func() { out, t, err = o.check(p, most) })
	return out, t, err
}

// during reads the high-water marks while do runs, so the interval between readings hardly matters once processes live long.
func (w *watched) during(do func()) {
	stop := make(chan bool)
	var done sync.WaitGroup
	done.Go(func() {
		for wait := 5 * time.Millisecond; ; wait = min(wait+wait/20, 200*time.Millisecond) {
			select {
			case <-stop:
				return
			case <-time.After(wait):
				w.look(os.Getpid())
			}
		}
	})
	defer done.Wait()
	defer close(stop)
	do()
}

// look notes the memory of the processes below one.
func (w *watched) look(pid int) {
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, t := range tasks {
		list, _ := os.ReadFile(t)
		for _, child := range strings.Fields(string(list)) {
			n, err := strconv.Atoi(child)
			if err != nil {
				continue
			}
			exe, _ := os.Readlink(fmt.Sprintf("/proc/%d/exe", n))
			switch name := filepath.Base(exe); {
			case strings.HasPrefix(name, "harness.test"):
				w.process = max(w.process, highWater(n))
			case strings.HasPrefix(name, "rtest"):
				w.rtest = max(w.rtest, highWater(n))
			}
			w.look(n)
		}
	}
}

// highWater returns the greatest resident memory of a process, in MiB.
func highWater(pid int) int {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			n, _ := strconv.Atoi(strings.Fields(rest)[0])
			return (n + 512) / 1024
		}
	}
	return 0
}

// writeScale writes the section of the page.
func (options) writeScale(all []step) string {
	var b strings.Builder
	b.WriteString(`
## With more and more inputs

What an input costs when there are more: processor time of all processes, less that of the same run with one input, and
the greatest memory of rtest and of the process in which the inputs run. Where the run is "all" it has all inputs of the
depth; where it has a limit, that of ` + "`-inputs`" + `, it has all of lesser depths and a selection of the greater ones, which it
takes time to make. Differences of a few milliseconds, which the runs with 10³ inputs are, say little: the forms of the
depths are made first, however many inputs they have. "Each more" is what the inputs cost that the run above does not have.

| program | run | inputs | processor | an input | each more | rtest | process |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |
`)
	for i, s := range all {
		run := fmt.Sprintf("all to depth %d", s.depth)
		if s.limit > 0 {
			run = fmt.Sprintf("`-inputs %d -depth %d`", s.limit, s.depth)
		}
		more := "–"
		if i > 0 && all[i-1].follows(s) {
			more = fmt.Sprintf("%.2f µs", float64(s.net-all[i-1].net)/1e3/float64(s.inputs-all[i-1].inputs))
		}
		fmt.Fprintf(&b, "| %s.%s: %s | %s | %d | %.0f ms | %.2f µs | %s | %s | %s |\n", s.pkg, s.function, s.title, run, s.inputs,
			float64(s.net)/1e6, float64(s.net)/1e3/float64(max(s.inputs, 1)), more, mebibytes(s.rtest), mebibytes(s.process))
	}
	return b.String()
}

// follows reports whether next is the same program run in the same way with more inputs.
func (s step) follows(next step) bool {
	return s.pkg == next.pkg && s.function == next.function && (s.limit > 0) == (next.limit > 0) && s.inputs < next.inputs
}

func mebibytes(n int) string {
	if n == 0 {
		return "–"
	}
	return fmt.Sprintf("%d MiB", n)
}
