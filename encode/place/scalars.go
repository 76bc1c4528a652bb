package place

import (
	"fmt"
	"go/types"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rtest-dev/rtest/encode/layout"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/value"
)

// SpecialFloats is the least depth that has floating-point numbers other than multiples of one half:
// -0, NaN, the infinities and the extremes.
const SpecialFloats = 3

// float makes a choice among the multiples of one half within the depth and, from depth 3 on, the
// special numbers. It is a choice variable because the level of a value does not follow from its bits.
func (p *Placer) float(at spot, single bool) sym.Val {
	type leveled struct {
		v     float64
		level int
	}
	list := []leveled{{0, 0}}
	depth := p.depth
	if p.beyond != nil {
		depth = p.beyond.Within
	}
	for i := 1; i <= 2*depth; i++ {
		h := float64(i) / 2
		list = append(list, leveled{h, (i + 1) / 2}, leveled{-h, (i + 1) / 2})
	}
	if depth >= SpecialFloats {
		least, most := math.SmallestNonzeroFloat64, math.MaxFloat64
		if single {
			least, most = math.SmallestNonzeroFloat32, math.MaxFloat32
		}
		for _, v := range []float64{math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1), least, most} {
			list = append(list, leveled{v, SpecialFloats})
		}
	}
	if p.beyond != nil {
		near := func(v float64) bool {
			return slices.ContainsFunc(list, func(l leveled) bool { return math.Float64bits(l.v) == math.Float64bits(v) })
		}
		for _, v := range p.beyond.farFloats(single, near) {
			list = append(list, leveled{v, depth + 1})
		}
	}
	v := form.Var{Kind: form.Int64}
	for _, x := range list {
		v.Choice = append(v.Choice, form.Alt{Value: int64(math.Float64bits(x.v)), Level: int32(max(at.cost, x.level))})
	}
	t := p.B.Ref(int(p.add(at, v)))
	r := &sym.Numbers{}
	for _, x := range list {
		is := p.B.Eq(t, p.B.Constant(form.Int64, int64(math.Float64bits(x.v))))
		r.Alts = append(r.Alts, sym.Number{Guard: is, Value: complex(x.v, 0)})
	}
	return r
}

// wholeFloat makes any floating-point number. One NaN stands for all, because executions do not tell
// them apart.
func (p *Placer) wholeFloat(at spot, single bool) sym.Val {
	const infinity, negative = 0x7FF << 52, math.MinInt64
	nan := form.Uint64.NaN()
	v := form.Var{Kind: form.Uint64, Ascending: true, Level: int32(at.cost), Dom: []form.Span{{Lo: 0, Hi: infinity}, {Lo: nan, Hi: nan}, {Lo: negative, Hi: negative | infinity}}}
	x := p.B.Ref(int(p.add(at, v)))
	if !single {
		return &sym.Float{Bits: x}
	}
	y := p.B.Float(form.FConv, form.Uint32, x)
	p.Laws = append(p.Laws, p.B.Eq(p.B.Float(form.FConv, form.Uint64, y), x))
	return &sym.Float{Bits: y}
}

// string makes the length and the characters of a string, a []byte or a []rune.
func (p *Placer) string(s *value.String, at spot) sym.Val {
	elem := value.Ref{}
	alphabet := slices.Clone(s.Alphabet)
	slices.Sort(alphabet)
	alphabet = slices.Compact(alphabet)
	if s.Single {
		return p.single(s, at, alphabet)
	}
	if p.Options.Whole && !s.Fixed {
		return p.wholeString(s, at)
	}
	i, most, _ := p.lengths(at, elem, s.EmptyToo)
	var words [][]rune
	near := most
	if p.beyond != nil && (len(p.beyond.Words) > 0 || p.beyond.Composed != 0) {
		words, near, most = p.lexicon(s, i, at, alphabet)
	}
	others, plain := p.beyond.others(s, alphabet, words), alphabet
	switch {
	case len(alphabet) == 0:
		p.B.Vars[i].Choice = slices.DeleteFunc(p.B.Vars[i].Choice, func(a form.Alt) bool { return a.Value > 0 })
		most = 0
	case p.beyond != nil && (most > maxMixed || p.beyond.Even) && !isRunes(s.T):
		others, plain = ofWidth(others, alphabet[0]), ofWidth(alphabet, alphabet[0])
	}
	n := p.B.Ref(int(i))
	runes := make([]term.Term, most)
	for j := range runes {
		v := form.Var{Kind: form.Int32, Ascending: true, Level: int32(at.cost + j + 1)}
		set := characterSet(plain, others, words, j)
		if j >= near {
			// Only words are this long.
			set = characterSet(nil, nil, words, j)
		}
		v.Dom = spansOf(set)
		v.Default = int64(alphabet[0])
		if !slices.Contains(set, alphabet[0]) {
			v.Default = int64(set[0])
		}
		k := p.add(p.element(at, i, j, most, 1), v)
		runes[j], p.Letters[s] = p.pinnedRef(int(k)), append(p.Letters[s], k)
	}
	if !isRunes(s.T) {
		p.rawApart(n, runes, slices.Concat(plain, others))
	}
	if len(others) > 0 {
		p.strange(runes, plain)
	}
	if words != nil {
		p.spelling(n, runes, near, alphabet, words)
	}
	return p.characters(s.T, n, runes)
}

