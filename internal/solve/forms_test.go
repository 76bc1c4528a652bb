package solve

import (
	"fmt"
	"testing"

	"github.com/rtest-dev/rtest/internal/form"
)

// A former builds forms by hand.
type former struct{ form.Form }

func (f *former) add(v form.Var) int32 {
	f.Vars = append(f.Vars, v)
	return int32(len(f.Vars) - 1)
}

func (f *former) node(op form.Op, kind form.Kind, val int64, args ...int32) int32 {
	for i, n := range f.Nodes {
		if n.Op == op && n.Kind == kind && n.Val == val && fmt.Sprint(n.Args) == fmt.Sprint(args) {
			return int32(i)
		}
	}
	f.Nodes = append(f.Nodes, form.Node{Op: op, Kind: kind, Args: args, Val: val})
	return int32(len(f.Nodes) - 1)
}

func (f *former) num(k form.Kind, v int64) int32 { return f.node(form.Const, k, v) }
func (f *former) ref(v int32) int32 {
	return f.node(form.Ref, f.Vars[v].Kind, int64(v))
}
func (f *former) pred(op form.Op, args ...int32) int32 {
	return f.node(op, form.Bool, 0, args...)
}

// all is the conjunction of any number of Bools.
func (f *former) all(args []int32) int32 {
	switch len(args) {
	case 0:
		return f.num(form.Bool, 1)
	case 1:
		return args[0]
	}
	return f.pred(form.And, args...)
}

// ints is an int64 variable with a domain.
func ints(name string, lo, hi int64) form.Var {
	v := form.Var{Name: name, Kind: form.Int64, Parent: -1, Dom: []form.Span{{Lo: lo, Hi: hi}}}
	v.Default = max(lo, min(hi, 0))
	return v
}

// sortedList is a slice of at most n integers from -d to d in ascending order.
func sortedList(n int, d int64) *form.Form {
	f := &former{}
	length := form.Var{Name: "len", Kind: form.Int64, Parent: -1}
	for i := range n + 1 {
		length.Choice = append(length.Choice, form.Alt{Value: int64(i), Size: int32(i)})
	}
	f.add(length)
	var before int32
	var sorted []int32
	for i := range n {
		v := ints(fmt.Sprintf("x[%d]", i), -d, d)
		v.Parent, v.When = 0, form.Span{Lo: int64(i + 1), Hi: int64(n)}
		x := f.add(v)
		if i > 0 {
			short := f.pred(form.Le, f.ref(0), f.num(form.Int64, int64(i)))
			sorted = append(sorted, f.pred(form.Or, short, f.pred(form.Le, f.ref(before), f.ref(x))))
		}
		before = x
	}
	f.Root = f.all(sorted)
	f.Below = true
	return &f.Form
}

// tree is what redBlack knows of one place in the tree: whether there is a
// node, its colour and its black height, as nodes of the form.
type tree struct{ is, red, height int32 }

// redBlack is a red-black tree with at most h nodes on a path and keys from
// -d to d.
func redBlack(h int, d int64) *form.Form {
	f := &former{}
	var holds []int32
	root := f.subtree("t", -1, h, d, nil, nil, &holds)
	f.Root = f.all(append(holds, f.pred(form.Not, root.red)))
	f.Below = true
	return &f.Form
}

