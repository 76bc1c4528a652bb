package race

import (
	"cmp"
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/annotations"
	"github.com/rtest-dev/rtest/internal/race/control"
)

// main returns the test file with TestMain: it registers the subjects and answers one request.
func (t *tester) main(runtime string, conds *conditions) []byte {
	body := t.mainBody(conds)
	if !strings.Contains(body, "rtestgList.") {
		body += "var _ rtestgList.List\n"
	}
	var b strings.Builder
	// The scheduler is called with type arguments that are inferred.
	fmt.Fprintf(&b, "//go:build go1.21\n\npackage %s\n\n", t.pkg.Name)
	fmt.Fprintf(&b, "import (\n\trtestgContext \"context\"\n\trtestgTesting \"testing\"\n\trtestgConcurrent %q\n\trtestgSched %q\n\trtestgList %q\n",
		runtime+"/concurrent", runtime+"/sched", runtime+"/sched/list")
	packages := imported(t.pkg, body)
	for _, q := range slices.Sorted(maps.Keys(packages)) {
		path := packages[q].Path()
		fmt.Fprintf(&b, "\t%s %q\n", q, cmp.Or(t.moved[path], path)) // Copies have another path.
	}
	b.WriteString(")\n\n" + body)
	return []byte(b.String())
}

// mainBody returns what follows the imports.
func (t *tester) mainBody(conds *conditions) string {
	var b strings.Builder
	b.WriteString("func rtestgPause() { rtestgSched.Pause() }\n\n")
	b.WriteString("func rtestgCanceled() rtestgContext.Context {\n\tctx, cancel := rtestgContext.WithCancel(rtestgContext.Background())\n\tcancel()\n\treturn ctx\n}\n\n")
	b.WriteString("type rtestgError string\n\nfunc (e rtestgError) Error() string { return string(e) }\n\n")
	b.WriteString("func TestMain(*rtestgTesting.M) {\n")
	own := annotations.Sources{Fset: t.pkg.Fset, Types: t.pkg.Types, Files: t.pkg.GoFiles}
	for _, v := range variables(own) {
		b.WriteString("\trtestgSched." + v + "\n")
	}
	b.WriteString("\trtestgConcurrent.Main(\n")
	for _, s := range t.subjects {
		if s.unsupported != "" {
			continue
		}
		fmt.Fprintf(&b, "\t\t&rtestgConcurrent.Subject{Name: %q, Makers: []rtestgConcurrent.Call{\n", s.name)
		for _, c := range s.makers {
			fmt.Fprintf(&b, "\t\t\t{Name: %q, Holds: %s, Text: %s, Do: func(r *rtestgConcurrent.Record) { %s }},\n", c.Name, t.holds(conds, s, c), strconv.Quote(c.text()), t.making(c))
		}
		b.WriteString("\t\t}, Steps: []rtestgConcurrent.Call{\n")
		for _, c := range s.steps {
			fmt.Fprintf(&b, "\t\t\t{Name: %q, Rank: %d, Holds: %s, Text: %s, Concurrent: %v, Relaxed: %v, Do: func(r *rtestgConcurrent.Record) { %s }},\n",
				c.Name, c.rank, t.holds(conds, s, c), strconv.Quote(c.text()), c.concurrent, c.relaxed, t.step(conds, s, c))
		}
		b.WriteString("\t\t}, Numbered: []rtestgConcurrent.Call{\n")
		for _, c := range s.numbered {
			fmt.Fprintf(&b, "\t\t\t{Name: %q, Holds: %s, Text: %s, Concurrent: %v, Relaxed: %v, Do: func(r *rtestgConcurrent.Record) { %s }},\n",
				c.Name, t.holds(conds, s, c), strconv.Quote(c.text()), c.concurrent, c.relaxed, t.step(conds, s, c))
		}
		b.WriteString("\t\t}")
		if fn := conds.invariants[s]; fn != "" {
			fmt.Fprintf(&b, ", Invariant: func(v any) bool { return %s(v.(*%s)) }", fn, typeText(t.pkg, s.t))
		}
		b.WriteString("},\n")
	}
	b.WriteString("\t)\n}\n")
	return b.String()
}

// making returns the statements that make a value.
func (t *tester) making(c call) string {
	text, pointer, failing := t.construction(c)
	if failing {
		return "v, err := " + text + "; if err == nil { " + t.own("v", !pointer) + " }"
	}
	return t.own(text, !pointer)
}

