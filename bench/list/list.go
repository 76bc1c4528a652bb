// Package list keeps sets of numbers in ascending linked lists.
package list

// A List is a linked list; nil is the empty one.
type List struct {
	Head int
	Tail *List
}

//rtest:type Set = {l *List | Ascending(l)}

// Ascending reports whether each element is less than the next.
func Ascending(l *List) bool {
	for ; l != nil && l.Tail != nil; l = l.Tail {
		if l.Head >= l.Tail.Head {
			return false
		}
	}
	return true
}

// Has reports whether x is in l.
func Has(l *List, x int) bool {
	for ; l != nil; l = l.Tail {
		if l.Head == x {
			return true
		}
	}
	return false
}

// Insert returns l with x.
//
//rtest:sig (x int, l Set) (Set)
//rtest:ensures Has(result, x)
func Insert(x int, l *List) *List {
	switch {
	case l == nil || x < l.Head:
		return &List{x, l}
	case x == l.Head:
		return l
	}
	return &List{l.Head, Insert(x, l.Tail)}
}
