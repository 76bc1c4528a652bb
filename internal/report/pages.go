package report

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/report/html"
	"github.com/rtest-dev/rtest/refine"
)

// A pages collects a run as pages to look at.
type pages struct {
	*format
	html.Report
	// findings are the findings of the function that has started and not ended.
	findings []*html.Finding
	// ends are the functions of the package, whose sources are read at its end.
	ends []event.FunctionEnd
}

// HTML begins a report of pages to look at.
func HTML(opt Options) Folder {
	opt.Color, opt.Verbose, opt.Cover = false, true, true
	opt.Screen = 100_000
	p := &pages{format: newFormat(opt)}
	p.Title, p.Report.Version = "rtest report", opt.Version
	return p
}

// Files returns the pages.
func (p *pages) Files() ([]html.File, error) {
	if p.Now != nil {
		p.Time = p.Now().Format(time.RFC1123)
	}
	if len(p.Packages) == 1 {
		p.Title = p.Packages[0].Path
	}
	return p.Report.Files()
}

// Print adds an event.
func (p *pages) Print(e event.Event) error {
	switch e := e.(type) {
	case event.PackageStart:
		p.lines(e)
		p.Packages = append(p.Packages, &html.Package{Path: e.Package})
		p.findings, p.ends = nil, nil
	case event.Mistake:
		if text := p.lines(e); text != "" {
			p.notice(e.Package, mistakeNotice(p.format, e, text))
		}
	case event.FunctionStart:
		p.findings = nil
	case event.Finding:
		p.lines(e)
		p.findings = append(p.findings, p.findingPage(e))
	case event.FunctionEnd:
		p.lines(e)
		p.functionPage(e)
	case event.Concurrent:
		p.lines(e)
		p.concurrentPage(e)
	case event.PackageEnd:
		p.endPackage(e)
	case event.Fault:
		p.notice(e.Package, html.Notice{Tone: html.Bad, Text: strings.TrimRight(p.lines(e), "\n")})
	case event.Abort:
		p.Notes = append(p.Notes, e.Err.Error())
	case event.Progress:
	}
	return nil
}

// notice adds a message to a package, which may not have begun.
func (p *pages) notice(pkg string, n html.Notice) {
	for _, x := range p.Packages {
		if x.Path == pkg {
			x.Notices = append(x.Notices, n)
			return
		}
	}
	p.Packages = append(p.Packages, &html.Package{Path: pkg, Tone: html.Bad, Notices: []html.Notice{n}})
}

func mistakeNotice(f *format, e event.Mistake, text string) html.Notice {
	n := html.Notice{Tone: html.Bad, Text: strings.TrimRight(text, "\n")}
	if e.Severity == diag.Warning {
		n.Tone = html.Warn
	}
	if at := f.where(e.Pos); at != "" {
		n.Pos, n.Text = at, strings.TrimPrefix(n.Text, at+": ")
	}
	return n
}

// last returns the package that has begun.
func (p *pages) last() *html.Package { return p.Packages[len(p.Packages)-1] }

// endPackage sums a package up.
func (p *pages) endPackage(e event.PackageEnd) {
	x := p.last()
	outcome := p.sum.outcome(e)
	p.lines(e)
	x.Time = seconds(e.Elapsed, 3)
	if e.Cached {
		x.Time = "cached"
	}
	x.Summary, x.Coverage = p.sum.counts(e.Inputs), coverage(e)
	x.Tone = map[string]html.Tone{"fail": html.Bad, "pass": html.Good, "skip": html.Mute}[outcome]
	switch {
	case e.Broken:
		x.Summary = "does not load or compile"
	case e.Interrupted:
		x.Summary += ", interrupted"
	case outcome == "skip":
		x.Summary = e.Idle
	}
	for i, end := range p.ends {
		x.Functions[i].Source = p.source(end, e.Coverage)
	}
}

// tone says how a verdict looks.
func (p *pages) tone(r *event.Result) html.Tone {
	switch {
	case r.Failed(p.Strict):
		return html.Bad
	case r.Verdict == event.Exhausted:
		return html.Good
	case r.Verdict == event.Skipped || r.Bare:
		return html.Mute
	}
	return html.Warn
}

