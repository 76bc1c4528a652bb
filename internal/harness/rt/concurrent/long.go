package concurrent

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
)

// Alike is how many calls there are of a numbered step. Their numbers begin with 1.
const Alike = 250

// NumberMark and LabelMark stand for the number and the label of a call in the text of a numbered step.
const (
	NumberMark = "\x00n"
	LabelMark  = "\x00l"
)

// TextOf returns the text of the call with a number.
func TextOf(text string, number int) string {
	return strings.NewReplacer(NumberMark, strconv.Itoa(number), LabelMark, label(number)).Replace(text)
}

// Label returns the label of a numbered call.
func (r *Record) Label() string { return label(r.Number) }

// label returns the text for a number: a to z, then aa and so on.
func label(n int) string {
	const letters = 26
	if n > letters {
		return label((n-1)/letters) + label((n-1)%letters+1)
	}
	return string(rune('a' + n - 1))
}

// alike returns the calls of a numbered step.
func (c Call) alike() (out []Call) {
	text := c.Text
	for n := range Alike {
		c.number = n + 1
		c.Text = TextOf(text, c.number)
		out = append(out, c)
	}
	return out
}

// A milestone is a beginning of many calls of a step, before one that does something new: it comes to places of the code where no call
// before it came, as one that makes room for more elements.
type milestone struct {
	start
	// next is the call, novelty how many places are new to it.
	next, novelty int
}

// The beginnings of many calls are at most mostMilestones, and at most two of each step.
const (
	mostMilestones = 4
	mostAlike      = 2
)

// mostNoted is how many accesses to memory the calls have whose places are noted. After these no further call is made: to note a place
// takes a hundred times as long as the access.
const mostNoted = 500_000

// milestones returns beginnings of many calls, those of the greatest novelty first.
func (s *search) milestones() (out []milestone) {
	first := len(s.subject.Steps) - len(s.subject.Numbered)*Alike
	for i, c := range s.subject.Numbered {
		if !c.Concurrent {
			continue
		}
		for _, maker := range s.makers {
			list := s.milestonesOf(maker, first+i*Alike)
			out = append(out, list[:min(len(list), mostAlike)]...)
		}
	}
	slices.SortStableFunc(out, byNovelty)
	return out[:min(len(out), mostMilestones)]
}

func byNovelty(a, b milestone) int { return cmp.Compare(b.novelty, a.novelty) }

// milestonesOf returns the beginnings with a maker and calls of a numbered step, of which step is the first one, those of the greatest
// novelty first.
func (s *search) milestonesOf(maker, step int) (out []milestone) {
	t := newTrial(s.subject, plan{maker: maker})
	var places []int
	x := &sched.Exploration{Main: func() {
		if t.self = (Record{}); !t.prepare() {
			return
		}
		for n := range Alike {
			places = append(places, sched.Noted())
			if sched.Visited() > mostNoted || !t.precede(step+n) {
				return
			}
			sched.Settle()
		}
	}}
	sched.Note(true)
	x.Level(func() bool { return false })
	places = append(places, sched.Noted())
	sched.Note(false)
	var prefix []int
	for n := range len(places) - 1 {
		if m := places[n+1] - places[n]; m > 0 && n > s.Prefix && n < Alike-1 {
			out = append(out, milestone{start: start{maker: maker, prefix: slices.Clip(prefix)}, next: step + n, novelty: m})
		}
		prefix = append(prefix, step+n)
	}
	slices.SortStableFunc(out, byNovelty)
	return out
}

// long runs cases after many calls, with what is left of the budget: each may take a third of that. The next call is one of those at
// the same time. Of each beginning the first case comes before the second one of any.
func (s *search) long(list []milestone) {
	cases := s.report.Cases
	defer func() { s.report.Long, s.report.Cases = s.report.Cases-cases, cases }()
	for _, m := range list {
		s.report.LongCalls = max(s.report.LongCalls, len(m.prefix))
	}
	for _, lengths := range shapes[:min(len(shapes), 2)] {
		var all [][][][]int
		most := 0
		for _, m := range list {
			all = append(all, s.around(m, lengths))
			most = max(most, len(all[len(all)-1]))
		}
		for n := range most {
			for i, m := range list {
				if n >= len(all[i]) || s.spent >= s.Schedules {
					continue
				}
				if _, goOn := s.runCase(m.with(all[i][n]), max(sampled, (s.Schedules-s.spent)/3)); !goOn {
					return
				}
			}
		}
	}
}

// around returns sequences of some lengths with the next call of a milestone, those first in which all calls are like it.
func (s *search) around(m milestone, lengths []int) [][][]int {
	out := slices.DeleteFunc(assignments(lengths, append(s.concurrentCalls(), m.next, m.next+1)), func(seqs [][]int) bool {
		return !slices.ContainsFunc(seqs, func(seq []int) bool { return slices.Contains(seq, m.next) })
	})
	others := func(seqs [][]int) (n int) {
		for _, seq := range seqs {
			for _, i := range seq {
				if i != m.next && i != m.next+1 {
					n += 1 + s.subject.Steps[i].Rank
				}
			}
		}
		return n
	}
	slices.SortStableFunc(out, func(a, b [][]int) int { return cmp.Compare(others(a), others(b)) })
	return out
}
