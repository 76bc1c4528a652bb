package copied

import "sync"

// A WrongInner has a method of an embedded value that gets a copy of that value, called through an interface.
//
//rtest:via NewWrongInner, Size, Grow
//rtest:concurrent Size, Grow
type WrongInner struct {
	mu sync.Mutex
	in sizer
}

type sizer interface{ Size() int }

type inner struct{ n, m int }

func (i inner) Size() int { return 0 }

type outer struct {
	other int
	inner
}

// NewWrongInner returns a value.
func NewWrongInner() *WrongInner { return &WrongInner{in: &outer{}} }

// Size does not lock.
func (w *WrongInner) Size() int { return w.in.Size() }

// Grow locks.
func (w *WrongInner) Grow() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.in.(*outer).m++
}

// A RightInner changes only what the copy has not.
//
//rtest:via NewRightInner, Size, Grow
//rtest:concurrent Size, Grow
type RightInner struct {
	mu sync.Mutex
	in sizer
}

// NewRightInner returns a value.
func NewRightInner() *RightInner { return &RightInner{in: &outer{}} }

// Size does not lock.
func (r *RightInner) Size() int { return r.in.Size() }

// Grow locks.
func (r *RightInner) Grow() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.in.(*outer).other++
}

// A WrongLink is found behind an embedded pointer that changes.
//
//rtest:via NewWrongLink, Size, Turn
//rtest:concurrent Size, Turn
type WrongLink struct {
	mu sync.Mutex
	in sizer
}

type linked struct{ *inner }

// NewWrongLink returns a value.
func NewWrongLink() *WrongLink { return &WrongLink{in: &linked{&inner{}}} }

// Size does not lock.
func (w *WrongLink) Size() int { return w.in.Size() }

// Turn locks.
func (w *WrongLink) Turn() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.in.(*linked).inner = &inner{}
}

// A WrongHeld copies what a value in an interface points to.
//
//rtest:via NewWrongHeld, Size, Grow
//rtest:concurrent Size, Grow
type WrongHeld struct {
	mu sync.Mutex
	in sizer
}

// NewWrongHeld returns a value.
func NewWrongHeld() *WrongHeld { return &WrongHeld{in: linked{&inner{}}} }

// Size does not lock.
func (w *WrongHeld) Size() int { return w.in.Size() }

// Grow locks.
func (w *WrongHeld) Grow() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.in.(linked).n++
}

// A WrongNested embeds an interface, whose method gets a copy.
//
//rtest:via NewWrongNested, Grow, Size
//rtest:concurrent Grow, Size
type WrongNested struct {
	mu sync.Mutex
	sizer
}

// NewWrongNested returns a value.
func NewWrongNested() *WrongNested { return &WrongNested{sizer: &inner{}} }

// Grow locks.
func (w *WrongNested) Grow() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sizer.(*inner).n++
}

// A WrongChain calls a method promoted from an embedded interface.
//
//rtest:via NewWrongChain, Grow, Get
//rtest:concurrent Grow, Get
type WrongChain struct {
	mu sync.Mutex
	sizer
}

// NewWrongChain returns a value.
func NewWrongChain() *WrongChain { return &WrongChain{sizer: &inner{}} }

// Get does not lock.
func (w *WrongChain) Get() int { return w.Size() }

// Grow locks.
func (w *WrongChain) Grow() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sizer.(*inner).n++
}

// A WrongGeneric has a method of a generic type that gets a copy.
//
//rtest:via NewWrongGeneric, Size, Grow
//rtest:concurrent Size, Grow
type WrongGeneric struct {
	mu sync.Mutex
	in sizer
}

type generic[T any] struct {
	n T
	m int
}

func (g generic[T]) Size() int { return 1 }

// NewWrongGeneric returns a value.
func NewWrongGeneric() *WrongGeneric { return &WrongGeneric{in: &generic[int]{}} }

// Size does not lock.
func (w *WrongGeneric) Size() int { return w.in.Size() }

// Grow locks.
func (w *WrongGeneric) Grow() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.in.(*generic[int]).m++
}

// A RightOver overrides the method of what it embeds, by one that gets a pointer.
//
//rtest:via NewRightOver, Size, Grow
//rtest:concurrent Size, Grow
type RightOver struct {
	mu sync.Mutex
	in sizer
}

type over struct {
	generic[int]
	inner
}

func (o *over) Size() int { return 2 }

// NewRightOver returns a value.
func NewRightOver() *RightOver { return &RightOver{in: &over{}} }

// Size does not lock.
func (r *RightOver) Size() int { return r.in.Size() }

// Grow locks.
func (r *RightOver) Grow() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.in.(*over).inner.n++
	r.in.(*over).generic.n++
}

// A WrongParameter calls a method of a type parameter that is a pointer.
//
//rtest:via NewWrongParameter, Size, Grow
//rtest:concurrent Size, Grow
type WrongParameter struct {
	mu sync.Mutex
	in *inner
}

func sizeOf[S sizer](s S) int { return s.Size() }

// NewWrongParameter returns a value.
func NewWrongParameter() *WrongParameter { return &WrongParameter{in: &inner{}} }

// Size does not lock.
func (w *WrongParameter) Size() int { return sizeOf(w.in) }

// Grow locks.
func (w *WrongParameter) Grow() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.in.n++
}
