// Package terms is the algebra of laws: terms over a signature, and equations that rewrite them.
//
// It takes symbols and equations and returns normal forms and whether an equation follows from others.
// It does not depend on Go or on the meaning of the terms.
package terms

import (
	"encoding/binary"
	"slices"
)

// A Symbol is a function of a signature: Args are the sorts of its arguments.
type Symbol struct {
	Args []int
	Sort int
}

// A Term is a variable, the undefined value of a sort, or a symbol with arguments. Equal
// terms of one Bank are one pointer.
type Term struct {
	// Symbol is the index of a symbol, or Variable or Undefined.
	Symbol int
	// Slot identifies a variable.
	Slot int
	Args []*Term
	Sort int
	// Size is the number of symbols and variables, Depth the height of the tree.
	Size, Depth int
	// ID is the index of the term in its bank.
	ID int
	// vars are the slots of its variables, in order.
	vars []int
}

// The symbols of terms that have none of the signature.
const (
	Variable  = -1
	Undefined = -2
	// opaque is the symbol of constants that are greater than all symbols.
	opaque = -3
)

// Pattern is the first slot of variables for which equations have other terms. Those of
// lesser slots are constants where a term is rewritten.
const Pattern = 1 << 10

// free reports whether t is such a variable.
func free(t *Term) bool { return t.Symbol == Variable && t.Slot >= Pattern }

// Vars are the slots of the variables of the term, in the order of the slots.
func (t *Term) Vars() []int { return t.vars }

// A Bank makes terms, each once.
type Bank struct {
	Symbols []Symbol
	// few are the terms of at most three arguments, many the others.
	few  map[few]*Term
	many map[string]*Term
	kept int // how many
}

// few identifies a term of at most three arguments.
type few struct {
	symbol, slot, sort int32
	args               [3]int32
}

// NewBank returns a bank of terms over symbols.
func NewBank(symbols []Symbol) *Bank {
	return &Bank{Symbols: symbols, few: map[few]*Term{}, many: map[string]*Term{}}
}

// Var returns the variable of a slot.
func (b *Bank) Var(slot, sort int) *Term {
	return b.Keep(&Term{Symbol: Variable, Slot: slot, Sort: sort, Size: 1, Depth: 1, vars: []int{slot}})
}

// opaque returns a constant that stands for a variable and is greater than all symbols. The constant
// of a slot is also greater than small terms with the constant of a lower slot.
func (b *Bank) opaque(slot, sort int) *Term {
	return b.Keep(&Term{Symbol: opaque, Slot: slot, Sort: sort, Size: 16 << (slot % 8), Depth: 1})
}

// None returns the undefined value of a sort.
func (b *Bank) None(sort int) *Term {
	t := undefined(sort)
	return b.Keep(&t)
}

func undefined(sort int) Term { return Term{Symbol: Undefined, Sort: sort, Size: 1, Depth: 1} }

// Apply applies a symbol to arguments. The term is undefined if an argument is.
func (b *Bank) Apply(symbol int, args []*Term) *Term {
	if k := (few{symbol: int32(symbol), sort: int32(b.Symbols[symbol].Sort)}); len(args) <= 3 {
		if known := b.few[k.with(args)]; known != nil {
			return known
		}
	}
	t := &Term{}
	b.Loose(t, symbol, slices.Clone(args))
	return b.Keep(t)
}

// Loose makes of t what Apply returns. That is not in the bank until Keep is called with it.
func (b *Bank) Loose(t *Term, symbol int, args []*Term) {
	*t = Term{Symbol: symbol, Args: args, Sort: b.Symbols[symbol].Sort, Size: 1, Depth: 1}
	for _, a := range args {
		if a.Symbol == Undefined {
			*t = undefined(t.Sort)
			return
		}
		t.Size += a.Size
		t.Depth = max(t.Depth, a.Depth+1)
		t.vars = union(t.vars, a.vars)
	}
}

// Clone returns a copy of a term with arguments of its own.
func (t *Term) Clone() *Term {
	c := *t
	c.Args = slices.Clone(t.Args)
	return &c
}

// union returns the elements of two ordered lists, in order. Neither changes.
func union(a, b []int) []int {
	switch {
	case contains(a, b):
		return a
	case contains(b, a):
		return b
	}
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}

// contains reports whether an ordered list has all elements of another one.
func contains(a, b []int) bool {
	for _, v := range b {
		for len(a) > 0 && a[0] < v {
			a = a[1:]
		}
		if len(a) == 0 || a[0] != v {
			return false
		}
	}
	return true
}

// Keep returns the term of the bank that is equal to t. If there is none, it adds t.
func (b *Bank) Keep(t *Term) *Term {
	if len(t.Args) > 3 {
		return keep(b, b.many, many(t), t)
	}
	return keep(b, b.few, fewOf(t), t)
}

func keep[K comparable](b *Bank, in map[K]*Term, k K, t *Term) *Term {
	if known := in[k]; known != nil {
		return known
	}
	t.ID = b.kept
	in[k] = t
	b.kept++
	return t
}

