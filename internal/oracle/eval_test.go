package oracle

import (
	"bytes"
	"errors"
	"fmt"
	"go/types"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/internal/longtest"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/gosource"
)

// TestEvalAgreesWithGo has random predicates evaluated by Eval and by the
// printed Go, compiled, over random values.
func TestEvalAgreesWithGo(t *testing.T) {
	predicates, inputs := longtest.Cases(100, 250), 40
	w := loadWorld(t)
	m := &maker{world: w, r: rand.New(rand.NewPCG(1, 2))}
	exprs := make([]refine.Expr, predicates)
	for i := range exprs {
		exprs[i] = m.expr(m.t("bool"), 4)
	}
	now, old := make([][]Val, inputs), make([][]Val, inputs)
	for i := range inputs {
		for _, v := range w.vars {
			now[i] = append(now[i], m.value(v.Type, 2))
			old[i] = append(old[i], m.value(v.Type, 2))
		}
	}
	got := runGo(t, w, exprs, now, old)
	counts := map[byte]int{}
	for k, e := range exprs {
		for i := range inputs {
			want, err := outcome(w, e, now[i], old[i])
			if err != nil {
				t.Fatalf("predicate %d, %s: %v", k, refine.Print(e, w.pkg), err)
			}
			counts[want]++
			if g := got[k*inputs+i]; g != want {
				var b strings.Builder
				for j, v := range w.vars {
					fmt.Fprintf(&b, "\t%s = %s, before %s\n", v.Name, source(v.Type, now[i][j]), source(v.Type, old[i][j]))
				}
				t.Fatalf("predicate %d is %c in Go, %c for Eval:\n%s\n%s", k, g, want, refine.Print(e, w.pkg), b.String())
			}
		}
	}
	t.Logf("%d pairs: %d true, %d false, %d panics", len(got), counts['T'], counts['F'], counts['P'])
	for _, c := range "TFP" {
		if counts[byte(c)] < len(got)/50 {
			t.Errorf("only %d of %d outcomes are %c: the generator is lopsided", counts[byte(c)], len(got), c)
		}
	}
}

// outcome evaluates one pair: T, F or P for a panic.
func outcome(w *world, e refine.Expr, now, old []Val) (byte, error) {
	v, err := Eval(e, Env{
		Var:    func(v *refine.Variable) (Val, error) { return now[v.Index], nil },
		Old:    func(v *refine.Variable) (Val, error) { return old[v.Index], nil },
		Call:   func(fn FuncVal, args []Val) (Val, error) { return callWorld(fn, args) },
		Values: func(t types.Type) ([]Val, error) { return boundedValues(t), nil },
	})
	var p *Panic
	switch {
	case errors.As(err, &p):
		return 'P', nil
	case err != nil:
		return 0, err
	case bool(v.(BoolVal)):
		return 'T', nil
	}
	return 'F', nil
}

func boundedValues(t types.Type) []Val {
	if t.Underlying() == types.Typ[types.Bool] {
		return []Val{BoolVal(false), BoolVal(true)}
	}
	return []Val{IntVal(-1), IntVal(0), IntVal(1)}
}

// callWorld is what the functions of testdata/world do.
func callWorld(fn FuncVal, args []Val) (Val, error) {
	switch fn.Obj.Name() {
	case "Double":
		return args[0].(IntVal) + args[0].(IntVal), nil
	case "Has":
		ev := &evaluator{}
		for _, x := range ev.elements(args[0]) {
			if x == args[1] {
				return BoolVal(true), nil
			}
		}
		return BoolVal(false), nil
	case "Get":
		m := entries(args[0])
		for i, k := range m.Keys {
			if k == args[1] {
				return TupleVal{m.Values[i], BoolVal(true)}, nil
			}
		}
		return TupleVal{IntVal(0), BoolVal(false)}, nil
	case "Size":
		return IntVal(treeSize(args[0])), nil
	case "Area":
		return area(args[0])
	case "Unbox":
		return args[0].(StructVal)[0], nil
	case "Plus":
		return args[0].(StructVal)[0].(IntVal) + args[1].(IntVal), nil
	case "Apply":
		return applyTwice(args[0].(FuncVal), args[1])
	}
	return callWider(fn, args)
}

func applyTwice(f FuncVal, x Val) (Val, error) {
	for range 2 {
		args := []Val{x}
		if f.Recv != nil {
			args = []Val{f.Recv, x}
		}
		var err error
		if x, err = callWorld(f, args); err != nil {
			return nil, err
		}
	}
	return x, nil
}

func callWider(fn FuncVal, args []Val) (Val, error) {
	ev := &evaluator{}
	switch name := fn.Obj.Name(); name {
	case "Runs":
		n, last := 0, rune(-1)
		for _, r := range string(args[0].(StringVal)) {
			if r != last {
				n, last = n+1, r
			}
		}
		return IntVal(n), nil
	case "Rank":
		if c := args[0].(IntVal); c >= 0 && c <= 2 {
			return IntVal(1)<<(c+1) - 1, nil
		}
		return IntVal(-1), nil
	}
	xs := ev.elements(args[0])
	switch fn.Obj.Name() {
	case "First":
		if len(xs) == 0 {
			return nil, &Panic{Reason: "index out of range"}
		}
		return xs[0], nil
	case "Apart":
		d := args[1].(IntVal)
		for i, x := range xs {
			for _, y := range xs[:i] {
				if x.(IntVal)-y.(IntVal) == d || y.(IntVal)-x.(IntVal) == d {
					return BoolVal(true), nil
				}
			}
		}
		return BoolVal(false), nil
	case "Cleared":
		i := int(args[1].(IntVal))
		if i < 0 || i > len(xs) {
			return nil, &Panic{Reason: "slice bounds out of range"}
		}
		if len(xs) == 0 {
			return NilVal{}, nil
		}
		out := slices.Clone(xs)
		for ; i < len(out); i++ {
			out[i] = IntVal(0)
		}
		return NewSlice(out...), nil
	}
	return nil, fmt.Errorf("no function %s", fn.Obj.Name())
}

