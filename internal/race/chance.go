package race

import (
	_ "embed"
	"fmt"
	"go/format"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/harness/rt/concurrent"
	"github.com/rtest-dev/rtest/refine"
)

// chanceText has the functions that the tests of ChanceTests call.
//
//go:embed chance.go.txt
var chanceText string

// ChanceTests returns the declarations of an ordinary test file, with its imports: for each saved schedule of a package
// a test that makes the calls at the same time, many times. Which schedule they have is left to chance. The text is
// empty without saved schedules. The notes say for which of them there is no test.
func ChanceTests(pkg *refine.Package) (text string, notes []diag.Diagnostic, err error) {
	if pkg.Broken || pkg.Types == nil || pkg.External {
		return "", nil, nil
	}
	t := &tester{pkg: pkg}
	var tests strings.Builder
	for _, s := range subjectsOf(Request{}, pkg) {
		list, err := t.saved(s.name)
		if err != nil {
			return "", nil, err
		}
		for _, old := range list {
			test, why := t.chanceTest(s, old)
			if why != "" {
				notes = append(notes, diag.Diagnostic{
					Pos: s.facts.Concurrent.Pos, Severity: diag.Warning, Code: "no-test",
					Message: fmt.Sprintf("%s: no test is written for %s: %s", s.name, filepath.Base(old.file), why),
				})
			}
			tests.WriteString(test)
		}
	}
	if tests.Len() == 0 {
		return "", notes, nil
	}
	packages := imported(pkg, tests.String())
	body := unqualified(pkg, tests.String()) + chanceText
	if strings.Contains(body, "rtestCanceled") {
		body += canceledText
	}
	imports := map[string]bool{}
	for _, p := range packages {
		imports[strconv.Quote(p.Path())] = true
	}
	for _, path := range []string{"context", "errors", "fmt", "maps", "reflect", "regexp", "runtime", "slices", "strings", "testing", "time"} {
		if strings.Contains(body, path+".") {
			imports[strconv.Quote(path)] = true
		}
	}
	data, err := format.Source([]byte("package p\n\nimport (\n" + strings.Join(slices.Sorted(maps.Keys(imports)), "\n") + "\n)\n" + body))
	if err != nil {
		return "", nil, fmt.Errorf("writing the tests of saved schedules of %s: %w", pkg.Path, err)
	}
	return strings.TrimPrefix(string(data), "package p\n\n"), notes, nil
}

// canceledText is the function that makes a canceled context.
const canceledText = "\nfunc rtestCanceled() context.Context {\n\tctx, cancel := context.WithCancel(context.Background())\n\tcancel()\n\treturn ctx\n}\n"

// untestable says why the effect of some causes is not seen by an ordinary test.
var untestable = map[string]string{
	string(concurrent.CauseInvariant): "an invariant is asked by rtest only",
	string(concurrent.CauseLeak):      "goroutines that wait for ever are seen by rtest only",
}

// chanceTest returns the test of a saved schedule, or why there is none.
func (t *tester) chanceTest(s *subject, old savedSchedule) (text, why string) {
	if why := untestable[old.Cause]; why != "" {
		return "", why
	}
	if len(old.Sequences) == 1 && slices.Equal(old.Sequences[0], []string{concurrent.Finalizing}) {
		return "", "finalizers run when the collector does"
	}
	if slices.Contains(old.Prefix, concurrent.Passing) {
		return "", "a day passes before the calls"
	}
	if old.Rang {
		return "", "it shows when timers have rung, for which an ordinary test does not wait"
	}
	only, ok := t.schedule(s, old)
	if !ok {
		return "", "it is none of this code any more"
	}
	invoke := func(c call) string { return t.invocation(c, "c", "*c") }
	var b strings.Builder
	number := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(old.file), s.name+"-"), ".txt")
	name := fmt.Sprintf("Test%sConcurrent%s", strings.ToUpper(s.name[:1])+s.name[1:], number)
	fmt.Fprintf(&b, "\n// %s makes the calls of testdata/rtest/race/%s at the same time, many times. It may\n", name, filepath.Base(old.file))
	fmt.Fprintf(&b, "// pass by chance: rtest race -replay -run '^%s$' runs the schedule that was found.\n", s.name)
	if old.Cause == string(concurrent.CauseRace) {
		b.WriteString("// What was found is a data race, which go test -race reports.\n")
	}
	fmt.Fprintf(&b, "func %s(t *testing.T) {\n\trtestAtOnce(t, func() ([][]func() string, func() string) {\n", name)
	b.WriteString(t.beginning(s.makers[only.Maker]))
	for _, i := range only.Prefix {
		c, _ := s.call(i)
		b.WriteString(invoke(c) + "\n")
	}
	b.WriteString("return [][]func() string{\n")
	for _, seq := range only.Sequences {
		b.WriteString("{\n")
		for _, i := range seq {
			c, _ := s.call(i)
			fmt.Fprintf(&b, "func() string { %s },\n", returning(c, invoke(c)))
		}
		b.WriteString("},\n")
	}
	b.WriteString("}, ")
	after := slices.IndexFunc(s.steps, func(c call) bool { return old.After != "" && c.text() == old.After })
	if after < 0 {
		b.WriteString("nil\n")
	} else {
		fmt.Fprintf(&b, "func() string { %s }\n", returning(s.steps[after], invoke(s.steps[after])))
	}
	b.WriteString("})\n}\n")
	return ordinary.Replace(b.String()), ""
}

// ordinary are the names of generated functions as ordinary tests have them.
var ordinary = strings.NewReplacer("rtestgPause()", "runtime.Gosched()", "rtestgContext.", "context.", "rtestgCanceled()", "rtestCanceled()", "rtestgError(", "errors.New(")

// beginning returns the statements that make the value c, a pointer.
func (t *tester) beginning(c call) string {
	text, pointer, failing := t.construction(c)
	switch {
	case failing && pointer:
		return "c, err := " + text + "\nif err != nil { t.Fatal(err) }\n"
	case failing:
		return "v, err := " + text + "\nif err != nil { t.Fatal(err) }\nc := &v\n"
	case pointer:
		return "c := " + text + "\n"
	}
	return "v := " + text + "\nc := &v\n"
}

// returning returns the statements of a function that makes a call and returns its results as text.
func returning(c call, text string) string {
	n := c.Func.Signature().Results().Len()
	if n == 0 {
		return text + "; return \"\""
	}
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprint("x", i)
	}
	list := strings.Join(names, ", ")
	return list + " := " + text + "; return rtestResults(" + list + ")"
}
