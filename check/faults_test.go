package check_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/longtest"
)

var updateFaults = flag.Bool("update-faults", false, "write the golden sections of testdata/faults anew")

var onlyFaulty = flag.String("faulty", "", "only functions that this expression matches, without the golden sections")

var onlyFaults = flag.String("faults", "*", "only these files of testdata/faults")

// TestFaults tests the packages of testdata/faults, functions as they are found
// in public code with the contracts that their users would write. A comment
//
//	code // fault: other code
//
// says how a line of the mended version reads in the faulty one; a fault with a
// number is one of another faulty version, for faults that would hide each
// other, and a name in parentheses is that of the function which must be
// refuted where that is not the one around the line. No function of the mended
// version may be refuted, vacuous, undecided, unsupported or flaky, and each
// fault must be found. The section "want" has the counts and counterexamples. An
// archive that speaks of Z3 needs it. An archive that is marked as long runs with
// -long, or where -faults names it.
func TestFaults(t *testing.T) {
	files, err := filepath.Glob("testdata/faults/" + *onlyFaults + ".txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	corpus := map[string]*txtar.Archive{}
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := engine.SolverVersion(); err != nil && bytes.Contains(a.Comment, []byte("Z3")) {
			t.Logf("%s is left out: %v", file, err)
			continue
		}
		if why, out := longtest.LeavesOut(a.Comment); out && *onlyFaults == "*" {
			t.Logf("%s is left out without -long: %s", file, why)
			continue
		}
		corpus[strings.TrimSuffix(filepath.Base(file), ".txtar")] = a
	}
	dir := t.TempDir()
	faults := layOut(t, dir, corpus)
	got := map[string]string{}
	for version := range faults {
		only := slices.Collect(func(yield func(string) bool) {
			for f := range faults[version] {
				if !yield(regexp.QuoteMeta(f.function)) {
					return
				}
			}
		})
		slices.Sort(only)
		if *onlyFaulty != "" {
			only = []string{*onlyFaulty}
		}
		refuted := runFaults(t, dir, version, slices.Compact(only), faults[version], got)
		for f := range faults[version] {
			if version > 0 && matches(f.function) && !refuted[f.pkg+"."+f.function] {
				t.Errorf("%s: the fault %d of %s is not found", f.pkg, version, f.function)
			}
		}
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		if corpus[name] == nil || *onlyFaulty != "" {
			continue
		}
		compareWant(t, file, corpus[name], got[name])
	}
}

// matches reports whether the flags select a function.
func matches(function string) bool {
	return *onlyFaulty == "" || regexp.MustCompile(`^(.*\.)?(`+*onlyFaulty+`)$`).MatchString(function)
}

// A planted is a fault of a function, by the name of its archive.
type planted struct{ pkg, function string }

// faultMark finds the version, the function and the code of a fault.
var faultMark = regexp.MustCompile(`[ \t]*// fault(\d?)(?:\(([\w.]+)\))?:(.*)$`)

// layOut writes all versions of the archives as one module, with a folder for each version. It returns
// the faults of each version; version 0 is the correct one.
func layOut(t *testing.T, dir string, corpus map[string]*txtar.Archive) []map[planted]bool {
	versions := []map[planted]bool{{}}
	for name, a := range corpus {
		for _, f := range a.Files {
			at := ""
			for line := range strings.Lines(string(f.Data)) {
				if m := funcLine.FindStringSubmatch(line); m != nil {
					at = strings.TrimPrefix(m[1]+"."+m[2], ".")
				}
				m := faultMark.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
				if m == nil {
					continue
				}
				k := 1
				if m[1] != "" {
					k, _ = strconv.Atoi(m[1])
				}
				for len(versions) <= k {
					versions = append(versions, map[planted]bool{})
				}
				if m[2] == "" {
					m[2] = at
				}
				versions[k][planted{name, m[2]}] = true
			}
		}
	}
	writeText(t, filepath.Join(dir, "go.mod"), "module example.com/faults\n\ngo 1.24\n")
	for k, faults := range versions {
		for name, a := range corpus {
			if k > 0 && !holds(faults, name) {
				continue
			}
			for _, f := range a.Files {
				if strings.HasSuffix(f.Name, ".go") {
					writeText(t, filepath.Join(dir, folder(k), f.Name), version(string(f.Data), k))
				}
			}
		}
	}
	return versions
}

