package concurrent

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
)

// A search runs the cases of one subject.
type search struct {
	subject *Subject
	Limits
	// makers and steps are the calls that are made.
	makers, steps []int
	// points are the sites of accesses that were found to race.
	points map[int32]bool
	report Report
	// spent is what the schedules have cost so far.
	spent int
	// found are the findings so far; failed means that one is more than a race.
	found  map[string]bool
	failed bool
	// enough is how much is spent at most once a race was found, to look for what comes of it; 0 before that.
	enough int
	// costly and leftOut are cases that did not fit into their shares of the budget.
	costly  []unfinished
	leftOut []remainder
	chains  []*chains
	view
}

// run runs all cases, or replays one schedule.
func (s *search) run(only *Schedule) Report {
	s.found = map[string]bool{}
	s.choose()
	s.subject.Steps = append(s.subject.Steps, besides()...)
	for _, c := range s.subject.Numbered {
		s.subject.Steps = append(s.subject.Steps, c.alike()...)
	}
	if only != nil {
		s.replay(only)
		return s.report
	}
	starts := s.starts()
	if len(starts) == 0 {
		s.report.Unsupported = "no call of a constructor within the bounds gives a value"
		return s.report
	}
	s.report.Exhausted, s.report.Starts = s.Preemptions, len(starts)
	if !s.finalize(starts) {
		return s.report
	}
	long := s.milestones()
	budget := s.Schedules
	if len(long) > 0 {
		budget -= budget / reserved
	}
	for i, shape := range shapes {
		// The rest of the budget is divided among the remaining shapes.
		share := (budget - s.spent) / (len(shapes) - i)
		if !s.shape(shape, starts, s.spent+share) {
			return s.report
		}
	}
	if !s.remaining(budget) {
		return s.report
	}
	s.long(long)
	return s.report
}

// shapes are the numbers of calls of the sequences, in the order in which they are tried.
var shapes = [][]int{{1, 1}, {1, 2}, {1, 1, 1}, {2, 2}}

// shape runs the cases with sequences of some lengths, as long as there are fewer schedules than
// budget. It returns false to end the search.
func (s *search) shape(lengths []int, starts []start, budget int) bool {
	all := assignments(lengths, s.concurrentCalls())
	// The first arguments of all functions come before the second ones.
	slices.SortStableFunc(all, func(a, b [][]int) int { return cmp.Compare(s.rank(a), s.rank(b)) })
	reserve := (budget - s.spent) / reserved / max(len(starts), 1)
	for i, st := range starts {
		share := (budget-s.spent)/(len(starts)-i) - reserve
		k, goOn := s.cases(st, all, s.spent+share, budget)
		s.report.LeftOut += len(all) - k
		if !goOn || !s.sample(st, all[k:], reserve) {
			return false
		}
		s.leftOut = append(s.leftOut, remainder{st, all[k:]})
	}
	return true
}

// A remainder is the cases of a beginning that did not fit into its share of the budget.
type remainder struct {
	start
	cases [][][]int
}

// An unfinished case ran with all schedules up to some number of preemptions.
type unfinished struct {
	plan
	exhausted int
}

// limit returns how many schedules one case may have.
func (s *search) limit(budget int) int {
	return min(s.CaseSchedules, max(budget-s.spent, s.CaseSchedules/reserved))
}

// cases runs cases of a beginning, in their order, as long as less than until is spent. A costly case runs briefly at first,
// and in full after the others. It returns how many ran, and false to end the search.
func (s *search) cases(st start, all [][][]int, until, budget int) (n int, goOn bool) {
	brief := max(s.CaseSchedules/brevity, 4*(until-s.spent)/max(len(all), 1))
	var costly []unfinished
	for ; n < len(all) && s.spent < until; n++ {
		p := st.with(all[n])
		r, goOn := s.runCase(p, min(brief, s.limit(budget)))
		if !goOn {
			return n, false
		}
		if r.cut && brief < s.limit(budget) {
			costly = append(costly, unfinished{p, r.exhausted})
		} else {
			s.report.Exhausted = min(s.report.Exhausted, r.exhausted)
		}
	}
	costly, goOn = s.complete(costly, until, budget)
	s.costly = append(s.costly, costly...)
	return n, goOn
}

