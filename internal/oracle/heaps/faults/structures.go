package faults

// A Skip is an element of a skip list with two levels.
//
//rtest:shared
type Skip struct {
	Key  int
	Next [2]*Skip
}

// IsSkipList reports whether the keys behind s ascend, and the upper level has only elements of the
// lower one, in their order.
func IsSkipList(s *Skip) bool {
	above := s.Next[1]
	for x := s.Next[0]; x != nil; x = x.Next[0] {
		if x.Next[0] != nil && x.Next[0].Key <= x.Key {
			return false
		}
		if x == above {
			above = x.Next[1]
		} else if x.Next[1] != nil {
			return false
		}
	}
	return above == nil
}

// RemoveFirst takes the first element out of the lower level only.
//
//rtest:requires s != nil && IsSkipList(s)
//rtest:ensures IsSkipList(s)
//rtest:depth 3
func RemoveFirst(s *Skip) {
	if first := s.Next[0]; first != nil {
		s.Next[0], first.Next[0] = first.Next[0], nil
	}
}

// A Q is an element of a deque, or the sentinel before its first element.
//
//rtest:shared
type Q struct{ Next, Prev *Q }

// IsDeque reports whether q is the sentinel of a deque.
func IsDeque(q *Q) bool {
	for e := q; ; e = e.Next {
		if e.Next == nil || e.Next.Prev != e {
			return false
		}
		if e.Next == q {
			return true
		}
	}
}

// Push puts x at the end, and forgets what was the last one.
//
//rtest:requires q != nil && x != nil && IsDeque(q) && IsDeque(x) && x.Next == x && x.Prev == x
//rtest:ensures IsDeque(q) && q.Prev == x
//rtest:depth 3
func Push(q, x *Q) {
	x.Prev, x.Next = q.Prev, q
	q.Prev = x
	q.Prev.Next = x
}

// A Registry has items by key, and a list of them.
type Registry struct {
	ByKey map[int8]*Item
	First *Item
}

// An Item is in a registry.
//
//rtest:shared
type Item struct {
	Key  int8
	Next *Item
}

// IsRegistry reports whether list and map have the same items.
func IsRegistry(r *Registry) bool {
	n := 0
	for i := r.First; i != nil; i = i.Next {
		if n++; n > len(r.ByKey) || r.ByKey[i.Key] != i {
			return false
		}
	}
	return n == len(r.ByKey)
}

// Unregister takes out an item, and does not look whether it is another one with that key.
//
//rtest:requires r != nil && i != nil && IsRegistry(r)
//rtest:ensures IsRegistry(r)
//rtest:depth 2
func Unregister(r *Registry, i *Item) {
	if _, ok := r.ByKey[i.Key]; !ok {
		return
	}
	delete(r.ByKey, i.Key)
	for at := &r.First; *at != nil; at = &(*at).Next {
		if *at == i {
			*at = i.Next
			return
		}
	}
}

// An Arena has slots, of which some are free.
type Arena struct {
	Slots []*Slot
	Free  *Slot
}

// A Slot is in an arena.
//
//rtest:shared
type Slot struct {
	Used bool
	Next *Slot
}

// IsArena reports whether the free slots are a list of exactly those of the arena that are not used.
func IsArena(a *Arena) bool {
	free := 0
	for i, s := range a.Slots {
		if s == nil {
			return false
		}
		for _, t := range a.Slots[:i] {
			if s == t {
				return false
			}
		}
		if !s.Used {
			free++
		}
	}
	for s := a.Free; s != nil; s = s.Next {
		if free--; free < 0 || s.Used {
			return false
		}
	}
	return free == 0
}

// Release frees a slot, also one that is free.
//
//rtest:requires a != nil && IsArena(a) && 0 <= i && i < len(a.Slots)
//rtest:ensures IsArena(a)
//rtest:depth 2
func Release(a *Arena, i int) {
	s := a.Slots[i]
	s.Used, s.Next = false, a.Free
	a.Free = s
}

// A City has roads.
//
//rtest:shared
type City struct{ Roads []Road }

// A Road leads to a city.
type Road struct {
	To   *City
	Long bool
}

// Cost returns what the road costs.
func (r Road) Cost() int {
	if r.Long {
		return 3
	}
	return 1
}

// HasRoads reports whether all roads that are reached lead somewhere.
func HasRoads(c *City) bool {
	all := []*City{c}
	for i := 0; i < len(all); i++ {
		for _, r := range all[i].Roads {
			if r.To == nil {
				return false
			}
			known := false
			for _, o := range all {
				known = known || o == r.To
			}
			if !known {
				all = append(all, r.To)
			}
		}
	}
	return true
}

// Costs returns what it costs to come to each city.
func Costs(c *City) map[*City]int {
	costs := map[*City]int{c: 0}
	for todo := []*City{c}; len(todo) > 0; todo = todo[1:] {
		for _, r := range todo[0].Roads {
			if old, ok := costs[r.To]; !ok || costs[todo[0]]+r.Cost() < old {
				costs[r.To] = costs[todo[0]] + r.Cost()
				todo = append(todo, r.To)
			}
		}
	}
	return costs
}

// Farthest returns what the dearest of the cheapest ways costs.
func Farthest(c *City) (most int) {
	for _, n := range Costs(c) {
		most = max(most, n)
	}
	return most
}

// Dearest takes the first way to a city for the cheapest.
//
//rtest:requires c != nil && HasRoads(c)
//rtest:ensures result == old(Farthest(c))
//rtest:depth 3
func Dearest(c *City) (most int) {
	costs := map[*City]int{c: 0}
	for todo := []*City{c}; len(todo) > 0; todo = todo[1:] {
		for _, r := range todo[0].Roads {
			if _, ok := costs[r.To]; !ok {
				costs[r.To] = costs[todo[0]] + r.Cost()
				most = max(most, costs[r.To])
				todo = append(todo, r.To)
			}
		}
	}
	return most
}

// A Trie is a node of a trie that knows its parent.
//
//rtest:shared
type Trie struct {
	Kids [2]*Trie
	Up   *Trie
	End  bool
}

// IsTrie reports whether t is a trie below up in which each leaf but the root is the end of a word.
func IsTrie(t, up *Trie, most int) bool {
	if t == nil {
		return true
	}
	if most == 0 || t.Up != up || t.Kids[0] != nil && t.Kids[0] == t.Kids[1] || up != nil && !t.End && t.Kids[0] == nil && t.Kids[1] == nil {
		return false
	}
	return IsTrie(t.Kids[0], t, most-1) && IsTrie(t.Kids[1], t, most-1)
}

// Shorten takes out the word that ends at the first child, and forgets the parent of what follows it.
//
//rtest:requires t != nil && IsTrie(t, nil, 3)
//rtest:ensures IsTrie(t, nil, 3)
//rtest:depth 3
func Shorten(t *Trie) {
	if k := t.Kids[0]; k != nil && k.End {
		if k.End = false; k.Kids[0] == nil {
			t.Kids[0] = k.Kids[1]
		}
	}
}
