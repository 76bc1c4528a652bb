package watch

import (
	"fmt"
	"go/ast"
	"go/token"

	"github.com/rtest-dev/rtest/internal/rewrite"
)

// Paths watches the path of a call through functions: the sides of branches in order, and the paths of the calls
// in it. The goal of a call is a number for its path, the same for the same path. For the turns of a loop it
// records the distinct paths in the order of their first occurrence, and whether each occurs once or more often.
// Recursive calls count as turns.
func Paths(p rewrite.Package, h rewrite.Helper, chosen map[*ast.FuncDecl]bool) (*Copy, error) {
	return kind{helper: pathSource, find: branches, write: (*watcher).paths}.make(p, h, chosen)
}

// branches returns the nodes of a function at which its path splits: the conditions, cases and loops, and the
// function itself with its literals.
func branches(p rewrite.Package, _ rewrite.File, fn *ast.FuncDecl) []ast.Node {
	sites := []ast.Node{fn}
	condition := func(x ast.Expr) {
		if x != nil && p.Info.Types[x].Value == nil {
			sites = append(sites, x)
		}
	}
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			condition(n.Cond)
		case *ast.RangeStmt, *ast.CaseClause, *ast.CommClause, *ast.FuncLit, *ast.ForStmt:
			sites = append(sites, n)
		case *ast.BinaryExpr:
			if n.Op == token.LAND || n.Op == token.LOR {
				condition(n.X)
			}
		}
		return true
	})
	return sites
}

// A way writes one function.
type way struct {
	*watcher
	// number has the numbers of the sites. begins has the text for the start of blocks. conds has one more than
	// the number of the loop of a condition. breaks has the loops that a break ends.
	number map[ast.Node]int
	begins map[*ast.BlockStmt]string
	conds  map[ast.Expr]int
	breaks map[*ast.ForStmt]bool
}

// paths writes the function with its branches watched.
func (w *watcher) paths(sites []ast.Node) []byte {
	v := &way{watcher: w, number: map[ast.Node]int{}, begins: map[*ast.BlockStmt]string{}, conds: map[ast.Expr]int{}, breaks: broken(w.fn.Body)}
	for _, n := range sites {
		if _, known := v.number[n]; known {
			continue
		}
		v.number[n] = w.next
		switch x := n.(type) {
		case *ast.FuncDecl:
			v.begins[x.Body] = fmt.Sprintf(" defer %s.Call(%d)();", w.helper.Name, w.next)
		case *ast.FuncLit:
			v.begins[x.Body] = fmt.Sprintf(" defer %s.Call(%d)();", w.helper.Name, w.next)
		case *ast.RangeStmt:
			v.begins[x.Body] = v.call("Round", w.next)
		case *ast.ForStmt:
			if x.Cond == nil {
				v.begins[x.Body] = v.call("Round", w.next)
			} else {
				v.conds[x.Cond] = w.next + 1
			}
		}
		w.next++
	}
	w.Begin = func(b *ast.BlockStmt) string { return v.begins[b] }
	w.After, w.Replace = v.endOfLoop, v.replace
	return []byte(w.Inside(w.fn.Body))
}

func (v *way) call(fn string, n int) string { return fmt.Sprintf(" %s.%s(%d);", v.helper.Name, fn, n) }

// endOfLoop returns the text that ends a loop, or "".
func (v *way) endOfLoop(s ast.Stmt) string {
	if l, ok := s.(*ast.LabeledStmt); ok {
		return v.endOfLoop(l.Stmt)
	}
	n, ok := v.number[s]
	switch x := s.(type) {
	case *ast.RangeStmt:
	case *ast.ForStmt:
		ok = ok && (x.Cond != nil || v.breaks[x])
	default:
		ok = false
	}
	if !ok {
		return ""
	}
	return ";" + v.call("Done", n)
}

func (v *way) replace(x ast.Node) (string, bool) {
	n, ok := v.number[x]
	if e, isExpr := x.(ast.Expr); !ok && (!isExpr || v.conds[e] == 0) {
		return "", false
	}
	switch x := x.(type) {
	case *ast.CaseClause:
		return v.clause(x.Pos(), x.Colon, x.End(), n, nodes(x.List), nodes(x.Body)), true
	case *ast.CommClause:
		var comm []ast.Node
		if x.Comm != nil {
			comm = append(comm, x.Comm)
		}
		return v.clause(x.Pos(), x.Colon, x.End(), n, comm, nodes(x.Body)), true
	case *ast.FuncLit:
		return "", false
	case ast.Expr:
		if n := v.conds[x]; n > 0 {
			return fmt.Sprintf("%s.Next(%d) && %s.Side(%d, %s)", v.helper.Name, n-1, v.helper.Name, n-1, v.Inside(x)), true
		}
		return fmt.Sprintf("%s.Side(%d, %s)", v.helper.Name, n, v.Inside(x)), true
	}
	return "", false
}

// clause writes a clause with a call after its colon.
func (v *way) clause(start, colon, end token.Pos, n int, list, body []ast.Node) string {
	return v.Span(start, colon+1, list...) + v.call("At", n) + v.Span(colon+1, end, body...)
}

func nodes[N ast.Node](list []N) (all []ast.Node) {
	for _, n := range list {
		all = append(all, n)
	}
	return all
}

