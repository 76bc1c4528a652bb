package check_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/longtest"
	"github.com/rtest-dev/rtest/internal/oracle/heaps/faults"
)

// A windowFault is what brute force finds of a fault: the least depth at which slices break the contract,
// and the arguments of the smallest of them, as calls show them. least is empty if none does.
type windowFault struct {
	depth int
	least []string
}

// A placed slice is a window of an array.
type placed struct{ array, from, to int }

// bruteWindows looks at two slices of bytes, and at a third one between them where three is set: apart,
// and the first and the last as windows of one array, that have the same start, overlap or are adjacent.
func bruteWindows(three bool, holds, fails func(a, m, b []int8) bool) windowFault {
	for depth := range 4 {
		least, f := 0, windowFault{depth: depth}
		try := func(size int, arrays [][]int8, a, m, b placed) {
			slice := func(of [][]int8, p placed) []int8 { return of[p.array][p.from:p.to] }
			if f.least != nil && size > least || !holds(slice(arrays, a), slice(arrays, m), slice(arrays, b)) {
				return
			}
			copies := make([][]int8, len(arrays))
			for i, x := range arrays {
				copies[i] = append(make([]int8, 0, len(x)), x...)
			}
			if !fails(slice(copies, a), slice(copies, m), slice(copies, b)) {
				return
			}
			if f.least == nil || size < least {
				least, f.least = size, nil
			}
			list := []placed{a, m, b}
			if !three {
				list = []placed{a, b}
			}
			f.least = append(f.least, windowCall(arrays, list))
		}
		for n := range depth + 1 {
			for k := range depth + 1 {
				between := 0
				if three {
					between = depth
				}
				for mid := range between + 1 {
					size := n + k + mid
					each(depth, []int{n, mid, k}, func(arrays [][]int8) {
						try(size, arrays, placed{0, 0, n}, placed{1, 0, mid}, placed{2, 0, k})
					})
					for o := -k; o <= n; o++ {
						from, begin := max(0, -o), max(0, o)
						whole := max(from+n, begin+k)
						if first := max(from, begin); first >= whole || first > min(from+n, begin+k) || whole > n+k {
							continue
						}
						each(depth, []int{whole, mid}, func(arrays [][]int8) {
							try(size+1, arrays, placed{0, from, from + n}, placed{1, 0, mid}, placed{0, begin, begin + k})
						})
					}
				}
			}
		}
		if f.least != nil {
			return f
		}
	}
	return windowFault{}
}

// each calls visit with all arrays of some lengths, with numbers up to a depth.
func each(depth int, lengths []int, visit func([][]int8)) {
	arrays := make([][]int8, len(lengths))
	var places []*int8
	for i, n := range lengths {
		arrays[i] = make([]int8, n)
		for j := range n {
			places = append(places, &arrays[i][j])
		}
	}
	var fill func(i int)
	fill = func(i int) {
		if i == len(places) {
			visit(arrays)
			return
		}
		for x := -depth; x <= depth; x++ {
			*places[i] = int8(x)
			fill(i + 1)
		}
	}
	fill(0)
}

// windowCall returns arguments as calls show them.
func windowCall(arrays [][]int8, list []placed) string {
	literal := func(i int) string {
		return strings.Replace(fmt.Sprintf("%#v", arrays[i]), "[]int8{}", "nil", 1)
	}
	text, args := "", []string(nil)
	shared := list[0].array == list[len(list)-1].array
	for _, p := range list {
		if shared && p.array == 0 {
			args = append(args, fmt.Sprintf("a[%d:%d]", p.from, p.to))
		} else {
			args = append(args, literal(p.array))
		}
	}
	if shared {
		text = "a := " + literal(0) + "; "
	}
	return text + "(" + strings.Join(args, ", ") + ")"
}

