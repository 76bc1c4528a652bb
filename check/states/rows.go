package states

import (
	"context"
	"errors"
	"slices"

	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/value"
)

// rowArguments returns the arguments 0, 1, 2, … for the first integer or text that a step takes, as
// many as a walk has steps. Texts are one character each. The next integer takes the same values,
// in all combinations; other arguments are the least. Its form is nil if there is no integer or
// text.
func (b *Types) rowArguments(ctx context.Context, i, k int, c *Callee) (harness.Group, error) {
	g := harness.Group{Callee: k, Row: true}
	if !c.Step || b.builders[i].Facts.Depth >= 0 || c.depth >= 0 {
		return g, nil
	}
	shapes := slices.Clone(c.Shapes)
	at := 1 + slices.IndexFunc(shapes[1:], func(s value.Shape) bool { return rowShape(s) != nil })
	if at == 0 {
		return g, nil
	}
	shapes[at] = rowShape(shapes[at])
	for i, s := range shapes[at+1:] {
		if n, ok := s.(*value.Int); ok && rowShape(n) != nil {
			shapes[at+1+i] = rowShape(n)
			break
		}
	}
	opt := encode.Options{Depth: 0, Calls: b.boundedClassesFor(i), Limits: encode.Limits{MaxNodes: beyond.MaxNodes, MaxSteps: beyond.MaxSteps}}
	q, err := encode.Encode(ctx, encode.Inputs{Names: c.Contract.InputNames(), Shapes: shapes, Preds: c.executable.Preds, Vars: b.Vars}, opt)
	if errors.Is(err, encode.ErrTooLarge) {
		return g, nil
	}
	if err != nil {
		return g, err
	}
	g.Form = q.Form
	return g, nil
}

// rowCharacters are the characters of the texts in a row.
const rowCharacters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// rowShape returns the shape of an integer or text, or of an interface that holds one, with the
// values of a row. It returns nil for other shapes, and where a contract fixes the values.
func rowShape(s value.Shape) value.Shape {
	switch s := s.(type) {
	case *value.Int:
		if s.Ranges != nil {
			return nil
		}
		row := *s
		row.Ranges = []value.Range{{Lo: 0, Hi: walkSteps - 1}}
		return &row
	case *value.String:
		if s.Fixed {
			return nil
		}
		row := *s
		row.Alphabet, row.EmptyToo, row.Single = []rune(rowCharacters), false, true
		return &row
	case *value.Interface:
		row := *s
		row.Alts = slices.Clone(s.Alts)
		for i, a := range row.Alts {
			switch a.Shape.(type) {
			case *value.Int, *value.String:
				if of := rowShape(a.Shape); of != nil {
					row.Alts[i].Shape = of
					return &row
				}
			}
		}
	}
	return nil
}
