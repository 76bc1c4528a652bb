package concurrent

import (
	"fmt"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
)

// finding runs the schedule of a verdict again, and describes it.
func (s *search) finding(j *judge, v *verdict) Finding {
	f := Finding{Cause: v.cause, Maker: s.subject.Makers[j.maker].Text, Number: v.number, Asleep: v.asleep}
	for _, i := range j.prefix {
		f.Prefix = append(f.Prefix, s.subject.Steps[i].Text)
	}
	f.Schedule = Schedule{Maker: j.maker, Prefix: j.prefix, Sequences: j.sequences, Serial: v.serial}
	for site := range s.points {
		f.Schedule.Points = append(f.Schedule.Points, site)
	}
	slices.Sort(f.Schedule.Points)
	for _, c := range v.choices {
		f.Schedule.Choices = append(f.Schedule.Choices, int(c))
	}
	f.Orders = s.orders(j, v)
	j.showing, j.trial.after = true, v.after
	defer func() { j.showing, j.trial.after = false, -1 }()
	x := j.real
	if v.serial {
		x = j.spec
	}
	j.checking = v.serial
	events, _ := x.Replay(v.choices)
	f.Preemptions = sched.Preemptions()
	n := 0
	for _, seq := range j.sequences {
		var made []Made
		for _, i := range seq {
			made = append(made, Made{s.subject.Steps[i].Text, j.records[n].text, v.ended>>n&1 == 1})
			n++
		}
		f.Sequences = append(f.Sequences, made)
	}
	if i := j.breaking(); (v.cause == CauseInvariant || v.cause == CauseLinearizability) && i >= 0 {
		f.Broken = j.stepOf(i).Text + " does not return what it ensures: " + j.records[i].broken
	}
	if v.after >= 0 {
		f.After = s.subject.Steps[v.after].Text
		f.AfterResults, f.Rang = afterTexts(j.trial), j.rang
	}
	if v.ending == sched.Endless {
		f.Endless = len(events)
		events = events[:min(len(events), mostEndless)]
	}
	f.Steps = j.described(events)
	j.places(v, &f)
	return f
}

// described returns descriptions of the steps of a schedule but those of what makes the calls.
func (j *judge) described(events []sched.Event) (list []Step) {
	index := map[int]int{}
	causes := sched.Causes(events)
	for i, e := range events {
		if e.Goroutine == 0 {
			continue
		}
		if e.Op.Kind == sched.Start {
			e.Op.Stack = nil // A call begins: below it may be frames of a schedule that was given up.
		}
		st := j.step(e.Op, e.Goroutine, e.Sequence, e.Call)
		for _, c := range causes[i] {
			if k, ok := index[c]; ok {
				st.After = append(st.After, k)
			}
		}
		index[i] = len(list)
		list = append(list, st)
	}
	return list
}

// mostEndless is how many steps are shown of a schedule that does not end.
const mostEndless = 24

// places adds where goroutines wait, panic or race.
func (j *judge) places(v *verdict, f *Finding) {
	if v.cause == CauseDeadlock || v.cause == CauseLeak {
		for _, w := range sched.Left() {
			f.Waiting = append(f.Waiting, j.step(w.Op, w.Goroutine, w.Sequence, w.Call))
		}
	}
	for i := range j.records {
		if r := &j.records[i]; v.cause == CausePanic && r.panicked && v.ended>>i&1 == 1 {
			seq, _ := j.sequenceOf(i)
			f.Waiting = append(f.Waiting, j.step(sched.Op{Stack: r.stack}, 0, seq+1, i))
		}
	}
	for _, p := range sched.Panics() {
		f.Panic = panicText(p.Value)
		f.Waiting = append(f.Waiting, j.step(sched.Op{Stack: p.Stack}, p.Goroutine, p.Sequence, p.Call))
	}
	if v.cause == CauseRace {
		for _, r := range sched.Races()[:min(1, len(sched.Races()))] {
			first := j.step(sched.Op{Kind: r.First, Stack: r.FirstStack}, r.FirstBy, r.FirstSeq, r.FirstCall)
			second := j.step(sched.Op{Kind: r.Second, Stack: r.SecondStack}, r.SecondBy, r.SecondSeq, r.SecondCall)
			f.Race = append(f.Race, first, second)
		}
	}
}

// afterTexts returns the results of the calls at the end.
func afterTexts(t *trial) (out []string) {
	for _, r := range t.afterTimes {
		out = append(out, r.text)
	}
	if len(t.afterTimes) < afterCalls {
		switch sched.End() {
		case sched.Stuck:
			out = append(out, WaitsForEver)
		case sched.Endless:
			out = append(out, DoesNotEnd)
		}
	}
	if t.ringing && sched.End() == sched.Crashed {
		out = append(out, "a timer's function panics")
	}
	return out
}

// unended says what becomes of calls that have not ended, by how the schedule ends.
var unended = map[sched.Ending]string{sched.Stuck: WaitsForEver, sched.Endless: DoesNotEnd, sched.Crashed: IsCutOff}

// orders returns the sequential runs of a case that differ in order or results.
func (s *search) orders(j *judge, v *verdict) (out []Order) {
	if v.cause != CauseLinearizability {
		return nil
	}
	j.showing, j.checking, j.trial.after = true, true, v.after
	defer func() { j.showing, j.trial.after = false, -1 }()
	met := map[string]bool{}
	for _, o := range j.sequential {
		j.spec.Run(o.choices)
		r := Order{Calls: slices.Clone(j.order)}
		for i := range j.records {
			text := j.records[i].text
			if o.ended>>i&1 == 0 {
				text = unended[o.ending]
			}
			r.Results = append(r.Results, text)
		}
		if v.after >= 0 && o.ending == sched.Complete {
			r.After = afterTexts(j.trial)
		}
		if key := fmt.Sprint(r); !met[key] {
			met[key] = true
			out = append(out, r)
		}
	}
	return out
}

// step describes a step. Its place is the innermost frame outside the standard library, or else the innermost one.
func (j *judge) step(op sched.Op, goroutine, sequence, call int) Step {
	if op.Kind == sched.Tick {
		return Step{Call: -1, What: op.Kind.String()}
	}
	st := Step{Goroutine: sequence, Call: call, What: op.Kind.String()}
	if sequence < 1 {
		st.Goroutine = -goroutine
	}
	frames := runtime.CallersFrames(op.Stack)
	for len(op.Stack) > 0 {
		f, more := frames.Next()
		if f.File != "" && !ours(f.File) && !strings.HasPrefix(f.Function, "runtime.") && f.Function != "iter.Pull[...].func1" {
			library := strings.HasPrefix(f.File, libraryFolder())
			if st.File == "" || !library {
				st.File, st.Line, st.Function = f.File, f.Line, f.Function
			}
			if !library {
				break
			}
		}
		if !more {
			break
		}
	}
	return st
}

// libraryFolder returns the folder that has the sources of the standard library.
func libraryFolder() string {
	f := runtime.FuncForPC(reflect.ValueOf(runtime.GC).Pointer())
	file, _ := f.FileLine(f.Entry())
	return filepath.Dir(filepath.Dir(file)) + string(filepath.Separator)
}

// ours reports whether a file is one of rtest or generated by it.
func ours(file string) bool {
	_, here, _, _ := runtime.Caller(0)
	return strings.HasPrefix(file, filepath.Dir(filepath.Dir(here))+string(filepath.Separator)) || strings.HasPrefix(filepath.Base(file), stack.GeneratedPrefix)
}
