// Package rank compares implementations of one function. It infers which bugs they have, finds a
// smallest input for each bug, and orders the implementations by their bugs.
//
// It takes functions of one package, or the same functions of several packages, and a contract or a
// model that defines what is right. It returns a Report. Inputs and observations come from
// check/observe.
package rank

import (
	"context"
	"fmt"
	"slices"

	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/observe"
	"github.com/rtest-dev/rtest/internal/harness"
)

// A Request says what to compare.
type Request struct {
	config.Config
	// Functions are the names of the answers, in the one package of the patterns. With Folders
	// the answers are the packages there, each with all of Functions.
	Functions []string
	Folders   []string
	// Model is a correct answer, a function or a folder. It is empty if the contract defines what is
	// right.
	Model string
}

// A Report says which bugs the answers have.
type Report struct {
	// Answers are the names of the answers compared, in the order of the request.
	Answers []string
	// Judge names what defines the right result: a model, or a function with a contract.
	Judge string
	// Model says that Judge is one.
	Model bool
	Bugs  []Bug
	// Classes are the answers by their bugs, the best first.
	Classes []Class
	// LeftOut are the answers that cannot be called.
	LeftOut []LeftOut
	// Inputs is how many inputs were tried, Exhausted says that they are all within the bounds.
	Inputs    int64
	Exhausted bool
	// Notes say which inputs were not tried with all answers.
	Notes []string
}

// A Bug is one that some answers have.
type Bug struct {
	// Function is the function called, Args its inputs. Call is the call of the first answer that has
	// the bug, Got its result, Want the right result or the failing clause.
	Function string
	Args     []event.Arg
	Call     string
	Got      string
	Want     string
	Beyond   bool
	// Answers are those that have the bug; Inputs is how many inputs show it and no other.
	Answers Set
	Inputs  int64
}

// A LeftOut is an answer that cannot be called, with the reason.
type LeftOut struct{ Name, Why string }

// Summary describes the comparison in one line.
func (r *Report) Summary() string {
	text := fmt.Sprintf("%s, %s, %s", count(int64(len(r.Answers)), "implementation"), count(int64(len(r.Bugs)), "bug"), count(r.Inputs, "input"))
	if r.Exhausted {
		text += ", exhausted"
	}
	return text
}

