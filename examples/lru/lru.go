// Package lru keeps the values that were used last: a map to the elements of a doubly linked list.
package lru

// A Node is an entry, between one that was used after it and one before.
//
//rtest:shared
//rtest:depth 3
type Node struct {
	Prev, Next *Node
	Key, Val   int
}

// A Cache has at most Room entries, the newest first.
//
//rtest:invariant valid(self)
type Cache struct {
	Room        int
	First, Last *Node
	Entries     map[int]*Node
}

// valid reports whether the list ends, knows the way back, and has what the map has.
func valid(c *Cache) bool {
	if c.Room < 1 || c.Entries == nil || len(c.Entries) > c.Room {
		return false
	}
	count := 0
	var before *Node
	for n := c.First; n != nil; n = n.Next {
		if n.Prev != before || c.Entries[n.Key] != n || count == len(c.Entries) {
			return false
		}
		before = n
		count++
	}
	return before == c.Last && count == len(c.Entries)
}

// Get returns the value of a key, which becomes the newest.
//
//rtest:depth 2
//rtest:requires c != nil
//rtest:ensures ok == (key in c.Entries)
//rtest:ensures ok ==> c.First.Key == key && c.First.Val == val
func (c *Cache) Get(key int) (val int, ok bool) {
	n := c.Entries[key]
	if n == nil {
		return 0, false
	}
	c.unlink(n)
	c.push(n)
	return n.Val, true
}

// Put sets the value of a key, which becomes the newest. Where there is no room it takes away the
// oldest.
//
//rtest:depth 2
//rtest:requires c != nil
//rtest:ensures c.First.Key == key && c.First.Val == val && len(c.Entries) <= c.Room
func (c *Cache) Put(key, val int) {
	if n := c.Entries[key]; n != nil {
		n.Val = val
		c.unlink(n)
		c.push(n)
		return
	}
	if len(c.Entries) == c.Room {
		old := c.Last
		c.unlink(old)
		delete(c.Entries, old.Key)
	}
	n := &Node{Key: key, Val: val}
	c.Entries[key] = n
	c.push(n)
}

// PutWrong forgets to take the oldest from the map.
//
//rtest:requires c != nil
func (c *Cache) PutWrong(key, val int) {
	if n := c.Entries[key]; n != nil {
		n.Val = val
		c.unlink(n)
		c.push(n)
		return
	}
	if len(c.Entries) == c.Room {
		c.unlink(c.Last)
	}
	n := &Node{Key: key, Val: val}
	c.Entries[key] = n
	c.push(n)
}

func (c *Cache) unlink(n *Node) {
	if n.Prev == nil {
		c.First = n.Next
	} else {
		n.Prev.Next = n.Next
	}
	if n.Next == nil {
		c.Last = n.Prev
	} else {
		n.Next.Prev = n.Prev
	}
	n.Prev, n.Next = nil, nil
}

func (c *Cache) push(n *Node) {
	n.Next = c.First
	if c.First != nil {
		c.First.Prev = n
	} else {
		c.Last = n
	}
	c.First = n
}
