package form

import "slices"

// MostTotal is the greatest sum of magnitudes that ByTotal orders by. With it no sum of magnitudes overflows.
const MostTotal = 1 << 40

// ByTotal returns the form with one more variable before all others: an upper bound of the sum of the magnitudes of the
// numbers among its first n variables. So the first solution of a size and shape is one with the least sum. The stream of a
// solution begins with the bound. The sum is at most limit, itself at most MostTotal, and that of stream, a solution of f.
// Characters, whose domains have gaps, do not count. ok is false if stream does not fit. whole reports that the sum of stream is within the limit.
func (f *Form) ByTotal(n int, stream []int64, limit uint64) (by *Form, whole, ok bool) {
	vals := make([]int64, len(f.Vars))
	if _, _, err := f.Assign(stream, vals); err != nil {
		return nil, false, false
	}
	var numbers []int
	most := uint64(0)
	for i := range f.Vars[:n] {
		v := &f.Vars[i]
		if len(v.Choice) > 0 || len(v.Dom) != 1 || v.Kind == Bool {
			continue
		}
		numbers = append(numbers, i)
		most = min(most+min(v.Kind.Magnitude(vals[i]), MostTotal), MostTotal+1)
	}
	whole, most = most <= limit, min(most, limit)
	by = f.led(Var{Name: "total", Kind: Int64, Parent: -1, Dom: []Span{{0, int64(most)}}, Ascending: true})
	sum := by.node(Const, Int64, 0)
	for _, i := range numbers {
		v := &by.Vars[i+1]
		v.narrow(int64(most))
		sum = by.node(Add, Int64, 0, sum, by.magnitude(i+1))
	}
	within := by.node(Le, Bool, 0, sum, by.node(Ref, Int64, 0))
	by.Root = by.node(And, Bool, 0, within, f.Root)
	return by, whole, true
}

// led returns a copy of the form with one more variable before all others.
func (f *Form) led(first Var) *Form {
	led := *f
	led.Vars = append([]Var{first}, f.Vars...)
	for i := range led.Vars {
		if v := &led.Vars[i]; i > 0 && v.Parent >= 0 {
			v.Parent++
		}
	}
	led.Nodes = slices.Clone(f.Nodes)
	for i := range led.Nodes {
		if n := &led.Nodes[i]; n.Op == Ref {
			n.Val++
		}
	}
	led.Test, led.Renaming = nil, nil
	return &led
}

// node adds a node and returns its index.
func (f *Form) node(op Op, kind Kind, val int64, args ...int32) int32 {
	f.Nodes = append(f.Nodes, Node{Op: op, Kind: kind, Val: val, Args: args})
	return int32(len(f.Nodes) - 1)
}

// magnitude adds the magnitude of a variable.
func (f *Form) magnitude(i int) int32 {
	kind := f.Vars[i].Kind
	x := f.node(Ref, kind, int64(i))
	if kind != Int64 {
		x = f.node(Conv, Int64, 0, x)
	}
	if kind >= Uint8 {
		return x
	}
	zero := f.node(Const, Int64, 0)
	return f.node(Ite, Int64, 0, f.node(Lt, Bool, 0, x, zero), f.node(Sub, Int64, 0, zero, x), x)
}
