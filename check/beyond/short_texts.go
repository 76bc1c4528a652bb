package beyond

import (
	"context"
	"errors"
	"slices"

	"github.com/rtest-dev/rtest/internal/pace"
)

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

// ValidTexts draws inputs whose texts are valid UTF-8 and have characters beyond ASCII. It is called if the
// contract fails for texts that are not valid, because code that takes bytes for characters fails for both.
func (g *Sampler) ValidTexts(ctx context.Context) ([]Input, error) {
	q := g.target.asker()
	q.by = ValidTexts
	// These are letters of two, three and four bytes with capital ones, as authors of contracts have in mind.
	q.base.Words = []string{"é", "aé", "éa", "aéb", "éé", "ẽ", "aẽ", "ẽé", "𐐨", "a𐐨b"}
	f := q.add(q.depth, 2*len(q.base.Words), q.base)
	g.by, g.left = f.by, f.count
	if err := g.question(ctx, f); errors.Is(err, pace.ErrSpent) || err == nil && f.Problem == nil {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	first := len(g.all)
	g.Questions = append(g.Questions, f)
	_, err := g.take(ctx, len(g.Questions)-1, f.count)
	return g.all[first:], err
}
