package search

import (
	"fmt"
	"math"

	"github.com/rtest-dev/rtest/internal/form"
)

// A formBuilder makes forms as a lifter would: terms are unfolded recursively
// over the bounded structure, equal terms are one node, nothing is simplified.
type formBuilder struct {
	form.Form
	seen map[string]int32
}

func newBuilder(level int32, below bool) *formBuilder {
	return &formBuilder{Form: form.Form{Level: level, Below: below}, seen: map[string]int32{}}
}

func (b *formBuilder) add(n form.Node) int32 {
	key := n.String()
	if i, ok := b.seen[key]; ok {
		return i
	}
	b.Nodes = append(b.Nodes, n)
	i := int32(len(b.Nodes) - 1)
	b.seen[key] = i
	return i
}

func (b *formBuilder) num(x int64) int32 {
	return b.add(form.Node{Op: form.Const, Kind: form.Int64, Val: x})
}
func (b *formBuilder) truth(x bool) int32 {
	return b.add(form.Node{Op: form.Const, Kind: form.Bool, Val: form.Truth(x)})
}
func (b *formBuilder) not(x int32) int32 {
	return b.add(form.Node{Op: form.Not, Kind: form.Bool, Args: []int32{x}})
}
func (b *formBuilder) and(x ...int32) int32 {
	return b.add(form.Node{Op: form.And, Kind: form.Bool, Args: x})
}
func (b *formBuilder) or(x ...int32) int32 {
	return b.add(form.Node{Op: form.Or, Kind: form.Bool, Args: x})
}
func (b *formBuilder) eq(x, y int32) int32 { return b.rel(form.Eq, x, y) }
func (b *formBuilder) lt(x, y int32) int32 { return b.rel(form.Lt, x, y) }
func (b *formBuilder) le(x, y int32) int32 { return b.rel(form.Le, x, y) }
func (b *formBuilder) rel(o form.Op, x, y int32) int32 {
	return b.add(form.Node{Op: o, Kind: form.Bool, Args: []int32{x, y}})
}
func (b *formBuilder) sum(x, y int32) int32 {
	return b.add(form.Node{Op: form.Add, Kind: form.Int64, Args: []int32{x, y}})
}
func (b *formBuilder) ite(c, x, y int32) int32 {
	return b.add(form.Node{Op: form.Ite, Kind: b.Nodes[x].Kind, Args: []int32{c, x, y}})
}

func (b *formBuilder) ref(v int32) int32 {
	return b.add(form.Node{Op: form.Ref, Kind: b.Vars[v].Kind, Val: int64(v)})
}

func (b *formBuilder) variable(v form.Var) int32 {
	b.Vars = append(b.Vars, v)
	return int32(len(b.Vars) - 1)
}

// key adds an integer of the domain lo..hi.
func (b *formBuilder) key(name string, parent int32, when form.Span, lo, hi int64) int32 {
	return b.variable(form.Var{Name: name, Kind: form.Int64, Parent: parent, When: when, Dom: []form.Span{{Lo: lo, Hi: hi}}, ByMagnitude: true})
}

func (b *formBuilder) form(root int32) *form.Form {
	b.Root = root
	return &b.Form
}

// A tree is a place for a node; nil where the bound leaves none.
type tree struct {
	ptr, key, red int32 // variables
	l, r          *tree
}

func (b *formBuilder) tree(name string, parent int32, when form.Span, depth, height, lo, hi int64, colored bool) *tree {
	if depth > height {
		return nil
	}
	t := &tree{}
	t.ptr = b.variable(form.Var{Name: name, Kind: form.Int64, Parent: parent, When: when,
		Choice: []form.Alt{{Value: 0, Level: 0, Size: 0}, {Value: 1, Level: int32(depth), Size: 1}}})
	there := form.Span{Lo: 1, Hi: 1}
	t.key = b.key(name+".Key", t.ptr, there, lo, hi)
	if colored {
		t.red = b.variable(form.Var{Name: name + ".Red", Kind: form.Bool, Parent: t.ptr, When: there, Dom: []form.Span{{Lo: 0, Hi: 1}}})
	}
	t.l = b.tree(name+".L", t.ptr, there, depth+1, height, lo, hi, colored)
	t.r = b.tree(name+".R", t.ptr, there, depth+1, height, lo, hi, colored)
	return t
}

func (b *formBuilder) isNil(t *tree) int32 {
	if t == nil {
		return b.truth(true)
	}
	return b.eq(b.ref(t.ptr), b.num(0))
}

