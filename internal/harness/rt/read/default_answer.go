package read

import (
	"reflect"
	"runtime"
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// defaultAnswer returns the answer of a function without parameters when the depth is used up: nil
// for the zero value, or the first answer if zero is not among the answers.
func (q *Asked[A]) defaultAnswer(args A, strange bool) *recordedAnswer {
	stream, zero := q.defaultStream(args)
	switch {
	case zero:
		return nil
	case stream == nil && !strange:
		q.table.callbacks.Input.Dropped = true
		runtime.Goexit()
	case stream == nil:
		return nil
	}
	e := &recordedAnswer{args: memory.Snapshot(args), stream: stream, known: !strange}
	if !strange {
		q.table.entries = append(q.table.entries, e)
	}
	return e
}

// Strictly says that the zero value need not be among the answers.
func (q *Asked[A]) Strictly() { q.zeroMayBeMissing = true }

// defaultStream returns the stream of the answer when the depth is used up, or nil if there is
// none. zero reports that it is the zero value.
func (q *Asked[A]) defaultStream(args A) (stream []int64, zero bool) {
	if q.Ensure == nil && q.Valid == nil && !q.zeroMayBeMissing {
		return nil, true
	}
	a := q.table.answers()
	n := q.table.within(a)
	for i, s := range a.Streams[:n] {
		if q.isZero(a, i) && q.admits(args, a, i) {
			return s, true
		}
	}
	for i, s := range a.Streams[:n] {
		if q.admits(args, a, i) {
			return s, false
		}
	}
	return nil, false
}

// isZero reports whether the i-th answer is the zero value. It builds each answer once.
func (q *Asked[A]) isZero(a wire.Answers, i int) bool {
	return q.table.once(q.table.callbacks.known.zero, a, i, q.Zero)
}

// level returns the least depth whose bounds admit an answer. The n-th answer of a function without
// parameters has a level of n or more.
func (q *Asked[A]) level(a wire.Answers, i int64, e *recordedAnswer) int64 {
	level := int64(q.table.level(a, int(i)))
	if q.Zero == nil || q.Zero(e.reader()) {
		return level
	}
	if rest, zero := q.defaultStream(e.args.(A)); zero || !slices.Equal(rest, e.stream) {
		level = max(level, int64(len(q.table.entries)))
	}
	return level
}

// AllZero reports whether all the variables that the pointers point to are zero.
func AllZero(pointers ...any) bool {
	for _, p := range pointers {
		if !reflect.ValueOf(p).Elem().IsZero() {
			return false
		}
	}
	return true
}
