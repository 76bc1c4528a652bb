package sync

import (
	"sync"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
)

// A Locker is that of the standard package.
type Locker = sync.Locker

// A Mutex is a lock.
type Mutex struct {
	object sched.Object
	locked bool
	holder *sched.Goroutine
}

// fresh forgets what another schedule left.
func (m *Mutex) fresh() {
	if m.object.Fresh() {
		m.locked = false
	}
}

// An unlocking waits until a Mutex is unlocked. It is a type of its own because what embeds a Mutex
// has all its methods.
type unlocking Mutex

// Ready implements sched.Waiter.
func (u *unlocking) Ready(*sched.Goroutine) bool {
	(*Mutex)(u).fresh()
	return !u.locked
}

// Awaits reports whether u waits for who holds a lock.
func (u *unlocking) Awaits(o *sched.Object, _ bool) bool { return o == &u.object }

// Lock locks m.
func (m *Mutex) Lock() { m.lock((*unlocking)(m)) }

// lock locks m after waiting.
func (m *Mutex) lock(wait sched.Waiter) {
	g := sched.Point(sched.Lock, wait)
	if g != nil {
		m.object.Locked(g)
		m.object.Acquire(g)
	}
	m.locked, m.holder = true, g
}

// TryLock locks m if it is not locked.
func (m *Mutex) TryLock() bool {
	g := sched.Point(sched.TryLock, nil)
	sched.Timely()
	m.fresh()
	if m.locked {
		if g != nil {
			m.object.Looked(g)
		}
		return false
	}
	if g != nil {
		m.object.Locked(g)
		m.object.Acquire(g)
	}
	m.locked, m.holder = true, g
	return true
}

// Unlock unlocks m.
func (m *Mutex) Unlock() {
	g := sched.Release(sched.Unlock, false, &m.object)
	m.fresh()
	if m.holder != g || !m.locked {
		sched.Timely()
	}
	if !m.locked {
		if sched.Unwinding() {
			return
		}
		panic("fatal error: sync: unlock of unlocked mutex")
	}
	if g != nil {
		m.object.Unlocked(g)
		m.object.Release(g)
	}
	m.locked = false
}

// An RWMutex is a lock that many readers may hold at once. A writer that waits keeps new readers
// out.
type RWMutex struct {
	object  sched.Object
	writer  Mutex
	readers int
	// pending means that a writer holds the lock, or waits for readers.
	pending bool
}

func (m *RWMutex) fresh() {
	if m.object.Fresh() {
		m.readers, m.pending = 0, false
	}
}

// A reading waits until no writer holds the lock, or waits for it.
type reading RWMutex

// Ready implements sched.Waiter.
func (r *reading) Ready(*sched.Goroutine) bool {
	(*RWMutex)(r).fresh()
	return !r.pending
}

// Awaits reports whether r waits for who holds a lock.
func (r *reading) Awaits(o *sched.Object, shared bool) bool { return !shared && o == &r.object }

// A writing waits until no reader holds the lock.
type writing RWMutex

// Ready implements sched.Waiter.
func (w *writing) Ready(*sched.Goroutine) bool {
	(*RWMutex)(w).fresh()
	return w.readers == 0
}

// An entering waits until no writer holds the lock.
type entering RWMutex

// Ready implements sched.Waiter.
func (e *entering) Ready(*sched.Goroutine) bool { return (*unlocking)(&e.writer).Ready(nil) }

// Awaits reports whether e waits for who holds a lock, or then for readers.
func (e *entering) Awaits(o *sched.Object, shared bool) bool {
	return o == &e.writer.object || shared && o == &e.object
}

// RLock locks m for reading.
func (m *RWMutex) RLock() {
	if g := sched.Point(sched.RLock, (*reading)(m)); g != nil {
		m.object.Counted(g)
		m.object.Acquire(g)
	}
	m.readers++
}

// TryRLock locks m for reading if no writer holds it, or waits.
func (m *RWMutex) TryRLock() bool {
	g := sched.Point(sched.TryRLock, nil)
	sched.Timely()
	m.fresh()
	if m.pending {
		if g != nil {
			m.object.Looked(g)
		}
		return false
	}
	if g != nil {
		m.object.Counted(g)
		m.object.Acquire(g)
	}
	m.readers++
	return true
}

// RUnlock undoes one RLock.
func (m *RWMutex) RUnlock() {
	g := sched.Release(sched.RUnlock, true, &m.object)
	m.fresh()
	if m.readers == 0 {
		if sched.Unwinding() {
			return
		}
		sched.Timely()
		if g != nil {
			m.object.Looked(g)
		}
		panic("fatal error: sync: RUnlock of unlocked RWMutex")
	}
	if g != nil {
		m.object.Counted(g)
		m.object.ReleaseShared(g)
	}
	m.readers--
}

// Lock locks m for writing.
func (m *RWMutex) Lock() {
	m.writer.lock((*entering)(m))
	m.fresh()
	m.pending = true
	g := sched.Current()
	if m.readers > 0 {
		if g != nil {
			m.object.Locked(g)
		}
		g = sched.Point(sched.WaitForReaders, (*writing)(m))
	}
	if g != nil {
		if m.pending {
			m.object.Locked(g)
		} else { // Another goroutine has given up the lock for which this one waits: nobody holds it.
			m.object.Changed(g)
		}
		m.object.Acquire(g)
		m.object.AcquireShared(g)
	}
}

// TryLock locks m for writing if nobody holds it.
func (m *RWMutex) TryLock() bool {
	g := sched.Point(sched.TryLock, nil)
	sched.Timely()
	m.fresh()
	m.writer.fresh()
	if m.pending || m.readers > 0 || m.writer.locked {
		if g != nil {
			m.object.Looked(g)
		}
		return false
	}
	m.pending, m.writer.locked = true, true
	if g != nil {
		m.writer.object.Locked(g)
		m.object.Locked(g)
		m.object.Acquire(g)
		m.object.AcquireShared(g)
	}
	return true
}

// Unlock unlocks m for writing.
func (m *RWMutex) Unlock() {
	g := sched.Release(sched.Unlock, false, &m.object, &m.writer.object)
	m.fresh()
	if !m.pending {
		if sched.Unwinding() {
			return
		}
		sched.Timely()
		panic("fatal error: sync: Unlock of unlocked RWMutex")
	}
	if g != nil {
		m.object.Unlocked(g)
		m.object.Release(g)
	}
	m.pending = false
	m.writer.release(g)
}

// release unlocks m as part of another step.
func (m *Mutex) release(g *sched.Goroutine) {
	m.fresh()
	if m.holder != g {
		sched.Timely()
	}
	if g != nil {
		m.object.Locked(g)
		m.object.Release(g)
	}
	m.locked = false
}

// RLocker returns a Locker that locks m for reading.
func (m *RWMutex) RLocker() Locker { return (*rlocker)(m) }

type rlocker RWMutex

// Lock and Unlock implement Locker.
func (r *rlocker) Lock() { (*RWMutex)(r).RLock() }

// Unlock implements Locker.
func (r *rlocker) Unlock() { (*RWMutex)(r).RUnlock() }

// Holders counts the goroutines that hold a lock, 0 or 1. It is no method because what embeds a lock has all its methods.
func Holders(m *Mutex) int {
	if m.fresh(); m.locked {
		return 1
	}
	return 0
}

// HoldersOf counts the goroutines that hold a lock, for reading or writing.
func HoldersOf(m *RWMutex) int {
	m.fresh()
	return m.readers + Holders(&m.writer)
}
