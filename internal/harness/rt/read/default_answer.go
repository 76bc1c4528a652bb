package read

import (
	"reflect"
	"runtime"
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// rest returns the answer of a function without parameters when the depth is used up: nil for the
// zero value, or the first answer if zero is not among the answers.
func (q *Asked[A]) rest(args A, strange bool) *answered {
	stream, zero := q.resting(args)
	switch {
	case zero:
		return nil
	case stream == nil && !strange:
		q.table.asking.Input.Dropped = true
		runtime.Goexit()
	case stream == nil:
		return nil
	}
	e := &answered{args: memory.Snapshot(args), stream: stream, known: !strange}
	if !strange {
		q.table.entries = append(q.table.entries, e)
	}
	return e
}

// Strictly says that the zero value need not be among the answers.
func (q *Asked[A]) Strictly() { q.strict = true }

// resting returns the stream of the answer when the depth is used up, or nil if there is none. zero
// reports that it is the zero value.
func (q *Asked[A]) resting(args A) (stream []int64, zero bool) {
	if q.Ensure == nil && q.Valid == nil && !q.strict {
		return nil, true
	}
	a := q.table.answers()
	for i, s := range a.Streams[:q.table.within(a)] {
		switch {
		case !q.admits(args, a, i):
		case q.Zero((&answered{stream: s}).reader()):
			return s, true
		case stream == nil:
			stream = s
		}
	}
	return stream, false
}

// level returns the least depth whose bounds admit an answer. The n-th answer of a function without
// parameters has a level of n or more.
func (q *Asked[A]) level(a wire.Answers, i int64, e *answered) int64 {
	level := int64(q.table.level(a, int(i)))
	if q.Zero == nil || q.Zero(e.reader()) {
		return level
	}
	if rest, zero := q.resting(e.args.(A)); zero || !slices.Equal(rest, e.stream) {
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
