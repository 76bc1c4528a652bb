package hand

import "github.com/rtest-dev/rtest/bench/list"

// Lists inserts the numbers -n..n into the ascending lists of at most n of
// them.
func Lists(n int) (count int, err error) {
	var head *list.List
	room := make([]list.List, n)
	test := func() {
		for x := -n; x <= n; x++ {
			in := copyList(head, room)
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

// copyList copies l into the room.
func copyList(l *list.List, room []list.List) (head *list.List) {
	end := &head
	for ; l != nil; l = l.Tail {
		c := &room[0]
		c.Head, c.Tail = l.Head, nil
		*end = c
		end, room = &c.Tail, room[1:]
	}
	return head
}
