package judge

import (
	"github.com/rtest-dev/rtest/internal/harness/rt/read"
	"github.com/rtest-dev/rtest/internal/search"
)

// Solutions of one shape differ only in numbers. If nothing keeps the memory of an input, the next input is made
// from it by writing the different numbers. An image of the memory shows changes by the code under test; then
// the input is built anew.

const (
	// variedFrom is the number of solutions of a shape after which the places of numbers are determined.
	variedFrom = 32
	// loopsShare is how many inputs of loops count as one there.
	loopsShare = 4
	// spoiledMost is the number of changed inputs of a job after which all others are built.
	spoiledMost = 64
)

// A varied is the input whose numbers are changed in place.
type varied struct {
	image *read.Image
	// stream is that of the input in memory and on the board, if ready is set.
	stream []int64
	ready  bool
	// shape is the shape of the last input; count is the number of its inputs or rows so far. places are the
	// places of its numbers, by index in the stream; tried says which of them were determined.
	shape  uint32
	count  int
	places []read.Place
	tried  []bool
	// nested says that the numbers of the current loops can be changed.
	nested bool
	// spoiled counts the inputs that the code under test has changed.
	spoiled int
}

// forget forgets where the memory of inputs is.
func (v *varied) forget() { v.shape, v.ready = 0, false }

// next notes that the next input has a shape. Loops count for many.
func (v *varied) next(row *search.Row, s *search.Span) {
	if v.shape != row.Shape {
		v.shape, v.count, v.ready, v.stream = row.Shape, 0, false, v.stream[:0]
		v.places, v.tried = append(v.places[:0], make([]read.Place, row.Length)...), append(v.tried[:0], make([]bool, row.Length)...)
	}
	v.count++
	if s.Loops != nil {
		v.count = max(v.count, s.Loops.Len()/loopsShare)
	}
}

// build builds the input of a stream. It returns false if the stream draws a value that does not exist.
func (w *Worker) build(stream []int64) bool {
	r := &w.Input
	r.Reset(stream, w.Target.Pairs)
	if w.Target.Apart {
		r.Slabs.Recycle()
	}
	w.count.varied.ready = false
	return w.C.Build(r)
}

// arrange makes the first input of a span in memory, of the one before it if that has the same shape, and
// notes its stream on the board. First it finds out where the numbers stand in which they differ, and those in
// which the inputs of the span do. It reports whether the input is there, and the number at the place of the span
// can be set; then nested says whether those of its loops can be, too.
func (w *Worker) arrange(row *search.Row, s *search.Span) bool {
	v, b := &w.count.varied, w.Board
	if v.next(row, s); v.count < variedFrom || len(s.Stream) == 0 {
		return false
	}
	if v.image == nil {
		v.image = read.NewImage(w.C.Inputs())
	}
	if v.nested = s.Loops != nil; v.nested {
		for _, i := range s.Loops.Places() {
			v.nested = w.place(s.Stream, int(i)).Known() && v.nested
		}
	}
	if s.Place >= 0 && !w.place(s.Stream, s.Place).Known() {
		v.ready = false
		return false
	}
	if v.ready && w.move(s.Stream) {
		return true
	}
	b.Lay(s.Stream)
	w.build(s.Stream)
	v.ready = v.image.Take(&w.Input)
	v.stream = append(v.stream[:0], s.Stream...)
	return v.ready
}

// place returns the place of the number at an index of the stream. If it was not known before, the memory no
// longer contains an input.
func (w *Worker) place(stream []int64, i int) *read.Place {
	v := &w.count.varied
	if !v.tried[i] {
		w.findPlace(stream, i)
	}
	return &v.places[i]
}

// findPlace determines the place of the number at an index of the stream.
func (w *Worker) findPlace(stream []int64, i int) {
	v := &w.count.varied
	v.tried[i] = true
	v.places[i] = v.image.Find(&w.Input, stream, i, func(s []int64) { w.build(s) })
}

// move makes the input of a stream of the one in memory. It reports whether it could.
func (w *Worker) move(stream []int64) bool {
	v := &w.count.varied
	was := v.stream[:len(stream)]
	for i, x := range stream {
		if was[i] == x {
			continue
		}
		p := w.place(stream, i)
		if !v.ready || !p.Known() {
			return false
		}
		p.Set(x)
		w.Board.Put(i, x)
		was[i] = x
	}
	w.Input.Stream = stream
	return true
}

// isSpoiled reports whether the code under test has changed the input. It is then to be built anew.
func (w *Worker) isSpoiled() bool {
	v := &w.count.varied
	if v.image.Same() {
		return false
	}
	v.spoiled++
	v.ready = false
	return true
}
