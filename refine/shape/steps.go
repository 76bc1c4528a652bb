package shape

import (
	"go/types"
	"iter"
	"slices"
	"strings"
	"unicode"
)

// Numbers of constructors and steps that are proposed.
const (
	maxConstructors = 4
	maxSteps        = 4
)

// askingCost exceeds the cost of all other arguments of a call, because a function argument has only constant
// answers there.
const askingCost = 100

// cheapestNames returns the names of the constructors that are cheapest to call, in their order.
func (s *shaper) cheapestNames(list []maker) []string {
	var named []Constructor
	for _, m := range list {
		named = append(named, Constructor{m.name, m.sig})
	}
	return Simplest(named, s.cost)
}

// A Constructor is a function that makes values of a type, with the name for calling it.
type Constructor struct {
	Name string
	Sig  *types.Signature
}

// A Cost returns the cost of calling a function. Ok is false if an argument cannot be made.
type Cost func(sig *types.Signature) (cost int, ok bool)

// Simplest returns the names of the few constructors that are cheapest to call, in their order.
func Simplest(list []Constructor, cost Cost) (names []string) {
	costs := map[string]int{}
	for _, m := range list {
		if cost, ok := cost(m.Sig); ok {
			costs[m.Name] = cost
			names = append(names, m.Name)
		}
	}
	if i := slices.IndexFunc(names, func(name string) bool { return costs[name] < askingCost }); i >= 0 {
		names = slices.DeleteFunc(names, func(name string) bool { return costs[name] >= askingCost })
	}
	order := slices.Clone(names)
	slices.SortStableFunc(names, func(a, b string) int { return costs[a] - costs[b] })
	names = names[:min(len(names), maxConstructors)]
	slices.SortFunc(names, func(a, b string) int { return slices.Index(order, a) - slices.Index(order, b) })
	return names
}

// cost returns the cost of calling a function. Ok is false if an argument cannot be made.
func (s *shaper) cost(sig *types.Signature) (cost int, ok bool) {
	return CostWith(sig, s.buildable)
}

// CostWith returns the Cost of a call whose arguments must be buildable.
func CostWith(sig *types.Signature, buildable func(types.Type) bool) (cost int, ok bool) {
	for v := range sig.Params().Variables() {
		switch v.Type().Underlying().(type) {
		case *types.Basic:
			cost++
		case *types.Signature:
			cost += askingCost
		case *types.Interface:
			cost += 3
		default:
			cost += 2
		}
		if !buildable(v.Type()) {
			return 0, false
		}
	}
	return cost, true
}

// changers returns the first words of names of methods that change their receiver, those that
// enlarge it first.
func changers() []string {
	return []string{
		"Add", "Put", "Push", "Insert", "Set", "Append", "Enqueue", "Write", "Store", "Inc", "Create", "Update",
		"Remove", "Delete", "Pop", "Dequeue", "Clear", "Reset", "Discard", "Dec", "Swap", "Merge", "Replace",
		"Advance", "Next", "Unread", "Seek", "Truncate", "Grow", "Toggle", "Flip", "Move", "Rotate", "Fill",
	}
}

// A step is a method proposed as a step.
type step struct {
	name string
	// rank is the index of the first word of its name among changers. exact means that the word is
	// the whole name.
	rank  int
	exact bool
	cost  int
}

// stepNames returns the names of at most maxSteps methods of a type that make other values from
// one, sorted. Of methods whose names begin with the same word it takes one, and none that only
// reads. Methods of a concrete type must have pointer receivers.
func (s *shaper) stepNames(n *types.Named) []string {
	usable := func(m *types.Func) bool { return m.Exported() || !s.foreign(m.Pkg()) }
	return Changing(n, n.Obj().Pkg() != nil && s.foreign(n.Obj().Pkg()), usable, s.cost)
}

// Changing returns the names of the steps proposed for a type, of its usable methods. Foreign means
// that the type belongs to another package.
func Changing(n *types.Named, foreign bool, usable func(*types.Func) bool, cost Cost) []string {
	best := map[string]step{}
	for m := range methodsOf(n) {
		if !usable(m) {
			continue
		}
		word := firstWord(m.Name())
		st, ok := stepOf(m, word, foreign, cost)
		old, known := best[word]
		if ok && (!known || st.before(old)) {
			best[word] = st
		}
	}
	var steps []step
	for _, st := range best {
		steps = append(steps, st)
	}
	slices.SortFunc(steps, func(a, b step) int {
		if a.rank != b.rank {
			return a.rank - b.rank
		}
		return strings.Compare(a.name, b.name)
	})
	var names []string
	for _, st := range steps[:min(len(steps), maxSteps)] {
		names = append(names, st.name)
	}
	slices.Sort(names)
	return names
}

// methodsOf returns the methods of an interface, or the methods of a type with pointer receivers.
func methodsOf(n *types.Named) iter.Seq[*types.Func] {
	if u, ok := n.Underlying().(*types.Interface); ok {
		return u.Methods()
	}
	return func(yield func(*types.Func) bool) {
		for m := range n.Methods() {
			if _, ok := types.Unalias(m.Signature().Recv().Type()).(*types.Pointer); ok && !yield(m) {
				return
			}
		}
	}
}

// stepOf describes a method as a step. Ok is false if it does not look like one or cannot be
// called.
func stepOf(m *types.Func, word string, foreign bool, costOf Cost) (st step, ok bool) {
	if m.Name() == "AppendBinary" || m.Name() == "AppendText" || strings.HasSuffix(m.Name(), "To") {
		return st, false // These add the value to something else.
	}
	rank := slices.Index(changers(), word)
	if rank < 0 && (m.Signature().Results().Len() > 0 || foreign || slices.Contains(idlers(), word)) {
		return st, false
	}
	if rank < 0 {
		rank = len(changers())
	}
	cost, ok := costOf(m.Signature())
	return step{m.Name(), rank, firstWord(m.Name()) == capital(m.Name()), cost}, ok
}

// before reports whether st is preferred to another step whose name begins with the same word.
func (st step) before(other step) bool {
	switch {
	case st.exact != other.exact:
		return st.exact
	case st.cost != other.cost:
		return st.cost < other.cost
	}
	return len(st.name) < len(other.name)
}

// idlers returns the first words of methods without results that act on something other than the
// receiver.
func idlers() []string {
	return []string{
		"Close", "Do", "Dump", "Each", "Exit", "Fatal", "For", "Format", "Listen", "Lock", "Log", "Notify", "Panic", "Print", "Range", "Run",
		"Serve", "Sleep", "Start", "Stop", "Unlock", "Visit", "Wait", "Walk",
	}
}

// firstWord returns the first word of a name in mixed caps, capitalized.
func firstWord(name string) string {
	runes := []rune(name)
	runes[0] = unicode.ToUpper(runes[0])
	i := 1
	for i < len(runes) && !unicode.IsUpper(runes[i]) {
		i++
	}
	return string(runes[:i])
}
