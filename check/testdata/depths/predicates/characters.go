package predicates

import "unicode/utf8"

// Strings read character by character, with characters of several bytes, and bytes that are part of none.

//rtest:chars "aé€\xff"
//rtest:requires oddPlaces(s) > 1
//rtest:ensures utf8.ValidString(s)
func OddPlaces(s string) {}

// oddPlaces counts é at odd positions, and bytes that are part of no character twice.
func oddPlaces(s string) (n int) {
	for i, r := range s {
		if r == utf8.RuneError {
			n += 2
		}
		if r == '€' {
			continue
		}
		if r == 'é' && i%2 == 1 {
			n++
		}
		if i > 5 {
			break
		}
	}
	return n
}

// The bytes of é form it where they stand together.
//
//rtest:chars "a\xa9\xc3é"
//rtest:requires equalPairs(s)%3 == 1
//rtest:ensures len(s) != 5
func EqualPairs(s string) {}

// equalPairs counts the pairs of equal characters, of which the second is not at the beginning.
func equalPairs(s string) (n int) {
	for _, r := range s {
		for j, q := range s {
			if r == q && j > 0 {
				n++
			}
		}
	}
	return n
}

//rtest:chars "aé\x80\xff"
//rtest:requires behind(s) > 1
//rtest:ensures s[1] != 'a'
func Behind(s string) {}

// behind adds up the positions of bytes that are part of no character, counted from the last é before them.
func behind(s string) (n int) {
	for i, r := range s {
		if r == 'é' {
			for j, x := range s[i:] {
				if x == utf8.RuneError {
					n += j
				}
			}
		}
	}
	return n
}

//rtest:chars "aé𝄞\xf0"
//rtest:requires lastRune([]rune(s)) == 'é' && len(s) > 5
//rtest:ensures s[0] == 'a'
func LastRune(s string) {}

func lastRune(rs []rune) rune {
	if len(rs) < 2 {
		return 0
	}
	return rs[len(rs)-1]
}
