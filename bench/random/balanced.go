package random

import "github.com/rtest-dev/rtest/bench/balanced"

type balancedInput struct {
	t *balanced.Tree
	k int
}

func anyBalanced(draw Numbers, depth int) any {
	var tree func(high int) *balanced.Tree
	tree = func(high int) *balanced.Tree {
		if high == 0 || draw(0, 2) == 0 {
			return nil
		}
		return &balanced.Tree{Left: tree(high - 1), Key: draw(-depth, depth), Right: tree(high - 1)}
	}
	return balancedInput{tree(depth), draw(-depth, depth)}
}

// validBalanced chooses keys, then how many of them go to the left.
func validBalanced(draw Numbers, depth int) any {
	var tree func(high int, keys []int) *balanced.Tree
	tree = func(high int, keys []int) *balanced.Tree {
		if len(keys) == 0 {
			return nil
		}
		var lefts []int
		for l := range keys {
			r := len(keys) - 1 - l
			if max(l, r) < 1<<(high-1) && (l+r <= 1 || l <= balanced.Delta*r && r <= balanced.Delta*l) {
				lefts = append(lefts, l)
			}
		}
		l := lefts[draw(0, len(lefts)-1)]
		return &balanced.Tree{Left: tree(high-1, keys[:l]), Key: keys[l], Right: tree(high-1, keys[l+1:])}
	}
	n := draw(0, min(2*depth+1, 1<<depth-1))
	return balancedInput{tree(depth, some(draw, n, depth)), draw(-depth, depth)}
}

func isBalanced(t *balanced.Tree) bool {
	return balanced.Ordered(t, nil, nil) && balanced.Balanced(t)
}

func preBalanced(input any) bool {
	in := input.(balancedInput)
	return isBalanced(in.t)
}

func callBalanced(input any) bool {
	in := input.(balancedInput)
	size := balanced.Size(in.t)
	if balanced.Has(in.t, in.k) {
		size--
	}
	out := balanced.Delete(in.t, in.k)
	return isBalanced(out) && !balanced.Has(out, in.k) && balanced.Size(out) == size
}

func keyBalanced(b []byte, input any) []byte {
	in := input.(balancedInput)
	var add func(t *balanced.Tree)
	add = func(t *balanced.Tree) {
		if t == nil {
			b = append(b, 0)
			return
		}
		b = append(b, 1, byte(t.Key))
		add(t.Left)
		add(t.Right)
	}
	add(in.t)
	return append(b, byte(in.k))
}