func treeSize(v Val) int {
	p, ok := v.(PointerVal)
	if !ok {
		return 0
	}
	t := p.load().(StructVal)
	return 1 + treeSize(t[1]) + treeSize(t[2])
}

func area(v Val) (Val, error) {
	if b, ok := v.(BoxVal); ok {
		v = b.V
	}
	if p, ok := v.(PointerVal); ok {
		v = p.load()
	}
	if _, ok := v.(NilVal); ok {
		return nil, &Panic{Reason: "nil pointer dereference"}
	}
	s := v.(StructVal)
	return s[0].(IntVal) * s[len(s)-1].(IntVal), nil
}

// runGo compiles the predicates and runs them over all inputs; the outcomes
// come predicate by predicate.
func runGo(t *testing.T, w *world, exprs []refine.Expr, now, old [][]Val) []byte {
	t.Helper()
	f := gosource.New(w.pkg, gosource.Options{Runtime: "world/rt", Version: "go1.26"})
	var params []gosource.Param
	var args []string
	for _, when := range []string{"now", "old"} {
		for _, v := range w.vars {
			params = append(params, gosource.Param{Name: "rtest_" + when + v.Name, Type: f.Type(v.Type)})
			args = append(args, "in."+when+"."+v.Name)
		}
	}
	name := func(when string) func(*refine.Variable) string {
		return func(v *refine.Variable) string { return "rtest_" + when + v.Name }
	}
	for k, e := range exprs {
		f.Func(fmt.Sprintf("Pred%d", k), params, "bool", "return "+f.Expr(e, name("now"), name("old")))
	}
	src, err := f.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	writeWorld(t, dir)
	write(t, filepath.Join(dir, "predicates.go"), src)
	write(t, filepath.Join(dir, "inputs.go"), inputsSource(w, exprs, now, old, args))
	write(t, filepath.Join(dir, "main_test.go"), []byte(mainTest))
	cmd := exec.Command("go", "test", "-vet=off", "-count=1", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "OUTCOMES="+filepath.Join(dir, "outcomes"), "GOFLAGS=-mod=mod", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, head(out, 3000))
	}
	out, err := os.ReadFile(filepath.Join(dir, "outcomes"))
	if err != nil {
		t.Fatal(err)
	}
	if len(out) != len(exprs)*len(now) {
		t.Fatalf("%d outcomes of %d", len(out), len(exprs)*len(now))
	}
	return out
}

func writeWorld(t testing.TB, dir string) {
	t.Helper()
	if err := os.CopyFS(dir, os.DirFS("testdata/world")); err != nil {
		t.Fatal(err)
	}
	// The meaning of equal is the harness's own code.
	equal, err := os.ReadFile("../harness/rt/memory/equal.go")
	if err != nil {
		t.Fatal(err)
	}
	equal = bytes.Replace(equal, []byte("package memory"), []byte("package rt"), 1)
	write(t, filepath.Join(dir, "rt", "equal.go"), equal)
}

func head(b []byte, n int) []byte { return b[:min(n, len(b))] }

const mainTest = `package world

import ("os"; "testing")

func TestRun(t *testing.T) {
	var out []byte
	for _, p := range predicates {
		for _, in := range inputs {
			out = append(out, run(p, in()))
		}
	}
	if err := os.WriteFile(os.Getenv("OUTCOMES"), out, 0o666); err != nil {
		t.Fatal(err)
	}
}

func run(p func(input) bool, in input) (c byte) {
	defer func() {
		if recover() != nil {
			c = 'P'
		}
	}()
	if p(in) {
		return 'T'
	}
	return 'F'
}
`

func inputsSource(w *world, exprs []refine.Expr, now, old [][]Val, args []string) []byte {
	var b bytes.Buffer
	fmt.Fprint(&b, "package world\n\nimport \"math\"\n\nvar _ = math.Pi\n\ntype vars struct {\n")
	for _, v := range w.vars {
		fmt.Fprintf(&b, "\t%s %s\n", v.Name, refine.TypeName(v.Type, w.pkg))
	}
	fmt.Fprint(&b, "}\n\ntype input struct { now, old vars }\n\nvar predicates = []func(input) bool{\n")
	for k := range exprs {
		fmt.Fprintf(&b, "\tfunc(in input) bool { return Pred%d(%s) },\n", k, strings.Join(args, ", "))
	}
	fmt.Fprint(&b, "}\n\nvar inputs = []func() input{\n")
	one := func(vals []Val) string {
		out := make([]string, len(vals))
		for i, x := range vals {
			out[i] = source(w.vars[i].Type, x)
		}
		return "vars{" + strings.Join(out, ", ") + "}"
	}
	for i := range now {
		fmt.Fprintf(&b, "\tfunc() input { return input{%s, %s} },\n", one(now[i]), one(old[i]))
	}
	fmt.Fprint(&b, "}\n")
	return b.Bytes()
}
