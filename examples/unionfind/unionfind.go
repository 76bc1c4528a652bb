// Package unionfind keeps disjoint sets as trees whose nodes point up.
package unionfind

// A Set is an element of a set. The root of its tree stands for the set.
//
//rtest:shared
//rtest:depth 3
type Set struct {
	Parent *Set
	Rank   int
}

// isForest reports whether s leads to a root, along ascending ranks.
func isForest(s *Set) bool {
	if s == nil {
		return false
	}
	for s.Parent != nil {
		if s.Parent.Rank <= s.Rank {
			return false
		}
		s = s.Parent
	}
	return s.Rank >= 0
}

func root(s *Set) *Set {
	for s.Parent != nil {
		s = s.Parent
	}
	return s
}

// Find returns the root of s, and has all nodes on the way point to it.
//
//rtest:requires isForest(s)
//rtest:ensures result == old(root(s)) && (s == result || s.Parent == result)
func Find(s *Set) *Set {
	r := root(s)
	for s != r {
		s.Parent, s = r, s.Parent
	}
	return r
}

// Union makes one set of those of a and b.
//
//rtest:requires isForest(a) && isForest(b) && max(root(a).Rank, root(b).Rank) < 1<<60
//rtest:ensures root(a) == root(b) && isForest(a) && isForest(b)
func Union(a, b *Set) {
	a, b = root(a), root(b)
	if a == b {
		return
	}
	if a.Rank < b.Rank {
		a, b = b, a
	}
	if a.Rank == b.Rank {
		a.Rank++
	}
	b.Parent = a
}

// UnionWrong forgets that both may be in one set already.
//
//rtest:requires isForest(a) && isForest(b)
//rtest:ensures isForest(root(a))
func UnionWrong(a, b *Set) {
	a, b = root(a), root(b)
	if a.Rank < b.Rank {
		a, b = b, a
	}
	if a.Rank == b.Rank {
		a.Rank++
	}
	b.Parent = a
}
