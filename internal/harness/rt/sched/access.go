package sched

import "unsafe"

// R is called before a variable is read, at a site of the rewritten code; it returns p.
func R[T any](p *T, site int32) *T {
	if the.cur != nil {
		the.access(unsafe.Pointer(p), unsafe.Sizeof(*p), Read, site)
	}
	return p
}

// W is called before a variable is written; it returns p.
func W[T any](p *T, site int32) *T {
	if the.cur != nil {
		the.access(unsafe.Pointer(p), unsafe.Sizeof(*p), Write, site)
	}
	return p
}

// A Place is a variable to which rewritten code assigns.
type Place[T any] struct {
	p    *T
	site int32
}

// P returns the place of a variable.
func P[T any](p *T, site int32) Place[T] { return Place[T]{p, site} }

// Set assigns to the variable.
func (p Place[T]) Set(v T) { *W(p.p, p.site) = v }

// Get reads the variable.
func (p Place[T]) Get() T { return *R(p.p, p.site) }

// Of returns a value as one of the type of the variable.
func (Place[T]) Of(v T) T { return v }

// Given is called before a return statement writes a value into the variable; it returns the value.
func (p Place[T]) Given(v T) T {
	W(p.p, p.site)
	return v
}

// A Map is a map that rewritten code reads and writes. All its elements count as one variable.
type Map[K comparable, V any] struct {
	m    map[K]V
	site int32
}

// M returns what rewritten code reads and writes a map with.
func M[K comparable, V any](m map[K]V, site int32) Map[K, V] { return Map[K, V]{m, site} }

func (m Map[K, V]) access(kind Kind) {
	if the.cur != nil && m.m != nil {
		the.access(*(*unsafe.Pointer)(unsafe.Pointer(&m.m)), 1, kind, m.site)
	}
}

// Get returns an element.
func (m Map[K, V]) Get(k K) V {
	m.access(Read)
	return m.m[k]
}

// Get2 returns an element, and whether it is there.
func (m Map[K, V]) Get2(k K) (V, bool) {
	m.access(Read)
	v, ok := m.m[k]
	return v, ok
}

// Set sets an element.
func (m Map[K, V]) Set(k K, v V) {
	m.access(Write)
	m.m[k] = v
}

// Delete removes an element.
func (m Map[K, V]) Delete(k K) {
	m.access(Write)
	delete(m.m, k)
}

// Clear removes all elements.
func (m Map[K, V]) Clear() {
	m.access(Write)
	clear(m.m)
}

// Len returns the number of elements.
func (m Map[K, V]) Len() int {
	m.access(Read)
	return len(m.m)
}

// A shadow knows the accesses to memory of a schedule.
type shadow struct {
	words
	// points are the sites that are steps of their own, because they race.
	points map[int32]bool
	// unlocks means that UnlockSite is one of them, owns that OwnSite is, and alarms that AlarmSite is.
	unlocks, owns, alarms bool
	// races are the pairs of sites that were found to race in this schedule.
	races []Race
	// routes are those to methods that were called by name. held is the access of a method whose value is taken.
	routes map[methodKey]route
	held   func()
}

// A word has the accesses to eight bytes of memory. It keeps the memory alive, so that no other variable gets
// the same address within the schedule.
type word struct {
	at       uintptr
	p        unsafe.Pointer
	accesses []access
	object   Object
	// atomics are for the variables at its beginning and in its middle that are used atomically.
	atomics [2]Object
}

// An access is one access to the bytes from lo up to hi of a word.
type access struct {
	lo, hi uint8
	kind   Kind
	g      int
	time   uint32
	site   int32
	call   int
	stack  []uintptr
}

// A Race is two accesses without an order, at least one of which writes.
type Race struct {
	First, Second         Kind
	FirstSite, SecondSite int32
	FirstBy, SecondBy     int
	FirstSeq, SecondSeq   int
	FirstCall, SecondCall int
	// The stacks are known only while steps are recorded.
	FirstStack, SecondStack []uintptr
}