// complete runs unfinished cases in full, as long as less than until is spent. It returns the others, and false to end
// the search.
func (s *search) complete(list []unfinished, until, budget int) (rest []unfinished, goOn bool) {
	for i, c := range list {
		if s.spent >= until {
			return list[i:], true
		}
		r, goOn := s.runCase(c.plan, s.limit(budget))
		s.report.Cases-- // It was counted already.
		if !goOn {
			return nil, false
		}
		s.report.Exhausted = min(s.report.Exhausted, r.exhausted)
	}
	return nil, true
}

// remaining spends what is left of the budget on cases that did not fit into their shares. It returns false to end the
// search.
func (s *search) remaining(budget int) bool {
	rest, goOn := s.complete(s.costly, budget, budget)
	for _, c := range rest {
		s.report.Exhausted = min(s.report.Exhausted, c.exhausted)
	}
	for i := 0; goOn && i < len(s.leftOut) && s.spent < budget; i++ {
		var n int
		s.costly = nil
		n, goOn = s.cases(s.leftOut[i].start, s.leftOut[i].cases, budget, budget)
		s.report.LeftOut -= n
		for _, c := range s.costly {
			s.report.Exhausted = min(s.report.Exhausted, c.exhausted)
		}
	}
	return goOn
}

// A costly case has one part in brevity of what a case may have before the others run.
const brevity = 50

// One part in reserved of the budget is for cases that do not fit into the rest. Each of these runs sampled
// schedules.
const (
	reserved = 10
	sampled  = 200
)

// sample runs some schedules of cases that did not fit into the budget: room is how many for all of them. The cases are
// spread evenly over the list. It returns false to end the search.
func (s *search) sample(st start, cases [][][]int, room int) bool {
	step := 1 + len(cases)/max(room/sampled, 1)
	for k := 0; k < len(cases); k += step {
		if _, goOn := s.runCase(st.with(cases[k]), sampled); !goOn {
			return false
		}
		s.report.Cases-- // It was counted among those left out.
	}
	return true
}

// rank returns how far the arguments of calls are from the first ones.
func (s *search) rank(seqs [][]int) (n int) {
	for _, seq := range seqs {
		for _, i := range seq {
			n += s.subject.Steps[i].Rank
		}
	}
	return n
}

// assignments returns the ways to fill sequences of some lengths with calls. Of those that differ
// in the order of sequences of one length only, it returns one.
func assignments(lengths, calls []int) [][][]int {
	out := [][][]int{nil}
	for i, n := range lengths {
		var next [][][]int
		for _, head := range out {
			for _, seq := range words(n, calls) {
				if i > 0 && lengths[i-1] == n && slices.Compare(head[i-1], seq) > 0 {
					continue
				}
				next = append(next, append(slices.Clip(head), seq))
			}
		}
		out = next
	}
	return out
}

func words(n int, calls []int) [][]int {
	out := [][]int{nil}
	for range n {
		var next [][]int
		for _, w := range out {
			for _, c := range calls {
				next = append(next, append(slices.Clip(w), c))
			}
		}
		out = next
	}
	return out
}

// A ran says how far a case was run: up to how many preemptions with all schedules, and whether the limit ended it.
type ran struct {
	exhausted int
	cut       bool
}

