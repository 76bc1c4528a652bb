// Package formtest makes forms for tests: search trees, lists, pigeons, and a builder for others.
package formtest

import (
	"fmt"
	"math"

	"github.com/rtest-dev/rtest/internal/form"
)

// A Builder makes forms as a lifter would: terms are unfolded recursively
// over the bounded structure, equal terms are one node, nothing is simplified.
type Builder struct {
	form.Form
	seen map[string]int32
}

// New returns a builder of a form of a level; below includes lesser ones.
func New(level int32, below bool) *Builder {
	return &Builder{Form: form.Form{Level: level, Below: below}, seen: map[string]int32{}}
}

// Add returns the index of a term, and adds the term if it is new.
func (b *Builder) Add(n form.Node) int32 {
	key := n.String()
	if i, ok := b.seen[key]; ok {
		return i
	}
	b.Nodes = append(b.Nodes, n)
	i := int32(len(b.Nodes) - 1)
	b.seen[key] = i
	return i
}

// Num returns the Int64 constant x.
func (b *Builder) Num(x int64) int32 {
	return b.Add(form.Node{Op: form.Const, Kind: form.Int64, Val: x})
}

// Truth returns the Bool constant x.
func (b *Builder) Truth(x bool) int32 {
	return b.Add(form.Node{Op: form.Const, Kind: form.Bool, Val: form.Truth(x)})
}

// Not is !x.
func (b *Builder) Not(x int32) int32 {
	return b.Add(form.Node{Op: form.Not, Kind: form.Bool, Args: []int32{x}})
}

// And returns the conjunction of two or more terms.
func (b *Builder) And(x ...int32) int32 {
	return b.Add(form.Node{Op: form.And, Kind: form.Bool, Args: x})
}

// Or returns the disjunction of two or more terms.
func (b *Builder) Or(x ...int32) int32 {
	return b.Add(form.Node{Op: form.Or, Kind: form.Bool, Args: x})
}

// Eq is x == y.
func (b *Builder) Eq(x, y int32) int32 { return b.rel(form.Eq, x, y) }

// Lt is x < y.
func (b *Builder) Lt(x, y int32) int32 { return b.rel(form.Lt, x, y) }

// Le is x <= y.
func (b *Builder) Le(x, y int32) int32 { return b.rel(form.Le, x, y) }

func (b *Builder) rel(o form.Op, x, y int32) int32 {
	return b.Add(form.Node{Op: o, Kind: form.Bool, Args: []int32{x, y}})
}

// Sum is x + y.
func (b *Builder) Sum(x, y int32) int32 {
	return b.Add(form.Node{Op: form.Add, Kind: form.Int64, Args: []int32{x, y}})
}

func (b *Builder) ite(c, x, y int32) int32 {
	return b.Add(form.Node{Op: form.Ite, Kind: b.Nodes[x].Kind, Args: []int32{c, x, y}})
}

// Ref returns the value of a variable.
func (b *Builder) Ref(v int32) int32 {
	return b.Add(form.Node{Op: form.Ref, Kind: b.Vars[v].Kind, Val: int64(v)})
}

// Variable adds a variable and returns its index.
func (b *Builder) Variable(v form.Var) int32 {
	b.Vars = append(b.Vars, v)
	return int32(len(b.Vars) - 1)
}

// Key adds an integer of the domain lo..hi.
func (b *Builder) Key(name string, parent int32, when form.Span, lo, hi int64) int32 {
	return b.Variable(form.Var{Name: name, Kind: form.Int64, Parent: parent, When: when, Dom: []form.Span{{Lo: lo, Hi: hi}}, ByMagnitude: true})
}

// Build returns the form with a root.
func (b *Builder) Build(root int32) *form.Form {
	b.Root = root
	return &b.Form
}

// A Tree is a place for a node; nil where the bound leaves none.
type Tree struct {
	ptr, Key, red int32 // variables
	L, R          *Tree
}