// wholeString makes the length and the bytes of a string, or its runes for []rune.
func (p *Placer) wholeString(s *value.String, at spot) sym.Val {
	i, most, _ := p.lengths(at, value.Ref{}, s.EmptyToo)
	dom := []form.Span{{Lo: 0, Hi: utf8.RuneSelf - 1}, {Lo: int64(value.RawByte) + utf8.RuneSelf, Hi: int64(value.RawByte) + 255}}
	if isRunes(s.T) {
		dom = []form.Span{form.Int32.Bounds()}
	}
	parts := make([]term.Term, most)
	for j := range parts {
		k := p.add(p.element(at, i, j, most, 1), form.Var{Kind: form.Int32, Ascending: true, Level: int32(at.cost + j + 1), Dom: dom})
		parts[j], p.Letters[s] = p.B.Ref(int(k)), append(p.Letters[s], k)
	}
	return p.characters(s.T, p.B.Ref(int(i)), parts)
}

// single makes the character of a string of length 1.
func (p *Placer) single(s *value.String, at spot, alphabet []rune) sym.Val {
	level := int32(at.cost)
	i := p.add(at, form.Var{Kind: form.Int64, Choice: []form.Alt{{Value: 1, Level: level, Size: 1}}, Default: 1})
	c := p.add(p.element(at, i, 0, 1, 0), form.Var{Kind: form.Int32, Ascending: true, Level: level, Dom: spansOf(alphabet), Default: int64(alphabet[0])})
	return p.characters(s.T, p.B.Ref(int(i)), []term.Term{p.B.Ref(int(c))})
}

// spansOf returns the ranges of a sorted list of characters.
func spansOf(list []rune) (dom []form.Span) {
	for _, r := range list {
		if k := len(dom); k > 0 && dom[k-1].Hi == int64(r)-1 {
			dom[k-1].Hi++
		} else {
			dom = append(dom, form.Span{Lo: int64(r), Hi: int64(r)})
		}
	}
	return dom
}

// characters returns the value of a string-like type made of the first n runes.
func (p *Placer) characters(t types.Type, n term.Term, runes []term.Term) sym.Val {
	zero := p.B.Number(0)
	if isRunes(t) {
		return p.window(n, zero, sym.Terms(runes), 1)
	}
	_, isSlice := t.Underlying().(*types.Slice)
	x := p.spell(n, runes)
	if !isSlice {
		return x
	}
	s := p.window(x.Length, zero, sym.Terms(x.Bytes), 1)
	if p.B.Eq(n, p.B.Number(-1)) == term.No {
		return s
	}
	empty := p.window(p.B.Number(-1), zero, sym.Terms(x.Bytes), 1)
	if s != sym.NilSequence {
		empty.Alts[0].Obj = s.Alts[0].Obj
	}
	return p.Merge(p.B.Eq(n, p.B.Number(-1)), empty, s)
}

// encodeCharacter returns string(r) for a character of an input, which may be a raw byte.
func (p *Placer) encodeCharacter(r term.Term) *sym.Text {
	if p.B.Nodes[r].Hi < int64(value.RawByte) {
		return p.EncodeRune(r)
	}
	raw := p.B.Le(p.B.Constant(form.Int32, int64(value.RawByte)), r)
	x := p.EncodeRune(p.B.Ite(raw, p.B.Constant(form.Int32, 0), r))
	x.Bytes[0] = p.B.Ite(raw, p.B.Conv(form.Uint8, r), x.Bytes[0])
	return x
}