// mostWords bounds the watched words of one large variable.
const mostWords = 64

func (m *shadow) reset() {
	m.words.reset()
	m.races = m.races[:0]
}

// access accounts for an access of the running goroutine.
func (s *Scheduler) access(p unsafe.Pointer, size uintptr, kind Kind, site int32) {
	if s.visits++; s.visits&(1<<14-1) == 0 {
		s.progress.Add(1)
	}
	if s.killing || s.hasty || size == 0 || s.quiet && len(s.gs) == 1 && s.noted == nil {
		return // Before any other goroutine begins, nothing can race.
	}
	g, m := s.cur, &s.memory
	if kind == Write {
		g.rounds, s.vain = 0, 0
	}
	from := uintptr(p)
	if m.points[site] {
		s.point(g, Op{Kind: kind, Site: site}, nil)
		s.depend(g, &m.word(from>>3, p).object, kind)
		spins := g.spins
		for at := from>>3 + 1; at<<3 < from+min(size, mostWords*8); at++ {
			s.depend(g, &m.word(at, p).object, kind)
		}
		g.spins = spins // It is one step, however many words it concerns.
	}
	s.mark(g, p, size, access{kind: kind, site: site})
}

// depend accounts for a step of the running goroutine that concerns an object.
func (s *Scheduler) depend(g *Goroutine, o *Object, kind Kind) {
	if kind == Write {
		s.changed(g, o)
	} else {
		s.looked(g, o)
	}
}

// mark remembers an access to all words of a variable, and looks for races.
func (s *Scheduler) mark(g *Goroutine, p unsafe.Pointer, size uintptr, a access) {
	if s.hasty {
		return
	}
	a.g, a.time, a.call = g.id, g.clock[g.id], g.call
	if s.recording {
		a.stack = callers(4)
		s.note(a.stack)
	}
	from := uintptr(p)
	end := from + min(size, mostWords*8)
	for at := from; at < end; at = (at>>3 + 1) << 3 {
		a.lo, a.hi = uint8(at&7), 8
		if left := end - at&^7; left < 8 {
			a.hi = uint8(left)
		}
		s.memory.word(at>>3, p).check(s, g, a)
	}
}

// check looks for races of an access with those before, and remembers it.
func (w *word) check(s *Scheduler, g *Goroutine, a access) {
	same := -1
	for i := range w.accesses {
		b := &w.accesses[i]
		if b.g == a.g {
			if b.lo == a.lo && b.hi == a.hi && b.kind == a.kind && (b.site < 0) == (a.site < 0) {
				same = i
			}
			continue
		}
		if !s.unwatched && b.lo < a.hi && a.lo < b.hi && b.time > g.clock.at(b.g) && conflict(a, *b) {
			s.memory.races = append(s.memory.races, Race{
				First: b.kind, Second: a.kind, FirstSite: b.site, SecondSite: a.site, FirstBy: b.g, SecondBy: a.g, FirstSeq: s.gs[b.g].sequence, SecondSeq: g.sequence,
				FirstCall: b.call, SecondCall: g.call, FirstStack: b.stack, SecondStack: a.stack,
			})
		}
	}
	if same >= 0 {
		w.accesses[same] = a
		return
	}
	w.accesses = append(w.accesses, a)
}

// Atomic returns the state of a variable that is used atomically, and records an access of the given size to it.
// Its caller is at a step with it.
func Atomic(p unsafe.Pointer, size uintptr, kind Kind) *Object {
	s := the
	s.mark(s.cur, p, size, access{kind: kind, site: AtomicSite})
	at := uintptr(p)
	return &s.memory.word(at>>3, p).atomics[at>>2&1]
}

// Beside accounts for a step that must be ordered with others of the same object: the first Add of a wait group with its
// Wait.
func Beside(p unsafe.Pointer, kind Kind) {
	the.mark(the.cur, p, 1, access{kind: kind, site: OtherSite})
}

