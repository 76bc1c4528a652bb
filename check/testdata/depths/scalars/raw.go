package scalars

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// Strings that are no UTF-8: bytes are characters too.

//rtest:chars "a\xa9\xc3é"
//rtest:requires forall r in s: r != 'é'
//rtest:ensures utf8.ValidString(result)
func Mend(s string) string { return strings.ToValidUTF8(s, "") }

//rtest:chars "a\xa9\xc3é"
//rtest:requires !utf8.Valid(s)
//rtest:ensures len(result) > len(s)
func Grow(s []byte) []byte { return bytes.ToValidUTF8(s, []byte("\uFFFD")) }

//rtest:chars "a\xa9\xc3é"
//rtest:requires len(s) >= 3 && len([]rune(s)) == 3
//rtest:ensures string([]rune(s)) == s
func Thrice(s string) {}

//rtest:chars "a\xa9\xc3é"
//rtest:ensures true
func OnlyRunes(s []rune) {}

//rtest:chars "a\xa9\xc3"
//rtest:requires strings.Contains(s, "é")
//rtest:ensures result != "é"
func Within(s string) string { return s[max(0, len(s)-2):] }

// The characters of the constant are the alphabet.
//
//rtest:ensures result
func Magic(s string) bool { return s != "a\xffb" }

// BOM looks for two bytes.
//
//rtest:ensures !result
func BOM(s []byte) bool { return len(s) > 1 && s[0] == 0xff && s[1] == 0xfe }

// Lost mistakes what is no UTF-8 for the character that stands for it.
//
//rtest:ensures result ==> utf8.ValidString(s)
func Lost(s string) bool {
	for _, r := range s {
		if r != utf8.RuneError {
			return false
		}
	}
	return s != ""
}
