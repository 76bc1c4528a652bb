package beyond

import "slices"

// shortLength is the greatest length of short texts.
const shortLength = 2

// askShort asks for short texts of characters that the alphabet has no room for, and of those that
// only the contract mentions, because they matter there. If bytes are numbers, texts of two bytes are
// as many as those of one: one byte often says what the next one means.
func askShort(q *asker) {
	h := q.target.Hints
	if q.target.Textual == 0 || len(h.ContractChars)+len(h.MoreChars)+len(h.UnusualChars) == 0 && !q.target.Binary {
		return
	}
	b := q.base
	b.Chars = slices.Concat(h.ContractChars, h.MoreChars, h.UnusualChars)
	for i := range shortLength {
		count := q.share
		if !q.target.Binary {
			count /= i + 1
		}
		q.add(i+1, count, b).short = true
	}
}

// askBroken asks for texts that are not valid UTF-8.
func askBroken(q *asker) {
	if q.target.Textual > 0 {
		b := q.base
		b.Words = notUTF8()
		q.add(q.depth, min(q.share, 4*len(b.Words)), b).Broken = true
	}
}

// notUTF8 returns texts that are not valid UTF-8. They have a byte that never occurs, a continuation
// byte without a start, truncated characters, overlong encodings, half of a surrogate pair, a
// character above the greatest, and the start of too long a sequence.
func notUTF8() []string {
	return []string{"\xff", "a\xff", "\xffa", "a\xffb", "\x80", "a\x80", "\xc3", "a\xe2\x82", "\xf0\x9f\x98a", "\xc0\x80", "\xed\xa0\x80",
		"\xed\xbf\xbf", "\xe0\x80\x80", "\xf0\x80\x80\x80", "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80"}
}
