package rank

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/internal/longtest"
)

var update = flag.Bool("update", false, "write the reports in the archives anew")

// TestRank compares the implementations of each archive. The bugs that are inferred must be the
// planted ones: one for each line of the section, which names the implementations that have it.
func TestRank(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) { testArchive(t, name) })
	}
}

func testArchive(t *testing.T, name string) {
	a, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	longtest.SkipArchive(t, a.Comment)
	dir := t.TempDir()
	planted := ""
	for i, f := range a.Files {
		args, ok := strings.CutPrefix(f.Name, "rank ")
		switch {
		case f.Name == "planted":
			planted = string(f.Data)
			continue
		case !ok:
			path := filepath.Join(dir, f.Name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, f.Data, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		r, err := Run(context.Background(), request(dir, strings.Fields(args)))
		if err != nil {
			t.Fatal(err)
		}
		got := r.Text()
		if *update {
			a.Files[i].Data = []byte(got)
		} else if got != string(f.Data) {
			t.Errorf("got\n%s\nwant\n%s", got, f.Data)
		}
		comparePlanted(t, r, planted)
		partialOrder(t, r)
	}
	if *update {
		if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// request reads arguments as the command line has them.
func request(dir string, args []string) Request {
	cfg := config.Defaults()
	cfg.Dir = dir
	cfg.Limits.Inputs, cfg.Limits.Beyond, cfg.Limits.Time = 20_000, 300, 0
	cfg.Limits.Timeout = 2 * time.Second // A machine that is busy must not decide what fails.
	q := Request{Config: cfg}
	for len(args) > 1 && strings.HasPrefix(args[0], "-") {
		switch args[0] {
		case "-model":
			q.Model = args[1]
		case "-func":
			q.Functions = strings.Split(args[1], ",")
		}
		args = args[2:]
	}
	if q.Functions != nil {
		q.Folders = args
	} else {
		q.Functions = args
	}
	return q
}

// comparePlanted compares the sets of implementations with each bug with those of the planted
// faults.
func comparePlanted(t *testing.T, r *Report, planted string) {
	t.Helper()
	var got, want []string
	for _, b := range r.Bugs {
		names := r.Names(b.Answers)
		slices.Sort(names)
		got = append(got, strings.Join(names, " "))
	}
	for line := range strings.Lines(planted) {
		names := strings.Fields(line)
		slices.Sort(names)
		want = append(want, strings.Join(names, " "))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("bugs of\n%s\nplanted are those of\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// partialOrder checks that a better class has a proper subset of the bugs, and that no edge follows
// from others.
func partialOrder(t *testing.T, r *Report) {
	t.Helper()
	above := make([]map[int]bool, len(r.Classes))
	for i, c := range r.Classes {
		above[i] = map[int]bool{}
		for _, k := range c.Better {
			for m := range above[k] {
				above[i][m] = true
			}
		}
		for _, k := range c.Better {
			if k >= i || above[i][k] {
				t.Errorf("%s is better than %s, which follows or goes round", r.class(k), r.class(i))
			}
			above[i][k] = true
			for _, b := range r.Classes[k].Bugs {
				if !slices.Contains(c.Bugs, b) {
					t.Errorf("%s is better than %s, and has bug %d besides", r.class(k), r.class(i), b+1)
				}
			}
		}
	}
	for i, c := range r.Classes {
		for k, d := range r.Classes {
			subset := i != k && !slices.ContainsFunc(d.Bugs, func(b int) bool { return !slices.Contains(c.Bugs, b) })
			if subset != above[i][k] {
				t.Errorf("%s < %s: %v, and by the bugs %v", r.class(k), r.class(i), above[i][k], subset)
			}
		}
	}
}

// TestIrredundant checks the bugs of random partitions: each partition is the union of the bugs within
// it, no bug is a union of others, and no smaller set of partitions explains all.
func TestIrredundant(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		n := 1 + rnd.IntN(6)
		failing := make([]Set, rnd.IntN(12))
		for i := range failing {
			failing[i] = newSet(n)
			for a := range n {
				if rnd.IntN(3) == 0 {
					failing[i].add(a)
				}
			}
		}
		all := partitions(failing)
		bugs := irredundant(all)
		for i := range bugs {
			if got := union(bugs, bugs[i].failing, i, n); slices.Equal(got, bugs[i].failing) {
				t.Fatalf("%v: bug %v is the union of others", failing, bugs[i].failing)
			}
			if !slices.Equal(failing[bugs[i].first], bugs[i].failing) {
				t.Fatalf("%v: input %d does not show %v", failing, bugs[i].first, bugs[i].failing)
			}
		}
		for _, p := range all {
			if got := union(bugs, p.failing, -1, n); !slices.Equal(got, p.failing) {
				t.Fatalf("%v: %v is not explained by %s", failing, p.failing, fmt.Sprint(bugs))
			}
		}
		for chosen := range 1 << len(all) {
			var some []partition
			for i, p := range all {
				if chosen>>i&1 > 0 {
					some = append(some, p)
				}
			}
			unexplained := func(p partition) bool { return !slices.Equal(union(some, p.failing, -1, n), p.failing) }
			if len(some) < len(bugs) && !slices.ContainsFunc(all, unexplained) {
				t.Fatalf("%v: %v explain all, which are fewer than %v", failing, some, bugs)
			}
		}
	}
}

// union unites the bugs within a set, without the one at an index.
func union(bugs []partition, within Set, without, n int) Set {
	out := newSet(n)
	for i, b := range bugs {
		if i == without {
			continue
		}
		inside := true
		for a := range n {
			inside = inside && (!b.failing.Has(a) || within.Has(a))
		}
		for a := range n {
			if inside && b.failing.Has(a) {
				out.add(a)
			}
		}
	}
	return out
}
