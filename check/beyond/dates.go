package beyond

import (
	"context"
	"regexp"
	"slices"

	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/value"
)

// datedTexts is the number of texts in which the date is replaced, for related inputs and again for
// successful calls.
const datedTexts = 3

// calendarDates returns dates, as year, month and day, that date parsers treat differently: valid and
// invalid leap days, and the 31st of each month.
func calendarDates() [][3]string {
	list := [][3]string{
		{"1900", "02", "29"}, {"2000", "02", "29"}, {"2023", "02", "29"}, {"2024", "02", "29"}, {"2024", "02", "30"}, {"2100", "02", "29"},
	}
	for _, month := range [...]string{"01", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12"} {
		list = append(list, [3]string{"2023", month, "31"})
	}
	return list
}

// dateText matches a probable date in a text, with the year first or last.
func dateText() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[^0-9])(?:([0-9]{4})([-/.]?)([0-9]{2})([-/.]?)([0-9]{2})|([0-9]{2})([-/.])([0-9]{2})([-/.])([0-9]{4}))(?:[^0-9]|$)`)
}

// redated returns variants of a text with its first date replaced. If the year is last, both orders of
// day and month are tried. It returns nil if there is no date.
func redated(text string) (list []string) {
	at := dateText().FindStringSubmatchIndex(text)
	if at == nil {
		return nil
	}
	part := func(k int) string { return text[at[2*k]:at[2*k+1]] }
	for _, d := range calendarDates() {
		if at[2] >= 0 {
			list = append(list, text[:at[2]]+d[0]+part(2)+d[1]+part(4)+d[2]+text[at[11]:])
			continue
		}
		before, behind := text[:at[12]], text[at[21]:]
		list = append(list, before+d[2]+part(7)+d[1]+part(9)+d[0]+behind, before+d[1]+part(7)+d[2]+part(9)+d[0]+behind)
	}
	return list
}

// redate adds variants, with other dates, of inputs that cover new code. Afterwards, equally many are
// allowed for texts of successful calls.
func redate(_ context.Context, g *Sampler) error {
	g.dates = datedTexts
	for _, f := range slices.Clone(g.all) {
		dated(g, f.Question, f.Stream)
	}
	g.dates = datedTexts
	return nil
}

// dated adds variants of an input in which a date in a text is replaced.
func dated(g *Sampler, question int, stream []int64) {
	if g.target.Parse == nil || g.dates == 0 {
		return
	}
	roots := g.target.Parse(stream)
	decode.Each(roots, func(n *decode.Node) {
		s, ok := n.Shape.(*value.String)
		if !ok || s.Single || g.dates == 0 || g.left <= g.reserve(question) {
			return
		}
		was, runes := n.Own, make([]rune, len(n.Own)-1)
		for i, c := range was[1:] {
			runes[i] = rune(c)
		}
		if slices.ContainsFunc(runes, func(r rune) bool { return r >= value.RawByte }) {
			return
		}
		list := redated(string(runes))
		g.dates -= truth(len(list) > 0)
		for _, t := range list {
			n.Own = []int64{was[0]}
			for _, r := range t {
				n.Own = append(n.Own, int64(r))
			}
			if decode.Spells(s, n.Own[1:]) {
				if g.add(question, decode.Write(roots)) > 0 {
					g.all[len(g.all)-1].Altered = true
				}
			}
		}
		n.Own = was
	})
}