// runCase runs the schedules of one case, and again with more steps if some accesses race or if it matters when locks
// are given up. It runs limit schedules at most. It returns false to end the search.
func (s *search) runCase(p plan, limit int) (r ran, goOn bool) {
	s.report.Cases++
	if r.exhausted = s.Preemptions; s.isPlain(p) {
		return r, true
	}
	for again := true; again; {
		again = false
		sched.SetPoints(s.points)
		j := s.newJudge(s.trial(p))
		j.spec.Limit, j.real.Limit = limit, limit
		quiet := func() bool {
			n := len(s.points)
			sched.AddPoints(s.points)
			s.races(j)
			again = len(s.points) > n
			return !again
		}
		for level := range s.Preemptions + 1 {
			bad := j.level(quiet)
			if j.diverged {
				s.unsteady(p)
			}
			if s.report.Unsupported != "" {
				return r, false
			}
			if again || j.invalid {
				break
			}
			if bad != nil {
				s.add(j, bad)
				if s.report.Unsupported != "" {
					return r, false
				}
				break
			}
			r.cut = j.real.Cut || j.spec.Cut
			if r.cut || j.real.Trimmed || j.spec.Trimmed {
				r.exhausted = min(r.exhausted, level-1)
			}
			if r.cut {
				break
			}
		}
		if !again && !j.invalid && s.Random > 0 && !s.failed && !j.spec.Cut && !j.real.Done() {
			var bad *verdict
			j.random = true
			j.real.Random(s.Random, s.Preemptions+1, func() (goOn bool) {
				bad, goOn = j.each(quiet)
				return goOn
			})
			if bad != nil {
				s.add(j, bad)
			}
		}
		s.breaches(j.breaches)
		s.report.Schedules += j.spec.Schedules + j.real.Schedules
		s.spent += j.spec.Spent + j.real.Spent
	}
	return r, s.KeepGoing || !s.failed && (s.enough == 0 || s.spent < s.enough)
}

// races makes findings of the races of the last schedule.
func (s *search) races(j *judge) {
	for _, r := range slices.Clone(sched.Races()) {
		if s.points[r.FirstSite] && s.points[r.SecondSite] || r.FirstSite == r.SecondSite && s.points[r.FirstSite] {
			continue
		}
		if !s.found[string(CauseRace)] {
			s.enough = s.spent + s.Schedules/reserved
			var o outcome
			j.outcome(&o)
			s.add(j, &verdict{cause: CauseRace, after: -1, outcome: *o.clone(), number: j.spec.Schedules + j.real.Schedules, serial: j.checking})
		}
		if r.FirstSite > 0 {
			s.points[r.FirstSite] = true
		}
		if r.SecondSite > 0 {
			s.points[r.SecondSite] = true
		}
	}
}

// add makes a finding, one for each cause.
func (s *search) add(j *judge, v *verdict) {
	key := string(v.cause)
	if s.KeepGoing && v.cause != CauseRace {
		key += s.functions(j.plan)
	}
	if s.found[key] {
		return
	}
	if !j.steady(v) {
		s.unsteady(j.plan)
		return
	}
	s.found[key] = true
	s.failed = s.failed || v.cause != CauseRace
	s.report.Findings = append(s.report.Findings, s.finding(j, v))
}

// unsteady records that rtest cannot judge the subject.
func (s *search) unsteady(p plan) {
	s.report.Unsupported = "it has a state outside its values, or depends on time or chance: the same calls in the same schedule differ: " + s.describe(p)
}

// breaches records postconditions that do not hold where no calls overlap, each once.
func (s *search) breaches(list []string) {
	for _, b := range list {
		if !slices.Contains(s.report.Breaches, b) {
			s.report.Breaches = append(s.report.Breaches, b)
		}
	}
}

// functions names the functions that are called at the same time, each once.
func (s *search) functions(p plan) string {
	var names []string
	for _, seq := range p.sequences {
		for _, i := range seq {
			names = append(names, s.subject.Steps[i].Name)
		}
	}
	slices.Sort(names)
	return strings.Join(slices.Compact(names), " ")
}

// describe returns the calls of a case in a line.
func (s *search) describe(p plan) string {
	text := s.subject.Makers[p.maker].Text
	for _, i := range p.prefix {
		text += "; " + s.subject.Steps[i].Text
	}
	for n, seq := range p.sequences {
		text += "; " + letters[n] + ":"
		for _, i := range seq {
			text += " " + s.subject.Steps[i].Text
		}
	}
	return text
}
