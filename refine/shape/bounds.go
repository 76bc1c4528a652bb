package shape

import (
	"cmp"
	"go/types"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// rangesFor returns the integers of a type that flags and directives fix, restricted to the type.
// It returns nil if the depth decides. A flag overrides a field's directive, which overrides the
// parameter's, then the function's, then the configuration.
func (s *shaper) rangesFor(t *types.Basic, at place) []value.Range {
	if s.opt.IntsFull {
		return fullRange(t)
	}
	if s.opt.Ints != nil {
		return restrictRanges(s.opt.Ints, t)
	}
	for _, b := range s.bounds(at) {
		if b.IntsFull {
			return fullRange(t)
		}
		if b.Ints != nil {
			return restrictRanges(b.Ints, t)
		}
	}
	if s.opt.DefaultInts != nil {
		return restrictRanges(s.opt.DefaultInts, t)
	}
	return nil
}

// bounds returns the bounds that apply at a place, the nearest first.
func (s *shaper) bounds(at place) []refine.Bounds {
	var out []refine.Bounds
	if at.field != nil {
		out = append(out, *at.field)
	}
	if b, ok := s.c.Bounds.PerParam[s.input]; ok {
		out = append(out, b)
	}
	return append(out, s.c.Bounds)
}

func fullRange(t *types.Basic) []value.Range {
	bits, unsigned := value.BitSize(t), value.Unsigned(t)
	if unsigned {
		// For 64 bits all ones is -1, the two's complement of the greatest number.
		return []value.Range{{Lo: 0, Hi: int64(uint64(math.MaxUint64) >> (64 - bits))}}
	}
	return []value.Range{{Lo: int64(math.MinInt64) >> (64 - bits), Hi: int64(math.MaxInt64) >> (64 - bits)}}
}

// restrictRanges restricts ranges of signed numbers to the type. The result is ascending and
// disjoint; it is empty, not nil, if nothing is left.
func restrictRanges(rs []value.Range, t *types.Basic) []value.Range {
	full := fullRange(t)[0]
	if bits, unsigned := value.BitSize(t), value.Unsigned(t); unsigned && bits == 64 {
		full.Hi = math.MaxInt64
	}
	sorted := slices.Clone(rs)
	slices.SortFunc(sorted, func(a, b value.Range) int { return cmp.Compare(a.Lo, b.Lo) })
	out := []value.Range{}
	for _, r := range sorted {
		r.Lo, r.Hi = max(r.Lo, full.Lo), min(r.Hi, full.Hi)
		if r.Lo > r.Hi {
			continue
		}
		if n := len(out); n > 0 && (out[n-1].Hi == math.MaxInt64 || r.Lo <= out[n-1].Hi+1) {
			out[n-1].Hi = max(out[n-1].Hi, r.Hi)
			continue
		}
		out = append(out, r)
	}
	return out
}

// maxAlphabet is the greatest size of an alphabet that no directive fixes.
const maxAlphabet = 8

// text returns the shape of a string type. Its characters come from a directive, or else are a, b and
// the characters of constants in the code.
func (s *shaper) text(t types.Type, at place) *value.String {
	charsOf := distinctRunes
	if sl, ok := t.Underlying().(*types.Slice); ok && sl.Elem().Underlying().(*types.Basic).Kind() == types.Int32 {
		charsOf = unicodeOnly
	}
	for _, b := range s.bounds(at) {
		if b.Chars != nil {
			return &value.String{T: t, Alphabet: charsOf(b.Chars), Fixed: true}
		}
	}
	rs := charsOf(append([]rune{'a', 'b'}, s.opt.Hints.Alphabet...))
	rs = rs[:min(len(rs), maxAlphabet)]
	if s.opt.ContractChars {
		rs = charsOf(append(rs, s.opt.Hints.ContractChars...))
	}
	return &value.String{T: t, Alphabet: rs}
}

// characterRanges returns the characters of an alphabet as numbers of a []byte or []rune. It
// returns nil if a character takes several bytes.
func characterRanges(alphabet []rune, elem *types.Basic) []value.Range {
	var all []value.Range
	for _, r := range slices.Sorted(slices.Values(alphabet)) {
		switch {
		case elem.Name() == "rune" || r < utf8.RuneSelf:
		case r >= value.RawByte:
			r -= value.RawByte
		default:
			return nil
		}
		all = append(all, value.Range{Lo: int64(r), Hi: int64(r)})
	}
	return all
}

// unicodeOnly is distinctRunes without raw bytes, which are not runes.
func unicodeOnly(rs []rune) []rune {
	return slices.DeleteFunc(distinctRunes(rs), func(r rune) bool { return r >= value.RawByte })
}

func distinctRunes(rs []rune) []rune {
	out := []rune{}
	for _, r := range rs {
		if !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	return out
}
