package interval

import (
	"math"
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
)

// Allowed returns the keys of the domain of v whose level is at most level, as ascending spans that
// do not touch.
func Allowed(v *form.Var, level int32) []Interval {
	var spans []Interval
	for _, a := range v.Choice {
		if a.Level <= level {
			k := Key(v.Kind, a.Value)
			spans = append(spans, Of(k, k))
		}
	}
	if v.Level > level {
		return Merge(spans)
	}
	limit := All(v.Kind)
	if v.ByMagnitude && level < math.MaxInt32 {
		limit = limit.Meet(Of(Key(v.Kind, -int64(level)), Key(v.Kind, int64(level))))
		if v.Kind == form.Uint64 {
			limit = Of(Key(v.Kind, 0), Key(v.Kind, int64(level)))
		}
	}
	for _, s := range v.Dom {
		if m := limit.Meet(Of(Key(v.Kind, s.Lo), Key(v.Kind, s.Hi))); m.Lo <= m.Hi {
			spans = append(spans, m)
		}
	}
	return Merge(spans)
}

// Merge sorts spans in place and joins those that touch.
func Merge(spans []Interval) []Interval {
	slices.SortFunc(spans, func(a, b Interval) int {
		if a.Lo < b.Lo {
			return -1
		}
		return 1
	})
	out := spans[:0]
	for _, s := range spans {
		if n := len(out); n > 0 && (out[n-1].Hi == math.MaxInt64 || s.Lo <= out[n-1].Hi+1) {
			out[n-1].Hi = max(out[n-1].Hi, s.Hi)
			continue
		}
		out = append(out, s)
	}
	return out
}

// Extremes returns the keys of the values whose magnitude is exactly level.
func Extremes(v *form.Var, level int32) []int64 {
	var keys []int64
	for _, x := range [2]int64{int64(level), -int64(level)} {
		if v.Kind.Holds(x) && v.Kind.Magnitude(x) == uint64(level) {
			keys = append(keys, Key(v.Kind, x))
		}
	}
	return keys
}
