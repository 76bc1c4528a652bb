package hand

import "github.com/rtest-dev/rtest/bench/redblack"

// RedBlackInsert inserts the numbers -n..n into the red-black trees of these
// numbers that are at most n high.
func RedBlackInsert(n int) (count int, err error) {
	room := make([]redblack.Tree, 1<<n)
	redBlack(n, func(t *redblack.Tree) {
		for k := -n; k <= n; k++ {
			in := copyTree(t, room, new(int))
			if !isRB(in) {
				err = failure(in, k)
			}
			size := redblack.Size(in)
			had := redblack.Has(in, k)
			out := redblack.Insert(in, k)
			if !had {
				size++
			}
			if !isRB(out) || !redblack.Has(out, k) || redblack.Size(out) != size {
				err = failure(in, k)
			}
			count++
		}
	})
	return count, err
}

// RedBlackSize takes the size of these trees.
func RedBlackSize(n int) (count int, err error) {
	room := make([]redblack.Tree, 1<<n)
	redBlack(n, func(t *redblack.Tree) {
		in := copyTree(t, room, new(int))
		if !isRB(in) || redblack.Size(in) < 0 {
			err = failure(in)
		}
		count++
	})
	return count, err
}

func isRB(t *redblack.Tree) bool {
	return redblack.Ordered(t, nil, nil) && redblack.BlackHeight(t) >= 0 && redblack.NoRedRed(t)
}

// redBlack gives all red-black trees of the numbers -n..n that are at most n
// high.
func redBlack(n int, yield func(*redblack.Tree)) {
	for black := 0; black <= n; black++ {
		subtrees(n, black, -n, n, true, yield)
	}
}

// subtrees gives the trees of the numbers lo..hi that are at most high, with so
// many black nodes on each way; red says that their root may be red.
func subtrees(high, black, lo, hi int, red bool, yield func(*redblack.Tree)) {
	if black == 0 {
		yield(nil)
	}
	// A way of n nodes has at least n/2 black ones, and a tree with so many
	// on each way at least 1<<black - 1 nodes.
	if high == 0 || black > high || hi-lo+1 < 1<<black-1 {
		return
	}
	join := func(color redblack.Color, black int) {
		for k := lo; k <= hi; k++ {
			t := redblack.Tree{Color: color, Key: k}
			subtrees(high-1, black, lo, k-1, color == redblack.Black, func(l *redblack.Tree) {
				t.Left = l
				subtrees(high-1, black, k+1, hi, color == redblack.Black, func(r *redblack.Tree) {
					t.Right = r
					yield(&t)
				})
			})
		}
	}
	if red {
		join(redblack.Red, black)
	}
	if black > 0 {
		join(redblack.Black, black-1)
	}
}

// copyTree copies t into room, which is large enough.
func copyTree(t *redblack.Tree, room []redblack.Tree, used *int) *redblack.Tree {
	if t == nil {
		return nil
	}
	c := &room[*used]
	*used++
	c.Color, c.Key = t.Color, t.Key
	c.Left, c.Right = copyTree(t.Left, room, used), copyTree(t.Right, room, used)
	return c
}