// unnamed returns a call as windowCall does: the array is a, and all of it a window.
func unnamed(call string) string {
	call, _, _ = strings.Cut(call, " = ")
	name, rest, ok := strings.Cut(call, " := ")
	if !ok {
		return call
	}
	literal, args, _ := strings.Cut(rest, "; ")
	whole := fmt.Sprintf("a[0:%d]", strings.Count(literal, ",")+1)
	args = regexp.MustCompile(`\b`+name+`\b\[?`).ReplaceAllStringFunc(args, func(s string) string {
		if strings.HasSuffix(s, "[") {
			return "a["
		}
		return whole
	})
	return "a := " + literal + "; " + args
}

// TestWindowFaults compares what rtest finds in functions that are right unless their slices share an
// array with brute force.
func TestWindowFaults(t *testing.T) {
	longtest.Only(t, "runs rtest on 8 programs")
	cfg := unlimited(3)
	cfg.Limits.Prove = event.ProveNot
	cfg.Dir, cfg.Patterns, cfg.Save = "..", []string{"./internal/oracle/heaps/faults"}, false
	any := func(a, m, b []int8) bool { return true }
	equal := func(a, m, b []int8) bool { return len(a) == len(b) }
	programs := map[string]windowFault{
		"Forward": bruteWindows(false, equal, func(dst, _, src []int8) bool {
			want := slices.Clone(src)
			faults.Forward(dst, src)
			return !slices.Equal(dst, want)
		}),
		"Turn": bruteWindows(false, equal, func(dst, _, src []int8) bool {
			want := faults.Turned(src)
			faults.Turn(dst, src)
			return !slices.Equal(dst, want)
		}),
		"Extend": bruteWindows(false, any, func(a, _, b []int8) bool {
			want := slices.Clone(b)
			faults.Extend(a, b)
			return !slices.Equal(b, want)
		}),
		"Distinct": bruteWindows(false, equal, func(dst, _, src []int8) bool {
			want := faults.Once(src)
			return !slices.Equal(faults.Distinct(dst, src), want)
		}),
		"Accumulate": bruteWindows(false, equal, func(sums, _, xs []int8) bool {
			want := faults.Sums(xs)
			faults.Accumulate(sums, xs)
			return !slices.Equal(sums, want)
		}),
		"Join": bruteWindows(false, any, func(a, _, b []int8) bool {
			want := slices.Concat(a, b)
			return !slices.Equal(faults.Join(a, b), want)
		}),
		"Tally": bruteWindows(false, func(counts, _, at []int8) bool { return faults.Indices(at, len(counts)) }, func(counts, _, at []int8) (failed bool) {
			defer func() { failed = failed || recover() != nil }()
			want := faults.Tallied(counts, at)
			faults.Tally(counts, at)
			return !slices.Equal(counts, want)
		}),
		"Add": bruteWindows(true, func(sum, a, b []int8) bool { return len(sum) == len(a) && len(a) == len(b) && len(b) < 3 }, func(sum, a, b []int8) bool {
			want := faults.Added(a, b)
			faults.Add(sum, a, b)
			return !slices.Equal(sum, want)
		}),
	}
	cfg.Run = func(_, function string) bool { _, ok := programs[function]; return ok }
	got := results(t, cfg)
	for name, want := range programs {
		r := got["faults."+name]
		switch {
		case r == nil:
			t.Errorf("%s: rtest says nothing", name)
		case want.least == nil:
			if len(r.Failures) > 0 {
				t.Errorf("%s: %s fails, brute force finds nothing", name, r.Failures[0].Call)
			}
		case len(r.Failures) == 0:
			t.Errorf("%s: %s, want a failure at depth %d: %s", name, r.Verdict, want.depth, want.least)
		default:
			f := r.Failures[0]
			if call := unnamed(strings.Replace(f.Call, name+"(", "(", 1)); f.Depth != want.depth || !slices.Contains(want.least, call) {
				t.Errorf("%s: %s at depth %d, want one like %s at depth %d", name, f.Call, f.Depth, want.least[0], want.depth)
			}
		}
	}
}
