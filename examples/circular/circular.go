// Package circular keeps a list without an end: its last element leads to the first.
package circular

// A Ring is an element of a circular list. Nil is the empty one.
//
//rtest:shared
type Ring struct {
	Next *Ring
	Val  int
}

// isRing reports whether r is nil, or led back to by the elements behind it.
func isRing(r *Ring) bool {
	if r == nil {
		return true
	}
	seen := map[*Ring]bool{}
	for n := r; !seen[n]; n = n.Next {
		if n.Next == nil {
			return false
		}
		seen[n] = true
		if n.Next == r {
			return true
		}
	}
	return false
}

// Len returns the number of elements.
//
//rtest:requires isRing(r)
//rtest:ensures result >= 0 && (r == nil) == (result == 0)
func Len(r *Ring) (n int) {
	if r == nil {
		return 0
	}
	for at := r; ; at = at.Next {
		n++
		if at.Next == r {
			return n
		}
	}
}

// Insert puts an element behind r, and returns the ring.
//
//rtest:requires isRing(r)
//rtest:ensures isRing(result) && Len(result) == old(Len(r)) + 1
func Insert(r *Ring, v int) *Ring {
	n := &Ring{Val: v}
	if r == nil {
		n.Next = n
		return n
	}
	n.Next, r.Next = r.Next, n
	return r
}

// Unlink takes away the element behind r. It forgets that r may be the only one.
//
//rtest:requires r != nil && isRing(r)
//rtest:ensures isRing(result) && Len(result) == old(Len(r)) - 1
func Unlink(r *Ring) *Ring {
	r.Next = r.Next.Next
	return r
}

// Join makes one ring of two that have no element in common.
//
//rtest:requires a != nil && b != nil && isRing(a) && isRing(b) && !contains(a, b)
//rtest:ensures isRing(a) && Len(a) == old(Len(a) + Len(b))
func Join(a, b *Ring) { a.Next, b.Next = b.Next, a.Next }

// contains reports whether the ring a has the element b.
func contains(a, b *Ring) bool {
	for n := a; ; n = n.Next {
		if n == b {
			return true
		}
		if n.Next == a {
			return false
		}
	}
}