func (f *former) subtree(name string, parent int32, h int, d int64, above, below []int32, holds *[]int32) tree {
	when := form.Span{Lo: 1, Hi: 1}
	zero, no := f.num(form.Int64, 0), f.num(form.Bool, 0)
	if h == 0 {
		return tree{no, no, zero}
	}
	is := f.add(form.Var{Name: name, Kind: form.Bool, Parent: parent, When: when,
		Choice: []form.Alt{{Value: 0}, {Value: 1, Size: 1}}})
	colour := f.ref(f.add(form.Var{Name: name + ".red", Kind: form.Bool, Parent: is, When: when, Dom: []form.Span{{Lo: 0, Hi: 1}}}))
	v := ints(name+".key", -d, d)
	v.Parent, v.When = is, when
	key := f.ref(f.add(v))
	here := f.ref(is)
	guard := func(c int32) {
		*holds = append(*holds, f.pred(form.Or, f.pred(form.Not, here), c))
	}
	for _, k := range above {
		guard(f.pred(form.Lt, k, key))
	}
	for _, k := range below {
		guard(f.pred(form.Lt, key, k))
	}
	left := f.subtree(name+".l", is, h-1, d, above, append(below[:len(below):len(below)], key), holds)
	right := f.subtree(name+".r", is, h-1, d, append(above[:len(above):len(above)], key), below, holds)
	black := f.pred(form.Not, colour)
	guard(f.pred(form.Or, black, f.pred(form.Not, left.red)))
	guard(f.pred(form.Or, black, f.pred(form.Not, right.red)))
	guard(f.pred(form.Eq, left.height, right.height))
	one := f.num(form.Int64, 1)
	step := f.node(form.Ite, form.Int64, 0, colour, zero, one)
	height := f.node(form.Add, form.Int64, 0, left.height, step)
	return tree{here, f.pred(form.And, here, colour), f.node(form.Ite, form.Int64, 0, here, height, zero)}
}

func BenchmarkEnumerate(b *testing.B) {
	for _, c := range []struct {
		name string
		form *form.Form
	}{
		{"lists-6-4", sortedList(6, 4)},
		{"trees-3-4", redBlack(3, 4)},
		{"trees-4-4", redBlack(4, 4)},
	} {
		for _, leaf := range []int{1, 1 << 10, 1 << 14} {
			b.Run(fmt.Sprintf("%s/leaf=%d", c.name, leaf), func(b *testing.B) {
				n := 0
				var stats Stats
				for range b.N {
					e := open(b, c.form, Options{Leaf: leaf})
					for range e.Solutions() {
						if n++; n%4000 == 0 {
							break
						}
					}
					if e.Err() != nil {
						b.Fatal(e.Err())
					}
					stats = e.Stats()
					e.Close()
				}
				b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "solutions/s")
				b.ReportMetric(float64(stats.Checks)/float64(n)*float64(b.N), "checks/solution")
				b.ReportMetric(float64(n)/float64(b.N), "solutions/op")
			})
		}
	}
}

// BenchmarkNew is the cost of a context, the translation, and one check.
func BenchmarkNew(b *testing.B) {
	form := redBlack(5, 5)
	for range b.N {
		e := open(b, form, Options{})
		if ok, err := e.Inhabited(Part{}); !ok || err != nil {
			b.Fatal(ok, err)
		}
		e.Close()
	}
	b.ReportMetric(float64(len(form.Nodes)), "nodes")
}

// BenchmarkHard asks what a search without learning cannot answer.
func BenchmarkHard(b *testing.B) {
	linear := &former{}
	sum := linear.num(form.Int64, 0)
	for i := range 12 {
		x := linear.ref(linear.add(ints(fmt.Sprintf("x%d", i), -50, 50)))
		sum = linear.node(form.Add, form.Int64, 0, sum, linear.op(form.Mul, x, int64(2*i+2)))
	}
	linear.Root = linear.pred(form.Eq, sum, linear.num(form.Int64, 777))
	linear.Below = true
	square := arithmetic(ints("x", 0, 1<<40), func(f *former, x int32) int32 {
		return f.pred(form.Eq, f.node(form.Mul, form.Int64, 0, x, x), f.num(form.Int64, 987654321*987654321))
	})
	for name, fm := range map[string]*form.Form{"pigeons": pigeons(9, 8), "parity": &linear.Form, "square": square} {
		b.Run(name, func(b *testing.B) {
			for range b.N {
				e := open(b, fm, Options{})
				if _, err := e.Inhabited(Part{}); err != nil {
					b.Fatal(err)
				}
				e.Close()
			}
		})
	}
}
