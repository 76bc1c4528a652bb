package watch

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/internal/rewrite"
)

// Boundaries watches the comparisons of functions. Each has two goals: its operands are
// equal, and they are as near to each other as may be with the other outcome. Of
// integers that is a difference of one; of other types every other outcome counts.
func Boundaries(p rewrite.Package, h rewrite.Helper, chosen map[*ast.FuncDecl]bool) (*Copy, error) {
	return kind{helper: boundarySource, find: comparisons, write: (*watcher).boundaries}.make(p, h, chosen)
}

// comparisons returns the comparisons in a function that the counters can watch: their operands can be compared.
func comparisons(p rewrite.Package, _ rewrite.File, fn *ast.FuncDecl) (sites []ast.Node) {
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		if !ok {
			return true
		}
		switch b.Op {
		case token.LSS, token.LEQ, token.GTR, token.GEQ, token.EQL, token.NEQ:
			if p.Info.Types[b].Value == nil && !p.Info.Types[b.X].IsNil() && !p.Info.Types[b.Y].IsNil() {
				sites = append(sites, b)
			}
		}
		return true
	})
	return sites
}

// boundaries writes the function with its comparisons watched.
func (w *watcher) boundaries(sites []ast.Node) []byte {
	return w.with(sites, func(n ast.Node) string {
		b := n.(*ast.BinaryExpr)
		equal, other := "just true", "just false"
		if b.Op == token.LSS || b.Op == token.GTR || b.Op == token.NEQ {
			equal, other = other, equal
		}
		first := w.place(b.OpPos, b, equal, other)
		at, end := w.Offset(b.OpPos), w.Offset(b.OpPos)+len(b.Op.String())
		x, y := w.Node(b.X), w.Node(b.Y)
		between := string(w.File.Text[w.Offset(b.X.End()):at]) + "," + string(w.File.Text[end:w.Offset(b.Y.Pos())])
		return fmt.Sprintf("%s.%s(%d, %q, %s)", w.helper.Name, comparison(w.Info.TypeOf(b.X), w.Info.TypeOf(b.Y), b.Op), first, b.Op, x+between+y)
	})
}

// with writes the function with each of the sites replaced by the result of write.
func (w *watcher) with(sites []ast.Node, write func(ast.Node) string) []byte {
	w.Replace = func(n ast.Node) (string, bool) {
		if !slices.Contains(sites, n) {
			return "", false
		}
		return write(n), true
	}
	return []byte(w.Inside(w.fn.Body))
}

// comparison returns the function that compares operands of two types.
func comparison(x, y types.Type, op token.Token) string {
	isInteger := func(t types.Type) bool {
		b, ok := t.Underlying().(*types.Basic)
		return ok && b.Info()&types.IsInteger != 0
	}
	switch {
	case isInteger(x) && isInteger(y):
		return "Int"
	case op != token.EQL && op != token.NEQ:
		return "Ordered"
	}
	return "Equal"
}

// boundarySource is what watched comparisons call.
const boundarySource = `package watch

import "sync"

var (
	mu   sync.Mutex
	on   bool
	seen = map[int]bool{}
)

// Begin begins a call.
func Begin() {
	mu.Lock()
	defer mu.Unlock()
	on = true
	clear(seen)
}

// Reached ends a call and returns the goals that it reached, in no order.
func Reached() (all []int) {
	mu.Lock()
	defer mu.Unlock()
	on = false
	for n := range seen {
		all = append(all, n)
	}
	return all
}

func note(n int) {
	mu.Lock()
	defer mu.Unlock()
	if on {
		seen[n] = true
	}
}

type integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

type ordered interface {
	integer | ~float32 | ~float64 | ~string
}

func compare[T ordered](op string, x, y T) bool {
	switch op {
	case "<":
		return x < y
	case "<=":
		return x <= y
	case ">":
		return x > y
	case ">=":
		return x >= y
	case "==":
		return x == y
	}
	return x != y
}

func Int[T integer](n int, op string, x, y T) bool {
	less, more := x < y && y-x == 1, y < x && x-y == 1
	switch {
	case x == y:
		note(n)
	case less && (op == "<" || op == ">="), more && (op == ">" || op == "<="), (less || more) && (op == "==" || op == "!="):
		note(n + 1)
	}
	return compare(op, x, y)
}

func Ordered[T ordered](n int, op string, x, y T) bool {
	holds := compare(op, x, y)
	switch {
	case x == y:
		note(n)
	case holds == (op == "<" || op == ">"):
		note(n + 1)
	}
	return holds
}

func Equal[T comparable](n int, op string, x, y T) bool {
	if x == y {
		note(n)
	} else {
		note(n + 1)
	}
	return (x == y) == (op == "==")
}
`