// Tree adds the variables of a binary tree of at most height levels.
func (b *Builder) Tree(name string, parent int32, when form.Span, depth, height, lo, hi int64, colored bool) *Tree {
	if depth > height {
		return nil
	}
	t := &Tree{}
	t.ptr = b.Variable(form.Var{Name: name, Kind: form.Int64, Parent: parent, When: when,
		Choice: []form.Alt{{Value: 0, Level: 0, Size: 0}, {Value: 1, Level: int32(depth), Size: 1}}})
	there := form.Span{Lo: 1, Hi: 1}
	t.Key = b.Key(name+".Key", t.ptr, there, lo, hi)
	if colored {
		t.red = b.Variable(form.Var{Name: name + ".Red", Kind: form.Bool, Parent: t.ptr, When: there, Dom: []form.Span{{Lo: 0, Hi: 1}}})
	}
	t.L = b.Tree(name+".L", t.ptr, there, depth+1, height, lo, hi, colored)
	t.R = b.Tree(name+".R", t.ptr, there, depth+1, height, lo, hi, colored)
	return t
}

// IsNil says that a tree is empty.
func (b *Builder) IsNil(t *Tree) int32 {
	if t == nil {
		return b.Truth(true)
	}
	return b.Eq(b.Ref(t.ptr), b.Num(0))
}

func (b *Builder) ordered(t *Tree, lo, hi int32) int32 {
	if t == nil {
		return b.Truth(true)
	}
	k := b.Ref(t.Key)
	return b.Or(b.IsNil(t), b.And(b.Lt(lo, k), b.Lt(k, hi), b.ordered(t.L, lo, k), b.ordered(t.R, k, hi)))
}

func (b *Builder) blackHeight(t *Tree) int32 {
	if t == nil {
		return b.Num(1)
	}
	l, r := b.blackHeight(t.L), b.blackHeight(t.R)
	bad := b.Or(b.Lt(l, b.Num(0)), b.Lt(r, b.Num(0)), b.Not(b.Eq(l, r)))
	return b.ite(b.IsNil(t), b.Num(1), b.ite(bad, b.Num(-1), b.Sum(l, b.ite(b.Ref(t.red), b.Num(0), b.Num(1)))))
}

func (b *Builder) isRed(t *Tree) int32 {
	if t == nil {
		return b.Truth(false)
	}
	return b.And(b.Not(b.IsNil(t)), b.Ref(t.red))
}

func (b *Builder) noRedRed(t *Tree) int32 {
	if t == nil {
		return b.Truth(true)
	}
	return b.Or(b.IsNil(t), b.And(
		b.Not(b.And(b.Ref(t.red), b.Or(b.isRed(t.L), b.isRed(t.R)))), b.noRedRed(t.L), b.noRedRed(t.R)))
}

// RedBlackTrees returns the form of the red-black trees of a height with keys in -n..n.
func RedBlackTrees(height int32, below bool, n int64) *form.Form {
	b := New(height, below)
	t := b.Tree("t", -1, form.Span{}, 1, int64(height), -n, n, true)
	return b.Build(b.And(b.ordered(t, b.Num(math.MinInt64), b.Num(math.MaxInt64)),
		b.Le(b.Num(0), b.blackHeight(t)), b.noRedRed(t)))
}

// SearchTrees returns the form of the search trees of a height with keys in -n..n.
func SearchTrees(height int32, below bool, n int64) *form.Form {
	b := New(height, below)
	t := b.Tree("t", -1, form.Span{}, 1, int64(height), -n, n, false)
	return b.Build(b.ordered(t, b.Num(math.MinInt64), b.Num(math.MaxInt64)))
}

// List adds a slice of up to n elements. Each element has an integer for each name.
func (b *Builder) List(name string, n, lo, hi int64, fields ...string) (length int32, elems [][]int32) {
	v := form.Var{Name: "len(" + name + ")", Kind: form.Int64, Parent: -1}
	for i := range n + 1 {
		v.Choice = append(v.Choice, form.Alt{Value: i, Level: int32(i), Size: int32(i)})
	}
	length = b.Variable(v)
	for i := range n {
		var e []int32
		for _, f := range fields {
			e = append(e, b.Key(fmt.Sprintf("%s[%d]%s", name, i, f), length, form.Span{Lo: i + 1, Hi: n}, lo, hi))
		}
		elems = append(elems, e)
	}
	return length, elems
}

