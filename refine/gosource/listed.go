package gosource

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// Listed returns the values of a shape made by Shapes as Go expressions of the file, in order, each
// of the shape's type.
func (f *File) Listed(l *value.Listed) []string {
	var out []string
	switch origin := l.Origin.(type) {
	case []refine.Expr:
		for _, e := range origin {
			out = append(out, f.Expr(e, func(*refine.Variable) string { return "" }, nil))
		}
	case refine.FuncSource:
		out = origin.Source(f.Type, f.Import, slices.Contains(l.Values, "nil"))
	default:
		f.fail("the values of %s were not made by Shapes", l.T)
	}
	return out
}
