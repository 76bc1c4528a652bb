package hand

import "github.com/rtest-dev/rtest/bench/list"

// Lists inserts the numbers -n..n into the ascending lists of at most n of
// them.
func Lists(n int) (count int, err error) {
	var head *list.List
	test := func() {
		for x := -n; x <= n; x++ {
			in := copyList(head)
			if !list.Ascending(in) {
				err = failure(x, in)
			}
			out := list.Insert(x, in)
			if !list.Ascending(out) || !list.Has(out, x) {
				err = failure(x, in)
			}
			count++
		}
	}
	var extend func(end **list.List, from, left int)
	extend = func(end **list.List, from, left int) {
		test()
		if left == 0 {
			return
		}
		for x := from; x <= n; x++ {
			l := list.List{Head: x}
			*end = &l
			extend(&l.Tail, x+1, left-1)
		}
		*end = nil
	}
	extend(&head, -n, n)
	return count, err
}

func copyList(l *list.List) *list.List {
	if l == nil {
		return nil
	}
	return &list.List{Head: l.Head, Tail: copyList(l.Tail)}
}
