package explain

import (
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// maxPanic is the greatest length of the text of a panic, in bytes.
const maxPanic = 16 << 10

// PanicText returns the text of the value of a panic: the runtime's text, or the literal of a value without a
// text of its own. Methods of the value may do anything, so they run on a goroutine of their own, for at most
// limit. Writing a literal always ends, so it has no limit.
func PanicText(pkg string, v any, limit time.Duration) string {
	if isLiteral(v) {
		return CutPanic(unmarked(Format(pkg, v)))
	}
	text := make(chan string, 1)
	go func() {
		s := fmt.Sprintf("(%T) whose text ends its goroutine", v)
		defer func() {
			if recover() != nil {
				s = fmt.Sprintf("(%T) whose text panics", v)
			}
			text <- s
		}()
		s = textOf(v)
	}()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case s := <-text:
		return CutPanic(s)
	case <-timer.C:
		return fmt.Sprintf("(%T) whose text does not end", v)
	}
}

// isLiteral reports whether v is shown by its literal.
func isLiteral(v any) bool {
	switch v.(type) {
	case error, fmt.Stringer, fmt.Formatter:
		return false
	}
	switch reflect.ValueOf(v).Kind() {
	case reflect.Struct, reflect.Pointer, reflect.Map, reflect.Slice, reflect.Func, reflect.Chan, reflect.Array:
		return true
	}
	return false
}

func textOf(v any) string {
	switch v := v.(type) {
	case nil:
		return "nil"
	case error:
		return v.Error()
	case fmt.Stringer:
		return v.String()
	case string:
		return v
	}
	return fmt.Sprintf("%v", v)
}

// unmarked removes the marks from a text.
func unmarked(s string) string {
	return wire.Marked(s, func(_, literal string) string { return literal })
}

// CutPanic shortens a long text of a panic.
func CutPanic(s string) string {
	if len(s) <= maxPanic {
		return s
	}
	return strings.ToValidUTF8(s[:maxPanic], "") + "…"
}