func count(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// Run compares the answers of a request.
func Run(ctx context.Context, q Request) (*Report, error) {
	if err := repeated(append(slices.Clone(q.Functions), q.Folders...)); err != nil {
		return nil, err
	}
	r := &ranking{Request: q}
	defer r.close()
	if err := r.load(ctx); err != nil {
		return nil, err
	}
	if err := r.prepare(ctx); err != nil {
		return nil, err
	}
	if err := r.observe(ctx); err != nil {
		return nil, err
	}
	return r.report(ctx)
}

// patience is how many calls of one answer may end the process before the rest of its inputs is
// only sampled; a call that hangs counts as harness.HeavyDeath of them.
const patience = 6 * harness.HeavyDeath

// samples is how many inputs for which the same other answers fail are tried with an answer that
// has used up the patience.
const samples = 2

// A row is an input with the results of the answers. failing is nil if it is not known for each
// answer.
type row struct {
	op      int
	input   observe.Input
	failing Set
}

// observe lists the inputs and calls all answers with each.
func (r *ranking) observe(ctx context.Context) error {
	r.exhausted = true
	for op := range r.ops {
		inputs, complete, err := r.inputs(ctx, op)
		if err != nil {
			return err
		}
		r.exhausted = r.exhausted && complete
		rows, err := r.rowsOf(ctx, op, inputs)
		if err != nil {
			return err
		}
		r.rows = append(r.rows, rows...)
	}
	return nil
}

// inputs unites the inputs of all answers, which differ in what the code suggests. Small ones come
// first.
func (r *ranking) inputs(ctx context.Context, op int) (all []observe.Input, complete bool, err error) {
	type placed struct {
		observe.Input
		at int
	}
	var list []placed
	seen := map[string]bool{}
	complete = true
	for _, a := range r.compared() {
		inputs, whole, err := r.function(a, op).Inputs(ctx)
		if err != nil {
			return nil, false, err
		}
		complete = complete && whole
		for i, in := range inputs {
			if k := observe.Key(in.Stream); !seen[k] {
				seen[k] = true
				list = append(list, placed{in, i})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b placed) int {
		if a.Beyond != b.Beyond {
			if a.Beyond {
				return 1
			}
			return -1
		}
		return a.at - b.at
	})
	for _, p := range list {
		all = append(all, p.Input)
	}
	return all, complete, nil
}

// A verdict is the result of an answer for an input.
type verdict uint8

const (
	unknown verdict = iota
	right
	wrong
)

// rowsOf calls all answers with each input of an operation.
func (r *ranking) rowsOf(ctx context.Context, op int, inputs []observe.Input) ([]row, error) {
	streams := make([][]int64, len(inputs))
	for i, in := range inputs {
		streams[i] = in.Stream
	}
	var model []observe.Observation
	if r.model >= 0 {
		var err error
		if model, err = r.function(r.model, op).Run(ctx, streams, harness.ObserveElements, patience); err != nil {
			return nil, err
		}
		if err := r.silent(ctx, op, streams, model); err != nil {
			return nil, err
		}
	}
	of := func(i int) *observe.Observation {
		if model == nil {
			return nil
		}
		return &model[i]
	}
	answers := r.compared()
	judged := make([][]verdict, len(answers))
	for n, a := range answers {
		seen, err := r.function(a, op).Run(ctx, streams, harness.ObserveElements, patience)
		if err != nil {
			return nil, err
		}
		judged[n] = make([]verdict, len(inputs))
		for i := range seen {
			judged[n][i] = judge(&seen[i], of(i))
		}
	}
	if err := r.sample(ctx, op, streams, judged, of); err != nil {
		return nil, err
	}
	rows := make([]row, 0, len(inputs))
	for i, in := range inputs {
		failing := newSet(len(answers))
		for n := range answers {
			switch judged[n][i] {
			case unknown:
				failing = nil
			case wrong:
				failing.add(n)
			}
			if failing == nil {
				break
			}
		}
		if m := of(i); m != nil && (m.Rejected || m.Unknown || m.Cause != "") {
			continue // The model does not define what is right.
		}
		if failing == nil {
			r.untried++
		}
		rows = append(rows, row{op, in, failing})
	}
	return rows, nil
}

// silent is an error if a model gives no result for any input.
func (r *ranking) silent(ctx context.Context, op int, streams [][]int64, model []observe.Observation) error {
	dead := -1
	for i := range model {
		switch o := &model[i]; {
		case o.Unknown || o.Rejected:
		case o.Cause == "":
			return nil
		case dead < 0:
			dead = i
		}
	}
	if dead < 0 {
		return nil
	}
	x, err := r.function(r.model, op).Describe(ctx, streams[dead])
	if err != nil {
		return err
	}
	return fmt.Errorf("the model %s says nothing of what is right: %s%s", r.answers[r.model].name, x.Call, observe.Behind(observe.Ended(x)))
}

// judge reports whether an observation is right: as the contract says, or as a model does.
func judge(o, model *observe.Observation) verdict {
	switch {
	case o.Unknown:
		return unknown
	case o.Rejected:
		return right // No caller may pass this input.
	case o.Cause != "":
		return wrong
	case model == nil && o.Failed, model != nil && !same(o, model):
		return wrong
	}
	return right
}

// same reports whether two calls end alike, give the same results and leave the same arguments. What
// a panic or an error says does not matter.
func same(a, b *observe.Observation) bool {
	if a.End != b.End {
		return false
	}
	return a.End != harness.EndReturned || slices.EqualFunc(a.Prints, b.Prints, func(x, y uint64) bool { return x == y })
}

// sample calls the answers that used up the patience with some inputs of each kind that is known
// from the others, the smallest ones.
func (r *ranking) sample(ctx context.Context, op int, streams [][]int64, judged [][]verdict, model func(int) *observe.Observation) error {
	open := make([]bool, len(judged))
	for n := range judged {
		open[n] = slices.Contains(judged[n], unknown)
	}
	if !slices.Contains(open, true) {
		return nil
	}
	r.patient = append(r.patient, r.namesOf(open)...)
	taken := map[string]int{}
	var chosen []int
	for i := range streams {
		var kind []byte
		missing := false
		for n := range judged {
			if open[n] {
				missing = missing || judged[n][i] == unknown
			} else {
				kind = append(kind, byte(judged[n][i]))
			}
		}
		if missing && taken[string(kind)] < samples {
			taken[string(kind)]++
			chosen = append(chosen, i)
		}
	}
	for n, a := range r.compared() {
		var list [][]int64
		var at []int
		for _, i := range chosen {
			if open[n] && judged[n][i] == unknown {
				list, at = append(list, streams[i]), append(at, i)
			}
		}
		if len(list) == 0 {
			continue
		}
		seen, err := r.function(a, op).Run(ctx, list, harness.ObserveElements, 0)
		if err != nil {
			return err
		}
		for k := range seen {
			judged[n][at[k]] = judge(&seen[k], model(at[k]))
		}
	}
	return nil
}

// report infers the bugs and describes them.
func (r *ranking) report(ctx context.Context) (*Report, error) {
	failing := make([]Set, len(r.rows))
	out := &Report{Judge: r.judge, Model: r.model >= 0, LeftOut: r.leftOut, Exhausted: r.exhausted && r.untried == 0}
	for i, row := range r.rows {
		failing[i] = row.failing
		if row.failing != nil {
			out.Inputs++
		}
	}
	for _, a := range r.compared() {
		out.Answers = append(out.Answers, r.answers[a].name)
	}
	bugs := irredundant(partitions(failing))
	has := make([]Set, len(out.Answers))
	for i := range has {
		has[i] = newSet(len(bugs))
	}
	for i, p := range bugs {
		b, err := r.describe(ctx, p)
		if err != nil {
			return nil, err
		}
		out.Bugs = append(out.Bugs, *b)
		for a := range has {
			if p.failing.Has(a) {
				has[a].add(i)
			}
		}
	}
	out.Classes = classes(has, len(bugs))
	if r.untried > 0 {
		slices.Sort(r.patient)
		out.Notes = append(out.Notes, fmt.Sprintf("not tried with all: %s, because calls of %s hang or crash", count(r.untried, "input"), list(slices.Compact(r.patient))))
	}
	return out, nil
}