// isRunes reports whether t is a []rune rather than a string or a []byte.
func isRunes(t types.Type) bool { return isSliceOf(t, form.Int32) }

// IsBytes reports whether t is a []byte rather than a string or a []rune.
func IsBytes(t types.Type) bool { return isSliceOf(t, form.Uint8) }

func isSliceOf(t types.Type, kind form.Kind) bool {
	slice, ok := t.Underlying().(*types.Slice)
	if !ok {
		return false
	}
	k, _ := layout.KindOf(slice.Elem())
	return k == kind
}

// spell returns the string of the first n runes. It is empty if n is negative.
func (p *Placer) spell(n term.Term, runes []term.Term) *sym.Text {
	zero := p.B.Number(0)
	x := &sym.Text{Length: zero}
	if p.unread {
		return x
	}
	single := true
	for _, r := range runes {
		single = single && (p.B.Nodes[r].Hi < utf8.RuneSelf || (p.Options.Whole || p.beyond != nil && p.beyond.Even) && p.oneByte(r))
	}
	for j, r := range runes {
		if single {
			x.Bytes = append(x.Bytes, p.B.Conv(form.Uint8, r))
			continue
		}
		c := p.encodeCharacter(r)
		c.Length = p.B.Ite(p.B.Le(p.B.Number(j+1), n), c.Length, zero)
		x = p.Concat(x, c)
	}
	if single {
		x.Length = p.B.Ite(p.B.Le(zero, n), n, zero)
		return x
	}
	x.Count, x.Chars, x.Apart = n, runes, p.apart(runes)
	return x
}

// apart reports whether no raw bytes among these characters can form a character. They do if one can begin
// it and one can end it.
func (p *Placer) apart(runes []term.Term) bool {
	begins, ends := false, false
	for _, r := range runes {
		n := p.B.Nodes[r]
		dom := []form.Span{{Lo: n.Lo, Hi: n.Hi}}
		if n.Op == form.Ref {
			dom = p.B.Vars[n.Val].Dom
		}
		has := func(lo, hi rune) bool {
			return slices.ContainsFunc(dom, func(d form.Span) bool {
				return d.Lo <= int64(value.RawByte+hi) && int64(value.RawByte+lo) <= d.Hi
			})
		}
		begins, ends = begins || has(0xC2, 0xF4), ends || has(0x80, 0xBF)
	}
	return !begins || !ends
}

// oneByte reports whether every value of a character is one byte: ASCII or a raw byte. Then the
// positions of later characters do not depend on it.
func (p *Placer) oneByte(r term.Term) bool {
	n := p.B.Nodes[r]
	return n.Op == form.Ref && !slices.ContainsFunc(p.B.Vars[n.Val].Dom, func(d form.Span) bool {
		return d.Hi >= utf8.RuneSelf && d.Lo < int64(value.RawByte)
	})
}

// key makes the key of a map whose length is variable i. Its value is read, because it must differ
// from the other keys. All keys of a map have the same variables.
func (p *Placer) key(s value.Shape, at spot, i int32) (sym.Val, error) {
	unread, keys := p.unread, p.keys
	p.unread, p.keys = false, true
	defer func() { p.unread, p.keys = unread, keys }()
	if p.beyond != nil {
		defer p.beyond.reseed(uint64(i))()
		at.parts = max(1, p.beyond.countedPlaces(s, map[value.Shape]int{}))
		if p.beyond.Whole {
			at.parts = p.beyond.Parts
		}
		if p.beyond.Full && textual(s, map[value.Shape]bool{}) {
			at.parts *= max(1, p.depth-at.cost)
		}
	}
	return p.make(s, at)
}

