package value

import (
	"slices"
	"testing"
)

func TestCharacters(t *testing.T) {
	for _, c := range []struct {
		text string
		want []rune
	}{
		{"", []rune{}},
		{"aé", []rune{'a', 'é'}},
		{"a\xffb", []rune{'a', RawByte + 0xff, 'b'}},
		{"\xc3", []rune{RawByte + 0xc3}},
		{"\xe2\x82x", []rune{RawByte + 0xe2, RawByte + 0x82, 'x'}},
		{"\uFFFD\xff", []rune{0xFFFD, RawByte + 0xff}},
		{"\U0010FFFF", []rune{0x10FFFF}},
	} {
		got := Characters(c.text)
		if !slices.Equal(got, c.want) {
			t.Errorf("Characters(%q) = %x, want %x", c.text, got, c.want)
		}
		if back := Text(got); back != c.text {
			t.Errorf("Text(Characters(%q)) = %q", c.text, back)
		}
		n := 0
		for _, r := range got {
			n += CharacterLen(r)
		}
		if n != len(c.text) {
			t.Errorf("%q has %d bytes, its characters %d", c.text, len(c.text), n)
		}
	}
}
