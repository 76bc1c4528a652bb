package minimize

import (
	"math"

	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/value"
)

// Greatest returns the greatest magnitude of the integers of an input, also of those whose digits are in its texts. It returns
// the greatest uint64 if the input has fractions, or something that functions give.
func Greatest(roots []*decode.Node) (most uint64) {
	decode.Each(roots, func(n *decode.Node) {
		switch n.Shape.(type) {
		case *value.Int:
			most = max(most, form.Magnitude(n.Own[0]))
		case *value.String:
			most = max(most, greatestNumeral(n.Own[1:]))
		case *value.Float, *value.Complex, *value.Func, *value.Drawn:
			most = math.MaxUint64
		}
	})
	return most
}

// greatestNumeral returns the greatest number that digits of a text spell, or 10^18 for all that are greater.
func greatestNumeral(text []int64) (most uint64) {
	n := uint64(0)
	for _, c := range text {
		if c < '0' || c > '9' {
			n = 0
			continue
		}
		n = min(10*n+uint64(c-'0'), 1e18)
		most = max(most, n)
	}
	return most
}
