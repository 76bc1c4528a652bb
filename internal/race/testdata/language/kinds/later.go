package kinds

import "sync"

// A WrongLater races where one of its calls is interrupted after two of three steps. If it is after one, what the calls leave behind cannot be
// told from what they leave one after the other.
//
//rtest:via NewWrongLater, Put
//rtest:concurrent
type WrongLater struct {
	mu  sync.Mutex
	log []bool
	n   int
}

func NewWrongLater() *WrongLater { return &WrongLater{} }

func (w *WrongLater) Put(v bool) {
	w.add(v)
	w.add(v)
	if w.add(v) {
		w.n++
	}
}

func (w *WrongLater) add(v bool) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.log = append(w.log, v)
	return len(w.log) > 3 && w.log[0] == w.log[1] && w.log[1] != w.log[2]
}
