package watch

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/rtest-dev/rtest/internal/rewrite"
)

// Calls watches the calls of functions of other packages: what each gives. The numbers that a
// call reaches are the words of [CallsOf].
func Calls(p rewrite.Package, h rewrite.Helper, chosen map[*ast.FuncDecl]bool) (*Copy, error) {
	return kind{helper: callsSource, find: foreignCalls, write: (*watcher).calls}.make(p, h, chosen)
}

// mostResults is how many results a call has at most that is watched.
const mostResults = 4

// foreignCalls returns the calls in a function of functions of other packages, with results.
func foreignCalls(p rewrite.Package, _ rewrite.File, fn *ast.FuncDecl) (sites []ast.Node) {
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.DeferStmt:
			sites = append(sites, within(p, n.Call)...)
			return false
		case *ast.GoStmt:
			return false // Nobody knows when it runs.
		case *ast.CallExpr:
			if f := callee(p, n); f != nil && f.Pkg() != nil && f.Pkg() != p.Types {
				if results := f.Signature().Results().Len(); results > 0 && results <= mostResults {
					sites = append(sites, n)
				}
			}
		}
		return true
	})
	return sites
}

// within returns the calls in the arguments of one.
func within(p rewrite.Package, call *ast.CallExpr) (sites []ast.Node) {
	for _, x := range call.Args {
		sites = append(sites, foreignCalls(p, rewrite.File{}, &ast.FuncDecl{Body: &ast.BlockStmt{List: []ast.Stmt{&ast.ExprStmt{X: x}}}})...)
	}
	return sites
}

// callee returns the function or method that a call names, nil for others.
func callee(p rewrite.Package, call *ast.CallExpr) *types.Func {
	f, _ := typeutil.Callee(p.Info, call).(*types.Func)
	return f
}

// calls writes the function with its calls watched.
func (w *watcher) calls(sites []ast.Node) []byte {
	return w.with(sites, func(n ast.Node) string {
		call := n.(*ast.CallExpr)
		results := callee(w.Package, call).Signature().Results().Len()
		return fmt.Sprintf("%s.R%d(%s)(%d%s)", w.helper.Name, results, w.Inside(call), w.place(call.Lparen, call, "called"), w.targets(call))
	})
}

// targets returns the arguments of a call through which the call may set memory, each after its index. It skips
// arguments whose evaluation has effects.
func (w *watcher) targets(call *ast.CallExpr) string {
	var b strings.Builder
	for i, x := range call.Args {
		of := x
		if u, ok := x.(*ast.UnaryExpr); ok && u.Op == token.AND {
			of = u.X
		}
		id, ok := of.(*ast.Ident)
		if t := w.Info.TypeOf(x); ok && id.Name != "_" && t != nil && !call.Ellipsis.IsValid() {
			switch t.Underlying().(type) {
			case *types.Pointer, *types.Slice:
				fmt.Fprintf(&b, ", %d, %s", i, w.Source(w.File, x))
			}
		}
	}
	return b.String()
}

// A Call is one call of a watched function. Words are its outcome: the values of the results, as encode/lift
// reads them, then indices of arguments, each with the value it refers to after the call.
type Call struct {
	// Place is the index of its place.
	Place int
	Words []int64
}

// CallsOf reads the calls from the numbers that a call of the function under test reached, in order:
// each has a half of a word in its low 32 bits.
func CallsOf(numbers []int) (calls []Call) {
	words := make([]int64, len(numbers)/2)
	for i := range words {
		words[i] = int64(numbers[2*i]&0xffffffff)<<32 | int64(numbers[2*i+1]&0xffffffff)
	}
	for len(words) >= 2 && int64(len(words)-2) >= words[1] {
		end := 2 + words[1]
		calls = append(calls, Call{int(words[0]), words[2:end]})
		words = words[end:]
	}
	return calls
}

