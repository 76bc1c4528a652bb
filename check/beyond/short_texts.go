package beyond

import "slices"

// shortLength is up to which length short texts have the characters for which the alphabet has
// no room.
const shortLength = 2

// askShort asks for short texts with the characters for which there was no room in the
// alphabet, and those for which only the contract looks: they have a meaning there as well.
// Where bytes are numbers, there are as many of two of them as of one: what a byte says is
// often what the next one is.
func askShort(q *asker) {
	h := q.target.Hints
	if q.target.Textual == 0 || len(h.Said)+len(h.Rest)+len(h.Odd) == 0 && !q.target.Binary {
		return
	}
	b := q.base
	b.Chars = slices.Concat(h.Said, h.Rest, h.Odd)
	for i := range shortLength {
		count := q.share
		if !q.target.Binary {
			count /= i + 1
		}
		q.add(i+1, count, b).short = true
	}
}

// askBroken asks for texts that are no UTF-8.
func askBroken(q *asker) {
	if q.target.Textual > 0 {
		b := q.base
		b.Words = notUTF8()
		q.add(q.depth, min(q.share, 4*len(b.Words)), b).Broken = true
	}
}

// notUTF8 are texts that are not in UTF-8: a byte that never occurs in it, one
// that only goes on with a character, characters that are cut off, one that is
// spelled too long, a half of a surrogate pair, what is above the greatest character,
// and what begins as a longer one than there is.
func notUTF8() []string {
	return []string{"\xff", "a\xff", "\xffa", "a\xffb", "\x80", "a\x80", "\xc3", "a\xe2\x82", "\xf0\x9f\x98a", "\xc0\x80", "\xed\xa0\x80",
		"\xed\xbf\xbf", "\xe0\x80\x80", "\xf0\x80\x80\x80", "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80"}
}