// mapping makes the number of entries and the entries of a map, with keys in ascending order.
func (p *Placer) mapping(s *value.Map, at spot) (sym.Val, error) {
	part := s.Key
	if !p.fits(s.Elem.Shape, at.cost+s.Elem.Step) {
		part = s.Elem
	}
	i, most, parts := p.lengths(at, part, true)
	// Nil comes before empty.
	c := p.B.Vars[i].Choice
	if len(c) > 1 {
		c[0], c[1] = c[1], c[0]
	}
	p.B.Vars[i].Default = c[0].Value
	n := p.B.Ref(int(i))
	t := &sym.Table{Type: s.T.Underlying().(*types.Map)}
	var before []int
	for j := range most {
		to := p.element(at, i, j, most, s.Key.Step)
		to.unlike = most
		to.name = at.name + ".key" + strconv.Itoa(j)
		start := len(p.B.Vars)
		k, err := p.key(s.Key.Shape, to, i)
		if err != nil {
			return nil, err
		}
		stop := len(p.B.Vars)
		to = p.element(at, i, j, most, s.Elem.Step)
		if parts != nil {
			to.parts = parts(j)
		}
		to.name = at.name + ".value" + strconv.Itoa(j)
		v, err := p.make(s.Elem.Shape, to)
		if err != nil {
			return nil, err
		}
		has := p.B.Le(p.B.Number(j+1), n)
		if j > 0 {
			p.Laws = append(p.Laws, p.B.Or(p.B.Not(has), p.ascending(before[0], start, stop-start)))
			if err := p.requireDistinct(p.alike(t.Entries, k, start, stop), k, has, at); err != nil {
				return nil, err
			}
		}
		before = []int{start, stop}
		t.Entries = append(t.Entries, sym.Entry{Has: has, Key: k, Val: v})
	}
	isNil := p.B.Eq(n, p.B.Number(-1))
	return &sym.Mapping{Alts: []sym.TableRef{{Guard: p.B.Not(isNil), Table: t}, {Guard: isNil}}}, nil
}

// alike returns the earlier entries whose keys may equal k although their streams are less than its
// own. k has the variables from start to stop. Integers, and composites of them, are equal only if
// their streams are. Among floats, 0 equals -0, which comes first of all.
func (p *Placer) alike(before []sym.Entry, k sym.Val, start, stop int) []sym.Entry {
	if end, ok := p.spelled(k, start); ok && end == stop {
		return nil
	}
	if _, ok := k.(*sym.Numbers); ok && stop-start == 1 {
		return before[:1]
	}
	return before
}

// spelled reports whether a value consists of the variables from next on, in their order, and nothing
// else. It returns the index after the last of them.
func (p *Placer) spelled(v sym.Val, next int) (int, bool) {
	switch v := v.(type) {
	case term.Term:
		if next < len(p.B.Vars) && v == p.B.Ref(next) {
			return next + 1, true
		}
		return next, p.B.Nodes[v].Op == form.Const
	case sym.Aggregate:
		for _, part := range v {
			ok := false
			if next, ok = p.spelled(part, next); !ok {
				return next, false
			}
		}
		return next, true
	}
	return next, false
}

// requireDistinct adds the law that a key, if the map has it, differs from those of other entries.
func (p *Placer) requireDistinct(others []sym.Entry, k sym.Val, has term.Term, at spot) error {
	for _, e := range others {
		same := p.Equal(e.Key, k)
		if u, ok := same.(*sym.Unknown); ok {
			if p.Options.Whole || u.Why == WhyCalls || strings.HasPrefix(u.Why, whyListed) {
				continue // The process finds out.
			}
			return fmt.Errorf("%s: the keys cannot be compared: %s", at.name, u.Why)
		}
		p.Laws = append(p.Laws, p.B.Or(p.B.Not(has), p.B.Not(same.(term.Term))))
	}
	if len(p.B.Nodes) > p.Options.MaxNodes {
		return ErrTooLarge
	}
	return nil
}

// ascending returns the condition that the stream of count variables from x on is strictly less than
// that from y on. Variables that are not realized have their defaults, which are equal in both.
func (p *Placer) ascending(x, y, count int) term.Term {
	r := term.No
	for j := count - 1; j >= 0; j-- {
		v, w := p.B.Ref(x+j), p.B.Ref(y+j)
		if p.B.Nodes[v].Kind == form.Bool {
			r = p.B.Or(p.B.And(p.B.Not(v), w), p.B.And(p.B.Eq(v, w), r))
			continue
		}
		r = p.B.Or(p.B.Lt(v, w), p.B.And(p.B.Eq(v, w), r))
	}
	return r
}