// functionPage adds the page of a function.
func (p *pages) functionPage(e event.FunctionEnd) {
	r := &e.Result
	f := &html.Function{
		Package: e.Package, Name: e.Function, Pos: p.where(e.Pos), Verdict: r.Verdict.String(), Tone: p.tone(r),
		Reason: r.Reason, Help: r.Help, Findings: p.findings, Tested: html.Tested{Reach: reachText(r), Proof: r.Proof.Text(r.Limits.Depth)},
		Counts: html.Counts{Inputs: grouped(r.Inputs), Beyond: grouped(r.Beyond), Time: seconds(r.Elapsed, 2)},
	}
	if r.Cached {
		f.Time = "cached"
	}
	if r.Exhausted >= 0 {
		f.Depth = fmt.Sprint(r.Exhausted)
	}
	switch r.Verdict {
	case event.Skipped, event.Unsupported:
		f.Reach, f.Counts = "No input was tried.", html.Counts{}
	default:
		f.Bounds = r.Limits.String()
	}
	for _, x := range r.Unconfirmed {
		f.Findings = append(f.Findings, &html.Finding{Headline: "flaky: " + p.headline(x), Pos: p.where(x.Pos), Text: flakyText(x)})
	}
	if a := e.About; a != nil {
		p.about(f, a)
	}
	f.Notes, f.Tables = p.notes(e), p.tables(r)
	p.last().Functions = append(p.last().Functions, f)
	p.ends = append(p.ends, e)
}

// about adds what a function was tested with.
func (p *pages) about(f *html.Function, a *event.About) {
	for _, c := range a.Clauses {
		f.Contract = append(f.Contract, html.Clause(c))
	}
	for _, in := range a.Inputs {
		x := html.Input{Name: in.Name, Says: in.Says}
		for _, part := range in.Parts {
			x.Parts = append(x.Parts, html.Clause{Kind: part.Name, Text: part.Says})
		}
		f.Tested.Inputs = append(f.Tested.Inputs, x)
	}
}

// notes returns the remarks on a function in the text for people, without its findings.
func (p *pages) notes(e event.FunctionEnd) (list []html.Notice) {
	r := &e.Result
	add := func(tone html.Tone, pos, text string) {
		list = append(list, html.Notice{Tone: tone, Pos: pos, Text: strings.TrimSpace(text)})
	}
	for _, u := range r.Untested {
		add(html.Warn, p.where(u.Pos), "no tried input puts "+u.Clause+" to the test: "+u.Why)
	}
	for _, c := range r.Classes {
		if c.Empty() {
			add(html.Warn, "", fmt.Sprintf("no input is of the class %q", c.Label))
		}
	}
	for line := range strings.Lines(p.unreached(e)) {
		at, text, _ := strings.Cut(strings.TrimSpace(line), ": "+e.Function+": ")
		add(html.Warn, at, text)
	}
	for _, o := range r.Proof.Open {
		add(html.Mute, p.where(o.Pos), "open: "+o.Why)
	}
	if r.Declined > 0 {
		add(html.Mute, "", fmt.Sprintf("a panic that the code itself calls rejects %d of %s", r.Declined, Plural(r.Inputs, "input")))
	}
	if len(r.Duties) > 0 {
		add(html.Mute, "", event.DutiesText(r.Duties)+" "+dutyMark)
	}
	for _, d := range r.Duties {
		add(html.Mute, "", "not counted: "+d.Call)
	}
	if d := r.Edited; d.Inputs > 0 {
		add(html.Mute, "", fmt.Sprintf("%d of the inputs beyond are made of %s", d.Inputs, Plural(d.Seeds, "other")))
	}
	if text := p.aimedText(r.Aimed); text != "" {
		add(html.Mute, "", strings.ReplaceAll(text, "\n    ", "\n"))
	}
	for _, n := range remarks(r) {
		add(html.Mute, "", n)
	}
	return list
}

// tables returns the numbers of a function: its classes, and what became of candidates.
func (p *pages) tables(r *event.Result) (list []*html.Table) {
	if len(r.Classes) > 0 {
		t := &html.Table{Title: "Classes of inputs", Head: []string{"Class", "inputs", "beyond"}, Bar: 1}
		for _, c := range r.Classes {
			t.Rows = append(t.Rows, []string{c.Label, grouped(c.Count), grouped(c.Beyond)})
		}
		list = append(list, t)
	}
	if len(r.Opaque) > 0 {
		t := &html.Table{Title: "Preconditions that no engine looks into", Note: "Candidates that do not pass are built and left out.", Code: 1, Head: []string{"Clause", "why", "passed", "of", "same in what is read, not tried"}, Bar: -1}
		for _, o := range r.Opaque {
			t.Rows = append(t.Rows, []string{o.Clause, o.Why, grouped(o.Passed), grouped(o.Reached), grouped(o.Alike)})
		}
		list = append(list, t)
	}
	return list
}

// grouped writes a number with a thin space between groups of three digits.
func grouped(n int64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "\u2009" + s[i:]
	}
	return s
}