// broken returns the loops that have no condition and end by a break.
func broken(body *ast.BlockStmt) map[*ast.ForStmt]bool {
	found := map[*ast.ForStmt]bool{}
	labels := map[string]*ast.ForStmt{}
	var walk func(n ast.Node, loop *ast.ForStmt)
	walk = func(n ast.Node, loop *ast.ForStmt) {
		ast.Inspect(n, func(x ast.Node) bool {
			if x == n {
				return true
			}
			switch x := x.(type) {
			case *ast.LabeledStmt:
				if f, ok := x.Stmt.(*ast.ForStmt); ok {
					labels[x.Label.Name] = f
				}
			case *ast.ForStmt:
				walk(x.Body, x)
				return false
			case *ast.RangeStmt:
				walk(x.Body, nil)
				return false
			case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt, *ast.FuncLit:
				walk(x, nil)
				return false
			case *ast.BranchStmt:
				if x.Tok != token.BREAK {
					break
				}
				if x.Label != nil {
					found[labels[x.Label.Name]] = true
				} else if loop != nil {
					found[loop] = true
				}
			}
			return true
		})
	}
	walk(body, nil)
	return found
}

// pathSource is what watched branches call.
const pathSource = `package watch

import (
	"encoding/binary"
	"hash/fnv"
	"sync"
)

// A level is a call, or a loop, on its way.
type level struct {
	call bool
	n    int
	way  []byte
	// rounds are the ways of rounds, or of calls within the call, in the order in which they
	// came first; more are those that came again.
	rounds []string
	more   map[string]bool
	// outer is the enclosing call of the same function.
	outer *level
}

var (
	mu     sync.Mutex
	on     bool
	stack  []*level
	active = map[int]*level{}
)

// Begin begins a call.
func Begin() {
	mu.Lock()
	defer mu.Unlock()
	on, stack = true, append(stack[:0], &level{call: true, n: -1})
	clear(active)
}

// Reached ends a call and returns the number of its way.
func Reached() []int {
	mu.Lock()
	defer mu.Unlock()
	on = false
	for len(stack) > 1 {
		pop()
	}
	h := fnv.New64a()
	h.Write(stack[0].way)
	return []int{int(h.Sum64() >> 12)}
}

func (l *level) add(kind byte, n int, text string) {
	l.way = binary.AppendUvarint(append(l.way, kind), uint64(n+1))
	l.way = append(binary.AppendUvarint(l.way, uint64(len(text))), text...)
}

// round adds the way of a round.
func (l *level) round(way string) {
	for _, r := range l.rounds {
		if r == way {
			if l.more == nil {
				l.more = map[string]bool{}
			}
			l.more[way] = true
			return
		}
	}
	l.rounds = append(l.rounds, way)
}

// text returns the way of a level that has ended.
func (l *level) text() string {
	if !l.call {
		l.round(string(l.way))
		l.way = l.way[:0]
	}
	for _, r := range l.rounds {
		kind := byte('1')
		if l.more[r] {
			kind = '2'
		}
		l.add(kind, 0, r)
	}
	return string(l.way)
}

// pop ends the level on top.
func pop() {
	l := stack[len(stack)-1]
	stack = stack[:len(stack)-1]
	text := l.text()
	if l.outer != nil {
		l.outer.round(text)
		return
	}
	if l.call {
		delete(active, l.n)
	}
	stack[len(stack)-1].add('(', l.n, text)
}

func top() *level { return stack[len(stack)-1] }

// Call begins a call of the function n, and returns what ends it.
func Call(n int) func() {
	mu.Lock()
	defer mu.Unlock()
	if !on {
		return func() {}
	}
	l := &level{call: true, n: n, outer: active[n]}
	if l.outer == nil {
		active[n] = l
	}
	stack = append(stack, l)
	return func() {
		mu.Lock()
		defer mu.Unlock()
		for i := len(stack) - 1; on && i > 0; i-- {
			if stack[i] == l {
				for len(stack) > i {
					pop()
				}
			}
		}
	}
}

// within ends the loops in the one of n, and tells whether that runs.
func within(n int) bool {
	for i := len(stack) - 1; i > 0 && !stack[i].call; i-- {
		if stack[i].n == n {
			for len(stack) > i+1 {
				pop()
			}
			return true
		}
	}
	return false
}

// Round begins a round of the loop n.
func Round(n int) {
	mu.Lock()
	defer mu.Unlock()
	switch {
	case !on:
	case within(n):
		l := top()
		l.round(string(l.way))
		l.way = l.way[:0]
	default:
		stack = append(stack, &level{n: n})
	}
}

// Next begins a round whose condition is evaluated next.
func Next(n int) bool {
	Round(n)
	return true
}

// Done ends the loop n.
func Done(n int) {
	mu.Lock()
	defer mu.Unlock()
	switch {
	case !on:
	case within(n):
		pop()
	default:
		top().add('0', n, "")
	}
}

// At records that clause n was reached.
func At(n int) {
	mu.Lock()
	defer mu.Unlock()
	if on {
		top().add('@', n, "")
	}
}

// Side notes what a condition is.
func Side[B ~bool](n int, c B) B {
	mu.Lock()
	defer mu.Unlock()
	if on && bool(c) {
		top().add('t', n, "")
	} else if on {
		top().add('f', n, "")
	}
	return c
}
`
