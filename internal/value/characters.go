package value

import "unicode/utf8"

// RawByte is what a byte of a string is raised by that is no part of a
// character in UTF-8: such a byte is a character of its own, and none of
// Unicode's. The lowest byte of the number is the byte.
const RawByte rune = 0x110000

// Characters returns the characters of a text and, where it is no UTF-8, the
// bytes that are part of none, each raised by RawByte.
func Characters(text string) []rune {
	out := []rune{}
	for i, r := range text {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(text[i:]); size == 1 {
				r = RawByte + rune(text[i])
			}
		}
		out = append(out, r)
	}
	return out
}

// Text is the text of characters, raw bytes included.
func Text(chars []rune) string {
	var b []byte
	for _, c := range chars {
		b = AppendCharacter(b, c)
	}
	return string(b)
}

// AppendCharacter appends the encoding of a character, or a raw byte.
func AppendCharacter(b []byte, c rune) []byte {
	if c >= RawByte {
		return append(b, byte(c))
	}
	return utf8.AppendRune(b, c)
}

// CharacterLen is how many bytes a character takes.
func CharacterLen(c rune) int {
	if c >= RawByte {
		return 1
	}
	if n := utf8.RuneLen(c); n > 0 {
		return n
	}
	return utf8.RuneLen(utf8.RuneError)
}
