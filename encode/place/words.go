package place

import (
	"cmp"
	"go/types"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/value"
)

// maxWord is the greatest length of a word that is tried.
const maxWord = 200

// wordsOver returns the words that a string of the shape may be, and their variants with another
// character at one end.
func (o *outOfBounds) wordsOver(s *value.String, alphabet []rune) [][]rune {
	list := [][]rune{}
	add := func(w ...rune) {
		for _, r := range w {
			if s.Fixed && !slices.Contains(alphabet, r) || r >= value.RawByte && isRunes(s.T) {
				return
			}
		}
		if len(w) > 0 && len(w) <= maxWord {
			list = append(list, slices.Clone(w))
		}
	}
	for _, w := range o.texts(s, alphabet) {
		add(w...)
	}
	for _, word := range o.Words {
		w := value.Characters(word)
		if len(w) == 0 || o.Composed != 0 || len(alphabet) == 0 {
			continue
		}
		add(w...)
		if o.Exact {
			continue
		}
		add(w[:len(w)-1]...)
		add(append(slices.Clone(w), alphabet[0])...)
		add(append([]rune{alphabet[0]}, w...)...)
	}
	slices.SortFunc(list, func(a, b []rune) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), slices.Compare(a, b))
	})
	return o.portion(slices.CompactFunc(list, slices.Equal))
}

// portion returns every Portions-th text of the list, so that each portion has texts of all lengths.
func (o *outOfBounds) portion(list [][]rune) [][]rune {
	if o.Portions > 1 {
		some := [][]rune{}
		for i := o.Portion; i < len(list); i += o.Portions {
			some = append(some, list[i])
		}
		list = some
	}
	for _, w := range list {
		o.lexicon += len(w)
	}
	return list
}

// texts returns the composed texts of a shape. It makes them once.
func (o *outOfBounds) texts(s *value.String, alphabet []rune) [][]rune {
	if o.Composed == 0 || len(alphabet) == 0 {
		return nil
	}
	if list, ok := o.made[s]; ok {
		return list
	}
	o.made[s] = o.composed(s, alphabet)
	return o.made[s]
}

// lexicon restricts the length variable i to the lengths of words and those within the depth. It
// returns the words, the greatest length within the depth, and the greatest of all.
func (p *Placer) lexicon(s *value.String, i int32, at spot, alphabet []rune) (words [][]rune, near, most int) {
	if !p.beyond.Exact {
		near = max(0, min(p.beyond.Within-at.cost, at.parts))
	}
	words = p.beyond.wordsOver(s, alphabet)
	v := &p.B.Vars[i]
	v.Choice = slices.DeleteFunc(v.Choice, func(a form.Alt) bool { return a.Value > int64(near) })
	most = near
	for _, w := range words {
		if n := len(w); n > most {
			v.Choice = append(v.Choice, form.Alt{Value: int64(n), Level: int32(at.cost + n), Size: int32(n)})
			most = n
		}
	}
	return words, near, most
}

// others returns the characters that a string may have outside the bounds besides those of its
// alphabet.
func (o *outOfBounds) others(s *value.String, alphabet []rune, words [][]rune) []rune {
	if o == nil || s.Fixed || words != nil || len(alphabet) == 0 {
		return nil
	}
	var list []rune
	for _, r := range o.Chars {
		if !slices.Contains(alphabet, r) && (r < value.RawByte || !isRunes(s.T)) {
			list = append(list, r)
		}
	}
	for _, r := range o.Bytes {
		if IsBytes(s.T) && !slices.Contains(alphabet, r) && !slices.Contains(list, r) {
			list = append(list, r)
		}
	}
	if IsBytes(s.T) && !slices.Contains(alphabet, 0) && !slices.Contains(list, 0) {
		// Leading zero bytes vanish when bytes are read as a number.
		list = append(list, 0)
	}
	for _, r := range o.full(s.T) {
		if !slices.Contains(alphabet, r) && !slices.Contains(list, r) {
			list = append(list, r)
		}
	}
	return list
}