// construction returns the expression that makes a value, and whether it is a pointer and comes with an error.
func (t *tester) construction(c call) (text string, pointer, failing bool) {
	text = t.function(c) + "(" + strings.Join(c.args, ", ") + ")"
	var result types.Type
	if c.Literal != nil {
		text, result = c.Name, c.Literal.Type()
	} else {
		result = c.Func.Signature().Results()
	}
	if list, ok := result.(*types.Tuple); ok {
		failing = list.Len() == 2
		result = list.At(0).Type()
	}
	_, pointer = types.Unalias(result).(*types.Pointer)
	return text, pointer, failing
}

// function returns the name of a function, with its type arguments.
func (t *tester) function(c call) string {
	if len(c.TypeArgs) == 0 || strings.Contains(c.Name, "[") {
		return c.Name
	}
	var args []string
	for _, a := range c.TypeArgs {
		args = append(args, typeText(t.pkg, a))
	}
	return c.Name + "[" + strings.Join(args, ", ") + "]"
}

// own returns the statements that pass on a value: of the type itself, or a pointer to it.
func (t *tester) own(text string, value bool) string {
	if value {
		return "x := " + text + "; r.Self = &x"
	}
	return "r.Self = " + text
}

// step returns the statements of a step.
func (t *tester) step(conds *conditions, s *subject, c call) string {
	self := "r.Self.(*" + typeText(t.pkg, s.t) + ")"
	value := "*" + self
	if !types.IsInterface(s.t) {
		value = "(*rtestgSched.R(" + self + ", 0))"
	}
	fun := t.invocation(c, t.watched(s, c, self), value)
	n := c.Func.Signature().Results().Len()
	if n == 0 {
		return fun
	}
	var names []string
	for i := range n {
		names = append(names, fmt.Sprint("x", i))
	}
	list := strings.Join(names, ", ")
	text := list + " := " + fun + "; r.Results(" + list + ")"
	for _, p := range conds.promises[c.Callee] {
		text += p.check(c)
	}
	return text
}

// watched returns the value whose method is called as a step. The call reads or changes that of a type of the standard library that is
// embedded, and reads one of which it gets a copy.
func (t *tester) watched(s *subject, c call, self string) string {
	switch {
	case !c.isMethod():
		return self
	case types.IsInterface(s.t):
		return t.behind(c, "*"+self)
	}
	of := c.Recv
	if of == nil {
		of = s.t
	}
	_, index, _ := types.LookupFieldOrMethod(of, true, t.pkg.Types, c.methodName())
	if len(index) > 1 {
		if r, watched := control.ReceiverOf(t.pkg.Types, of, index, c.Func); watched {
			if !r.Pointer {
				self = "&" + self
			}
			pkg := "rtestgSched."
			if r.Instead {
				pkg = "rtestgList."
			}
			return pkg + r.Access + "(" + self + r.Path + ", 0)"
		}
	}
	recv := c.Func.Signature().Recv().Type()
	if _, pointer := types.Unalias(recv).(*types.Pointer); pointer || len(index) == 0 {
		return self
	}
	path, pointer, ok := t.path(of, index)
	switch {
	case !ok || types.IsInterface(recv):
		return t.behind(c, self)
	case len(index) > 1 && !pointer:
		self = "&" + self
	}
	return "(*rtestgSched.R(" + self + path + ", 0))"
}

// behind returns a value whose method is found by its name when the step is run.
func (t *tester) behind(c call, self string) string {
	return "rtestgSched.Behind(" + self + ", " + strconv.Quote(control.MethodText(c.Func, t.pkg.Types.Path())) + ", 0)"
}

// path returns the embedded fields that a method is found by, and whether the last one is a pointer. It returns false if one cannot be named.
func (t *tester) path(of types.Type, index []int) (path string, pointer, ok bool) {
	for _, i := range index[:len(index)-1] {
		if p, ok := of.Underlying().(*types.Pointer); ok {
			of = p.Elem()
		}
		s, isStruct := of.Underlying().(*types.Struct)
		if !isStruct || !s.Field(i).Exported() && s.Field(i).Pkg() != t.pkg.Types {
			return "", false, false
		}
		path, of = path+"."+s.Field(i).Name(), s.Field(i).Type()
	}
	_, pointer = of.Underlying().(*types.Pointer)
	return path, pointer, true
}

// invocation returns the call expression of a step. The receiver is the value that self points to.
func (t *tester) invocation(c call, self, value string) string {
	args := strings.Join(c.args, ", ")
	if c.isMethod() {
		return self + "." + c.methodName() + "(" + args + ")"
	}
	if _, pointer := c.Func.Signature().Params().At(0).Type().Underlying().(*types.Pointer); !pointer {
		self = value
	}
	return t.function(c) + "(" + strings.Join(append([]string{self}, c.args...), ", ") + ")"
}
