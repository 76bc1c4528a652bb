package check

import (
	"context"
	"strings"

	"github.com/rtest-dev/rtest/internal/form"
)

// witness returns the inputs of the first solution of a form, as "x = 7, y =
// 1"; empty where none is found, or what the engines cannot see rejects it.
func (l *loop) witness(ctx context.Context, f *form.Form) (string, error) {
	stream, err := l.Engine.First(ctx, f, l.until)
	if err != nil || stream == nil {
		return "", err
	}
	return l.described(ctx, stream)
}

// described returns the first input of a solution in that form; empty where a
// precondition rejects it.
func (l *loop) described(ctx context.Context, stream []int64) (string, error) {
	given, err := l.arguments(ctx, stream)
	var parts []string
	for _, a := range given {
		parts = append(parts, a.Name+" = "+a.Value)
	}
	return strings.Join(parts, ", "), err
}
