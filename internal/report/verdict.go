package report

import (
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/harness"
)

// A verdict is the field Rtest on the last event of a function.
type verdict struct {
	Verdict string `json:"verdict"`
	Pos     string `json:"pos"`
	Reason  string `json:"reason,omitempty"`
	Help    string `json:"help,omitempty"`
	Blame   string `json:"blame,omitempty"`
	Inputs  int64  `json:"inputs"`
	Beyond  int64  `json:"beyond"`
	// NoContract means that the function has no contract. Declined counts the inputs that it rejected
	// by a panic.
	NoContract bool  `json:"noContract,omitempty"`
	Declined   int64 `json:"declined,omitempty"`
	// Duties are the causes of failures that callers have to prevent.
	Duties []event.Duty `json:"duties,omitempty"`
	Aimed  *aims        `json:"aimed,omitempty"`
	// Edited counts the inputs of Beyond that are edited copies of others.
	Edited    *edited `json:"edited,omitempty"`
	Depth     int     `json:"depth"`
	Exhausted int     `json:"exhausted"`
	Cut       string  `json:"cut,omitempty"`
	Cached    bool    `json:"cached,omitempty"`
	Bounds    string  `json:"bounds,omitempty"`
	portion
	Failures []failure `json:"failures"`
	Flaky    []failure `json:"flaky,omitempty"`
	Classes  []class   `json:"classes,omitempty"`
	Notes    []string  `json:"notes,omitempty"`
	// Waited is in seconds.
	Waited float64  `json:"waited,omitempty"`
	Opaque []opaque `json:"opaque"`
	// Unreached are the lines that no input reaches. A shard lists them for each block, because other shards may
	// reach some of them.
	Unreached []unreached `json:"unreached,omitempty"`
	Untested  []untested  `json:"untested,omitempty"`
	proof
}

// portion identifies the shard of the result. For a shard, Tried has the number of inputs of each depth.
// KeepGoing means that the search went on after the first failure.
type portion struct {
	Shard     string  `json:"shard,omitempty"`
	Tried     []int64 `json:"tried,omitempty"`
	KeepGoing bool    `json:"keepGoing,omitempty"`
}

// proof is the result of solving the code. Proved says for which inputs the contract is proved, "all" or "data".
// Open lists the undecided places. Said restricts the proof to the inputs that directives and lists of constants
// admit.
type proof struct {
	Proved    string `json:"proved,omitempty"`
	Calls     int64  `json:"calls,omitempty"`
	Said      bool   `json:"provedOfSaid,omitempty"`
	Open      []open `json:"open,omitempty"`
	Disagreed int    `json:"disagreed,omitempty"`
	Goals     []goal `json:"goals,omitempty"`
}

// goal is a side of a branch, or an operation that may panic. Why says why no input reaches it, "code" or
// "precondition", or why that is open. Of says for which inputs it is unreachable, "all" or "data".
type goal struct {
	Pos   string          `json:"pos"`
	Kind  event.GoalKind  `json:"kind"`
	State event.GoalState `json:"state"`
	Input string          `json:"input,omitempty"`
	Why   string          `json:"why,omitempty"`
	Of    event.Claim     `json:"of,omitempty"`
}

// open is a place where the solver could not decide whether the contract holds.
type open struct {
	Pos string `json:"pos"`
	Why string `json:"why"`
}

// proof returns the machine-readable form of what was proved.
func (f *format) proof(p event.Proof) proof {
	out := proof{Proved: string(p.Proved), Calls: p.Calls, Disagreed: p.Disagreed}
	if p.Proved == event.ForSaid {
		out.Proved, out.Said = string(event.ForData), true
	}
	for _, o := range p.Open {
		out.Open = append(out.Open, open{f.where(o.Pos), o.Why})
	}
	for _, g := range p.Goals {
		out.Goals = append(out.Goals, goal{f.where(g.Pos), g.Kind, g.State, g.Input, g.Why, g.Space})
	}
	return out
}

