package report

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check"
)

// Merge makes one run of several: of those that tried a shard of the inputs
// each, or tested packages of their own. Packages and functions come in the
// order in which they are met. It fails where a shard is missing, or something
// was tested twice.
func Merge(runs ...[]check.Event) ([]check.Event, error) {
	m := &merger{packages: map[string]*mergedPackage{}}
	for _, events := range runs {
		for _, e := range events {
			m.add(e)
		}
	}
	var out []check.Event
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

// A mergedPackage is what several runs say of a package.
type mergedPackage struct {
	path string
	// said are mistakes and faults, each once.
	said      []check.Event
	functions []string
	ends      map[string][]check.FunctionEnd
	end       check.PackageEnd
}

func (m *merger) add(e check.Event) {
	switch e := e.(type) {
	case check.PackageStart:
		m.now = m.packages[e.Package]
		if m.now == nil {
			m.now = &mergedPackage{path: e.Package, ends: map[string][]check.FunctionEnd{}}
			m.packages[e.Package] = m.now
			m.order = append(m.order, e.Package)
		}
	case check.Mistake, check.Fault:
		if !slices.Contains(m.now.said, e) {
			m.now.said = append(m.now.said, e)
		}
	case check.FunctionEnd:
		if m.now.ends[e.Function] == nil {
			m.now.functions = append(m.now.functions, e.Function)
		}
		m.now.ends[e.Function] = append(m.now.ends[e.Function], e)
	case check.PackageEnd:
		m.now.end.Elapsed += e.Elapsed
		m.now.end.Broken = m.now.end.Broken || e.Broken
	case check.FunctionStart, check.Finding, check.Progress, check.Abort:
	}
}

// events are those of the package as of one run.
func (p *mergedPackage) events() ([]check.Event, error) {
	out := append([]check.Event{check.PackageStart{Package: p.path}}, p.said...)
	var errs []error
	p.end.Package, p.end.Functions = p.path, len(p.functions)
	for _, name := range p.functions {
		ends := p.ends[name]
		if err := whole(ends); err != nil {
			errs = append(errs, fmt.Errorf("%s: %s: %w", p.path, name, err))
		}
		e := ends[0]
		e.Result = mergeResults(ends)
		p.end.Inputs += e.Inputs
		out = append(out, check.FunctionStart{Package: p.path, Function: name, Pos: e.Pos})
		for _, f := range e.Failures {
			out = append(out, check.Finding{Package: p.path, Function: name, Failure: f})
		}
		out = append(out, e)
	}
	return append(out, p.end), errors.Join(errs...)
}

// whole fails unless the results are those of all shards of a function, each
// once, or the one of a run without shards.
func whole(ends []check.FunctionEnd) error {
	seen := map[string]bool{}
	of := ""
	for _, e := range ends {
		_, n, _ := strings.Cut(e.Shard, "/")
		if seen[e.Shard] {
			if e.Shard == "" {
				return errors.New("two reports have it, and are no shards (-shard i/n)")
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
			return fmt.Errorf("%q is no shard", ends[0].Shard)
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

// mergeResults sums up: inputs of all parts, and the verdict that comes first,
// but that a function has no inputs only where no part has any.
func mergeResults(ends []check.FunctionEnd) check.Result {
	worst := slices.MinFunc(ends, func(a, b check.FunctionEnd) int { return cmp.Compare(rank(a.Verdict), rank(b.Verdict)) })
	r := worst.Result
	r.Shard, r.Inputs, r.Declined, r.Beyond, r.Elapsed = "", 0, 0, 0, 0
	r.Opaque, r.Classes, r.Notes, r.Aimed = nil, nil, nil, ends[0].Aimed // All parts aim at the same.
	r.Failures, r.Unconfirmed = nil, nil
	r.Cached = true
	for _, e := range ends {
		r.Inputs += e.Inputs
		r.Declined += e.Declined
		r.Beyond += e.Beyond
		r.Elapsed += e.Elapsed
		r.Depth = max(r.Depth, e.Depth)
		r.Exhausted = min(r.Exhausted, e.Exhausted)
		r.Cut = cmp.Or(r.Cut, e.Cut)
		r.Cached = r.Cached && e.Cached
		r.Opaque = mergeOpaque(r.Opaque, e.Opaque)
		r.Classes = mergeClasses(r.Classes, e.Classes)
		for _, n := range e.Notes {
			if !slices.Contains(r.Notes, n) {
				r.Notes = append(r.Notes, n)
			}
		}
		r.Failures = mergeFailures(r.Failures, e.Failures)
		r.Unconfirmed = mergeFailures(r.Unconfirmed, e.Unconfirmed)
	}
	for _, f := range r.Failures {
		ofAll(f, ends)
	}
	if r.Verdict == check.Exhausted && r.Declined == r.Inputs {
		r.Verdict, r.Reason = check.Vacuous, nothing(r)
	}
	return r
}

// nothing says why a function was tested with nothing. That is known of the whole
// only: a part may be without inputs because others have them.
func nothing(r check.Result) string {
	switch r.Inputs {
	case 0:
	case 1:
		return fmt.Sprintf("a panic that the code itself calls rejects the one input up to depth %d", r.Depth)
	default:
		return fmt.Sprintf("a panic that the code itself calls rejects all %d inputs up to depth %d", r.Inputs, r.Depth)
	}
	return fmt.Sprintf("no input up to depth %d satisfies the precondition", r.Depth)
}

// rank orders verdicts by their precedence for the whole.
func rank(v check.Verdict) int {
	if v == check.Vacuous {
		return int(check.Exhausted) + 1
	}
	return int(v)
}

func mergeOpaque(all, more []check.Opaque) []check.Opaque {
	for _, o := range more {
		i := slices.IndexFunc(all, func(a check.Opaque) bool { return a.Clause == o.Clause && a.Pos == o.Pos })
		if i < 0 {
			all = append(all, o)
			continue
		}
		all[i].Passed += o.Passed
		all[i].Reached += o.Reached
	}
	return all
}

func mergeClasses(all, more []check.Class) []check.Class {
	for _, c := range more {
		i := slices.IndexFunc(all, func(a check.Class) bool { return a.Label == c.Label })
		if i < 0 {
			all = append(all, c)
			continue
		}
		all[i].Count += c.Count
	}
	return all
}

// mergeFailures keeps of each way to fail the smallest input, and sums up how
// many there are at its depth.
func mergeFailures(all, more []*check.Failure) []*check.Failure {
	for _, f := range more {
		i := slices.IndexFunc(all, func(a *check.Failure) bool { return alike(a, f) })
		if i < 0 {
			one := *f
			all = append(all, &one)
			continue
		}
		first, second := all[i], f
		if smaller(second, first) {
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

// alike tells whether two failures are of the same way to fail.
func alike(a, b *check.Failure) bool {
	return a.Cause == b.Cause && a.Clause == b.Clause && a.Pos == b.Pos && a.Site == b.Site
}

// ofAll leaves of a failure of several parts what is true of all of them. A part in
// which no input fails so does not say how many it has of the depth, and what is
// true of the inputs of one part need not be of those of another.
func ofAll(f *check.Failure, ends []check.FunctionEnd) {
	if f.FromSaved || len(ends) == 1 {
		return
	}
	for _, e := range ends {
		i := slices.IndexFunc(e.Failures, func(o *check.Failure) bool {
			return alike(o, f) && o.Depth == f.Depth && o.Beyond == f.Beyond && !o.FromSaved
		})
		switch {
		case i < 0 && f.Beyond:
			f.Of += e.Beyond
		case i < 0:
			f.Of = 0
		}
		if i < 0 || (f.General == nil) != (e.Failures[i].General == nil) || f.General != nil && f.General.Cond != e.Failures[i].General.Cond {
			f.General = nil
		}
		f.Always = f.Always && i >= 0 && e.Failures[i].Always
		if i < 0 && !f.Beyond {
			return
		}
	}
}

// smaller orders failures as they are met in one run, as far as a report tells.
func smaller(a, b *check.Failure) bool {
	outside := func(f *check.Failure) int {
		if f.Beyond {
			return 1
		}
		return 0
	}
	return cmp.Or(
		cmp.Compare(outside(a), outside(b)), cmp.Compare(a.Depth, b.Depth),
		cmp.Compare(len(a.Call), len(b.Call)), strings.Compare(a.Call, b.Call)) < 0
}