// callsSource is what watched calls call.
const callsSource = `package watch

import (
	"math"
	"reflect"
	"sync"
)

const (
	mostWords  = 1 << 14
	mostOfCall = 1 << 11
	mostDepth  = 4
)

var (
	mu    sync.Mutex
	on    bool
	words []int64
)

// Begin begins a call.
func Begin() {
	mu.Lock()
	defer mu.Unlock()
	on, words = true, words[:0]
}

// Reached ends a call and returns the words of the calls that it made, in halves that are numbered.
func Reached() (all []int) {
	mu.Lock()
	defer mu.Unlock()
	on = false
	for i, w := range words {
		all = append(all, (2*i)<<32|int(uint64(w)>>32), (2*i+1)<<32|int(uint64(w)&0xffffffff))
	}
	return all
}

func note(n int, args []any, results ...any) {
	mu.Lock()
	defer mu.Unlock()
	if !on || len(words) > mostWords {
		return
	}
	start := len(words)
	words = append(words, int64(n), 0)
	for _, r := range results {
		value(reflect.ValueOf(r).Elem(), 0)
	}
	for i := 1; i < len(args); i += 2 {
		words = append(words, 3, int64(args[i-1].(int)))
		value(reflect.ValueOf(args[i]), 0)
	}
	if len(words)-start > mostOfCall {
		words = words[:start+2]
		for range results {
			words = append(words, 0)
		}
	}
	words[start+1] = int64(len(words) - start - 2)
}

// value writes a value, as encode/lift reads it.
func value(v reflect.Value, depth int) {
	if depth > mostDepth || len(words) > mostWords+mostOfCall {
		words = append(words, 0)
		return
	}
	scalar := func(x int64) { words = append(words, 3, x) }
	switch v.Kind() {
	case reflect.Bool:
		x := int64(0)
		if v.Bool() {
			x = 1
		}
		scalar(x)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		scalar(v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		scalar(int64(v.Uint()))
	case reflect.Float32, reflect.Float64:
		scalar(int64(math.Float64bits(v.Float())))
	case reflect.String:
		if v.Len() > mostOfCall/2 {
			words = append(words, 0)
			return
		}
		s := v.String()
		words = append(words, 4, int64(len(s)))
		for i := range len(s) {
			words = append(words, int64(s[i]))
		}
	case reflect.Slice:
		if v.IsNil() {
			words = append(words, 2)
			return
		}
		list(v, depth)
	case reflect.Array:
		list(v, depth)
	case reflect.Struct:
		words = append(words, 6, int64(v.NumField()))
		for i := range v.NumField() {
			value(v.Field(i), depth+1)
		}
	case reflect.Pointer:
		if v.IsNil() {
			words = append(words, 2)
			return
		}
		words = append(words, 7)
		value(v.Elem(), depth+1)
	case reflect.Map, reflect.Func, reflect.Chan, reflect.Interface:
		if v.IsNil() {
			words = append(words, 2)
			return
		}
		words = append(words, 1)
	default:
		words = append(words, 0)
	}
}

func list(v reflect.Value, depth int) {
	if v.Len() > mostOfCall/2 {
		words = append(words, 0)
		return
	}
	words = append(words, 5, int64(v.Len()))
	for i := range v.Len() {
		value(v.Index(i), depth+1)
	}
}

func R1[A any](a A) func(int, ...any) A {
	return func(n int, args ...any) A { note(n, args, &a); return a }
}

func R2[A, B any](a A, b B) func(int, ...any) (A, B) {
	return func(n int, args ...any) (A, B) { note(n, args, &a, &b); return a, b }
}

func R3[A, B, C any](a A, b B, c C) func(int, ...any) (A, B, C) {
	return func(n int, args ...any) (A, B, C) { note(n, args, &a, &b, &c); return a, b, c }
}

func R4[A, B, C, D any](a A, b B, c C, d D) func(int, ...any) (A, B, C, D) {
	return func(n int, args ...any) (A, B, C, D) { note(n, args, &a, &b, &c, &d); return a, b, c, d }
}
`