// aims counts the branches at which inputs outside the bounds were aimed.
type aims struct {
	Branches int      `json:"branches"`
	Reached  int      `json:"reached"`
	Alone    bool     `json:"withoutZ3,omitempty"`
	Missed   []missed `json:"missed,omitempty"`
}

// missed is a side of a branch that no input reaches.
type missed struct {
	Pos  string `json:"pos"`
	Side string `json:"side"`
}

// untested is a postcondition that no input tested.
type untested struct {
	Clause string `json:"clause"`
	Pos    string `json:"pos"`
	Why    string `json:"why"`
}

type unreached struct {
	Pos      string `json:"pos"`
	End      int    `json:"end"`
	Branches int    `json:"branches,omitempty"`
}

type failure struct {
	Cause     harness.Cause     `json:"cause"`
	Clause    string            `json:"clause"`
	ClausePos string            `json:"clausePos"`
	Call      string            `json:"call"`
	Args      map[string]string `json:"args"`
	Results   []string          `json:"results"`
	First     []string          `json:"first,omitempty"`
	After     map[string]string `json:"after,omitempty"`
	Panic     string            `json:"panic,omitempty"`
	Site      string            `json:"site,omitempty"`
	Stack     []string          `json:"stack,omitempty"`
	Output    string            `json:"output,omitempty"`
	Detail    string            `json:"detail"`
	// Details are the parts of Detail, present if the text alone does not determine them.
	Details []string `json:"details,omitempty"`
	// General is a condition that is true of failing inputs only. Requires is the precondition that
	// excludes all failing inputs, if General covers them. Irrelevant are the inputs that do not
	// matter.
	General    string   `json:"general,omitempty"`
	Requires   string   `json:"requires,omitempty"`
	Irrelevant []string `json:"irrelevant,omitempty"`
	// Made says how an input is made, if General refers to its fields.
	Made   string `json:"made,omitempty"`
	Depth  int    `json:"depth"`
	Beyond bool   `json:"beyond,omitempty"`
	// Strategy is the strategy that chose an input beyond the bounds.
	Strategy string `json:"strategy,omitempty"`
	Count    int64  `json:"count"`
	Saved    string `json:"saved,omitempty"`
	// Varies says what the failure depends on.
	Varies []chance `json:"varies,omitempty"`
	more
}

// chance is an operation whose outcome may differ from run to run.
type chance struct {
	What string `json:"what"`
	Pos  string `json:"pos,omitempty"`
}

type opaque struct {
	Clause  string `json:"clause"`
	Pos     string `json:"pos"`
	Why     string `json:"why"`
	Passed  int64  `json:"passed"`
	Reached int64  `json:"reached"`

	Interpreted bool  `json:"interpreted,omitempty"`
	Unclear     int64 `json:"unclear,omitempty"`
	Alike       int64 `json:"alike,omitempty"`
	// Unclearly is the first reason why it was not clear.
	Unclearly string `json:"unclearly,omitempty"`
}

type class struct {
	Label  string `json:"label"`
	Count  int64  `json:"count"`
	Beyond int64  `json:"beyond,omitempty"`
}

type mistake struct {
	Verdict string    `json:"verdict"`
	Pos     string    `json:"pos"`
	Message string    `json:"message"`
	Code    diag.Code `json:"code"`
}

type faultLine struct {
	Verdict string `json:"verdict"`
	Message string `json:"message"`
	Detail  string `json:"detail,omitempty"`
}

// edited counts the inputs that were made of others, and those others.
type edited struct {
	Inputs int64 `json:"inputs"`
	Seeds  int64 `json:"seeds"`
}

