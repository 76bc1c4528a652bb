// Package sortedlist inserts into sorted linked lists, twice: right and wrong.
package sortedlist

// A List is a linked list of numbers; nil is the empty one.
type List struct {
	Head int
	Tail *List
}

//rtest:type Sorted = {l *List | isSorted(l)}

func isSorted(l *List) bool {
	for ; l != nil && l.Tail != nil; l = l.Tail {
		if l.Head > l.Tail.Head {
			return false
		}
	}
	return true
}

// elements lists what is in l: what a list means.
func elements(l *List) []int {
	var xs []int
	for ; l != nil; l = l.Tail {
		xs = append(xs, l.Head)
	}
	return xs
}

// Insert returns l with x at its place.
//
//rtest:sig (x int, l Sorted) (Sorted)
//rtest:ensures permutation(elements(result), append(elements(l), x))
func Insert(x int, l *List) *List {
	if l == nil || x <= l.Head {
		return &List{x, l}
	}
	return &List{l.Head, Insert(x, l.Tail)}
}

// InsertWrong stops at the first element that is less, not greater.
//
//rtest:sig (x int, l Sorted) (Sorted)
//rtest:ensures permutation(elements(result), append(elements(l), x))
func InsertWrong(x int, l *List) *List {
	if l == nil || l.Head <= x {
		return &List{x, l}
	}
	return &List{l.Head, InsertWrong(x, l.Tail)}
}

// InsertOnce forgets that x may be there already, and loses it.
//
//rtest:sig (x int, l Sorted) (Sorted)
//rtest:ensures permutation(elements(result), append(elements(l), x))
func InsertOnce(x int, l *List) *List {
	if l == nil || x < l.Head {
		return &List{x, l}
	}
	if x == l.Head {
		return l
	}
	return &List{l.Head, InsertOnce(x, l.Tail)}
}