// PairLists returns the slices of pairs, without a condition.
func PairLists(level int32, below bool, n, lo, hi int64) *form.Form {
	b := New(level, below)
	b.List("s", n, lo, hi, ".A", ".B")
	return b.Build(b.Truth(true))
}

// SortedLists returns the slices of up to n numbers for which
// i < len && i > 0 ==> s[i-1] <= s[i]; with pairs also s[i].A != s[i].B.
func SortedLists(level int32, below bool, n, lo, hi int64, fields ...string) *form.Form {
	b := New(level, below)
	length, elems := b.List("s", n, lo, hi, fields...)
	all := []int32{b.Truth(true), b.Truth(true)}
	for i, e := range elems {
		outside := b.Le(b.Ref(length), b.Num(int64(i)))
		if i > 0 {
			all = append(all, b.Or(outside, b.Le(b.Ref(elems[i-1][0]), b.Ref(e[0]))))
		}
		if len(e) > 1 {
			all = append(all, b.Or(outside, b.Not(b.Eq(b.Ref(e[0]), b.Ref(e[1])))))
		}
	}
	return b.Build(b.And(all...))
}

// Pigeons returns the form of n different numbers in 1..holes.
func Pigeons(n, holes int64) *form.Form {
	b := New(int32(max(n, holes)), true)
	_, elems := b.List("s", n, 1, holes, "")
	b.Vars[0].Choice = b.Vars[0].Choice[n:]
	b.Vars[0].Default = n
	all := []int32{b.Truth(true), b.Truth(true)}
	for i, e := range elems {
		b.Vars[e[0]].Default = 1
		for _, d := range elems[:i] {
			all = append(all, b.Not(b.Eq(b.Ref(e[0]), b.Ref(d[0]))))
		}
	}
	return b.Build(b.And(all...))
}

// Constant returns the constant x of a kind.
func (b *Builder) Constant(k form.Kind, x int64) int32 {
	return b.Add(form.Node{Op: form.Const, Kind: k, Val: x})
}

// Binary applies an operation of kind k to x and y.
func (b *Builder) Binary(op form.Op, k form.Kind, x, y int32) int32 {
	return b.Add(form.Node{Op: op, Kind: k, Args: []int32{x, y}})
}

// Arith applies an operation of Int64 to x and y.
func (b *Builder) Arith(op form.Op, x, y int32) int32 {
	return b.Add(form.Node{Op: op, Kind: b.Nodes[x].Kind, Args: []int32{x, y}})
}

// Top adds a number of lo..hi that is always there and returns its value.
func (b *Builder) Top(name string, lo, hi int64) int32 {
	return b.Ref(b.Variable(form.Var{Name: name, Kind: form.Int64, Parent: -1, Dom: []form.Span{{Lo: lo, Hi: hi}}, Default: lo}))
}

// Tops adds n numbers of 0..most that are always there and returns their values.
func (b *Builder) Tops(n int, most int64) (xs []int32) {
	for i := range n {
		xs = append(xs, b.Top(fmt.Sprintf("x%d", i), 0, most-1))
	}
	return xs
}

// HighTrees returns the red-black trees of exactly this height, with enough keys.
func HighTrees(height int32) *form.Form {
	f := RedBlackTrees(height, false, 1<<height)
	for i := range f.Vars {
		f.Vars[i].ByMagnitude = false
	}
	return f
}

// FullTrees returns the trees of exactly this height whose nodes have two children or
// none.
func FullTrees(height int32) *form.Form {
	b := New(height, false)
	root := b.Tree("t", -1, form.Span{}, 1, int64(height), 0, 1, false)
	var full func(t *Tree) int32
	full = func(t *Tree) int32 {
		if t == nil || t.L == nil {
			return b.Truth(true)
		}
		return b.Or(b.IsNil(t), b.And(b.Eq(b.IsNil(t.L), b.IsNil(t.R)), full(t.L), full(t.R)))
	}
	return b.Build(full(root))
}
