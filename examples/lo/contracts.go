// Package lo states what some functions of github.com/samber/lo promise: a
// contract file for code of another module.
package lo

import "github.com/samber/lo"

//rtest:requires size > 0
//rtest:ensures forall chunk in result: 0 < len(chunk) <= size
//rtest:ensures join(result) == collection
var _ = lo.Chunk[int, []int]

//rtest:ensures distinct(result) && forall x in collection: x in result
var _ = lo.Uniq[int, []int]

//rtest:requires 0 <= n
//rtest:ensures result == collection[min(n, len(collection)):]
var _ = lo.Drop[int, []int]

//rtest:requires mIn <= mAx
//rtest:ensures mIn <= result <= mAx
//rtest:ensures value in mIn..mAx ==> result == value
var _ = lo.Clamp[int]

//rtest:ensures result >= 0 ? collection[result] == element : !(element in collection)
var _ = lo.IndexOf[int]

//rtest:ensures permutation(result, old(collection)) && forall i, x in result: x == old(collection)[len(result)-1-i]
var _ = lo.Reverse[int, []int]

func join(chunks [][]int) []int {
	var xs []int
	for _, chunk := range chunks {
		xs = append(xs, chunk...)
	}
	return xs
}
