package assert

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"
)

// The environment variables in which the parent process names the file of findings, and the run.
const (
	FileVariable = "RTEST_ASSERT_FINDINGS"
	RunVariable  = "RTEST_ASSERT_RUN"
)

// A Finding describes a call that breaks a contract. It is a line of the file of findings, as JSON.
type Finding struct {
	// Program is the test binary that made the call. Package and Function are those of the contract.
	Program, Package, Function string
	// Pos is the position to blame: the clause, or the call if that breaks a precondition. For such a call,
	// Clause is the clause; otherwise Caller is the position of the call. Panic is the origin of a panic.
	Pos, Clause, Caller, Panic Pos
	Headline                   string
	Details                    []string
	// Test is the name of the test, or empty if it is not known. Running are the tests that ran then.
	Test    string
	Running []string `json:",omitempty"`
	// Other are the types of a call of a generic function that is not checked with these types. It is
	// no finding, and has nothing else but the function and its place.
	Other string `json:",omitempty"`
	// Count is the number of calls that the line represents.
	Count int
}

// Text returns the text of the finding. File names are relative to a folder.
func (f *Finding) Text(dir string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s: %s\n", f.Pos.Text(dir), f.Function, f.Headline)
	for _, d := range f.Details {
		b.WriteString("    " + d + "\n")
	}
	if f.Panic.Line > 0 {
		b.WriteString("    at " + f.Panic.Text(dir) + "\n")
	}
	if f.Clause.Line > 0 {
		b.WriteString("    the clause is at " + f.Clause.Text(dir) + "\n")
	}
	if f.Caller.Line > 0 {
		b.WriteString("    called at " + f.Caller.Text(dir) + "\n")
	}
	return b.String()
}

// key identifies a finding: failures of one clause or call in one test are one finding.
func (f *Finding) key() string {
	return strings.Join([]string{f.Pos.Text(""), f.Clause.Text(""), f.Headline, f.Test}, "\x00")
}

// found has the number of calls by finding.
var found struct {
	sync.Mutex
	counts map[string]int
	file   *os.File
	opened bool
	// loose means that a finding belongs to no test, so that the process has to fail by itself.
	loose bool
}

// batch is the number of calls of one finding that get a line each. After that, one line represents batch calls.
const batch = 1000

// deliver hands a finding to the test that runs, once, and to the parent process.
func deliver(f *Finding) {
	t := current()
	if t != nil {
		f.Test = t.Name()
	} else if f.Test = testInStack(); f.Test == "" {
		f.Running = running()
	}
	found.Lock()
	if found.counts == nil {
		found.counts = map[string]int{}
	}
	found.counts[f.key()]++
	n := found.counts[f.key()]
	switch {
	case n <= batch:
		f.Count = 1
		write(f)
	case n%batch == 0:
		f.Count = batch
		write(f)
	}
	found.Unlock()
	if n == 1 {
		failTest(t, f)
	}
}

// failTest fails the test. If the test is unknown, it fails those that run, or else the process.
func failTest(t Test, f *Finding) {
	dir, _ := os.Getwd()
	text := f.Text(dir)
	if t != nil && fail(t, text) {
		return
	}
	list := registered()
	if len(list) > 0 && f.Test == "" {
		text += "    (it is not known which test made the call: " + strings.Join(f.Running, ", ") + " ran)\n"
	}
	for _, other := range list {
		if fail(other, text) {
			return
		}
	}
	found.Lock()
	found.loose = true
	found.Unlock()
	// Reading this variable keeps the go command from taking the result of this process for that of
	// another run.
	os.Getenv(RunVariable)
	fmt.Fprint(os.Stderr, text)
}

// write appends a finding to the file of findings.
func write(f *Finding) {
	if !found.opened {
		found.opened = true
		// os.Getenv would make the variable a part of the go command's cache key.
		if name, ok := syscall.Getenv(FileVariable); ok && name != "" {
			found.file, _ = os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
		}
	}
	if found.file == nil {
		return
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		f.Program = info.Path
	}
	line, err := json.Marshal(f)
	if err == nil {
		_, _ = found.file.Write(append(line, '\n'))
	}
}

// Exit returns the exit code of the process: 1 instead of 0 if there are findings that belong to no
// test.
func Exit(code int) int {
	found.Lock()
	defer found.Unlock()
	if code == 0 && found.loose {
		fmt.Fprintln(os.Stderr, "FAIL: calls outside of tests are against contracts")
		return 1
	}
	return code
}

// others has the calls of generic functions that were not checked.
var others sync.Map

// Other notes a call of a generic function with types for which there is no contract.
func Other(c *Contract, in []any) {
	types := make([]string, len(in))
	for i, p := range in {
		types[i] = reflect.TypeOf(p).Elem().String()
	}
	f := &Finding{Package: c.Package.Path, Function: c.Name, Pos: c.Pos, Other: strings.Join(types, ", ")}
	if len(types) == 0 {
		f.Other = "other type arguments"
	}
	if _, known := others.LoadOrStore(f.Function+f.Other, true); known {
		return
	}
	found.Lock()
	defer found.Unlock()
	write(f)
}
