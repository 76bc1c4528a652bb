package report

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/loop"
	"github.com/rtest-dev/rtest/internal/harness"
)

// Merge combines several runs into one. The runs tried different shards of the inputs, or different
// packages. Packages and functions are in the order of first occurrence. Merge fails if a shard is
// missing or something was tested twice.
func Merge(runs ...[]event.Event) ([]event.Event, error) {
	m := &merger{packages: map[string]*mergedPackage{}}
	for _, events := range runs {
		for _, e := range events {
			m.add(e)
		}
	}
	var out []event.Event
	var errs []error
	for _, path := range m.order {
		events, err := m.packages[path].events()
		out = append(out, events...)
		errs = append(errs, err)
	}
	return out, errors.Join(errs...)
}

type merger struct {
	order    []string
	packages map[string]*mergedPackage
	now      *mergedPackage
}

// A mergedPackage has what several runs say about a package.
type mergedPackage struct {
	path string
	// reported are mistakes and faults, each once.
	reported  []event.Event
	functions []string
	ends      map[string][]event.FunctionEnd
	types     []event.Concurrent
	end       event.PackageEnd
}

// add sorts an event under its package.
func (m *merger) add(e event.Event) {
	switch e := e.(type) {
	case event.PackageStart:
		m.now = m.packages[e.Package]
		if m.now == nil {
			m.now = &mergedPackage{path: e.Package, ends: map[string][]event.FunctionEnd{}}
			m.packages[e.Package] = m.now
			m.order = append(m.order, e.Package)
		}
	case event.Mistake, event.Fault:
		if !slices.Contains(m.now.reported, e) {
			m.now.reported = append(m.now.reported, e)
		}
	case event.FunctionEnd:
		if m.now.ends[e.Function] == nil {
			m.now.functions = append(m.now.functions, e.Function)
		}
		m.now.ends[e.Function] = append(m.now.ends[e.Function], e)
	case event.Concurrent:
		m.now.types = append(m.now.types, e)
	case event.PackageEnd:
		m.now.end.Elapsed += e.Elapsed
		m.now.end.Broken = m.now.end.Broken || e.Broken
	case event.FunctionStart, event.Finding, event.Progress, event.Abort:
	}
}

// events returns the events of the package as if from one run.
func (p *mergedPackage) events() ([]event.Event, error) {
	out := append([]event.Event{event.PackageStart{Package: p.path}}, p.reported...)
	var errs []error
	p.end.Package, p.end.Functions = p.path, len(p.functions)
	for _, name := range p.functions {
		ends := p.ends[name]
		if err := checkShards(ends); err != nil {
			errs = append(errs, fmt.Errorf("%s: %s: %w", p.path, name, err))
		}
		e := ends[0]
		e.Result = mergeResults(ends)
		p.end.Inputs += e.Inputs
		out = append(out, event.FunctionStart{Package: p.path, Function: name, Pos: e.Pos})
		for _, f := range e.Failures {
			out = append(out, event.Finding{Package: p.path, Function: name, Failure: f, Bare: e.Bare})
		}
		out = append(out, e)
	}
	seen := map[string]bool{}
	for _, c := range p.types {
		if seen[c.Type] {
			errs = append(errs, fmt.Errorf("%s: %s: two reports have it", p.path, c.Name()))
		}
		seen[c.Type] = true
		out = append(out, c)
	}
	return append(out, p.end), errors.Join(errs...)
}