func (b *formBuilder) ordered(t *tree, lo, hi int32) int32 {
	if t == nil {
		return b.truth(true)
	}
	k := b.ref(t.key)
	return b.or(b.isNil(t), b.and(b.lt(lo, k), b.lt(k, hi), b.ordered(t.l, lo, k), b.ordered(t.r, k, hi)))
}

func (b *formBuilder) blackHeight(t *tree) int32 {
	if t == nil {
		return b.num(1)
	}
	l, r := b.blackHeight(t.l), b.blackHeight(t.r)
	bad := b.or(b.lt(l, b.num(0)), b.lt(r, b.num(0)), b.not(b.eq(l, r)))
	return b.ite(b.isNil(t), b.num(1), b.ite(bad, b.num(-1), b.sum(l, b.ite(b.ref(t.red), b.num(0), b.num(1)))))
}

func (b *formBuilder) isRed(t *tree) int32 {
	if t == nil {
		return b.truth(false)
	}
	return b.and(b.not(b.isNil(t)), b.ref(t.red))
}

func (b *formBuilder) noRedRed(t *tree) int32 {
	if t == nil {
		return b.truth(true)
	}
	return b.or(b.isNil(t), b.and(
		b.not(b.and(b.ref(t.red), b.or(b.isRed(t.l), b.isRed(t.r)))), b.noRedRed(t.l), b.noRedRed(t.r)))
}

func redBlackTrees(height int32, below bool, n int64) *form.Form {
	b := newBuilder(height, below)
	t := b.tree("t", -1, form.Span{}, 1, int64(height), -n, n, true)
	return b.form(b.and(b.ordered(t, b.num(math.MinInt64), b.num(math.MaxInt64)),
		b.le(b.num(0), b.blackHeight(t)), b.noRedRed(t)))
}

func searchTrees(height int32, below bool, n int64) *form.Form {
	b := newBuilder(height, below)
	t := b.tree("t", -1, form.Span{}, 1, int64(height), -n, n, false)
	return b.form(b.ordered(t, b.num(math.MinInt64), b.num(math.MaxInt64)))
}

// list adds a slice of up to n elements, each of as many integers as there are
// names.
func (b *formBuilder) list(name string, n, lo, hi int64, fields ...string) (length int32, elems [][]int32) {
	v := form.Var{Name: "len(" + name + ")", Kind: form.Int64, Parent: -1}
	for i := range n + 1 {
		v.Choice = append(v.Choice, form.Alt{Value: i, Level: int32(i), Size: int32(i)})
	}
	length = b.variable(v)
	for i := range n {
		var e []int32
		for _, f := range fields {
			e = append(e, b.key(fmt.Sprintf("%s[%d]%s", name, i, f), length, form.Span{Lo: i + 1, Hi: n}, lo, hi))
		}
		elems = append(elems, e)
	}
	return length, elems
}

// pairLists is the slices of pairs, without a condition.
func pairLists(level int32, below bool, n, lo, hi int64) *form.Form {
	b := newBuilder(level, below)
	b.list("s", n, lo, hi, ".A", ".B")
	return b.form(b.truth(true))
}

// sortedLists is the slices of up to n numbers for which
// i < len && i > 0 ==> s[i-1] <= s[i]; with pairs also s[i].A != s[i].B.
func sortedLists(level int32, below bool, n, lo, hi int64, fields ...string) *form.Form {
	b := newBuilder(level, below)
	length, elems := b.list("s", n, lo, hi, fields...)
	all := []int32{b.truth(true), b.truth(true)}
	for i, e := range elems {
		outside := b.le(b.ref(length), b.num(int64(i)))
		if i > 0 {
			all = append(all, b.or(outside, b.le(b.ref(elems[i-1][0]), b.ref(e[0]))))
		}
		if len(e) > 1 {
			all = append(all, b.or(outside, b.not(b.eq(b.ref(e[0]), b.ref(e[1])))))
		}
	}
	return b.form(b.and(all...))
}

// pigeons asks for n different numbers out of holes.
func pigeons(n, holes int64) *form.Form {
	b := newBuilder(int32(max(n, holes)), true)
	_, elems := b.list("s", n, 1, holes, "")
	b.Vars[0].Choice = b.Vars[0].Choice[n:]
	b.Vars[0].Default = n
	all := []int32{b.truth(true), b.truth(true)}
	for i, e := range elems {
		b.Vars[e[0]].Default = 1
		for _, d := range elems[:i] {
			all = append(all, b.not(b.eq(b.ref(e[0]), b.ref(d[0]))))
		}
	}
	return b.form(b.and(all...))
}