// verdict returns the machine-readable form of a function's result.
func (f *format) verdict(e event.FunctionEnd) verdict {
	r := &e.Result
	v := verdict{
		Verdict: r.Verdict.String(), Pos: f.where(e.Pos), Reason: r.Reason, Help: r.Help, Blame: f.where(r.Blame),
		Inputs: r.Inputs, Beyond: r.Beyond, Depth: r.Depth, Exhausted: r.Exhausted, Cut: r.Cut, Cached: r.Cached, portion: portion{r.Shard, r.Tried, r.KeepGoing}, Notes: r.Notes, Waited: r.Waited.Seconds(),
		NoContract: r.Bare, Declined: r.Declined, Duties: r.Duties, Failures: []failure{}, Opaque: []opaque{},
	}
	v.proof = f.proof(r.Proof)
	if r.Verdict != event.Skipped && r.Verdict != event.Unsupported {
		v.Bounds = r.Limits.String()
	}
	if a := r.Aimed; a.Aims > 0 {
		v.Aimed = &aims{Branches: a.Aims, Reached: a.Met, Alone: a.Alone}
		for _, m := range a.Missed {
			v.Aimed.Missed = append(v.Aimed.Missed, missed{f.where(m.Pos), m.Side})
		}
	}
	if e := r.Edited; e.Inputs > 0 {
		v.Edited = &edited{e.Inputs, e.Seeds}
	}
	for _, x := range r.Failures {
		v.Failures = append(v.Failures, f.failure(x))
	}
	for _, x := range r.Unconfirmed {
		v.Flaky = append(v.Flaky, f.failure(x))
	}
	for _, o := range r.Opaque {
		v.Opaque = append(v.Opaque, opaque{o.Clause, f.where(o.Pos), o.Why, o.Passed, o.Reached, o.Interpreted, o.Unclear, o.Alike, o.Unclearly})
	}
	lines := r.Unreached
	if r.Shard == "" {
		lines = event.Joined(lines)
	}
	for _, l := range lines {
		v.Unreached = append(v.Unreached, unreached{f.where(l.Start), l.End, l.Branches})
	}
	for _, u := range r.Untested {
		v.Untested = append(v.Untested, untested{u.Clause, f.where(u.Pos), u.Why})
	}
	for _, c := range r.Classes {
		v.Classes = append(v.Classes, class{c.Label, c.Count, c.Beyond})
	}
	return v
}

func (f *format) failure(x *event.Failure) failure {
	out := failure{
		Cause: x.Cause, Clause: x.Clause, ClausePos: f.where(x.Pos),
		Call: x.Call, Args: named(x.Args), Results: x.Results, First: x.First, Panic: x.Panic,
		Site: f.rel(x.Site), Output: x.Output,
		Detail: strings.Join(x.Details, detailMark), Depth: x.Depth, Beyond: x.Beyond, Strategy: x.Strategy, Count: x.Count, Saved: f.rel(x.Saved),
	}
	for _, c := range x.Varies {
		out.Varies = append(out.Varies, chance{c.Kind.String(), f.where(c.Pos)})
	}
	for _, s := range x.Stack {
		out.Stack = append(out.Stack, f.frame(s))
	}
	out.more = more{Kind: x.Kind, Unfolded: x.Unfolded, Of: x.Of, Partial: x.Partial, FromSaved: x.FromSaved, Always: x.Always, Order: x.Order}
	out.Made = x.Made
	if g := x.General; g != nil {
		out.General, out.Irrelevant, out.Simple = g.Cond, g.Irrelevant, g.Simple
		if g.Covered == g.Failing {
			out.Requires = g.Not
		}
	}
	if !slices.Equal(detailsOf(out.Detail), x.Details) {
		out.Details = x.Details
	}
	if x.Clause == "" {
		out.Pos = out.ClausePos
		out.ClausePos = ""
	}
	if len(x.After) > 0 {
		out.After = named(x.After)
	}
	if out.Results == nil {
		out.Results = []string{}
	}
	return out
}

// detailMark separates the details of a failure in one text.
const detailMark = "; "

// detailsOf splits such a text.
func detailsOf(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, detailMark)
}

// named returns a list of arguments as an object. encoding/json sorts its keys.
func named(as []event.Arg) map[string]string {
	m := make(map[string]string, len(as))
	for _, a := range as {
		m[a.Name] = a.Value
	}
	return m
}