// full returns the characters that strings have with Full: the printable ones of ASCII, and all bytes for a
// []byte whose bytes the code divides.
func (o *outOfBounds) full(t types.Type) []rune {
	var list []rune
	for b := range rune(math.MaxUint8 + 1) {
		switch {
		case !o.Full:
		case ' ' <= b && b <= '~', IsBytes(t) && len(o.Bytes) > 0 && b < utf8.RuneSelf:
			list = append(list, b)
		case IsBytes(t) && len(o.Bytes) > 0:
			list = append(list, value.RawByte+b)
		}
	}
	return list
}

// maxMixed is the greatest length of a string outside the bounds whose characters differ in encoded
// length. In a longer one the position of each byte would depend on all earlier characters.
const maxMixed = 24

// ofWidth returns the characters whose encoding is as long as that of r.
func ofWidth(list []rune, r rune) []rune {
	var out []rune
	for _, c := range list {
		if value.CharacterLen(c) == value.CharacterLen(r) {
			out = append(out, c)
		}
	}
	return out
}

// strange adds the condition that an input is outside if a character is not in the alphabet.
func (p *Placer) strange(runes []term.Term, alphabet []rune) {
	for _, r := range runes {
		strange := term.Yes
		for _, c := range alphabet {
			strange = p.B.And(strange, p.B.Not(p.B.Eq(r, p.B.Constant(form.Int32, int64(c)))))
		}
		p.beyond.out = append(p.beyond.out, strange)
	}
}

// rawApart adds the law that consecutive raw bytes do not form the encoding of one of the other
// characters. That text is spelled with the character.
func (p *Placer) rawApart(n term.Term, runes []term.Term, chars []rune) {
	for _, c := range chars {
		if c < utf8.RuneSelf || c >= value.RawByte {
			continue
		}
		var raw []rune
		for _, b := range utf8.AppendRune(nil, c) {
			raw = append(raw, value.RawByte+rune(b))
		}
		if slices.ContainsFunc(raw, func(r rune) bool { return !slices.Contains(chars, r) }) {
			continue
		}
		for j := range max(0, len(runes)-len(raw)+1) {
			is := p.B.Le(p.B.Number(j+len(raw)), n)
			for k, r := range raw {
				is = p.B.And(is, p.B.Eq(runes[j+k], p.B.Constant(form.Int32, int64(r))))
			}
			p.Laws = append(p.Laws, p.B.Not(is))
		}
	}
}

// characterSet returns the characters that may be at index j, in ascending order.
func characterSet(alphabet, others []rune, words [][]rune, j int) []rune {
	set := slices.Concat(alphabet, others)
	for _, w := range words {
		if j < len(w) {
			set = append(set, w[j])
		}
	}
	slices.Sort(set)
	return slices.Compact(set)
}

// spelling adds the law that a string of n runes is a word, or has at most near characters of the
// alphabet. A string that is not the latter is outside.
func (p *Placer) spelling(n term.Term, runes []term.Term, near int, alphabet []rune, words [][]rune) {
	inside := p.B.Le(n, p.B.Number(near))
	for _, r := range runes {
		some := term.No
		for _, c := range alphabet {
			some = p.B.Or(some, p.B.Eq(r, p.B.Constant(form.Int32, int64(c))))
		}
		inside = p.B.And(inside, some)
	}
	law := inside
	for _, w := range words {
		is := p.B.Eq(n, p.B.Number(len(w)))
		for j, c := range w {
			is = p.B.And(is, p.B.Eq(runes[j], p.B.Constant(form.Int32, int64(c))))
		}
		law = p.B.Or(law, is)
	}
	p.Laws = append(p.Laws, law)
	p.beyond.out = append(p.beyond.out, p.B.Not(inside))
}