// funcLine finds the receiver's type and the name where a function begins.
var funcLine = regexp.MustCompile(`^func (?:\(\w* ?\*?(\w+)[^)]*\) )?(\w+)`)

func holds(faults map[planted]bool, pkg string) bool {
	for f := range faults {
		if f.pkg == pkg {
			return true
		}
	}
	return false
}

func folder(version int) string {
	if version == 0 {
		return "mended"
	}
	return fmt.Sprint("faulty", version)
}

// version returns a source text with the faults of one version.
func version(text string, k int) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		m := faultMark.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		code := strings.TrimRight(faultMark.ReplaceAllString(line, ""), "\n")
		if m != nil && (m[1] == fmt.Sprint(k) || m[1] == "" && k == 1) {
			if code = strings.TrimSpace(m[3]); code == "" {
				continue
			}
		}
		b.WriteString(code + "\n")
	}
	return strings.ReplaceAll(b.String(), "example.com/faults/mended/", "example.com/faults/"+folder(k)+"/")
}

// writeText writes a file, and makes the folders it is in.
func writeText(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// runFaults tests one version, of a faulty one only the functions with a fault, which have
// the names only, as may others; it returns those that are refuted and adds to the text of each archive.
func runFaults(t *testing.T, dir string, version int, only []string, faults map[planted]bool, got map[string]string) map[string]bool {
	cfg := config.Defaults()
	cfg.Dir, cfg.Patterns = dir, []string{"./" + folder(version) + "/..."}
	// The result must not depend on the speed of the machine.
	cfg.Limits.Time, cfg.Limits.Inputs, cfg.Parallel = 0, 20_000, 2
	if version > 0 || *onlyFaulty != "" {
		cfg.Run = config.Matching(regexp.MustCompile(`^(.*\.)?(` + strings.Join(only, "|") + `)(\[.*\])?$`))
	}
	refuted := map[string]bool{}
	for e := range check.Run(context.Background(), cfg) {
		sound(t, e)
		switch e := e.(type) {
		case event.Finding:
			if version > 0 && !faults[plantedIn(e.Package, e.Function)] {
				continue
			}
			x := e.Failure
			where := fmt.Sprintf("at depth %d", x.Depth)
			if x.Beyond {
				where = fmt.Sprintf("beyond depth %d", x.Depth)
			}
			got[topic(e.Package)] += fmt.Sprintf("%s %s: %s %s %s\n    %s = %s\n", folder(version), e.Function,
				x.Cause, x.Clause, where, strings.TrimSpace(x.Call), strings.Join(x.Results, ", "))
		case event.FunctionEnd:
			f := plantedIn(e.Package, e.Function)
			refuted[f.pkg+"."+f.function] = e.Verdict == event.Refuted
			if version > 0 {
				continue
			}
			got[topic(e.Package)] += fmt.Sprintf("mended %s: %s to depth %d, %d inputs\n", e.Function, e.Verdict, e.Exhausted, e.Inputs)
			if e.Verdict != event.Exhausted && e.Verdict != event.Spent {
				t.Errorf("%s: %s is %s: %s", e.Package, e.Function, e.Verdict, e.Reason)
			}
		}
	}
	return refuted
}

// plantedIn is the fault of a function of that name in a package, if it has one.
func plantedIn(path, function string) planted {
	name, _, _ := strings.Cut(function, "[")
	return planted{topic(path), strings.TrimPrefix(name, topic(path)+".")}
}

// topic is the name of the archive that holds a package.
func topic(path string) string {
	_, rest, _ := strings.Cut(strings.TrimPrefix(path, "example.com/faults/"), "/")
	name, _, _ := strings.Cut(rest, "/")
	return name
}

func compareWant(t *testing.T, file string, a *txtar.Archive, got string) {
	i := slices.IndexFunc(a.Files, func(f txtar.File) bool { return f.Name == "want" })
	if !*updateFaults {
		if i < 0 || string(a.Files[i].Data) != got {
			t.Errorf("%s: got:\n%s", file, got)
		}
		return
	}
	if i < 0 {
		i = len(a.Files)
		a.Files = append(a.Files, txtar.File{Name: "want"})
	}
	a.Files[i].Data = []byte(got)
	writeText(t, file, string(txtar.Format(a)))
}
