package assert

import (
	"reflect"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/internal/harness/rt/explain"
)

// A number is the state of a call of a function that doubles a number.
type number struct {
	Call
	in, out int
}

func (n *number) Let(int)                           {}
func (n *number) Promised() bool                    { return n.in == 13 }
func (n *number) Broken() int                       { return -1 }
func (n *number) Explain(int, *explain.Explanation) {}
func (n *number) Inputs() []any                     { return []any{&n.in} }
func (n *number) Results() []any                    { return []any{&n.out} }
func (n *number) Twins() []any                      { return nil }
func (n *number) Kept() []any                       { return nil }
func (n *number) Record() *Call                     { return &n.Call }

// Check is n >= 0 before the call, out == 2*in after it.
func (n *number) Check(i int) bool {
	if i == 0 {
		return n.in >= 0
	}
	return n.out == 2*n.in
}

func double(c *Contract, n *number, f func() int) {
	if !Begin() {
		return
	}
	Enter(c, n)
	defer rtestg_leave(c, n)
	n.out = f()
}

// The end of a call is recognized by this name of generated code.
func rtestg_leave(c *Contract, n *number) { Leave(c, n) }

// TestCalls has each way in which a call can break a contract, and some in which it cannot.
func TestCalls(t *testing.T) {
	c := &Contract{
		Package: &Package{Path: "p"}, Name: "Double", Func: "Double", Before: 1, Inputs: []string{"n"}, Promise: &Clause{Kind: "panics", Text: "n == 13"},
		Checks: []Check{{Cause: "ensures", Clause: Clause{Kind: "requires", Text: "n >= 0"}}, {Cause: "ensures", Clause: Clause{Kind: "ensures", Text: "result == 2*n"}}},
	}
	twice := func(n int) func() int { return func() int { return 2 * n } }
	for _, test := range []struct {
		n    int
		f    func() int
		want string
	}{
		{3, twice(3), ""},
		{3, twice(4), "ensures result == 2*n fails"},
		{-3, twice(3), "is called against requires n >= 0"},
		{3, func() int { panic("no") }, "panics"},
		{13, twice(13), "panics n == 13: does not panic"},
		{13, func() int { panic("as promised") }, ""},
		// A clause's own calls are not checked.
		{3, func() int {
			if !Begin() {
				t.Error("a call within a call is not checked")
			}
			defer end()
			double(c, &number{in: -1}, twice(5))
			return 6
		}, ""},
	} {
		f := &fake{}
		Running(f)
		func() {
			defer func() { _ = recover() }()
			double(c, &number{in: test.n}, test.f)
		}()
		f.end()
		if got := f.text; test.want == "" && got != "" || test.want != "" && !strings.Contains(got, "Double: "+test.want+"\n") {
			t.Errorf("Double(%d): got %q, want %q", test.n, got, test.want)
		}
	}
	found.Lock()
	defer found.Unlock()
	if found.loose {
		t.Error("a finding belongs to no test")
	}
}

// A fake is a test that records its messages.
type fake struct {
	text string
	end  func()
}

func (f *fake) Name() string      { return "Fake" }
func (f *fake) Fail()             {}
func (f *fake) Helper()           {}
func (f *fake) Error(args ...any) { f.text += args[0].(string) }
func (f *fake) Cleanup(fn func()) { f.end = fn }

func TestSymbolPath(t *testing.T) {
	for path, want := range map[string]string{"a.b/c": "a.b/c", "gopkg.in/yaml.v3": "gopkg.in/yaml%2ev3", "main": "main"} {
		if got := symbolPath(path); got != want {
			t.Errorf("symbolPath(%q) = %q, want %q", path, got, want)
		}
	}
}

type (
	level  int
	flag   bool
	ratio  float64
	label  string
	queue  []int
	record struct{ n int }
)

// TestReceiver selects a method from receivers of each kind: their literals are made ones of their type
// where Go asks for that.
func TestReceiver(t *testing.T) {
	c := &Contract{Package: &Package{Path: reflect.TypeFor[level]().PkgPath()}}
	low, yes, half, empty, none, some, gone, r := level(-3), flag(true), ratio(-0.5), label("a"), queue(nil), queue{1}, (*record)(nil), record{1}
	to := &r
	for _, test := range []struct {
		p    any
		want string
	}{
		{&low, "level(-3)"},
		{&yes, "flag(true)"},
		{&half, "ratio(-0.5)"},
		{&empty, `label("a")`},
		{&none, "queue(nil)"},
		{&some, "queue{1}"},
		{&gone, "(*record)(nil)"},
		{&r, "record{n: 1}"},
		{&to, "(&record{n: 1})"},
	} {
		if got := receiver(c, test.p, literal(c, test.p)); got != test.want {
			t.Errorf("the receiver is %s, want %s", got, test.want)
		}
	}
}
