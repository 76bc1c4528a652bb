package place

import (
	"go/types"
	"slices"
	"unicode/utf8"

	"github.com/rtest-dev/rtest/encode/layout"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/value"
)

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

// encodeCharacter returns string(r) for a character of an input, which may be a raw byte, and the rune that it is read as.
func (p *Placer) encodeCharacter(r term.Term) (*sym.Text, sym.Rune) {
	raw := p.B.Le(p.B.Constant(form.Int32, int64(value.RawByte)), r)
	x := p.EncodeRune(p.B.Ite(raw, p.B.Constant(form.Int32, 0), r))
	x.Bytes[0] = p.B.Ite(raw, p.B.Conv(form.Uint8, r), x.Bytes[0])
	return x, sym.Rune{Value: p.B.Ite(raw, p.B.Constant(form.Int32, utf8.RuneError), r), Width: x.Length}
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
	if single {
		for _, r := range runes {
			x.Bytes = append(x.Bytes, p.B.Conv(form.Uint8, r))
		}
		x.Length = p.B.Ite(p.B.Le(zero, n), n, zero)
		return x
	}
	var read []sym.Rune
	for j, r := range runes {
		c, as := p.encodeCharacter(r)
		read = append(read, as)
		c.Length = p.B.Ite(p.B.Le(p.B.Number(j+1), n), c.Length, zero)
		x = p.Concat(x, c)
	}
	x.Count, x.Chars = n, runes
	if p.apart(runes) {
		x.Runes = read
	}
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
