package random

import "github.com/rtest-dev/rtest/bench/redblack"

type redBlackInput struct {
	t *redblack.Tree
	k int
}

func anyRedBlack(draw Numbers, depth int) any {
	var tree func(high int) *redblack.Tree
	tree = func(high int) *redblack.Tree {
		if high == 0 || draw(0, 2) == 0 {
			return nil
		}
		return &redblack.Tree{
			Color: redblack.Color(draw(0, 1)),
			Left:  tree(high - 1),
			Key:   draw(-depth, depth),
			Right: tree(high - 1),
		}
	}
	return redBlackInput{tree(depth), draw(-depth, depth)}
}

// validRedBlack chooses a number of black nodes, then colors and keys that
// leave room for as many on each way.
func validRedBlack(draw Numbers, depth int) any {
	room := func(high, black, keys int) bool { return high >= black && keys >= 1<<black-1 }
	var tree func(high, black, lo, hi int, red bool) *redblack.Tree
	tree = func(high, black, lo, hi int, red bool) *redblack.Tree {
		t := &redblack.Tree{Color: redblack.Black}
		red = red && high > black && hi-lo >= 2*(1<<black-1)
		switch {
		case black == 0 && (!red || draw(0, 1) == 0):
			return nil
		case black == 0 || red && draw(0, 1) == 0:
			t.Color = redblack.Red
		default:
			black--
		}
		least := 1<<black - 1
		t.Key = draw(lo+least, hi-least)
		t.Left = tree(high-1, black, lo, t.Key-1, t.Color == redblack.Black)
		t.Right = tree(high-1, black, t.Key+1, hi, t.Color == redblack.Black)
		return t
	}
	most := 0
	for room(depth, most+1, 2*depth+1) {
		most++
	}
	return redBlackInput{tree(depth, draw(0, most), -depth, depth, true), draw(-depth, depth)}
}

func isRB(t *redblack.Tree) bool {
	return redblack.Ordered(t, nil, nil) && redblack.BlackHeight(t) >= 0 && redblack.NoRedRed(t)
}

func preRedBlack(input any) bool {
	in := input.(redBlackInput)
	return isRB(in.t)
}

func callRedBlack(input any) bool {
	in := input.(redBlackInput)
	size := redblack.Size(in.t)
	if !redblack.Has(in.t, in.k) {
		size++
	}
	out := redblack.Insert(in.t, in.k)
	return isRB(out) && redblack.Has(out, in.k) && redblack.Size(out) == size
}

func keyRedBlack(b []byte, input any) []byte {
	in := input.(redBlackInput)
	var add func(t *redblack.Tree)
	add = func(t *redblack.Tree) {
		if t == nil {
			b = append(b, 0)
			return
		}
		b = append(b, 1+byte(t.Color), byte(t.Key))
		add(t.Left)
		add(t.Right)
	}
	add(in.t)
	return append(b, byte(in.k))
}
