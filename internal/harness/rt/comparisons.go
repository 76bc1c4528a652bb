package rt

import "github.com/rtest-dev/rtest/internal/harness/rt/memory"

// Equal tells whether everything reachable from x and y is equal, as memory.Equal does.
func Equal(x, y any) bool { return memory.Equal(x, y) }

// EqualAll is Equal of the variables to which xs and ys point, as memory.EqualAll does.
func EqualAll(xs, ys []any, room bool) bool { return memory.EqualAll(xs, ys, room) }

// Same compares x and y as Go's == does, but for the twin, as memory.Same does.
func Same(x, y any) bool { return memory.Same(x, y) }