// checkShards returns an error unless the results come from all shards of a function, each once, or
// from a single run without shards.
func checkShards(ends []event.FunctionEnd) error {
	seen := map[string]bool{}
	of := ""
	for _, e := range ends {
		_, n, _ := strings.Cut(e.Shard, "/")
		if seen[e.Shard] {
			if e.Shard == "" {
				return errors.New("two reports contain it, and are not shards (-shard i/n)")
			}
			return fmt.Errorf("two reports are of shard %s", e.Shard)
		}
		if len(seen) > 0 && n != of {
			return errors.New("the reports are of different numbers of shards")
		}
		seen[e.Shard], of = true, n
	}
	var missing []string
	if of != "" {
		var n int
		if _, err := fmt.Sscan(of, &n); err != nil {
			return fmt.Errorf("%q is not a shard", ends[0].Shard)
		}
		for i := 1; i <= n; i++ {
			if s := fmt.Sprintf("%d/%d", i, n); !seen[s] {
				missing = append(missing, s)
			}
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("no report of shard %s", strings.Join(missing, ", "))
	}
	return nil
}

// mergeResults combines the parts, in the order of the shards. It adds up inputs and takes the
// verdict of highest precedence. A function is vacuous only if every part is.
func mergeResults(ends []event.FunctionEnd) event.Result {
	ends = slices.Clone(ends)
	slices.SortStableFunc(ends, func(a, b event.FunctionEnd) int { return cmp.Compare(shardNumber(a.Shard), shardNumber(b.Shard)) })
	worst := slices.MinFunc(ends, func(a, b event.FunctionEnd) int { return cmp.Compare(rank(a.Verdict), rank(b.Verdict)) })
	r := worst.Result
	r.Reason = verdictReason(worst, ends)
	r.Shard, r.Tried, r.KeepGoing, r.Inputs, r.Declined, r.Beyond, r.Elapsed, r.Waited = "", nil, false, 0, 0, 0, 0, 0
	r.Opaque, r.Classes, r.Notes, r.Aimed = nil, nil, nil, event.Aimed{}
	r.Failures, r.Unconfirmed, r.Duties, r.Edited = nil, nil, nil, event.Edited{}
	r.Unreached, r.Untested, r.Cached = ends[0].Unreached, ends[0].Untested, true
	for _, e := range ends {
		r.Inputs += e.Inputs
		r.Declined += e.Declined
		r.Beyond += e.Beyond
		r.Limits.Beyond = max(r.Limits.Beyond, e.Limits.Beyond)
		r.Edited.Inputs += e.Edited.Inputs
		r.Edited.Seeds += e.Edited.Seeds
		r.Elapsed += e.Elapsed
		r.Waited += e.Waited
		r.Depth = max(r.Depth, e.Depth)
		r.Exhausted = min(r.Exhausted, e.Exhausted)
		r.Cut = cmp.Or(r.Cut, e.Cut)
		r.Cached = r.Cached && e.Cached
		if r.Aimed.Aims == 0 {
			r.Aimed = e.Aimed // All parts that come so far aim at the same branches.
		}
		r.Opaque = mergeOpaque(r.Opaque, e.Opaque)
		r.Classes = mergeClasses(r.Classes, e.Classes)
		r.Unreached, r.Untested = intersection(r.Unreached, e.Unreached), intersection(r.Untested, e.Untested)
		r.Notes, r.Duties = union(r.Notes, e.Notes), union(r.Duties, e.Duties)
		r.Failures = mergeFailures(r.Failures, e.Failures)
		r.Unconfirmed = mergeFailures(r.Unconfirmed, e.Unconfirmed)
	}
	if len(ends) > 1 {
		r.Failures = sortFailures(r.Failures, ends)
	}
	r.Opaque = slices.DeleteFunc(r.Opaque, func(o event.Opaque) bool { return !o.Telling() })
	if r.Verdict == event.Exhausted && r.Declined == r.Inputs {
		r.Verdict = event.Vacuous
		r.Reason, r.Help = vacuousReason(r)
	}
	if r.Proof = ends[0].Proof; len(r.Failures)+len(r.Unconfirmed) > 0 {
		r.Proof = event.Proof{} // Another part found a counterexample to it.
	}
	if r.Verdict == event.Vacuous && len(ends) > 1 {
		r.Reason += loop.TriedOutside(r.Beyond)
	}
	return r
}

// union appends the elements of more that the list does not contain.
func union[E comparable](list, more []E) []E {
	for _, s := range more {
		if !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}

// shardNumber returns the number of a shard, 0 for a whole run.
func shardNumber(shard string) int {
	i, _, _ := strings.Cut(shard, "/")
	n, _ := strconv.Atoi(i) // The form was checked before.
	return n
}

// verdictReason returns the reason for a verdict. It names the shard if the others have another
// reason.
func verdictReason(worst event.FunctionEnd, ends []event.FunctionEnd) string {
	differs := func(e event.FunctionEnd) bool { return e.Reason != worst.Reason }
	if worst.Shard == "" || worst.Reason == "" || worst.Verdict == event.Vacuous || !slices.ContainsFunc(ends, differs) {
		return worst.Reason
	}
	return fmt.Sprintf("shard %s: %s", worst.Shard, worst.Reason)
}

// sortFailures sorts the failures of shards into the order of a single run. Without -k it keeps only the first,
// where that run would end.
func sortFailures(failures []*event.Failure, ends []event.FunctionEnd) []*event.Failure {
	slices.SortStableFunc(failures, func(a, b *event.Failure) int { return compare(a, b) })
	if len(failures) > 1 && !slices.ContainsFunc(ends, func(e event.FunctionEnd) bool { return e.KeepGoing }) {
		failures = failures[:1]
	}
	for _, f := range failures {
		keepCommon(f, ends)
		f.Order = nil
	}
	return failures
}

// vacuousReason says why a function was tested with nothing. Only the whole shows that: a part may
// have no inputs because others have them.
func vacuousReason(r event.Result) (reason, help string) {
	switch r.Inputs {
	case 0:
	case 1:
		return fmt.Sprintf("a panic that the code itself calls rejects the one input up to depth %d", r.Depth), r.Help
	default:
		return fmt.Sprintf("a panic that the code itself calls rejects all %d inputs up to depth %d", r.Inputs, r.Depth), r.Help
	}
	reason = fmt.Sprintf("no input up to depth %d satisfies the precondition", r.Depth)
	var rejected int64
	for _, o := range r.Opaque {
		rejected += o.Reached - o.Passed
	}
	if rejected == 0 {
		return reason, r.Help
	}
	return reason + loop.Unseen(rejected), loop.HelpUnseen
}

// rank orders verdicts by their precedence for the whole.
func rank(v event.Verdict) int {
	if v == event.Vacuous {
		return int(event.Exhausted) + 1
	}
	return int(v)
}

// mergeOpaque adds up what opaque preconditions let through.
func mergeOpaque(all, more []event.Opaque) []event.Opaque {
	for _, o := range more {
		i := slices.IndexFunc(all, func(a event.Opaque) bool { return a.Clause == o.Clause && a.Pos == o.Pos })
		if i < 0 {
			all = append(all, o)
			continue
		}
		a := &all[i]
		a.Passed, a.Reached = a.Passed+o.Passed, a.Reached+o.Reached
		a.Interpreted = a.Interpreted || o.Interpreted
		a.Alike, a.Unclear, a.Unclearly = a.Alike+o.Alike, a.Unclear+o.Unclear, cmp.Or(a.Unclearly, o.Unclearly)
	}
	return all
}

func mergeClasses(all, more []event.Class) []event.Class {
	for _, c := range more {
		i := slices.IndexFunc(all, func(a event.Class) bool { return a.Label == c.Label })
		if i < 0 {
			all = append(all, c)
			continue
		}
		all[i].Count, all[i].Beyond = all[i].Count+c.Count, all[i].Beyond+c.Beyond
	}
	return all
}

// intersection returns what two parts have in common, such as the lines that neither reached.
func intersection[T comparable](all, more []T) (both []T) {
	for _, l := range all {
		if slices.Contains(more, l) {
			both = append(both, l)
		}
	}
	return both
}

// mergeFailures keeps the smallest input of each kind of failure, and adds up their numbers at its
// depth. Several failures of one input keep the order of their part.
func mergeFailures(all, more []*event.Failure) []*event.Failure {
	for place, f := range more {
		next := *f
		if f.Order != nil {
			next.Order = append(slices.Clone(f.Order), int64(place))
		}
		i := slices.IndexFunc(all, func(a *event.Failure) bool { return sameKind(a, f) })
		if i < 0 {
			all = append(all, &next)
			continue
		}
		first, second := all[i], &next
		if compare(second, first) < 0 {
			first, second = second, first
		}
		one := *first
		if first.Depth == second.Depth && first.Beyond == second.Beyond && !first.FromSaved && !second.FromSaved {
			one.Count, one.Of = first.Count+second.Count, first.Of+second.Of
			one.Partial = first.Partial || second.Partial
		}
		all[i] = &one
	}
	return all
}

// sameKind reports whether two failures are of the same kind.
func sameKind(a, b *event.Failure) bool {
	return a.Cause == b.Cause && a.Clause == b.Clause && a.Pos == b.Pos && a.Site == b.Site &&
		harness.PanicKind(a.Panic) == harness.PanicKind(b.Panic)
}

// keepCommon removes from a failure what may not hold for all parts. A part without the failure adds its number
// of inputs at that depth, if it reached the depth.
func keepCommon(f *event.Failure, ends []event.FunctionEnd) {
	if f.FromSaved {
		return
	}
	known := true
	for _, e := range ends {
		i := slices.IndexFunc(e.Failures, func(o *event.Failure) bool {
			return sameKind(o, f) && o.Depth == f.Depth && o.Beyond == f.Beyond && !o.FromSaved
		})
		switch {
		case i >= 0:
		case f.Beyond:
			f.Of += e.Beyond
		case f.Depth < len(e.Tried):
			f.Of += e.Tried[f.Depth]
		case e.Exhausted < f.Depth:
			known = false
		}
		if i < 0 || (f.General == nil) != (e.Failures[i].General == nil) || f.General != nil && f.General.Cond != e.Failures[i].General.Cond {
			f.General = nil
		}
		f.Always = f.Always && i >= 0 && e.Failures[i].Always
	}
	if !known {
		f.Of = 0
	}
}

// compare orders failures as a single run finds them. If a report lacks the order of inputs, it compares the
// texts of the failures.
func compare(a, b *event.Failure) int {
	stage := func(f *event.Failure) int {
		switch {
		case f.FromSaved:
			return 2
		case f.Beyond:
			return 1
		}
		return 0
	}
	c := cmp.Or(cmp.Compare(stage(a), stage(b)), cmp.Compare(a.Depth, b.Depth))
	if c == 0 && a.Order != nil && b.Order != nil {
		c = slices.Compare(a.Order, b.Order)
	}
	return cmp.Or(c, cmp.Compare(len(a.Call), len(b.Call)), strings.Compare(a.Call, b.Call))
}