// findingPage shows a counterexample.
func (p *pages) findingPage(e event.Finding) *html.Finding {
	x := e.Failure
	f := &html.Finding{Headline: p.headline(x), Pos: p.where(x.Pos), Output: x.Output, Stack: p.frames(x)}
	if x.Call != "" {
		f.Call = strings.ReplaceAll(x.Call, "; ", "\n") + p.answer(x)
	}
	values(f, x)
	fact := func(name, text string) {
		if text != "" {
			f.Facts = append(f.Facts, html.Fact{Name: name, Text: text})
		}
	}
	fact("at", p.rel(x.Site))
	if x.Shown == nil {
		for _, d := range x.Details {
			fact("because", d)
		}
	} else {
		for _, d := range x.Details[min(len(x.Shown.Parts), len(x.Details)):] {
			fact("also", d)
		}
	}
	p.general(x, func(format string, args ...any) { fact("which inputs", fmt.Sprintf(format, args...)) })
	fact("made by", x.Made)
	if len(x.Varies) > 0 {
		fact("varies", "the same input passes in other runs: the result depends on "+refine.ChancesText(x.Varies, p.at))
	}
	fact("how often", foundText(x))
	fact("strategy", x.Strategy)
	if x.Saved != "" {
		fact("saved", p.rel(x.Saved))
		f.Again = fmt.Sprintf("rtest replay%s -run '^%s$'%s", p.build(), quoteMeta(e.Function), p.packageOf(x.Saved))
	}
	return f
}

// values adds the values of a counterexample, as trees where these are known.
func values(f *html.Finding, x *event.Failure) {
	texts := func(args []event.Arg, trees []event.Named) (list []html.Value) {
		for i, a := range args {
			v := html.Value{Name: a.Name, Text: a.Value}
			if i < len(trees) && len(trees) == len(args) {
				v.Tree = trees[i].Value
			}
			list = append(list, v)
		}
		return list
	}
	s := x.Shown
	if s == nil {
		s = &event.Shown{}
	}
	f.Before, f.After = texts(x.Args, s.Before), texts(x.After, s.After)
	var results []event.Arg
	for i, r := range x.Results {
		a := event.Arg{Name: fmt.Sprint("result", i), Value: r}
		switch {
		case len(s.Results) == len(x.Results) && s.Results[i].Name != a.Name:
			a.Name = s.Results[i].Name
		case len(x.Results) == 1:
			a.Name = "result"
		}
		results = append(results, a)
	}
	f.Results = texts(results, s.Results)
	for _, part := range s.Parts {
		f.Parts = append(f.Parts, html.Clause{Kind: part.Text, Text: part.Value})
	}
	f.Shrink = s.Shrink
}

// concurrentPage adds the page of a type that is used concurrently.
func (p *pages) concurrentPage(e event.Concurrent) {
	f := &html.Function{
		Package: e.Package, Name: e.Name(), Pos: p.where(e.Pos), Verdict: e.Verdict.String(), Reason: e.Reason,
		Tested: html.Tested{Reach: e.Counts},
		Counts: html.Counts{Time: seconds(e.Elapsed, 2)},
	}
	switch {
	case e.Failed(p.Strict):
		f.Tone = html.Bad
	case e.Verdict == event.Exhausted:
		f.Tone = html.Good
	default:
		f.Tone = html.Warn
	}
	for _, n := range e.Notes {
		f.Notes = append(f.Notes, html.Notice{Tone: html.Mute, Text: n})
	}
	for _, x := range e.Findings {
		_, text, _ := strings.Cut(x.Text, "\n")
		h := &html.Finding{Headline: x.Title, Pos: p.where(e.Pos), Text: unindented(text)}
		if s := x.Schedule; s != nil {
			h.Lanes = &html.Schedule{Names: s.Lanes}
			for _, st := range s.Steps {
				step := html.Step{Lane: st.Lane, Text: st.What, Blamed: st.Blamed, After: st.After}
				if st.File != "" {
					step.Place, step.Text = fmt.Sprintf("%s:%d (%s)", filepath.Base(st.File), st.Line, st.What), st.Source
				}
				h.Lanes.Steps = append(h.Lanes.Steps, step)
			}
		}
		f.Findings = append(f.Findings, h)
	}
	p.last().Functions = append(p.last().Functions, f)
	p.ends = append(p.ends, event.FunctionEnd{})
}

// unindented removes the four spaces before each line.
func unindented(s string) string {
	return strings.TrimRight(strings.TrimPrefix(strings.ReplaceAll("\n"+s, "\n    ", "\n"), "\n"), "\n")
}
