package ordinary

import "slices"

// A Tree is a search tree.
//
//rtest:invariant self.ordered(-1<<62, 1<<62)
type Tree struct {
	Left, Right *Tree
	Key         int
}

func (t *Tree) ordered(lo, hi int) bool {
	return t == nil || lo < t.Key && t.Key < hi && t.Left.ordered(lo, t.Key) && t.Right.ordered(t.Key, hi)
}

//rtest:ensures result ==> t != nil
func Has(t *Tree, key int) bool {
	for t != nil && t.Key != key {
		if key < t.Key {
			t = t.Left
		} else {
			t = t.Right
		}
	}
	return t != nil
}

//rtest:requires key > -1<<62 && key < 1<<62
//rtest:ensures Has(result, key)
func Insert(t *Tree, key int) *Tree {
	switch {
	case t == nil:
		return &Tree{Key: key}
	case key < t.Key:
		return &Tree{Insert(t.Left, key), t.Right, t.Key}
	case key > t.Key:
		return &Tree{t.Left, Insert(t.Right, key), t.Key}
	}
	return t
}

//rtest:ensures slices.IsSorted(result)
func Keys(t *Tree) []int {
	if t == nil {
		return nil
	}
	return append(append(Keys(t.Left), t.Key), Keys(t.Right)...)
}

// Height has a fault: a node without a left child.
//
//rtest:ensures t == nil || result > Height(t.Left) && result > Height(t.Right)
func Height(t *Tree) int {
	if t == nil {
		return 0
	}
	if t.Left == nil {
		return 1
	}
	return 1 + max(Height(t.Left), Height(t.Right))
}

// A List is a linked list.
type List struct {
	Head int
	Tail *List
}

//rtest:ensures result >= 0
func Length(l *List) int {
	n := 0
	for ; l != nil; l = l.Tail {
		n++
	}
	return n
}

//rtest:ensures Length(result) == Length(l)
func ReverseList(l *List) *List {
	var out *List
	for ; l != nil; l = l.Tail {
		out = &List{l.Head, out}
	}
	return out
}

// An Account has a balance that is never below its limit.
//
//rtest:invariant self.Balance >= -self.Limit && self.Limit >= 0
type Account struct{ Balance, Limit int32 }

// Withdraw has a fault: it forgets the limit.
//
//rtest:requires amount >= 0
//rtest:ensures ok ==> a.Balance >= -a.Limit
func Withdraw(a *Account, amount int32) (ok bool) {
	if a == nil || amount > a.Balance+2*a.Limit {
		return false
	}
	a.Balance -= amount
	return true
}

// An Interval is not empty.
//
//rtest:invariant self.From <= self.To
type Interval struct{ From, To int }

//rtest:ensures result == (a.From <= b.To && b.From <= a.To)
func Overlap(a, b Interval) bool { return max(a.From, b.From) <= min(a.To, b.To) }

// Intersect has a fault: intervals that are apart give one that is empty.
//
//rtest:ensures ok ==> result.From >= a.From && result.To <= a.To
func Intersect(a, b Interval) (result Interval, ok bool) {
	result = Interval{max(a.From, b.From), min(a.To, b.To)}
	return result, result.From <= result.To
}

//rtest:ensures len(result) == len(m)
func SortedKeys(m map[int]bool) []int {
	var keys []int
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

//rtest:ensures forall k in result: m[k] > 0
func Positive(m map[string]int) []string {
	var out []string
	for k, v := range m {
		if v > 0 {
			out = append(out, k)
		}
	}
	slices.Sort(out)
	return out
}

// A Level says how grave a message is.
type Level uint8

const (
	Debug Level = iota
	Info
	Error
)

//rtest:ensures result != ""
func (l Level) Name() string {
	switch l {
	case Debug:
		return "debug"
	case Info:
		return "info"
	case Error:
		return "error"
	}
	return "unknown"
}
