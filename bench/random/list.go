package random

import "github.com/rtest-dev/rtest/bench/list"

type listInput struct {
	x int
	l *list.List
}

func linked(xs []int) *list.List {
	var l *list.List
	for i := len(xs) - 1; i >= 0; i-- {
		l = &list.List{Head: xs[i], Tail: l}
	}
	return l
}

func anyList(draw Numbers, depth int) any {
	xs := make([]int, draw(0, depth))
	for i := range xs {
		xs[i] = draw(-depth, depth)
	}
	return listInput{draw(-depth, depth), linked(xs)}
}

func validList(draw Numbers, depth int) any {
	return listInput{draw(-depth, depth), linked(some(draw, draw(0, depth), depth))}
}

func preList(input any) bool {
	in := input.(listInput)
	return list.Ascending(in.l)
}

func callList(input any) bool {
	in := input.(listInput)
	out := list.Insert(in.x, in.l)
	return list.Ascending(out) && list.Has(out, in.x)
}

func keyList(b []byte, input any) []byte {
	in := input.(listInput)
	b = append(b, byte(in.x))
	for l := in.l; l != nil; l = l.Tail {
		b = append(b, byte(l.Head))
	}
	return b
}