// Known returns the term of the bank that is equal to t, or nil.
func (b *Bank) Known(t *Term) *Term {
	if len(t.Args) > 3 {
		return b.many[many(t)]
	}
	return b.few[fewOf(t)]
}

func fewOf(t *Term) few {
	return few{symbol: int32(t.Symbol), slot: int32(t.Slot), sort: int32(t.Sort)}.with(t.Args)
}

func (k few) with(args []*Term) few {
	k.args = [3]int32{-1, -1, -1}
	for i, a := range args {
		k.args[i] = int32(a.ID)
	}
	return k
}

// many identifies a term of more arguments.
func many(t *Term) string {
	key := binary.AppendVarint(make([]byte, 0, 32), int64(t.Symbol))
	for _, a := range t.Args {
		key = binary.AppendUvarint(key, uint64(a.ID))
	}
	return string(key)
}

// A Substitution gives terms for some variables.
type Substitution struct {
	slots []int
	terms []*Term
}

// Get returns the term of a variable, or nil.
func (s *Substitution) Get(slot int) *Term {
	for i, v := range s.slots {
		if v == slot {
			return s.terms[i]
		}
	}
	return nil
}

// Set gives a term for a variable that has none.
func (s *Substitution) Set(slot int, t *Term) {
	s.slots, s.terms = append(s.slots, slot), append(s.terms, t)
}

// clear makes s the empty substitution.
func (s *Substitution) clear() { s.slots, s.terms = s.slots[:0], s.terms[:0] }

// Substitute returns t with variables replaced; those that are not in s stay.
func (b *Bank) Substitute(t *Term, s *Substitution) *Term {
	if t.Symbol == Variable {
		if by := s.Get(t.Slot); by != nil {
			return by
		}
		return t
	}
	if len(t.vars) == 0 {
		return t
	}
	var room [3]*Term
	args := room[:0]
	for _, a := range t.Args {
		args = append(args, b.Substitute(a, s))
	}
	return b.Apply(t.Symbol, args)
}

// sizeWith returns the size of what Substitute returns.
func sizeWith(t *Term, s *Substitution) int {
	if t.Symbol == Variable {
		if by := s.Get(t.Slot); by != nil {
			return by.Size
		}
	}
	size := 1
	for _, a := range t.Args {
		size += sizeWith(a, s)
	}
	return size
}

// Match extends s so that the pattern becomes t. If it returns false, s cannot be used any more.
func Match(pattern, t *Term, s *Substitution) bool {
	if pattern.Sort != t.Sort {
		return false
	}
	if free(pattern) {
		if by := s.Get(pattern.Slot); by != nil {
			return by == t
		}
		s.Set(pattern.Slot, t)
		return true
	}
	if pattern.Symbol != t.Symbol || pattern.Size > t.Size || pattern.Symbol < 0 && pattern != t {
		return false
	}
	for i, p := range pattern.Args {
		if !Match(p, t.Args[i], s) {
			return false
		}
	}
	return true
}

// Compare orders terms totally: by size, then by their heads, with variables first, then by
// their arguments. Variables are taken for constants.
func Compare(s, t *Term) int {
	if s == t {
		return 0
	}
	if s.Size != t.Size {
		return s.Size - t.Size
	}
	if c := head(s) - head(t); c != 0 {
		return c
	}
	if s.Symbol < 0 && s.Slot != t.Slot {
		return s.Slot - t.Slot
	}
	for i := range s.Args {
		if c := Compare(s.Args[i], t.Args[i]); c != 0 {
			return c
		}
	}
	return s.Sort - t.Sort
}

// head has the undefined value before variables, these before symbols.
func head(t *Term) int {
	if t.Symbol == opaque {
		return 1 << 30
	}
	return t.Symbol
}

// Greater reports whether every instance of s is greater than the same instance of t in the order of
// Compare. It is a Knuth-Bendix order in which all symbols have the same weight.
func Greater(s, t *Term) bool {
	if s == t || s.Size < t.Size || !covers(s, t) {
		return false
	}
	if s.Size > t.Size {
		return true
	}
	switch {
	case free(s):
		return false
	case free(t):
		return s.Symbol >= 0 && slices.Contains(s.vars, t.Slot)
	case s.Symbol == Variable && t.Symbol == Variable:
		return s.Slot > t.Slot
	}
	if s.Symbol != t.Symbol {
		return head(s) > head(t)
	}
	for i := range s.Args {
		if s.Args[i] != t.Args[i] {
			return Greater(s.Args[i], t.Args[i])
		}
	}
	return false
}

// covers reports whether every variable occurs in s at least as often as in t.
func covers(s, t *Term) bool {
	for _, v := range t.vars {
		if v >= Pattern && occurrences(s, v) < occurrences(t, v) {
			return false
		}
	}
	return true
}

func occurrences(t *Term, slot int) int {
	if t.Symbol == Variable {
		if t.Slot == slot {
			return 1
		}
		return 0
	}
	n := 0
	if slices.Contains(t.vars, slot) {
		for _, a := range t.Args {
			n += occurrences(a, slot)
		}
	}
	return n
}