// Inspect accounts for a caller that reads what a call has returned.
func Inspect(p unsafe.Pointer, size uintptr) {
	if the.cur != nil && !the.killing && size > 0 {
		the.mark(the.cur, p, size, access{kind: Inspection, site: OtherSite})
	}
}

// AtomicSite is the site of accesses by package atomic. They do not race with each other. UnlockSite is the site
// of steps that give up a lock, OtherSite that of steps that are not accesses in rewritten code. OwnSite says that code sees which
// goroutine runs it, AlarmSite that each step has a point before which an alarm may ring.
const (
	AtomicSite = -1
	UnlockSite = -2
	OtherSite  = -3
	OwnSite    = -4
	AlarmSite  = -5
)

// conflict reports whether two accesses to the same memory must be ordered.
func conflict(a, b access) bool {
	if a.kind == Wait || b.kind == Wait {
		return a.kind == Add || b.kind == Add
	}
	return (a.kind == Write || b.kind == Write) && (a.site != AtomicSite || b.site != AtomicSite)
}

// An Element is the element of a map to which rewritten code assigns.
type Element[K comparable, V any] struct {
	m Map[K, V]
	k K
}

// At returns the element of a key.
func (m Map[K, V]) At(k K) Element[K, V] { return Element[K, V]{m, k} }

// Set sets the element.
func (e Element[K, V]) Set(v V) { e.m.Set(e.k, v) }

// Get returns the element.
func (e Element[K, V]) Get() V { return e.m.Get(e.k) }

// Of returns a value as one of the type of the element.
func (Element[K, V]) Of(v V) V { return v }

// A Discard drops what is assigned to it.
type Discard struct{}

// Set drops a value.
func (Discard) Set(any) {}

// Of returns a value.
func (Discard) Of(v any) any { return v }

// A Variable is a variable that is not shared.
type Variable[T any] struct{ p *T }

// V returns the variable at p.
func V[T any](p *T) Variable[T] { return Variable[T]{p} }

// Set assigns to the variable.
func (v Variable[T]) Set(x T) { *v.p = x }

// Of returns a value as one of the type of the variable.
func (Variable[T]) Of(v T) T { return v }

// Words are the words of memory to which there were accesses in a schedule, by address.
type words struct {
	slots []slot
	epoch uint32
	// all are used again by the next schedule; the first ones are those of this one.
	all  []*word
	used int
}

// A slot has a word in the schedule of an epoch.
type slot struct {
	at    uintptr
	epoch uint32
	word  *word
}

// reset forgets all words.
func (m *words) reset() {
	m.epoch++
	for _, w := range m.all[:m.used] {
		w.p, w.accesses = nil, w.accesses[:0]
	}
	m.used = 0
}

// word returns the word at an address, which is that of p or one behind it.
func (m *words) word(at uintptr, p unsafe.Pointer) *word {
	if 2*m.used >= len(m.slots) {
		m.grow()
	}
	s := m.find(at)
	if s.epoch == m.epoch {
		return s.word
	}
	if m.used == len(m.all) {
		m.all = append(m.all, new(word))
	}
	w := m.all[m.used]
	m.used++
	w.at, w.p = at, p
	*s = slot{at, m.epoch, w}
	return w
}

func (m *words) grow() {
	m.slots = make([]slot, max(2*len(m.slots), fewest))
	m.epoch = 1
	for _, w := range m.all[:m.used] {
		*m.find(w.at) = slot{w.at, m.epoch, w}
	}
}

// find returns the slot of an address, or the one where it goes.
func (m *words) find(at uintptr) *slot {
	mask := uint64(len(m.slots) - 1)
	for i := uint64(at) * 0x9e3779b97f4a7c15 >> 20; ; i++ {
		if s := &m.slots[i&mask]; s.at == at || s.epoch != m.epoch {
			return s
		}
	}
}
