package value

import "unicode/utf8"

// RawByte is added to a byte of a string that is not part of a UTF-8 character. Such a byte counts
// as a character of its own, outside Unicode. The lowest byte of the sum is the byte.
const RawByte rune = 0x110000

// Characters returns the characters of a text. Bytes that are not part of a UTF-8 character have
// RawByte added.
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

// Text returns the text of characters, including raw bytes.
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

// CharacterLen returns how many bytes a character takes.
func CharacterLen(c rune) int {
	if c >= RawByte {
		return 1
	}
	if n := utf8.RuneLen(c); n > 0 {
		return n
	}
	return utf8.RuneLen(utf8.RuneError)
}
