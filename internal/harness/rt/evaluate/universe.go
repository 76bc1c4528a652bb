// Package evaluate evaluates terms over the values of variables: calls of targets whose arguments are results of
// other calls.
//
// It takes requests of the parent. It returns hashes of the terms of a batch for all samples, how often two
// terms differ, and whether a target is a function of its inputs. It knows nothing of laws: the parent chooses
// the terms and draws the conclusions.
package evaluate

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"time"

	"github.com/rtest-dev/rtest/internal/harness/rt/explain"
	"github.com/rtest-dev/rtest/internal/harness/rt/host"
	"github.com/rtest-dev/rtest/internal/harness/rt/read"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// A Universe has the values of the variables, and the rows of the terms that were kept.
type Universe struct {
	p     *host.Process
	ask   wire.Universe
	board *wire.Board
	watch *host.Watch
	// values has the numbers of the values of each sort, in the table of its type.
	values [][]uint32
	outside
	deadly
	// lists are the assignments of comparisons, by what these ask for.
	lists  map[string]*listed
	tables map[reflect.Type]*table
	calls  []*call
	// cause is what gave the last value.
	cause cause
	// collects says that the process chooses when garbage is collected.
	collects bool
	// rows are by number, last are those of the last batch.
	rows []row
	last []row
}

// An outside has what is known of further values.
type outside struct {
	// further are the values by sort, followed by those that only comparisons use. It is nil until a comparison
	// needs it.
	further [][]uint32
	// wide are these values by sort, followed by those that only comparisons with Wide set use. It is nil until one
	// does. wider says that the assignments that are made have them.
	wide  [][]uint32
	wider bool
	// modest says that the assignments that are made have no great integers.
	modest bool
	// admits caches the values of a sort that modest comparisons have, by the sort and the length of the list.
	admits map[[2]int][]uint32
	// strata has the further values of each sort in groups.
	strata []*strata
	// chained caches the ways between types.
	chained map[[2]*table][][]step
	// telling are further values, by sort, that told terms apart.
	telling [][]uint32
	// premises caches those of conditions.
	premises map[string]*premises
}

// A row has the number of a value for each sample, in the table of its type.
type row struct {
	of  *table
	ids []uint32
}

// NewUniverse makes the values that the parent asks for, and answers with the prints of the variables.
func NewUniverse(p *host.Process, data []byte) (*Universe, error) {
	u := &Universe{p: p, tables: map[reflect.Type]*table{}}
	err := json.Unmarshal(data, &u.ask)
	if err == nil {
		time.Local, err = localZone()
	}
	if err != nil {
		return nil, err
	}
	u.collects = os.Getenv("GOGC") == ""
	u.paceCollection()
	u.board = p.NewBoard(0, 0)
	u.watch = p.Watch(u.board, u.ask.Timeout, u.ask.Memory)
	u.watch.Patient = true
	u.calls = make([]*call, len(p.Unit.Targets))
	for i := range u.calls {
		u.calls[i] = u.newCall(i)
	}
	for _, target := range u.ask.States {
		c := u.calls[target]
		c.isState = true
		c.inputs[0].of.state = c
	}
	built := 0
	err = u.watched(func() error {
		for _, s := range u.ask.Sorts {
			ids := u.build(s.Target, s.Streams, built)
			built += len(s.Streams)
			if len(ids) < len(s.Streams) {
				return errors.New("a value cannot be built")
			}
			if kept := u.admissible(s, ids); len(kept) > 0 {
				ids = kept
			}
			u.values = append(u.values, ids)
		}
		for _, target := range u.ask.Extend {
			u.extend(u.calls[target])
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for v, sort := range u.ask.Slots {
		r := row{of: u.calls[u.ask.Sorts[sort].Target].inputs[0].of, ids: make([]uint32, len(u.ask.Samples))}
		for i, s := range u.ask.Samples {
			r.ids[i] = u.values[sort][s[v]%len(u.values[sort])]
		}
		u.rows = append(u.rows, r)
	}
	if err := p.Conn.SendJSON(wire.KindValued, wire.Rows{Prints: u.variables()}); err != nil {
		return nil, err
	}
	return u, p.Conn.SendJSON(wire.KindDone, wire.Done{Exhausted: true})
}

// variables returns the prints of the variables.
func (u *Universe) variables() (prints []byte) {
	for _, r := range u.rows {
		seen := make([]uint64, len(r.ids))
		for i, id := range r.ids {
			seen[i] = r.of.seen[id]
		}
		prints = appendPrint(prints, seen)
	}
	return prints
}

// leastGarbage is how much garbage the process gathers at least before it collects: more is more memory to fill, and less is
// collected too often. Up to mostGarbage it gathers twice as much as what stays.
const leastGarbage, mostGarbage = 64 << 20, 192 << 20

// paceCollection sets when garbage is collected: when it is as much as what stays, but not before it is worth it. Here
// much stays, where elsewhere next to nothing does.
func (u *Universe) paceCollection() {
	if !u.collects {
		return
	}
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	live := sample[0].Value.Uint64() + 1
	debug.SetGCPercent(int(max(100, min(1000, max(leastGarbage*100/live, min(200, mostGarbage*100/live))))))
}

// constants makes the targets of constants, and returns their values.
func (u *Universe) constants(c wire.Constants) (out wire.Valued) {
	u.rows, u.last = u.rows[:len(u.ask.Slots)], nil
	env := make([]uint32, len(u.rows))
	for v, r := range u.rows {
		if len(r.ids) > 0 {
			env[v] = r.ids[0]
		}
	}
	for _, program := range c.Programs {
		of := u.calls[program[len(program)-1]].result.of
		id := u.number(program, env)
		c := &call{result: variable{of: of}}
		c.few.put(few{}, id)
		u.calls = append(u.calls, c)
		if id == undefined {
			out.Values = append(out.Values, nil)
			continue
		}
		out.Values = append(out.Values, explain.NewDescriber().Walk([]any{of.values[id].Addr().Interface()})...)
	}
	return out
}

// number returns the number of what a program gives, undefined if it gives nothing or what is too long to be kept.
func (u *Universe) number(program []int, env []uint32) uint32 {
	o := u.run(program, env, nil)[0]
	if o.value.IsValid() {
		if u.wider && isLong(o.value) {
			return undefined
		}
		return u.calls[program[len(program)-1]].result.of.number(o.value.Addr().Interface())
	}
	return o.id
}

// extendCalls is how often a target is called for its results, extendValues how many of
// these are taken.
const (
	extendCalls  = 300
	extendValues = 20
)

// sorts returns the sorts of a call's arguments and of its result. ok means that variables have all of them.
func (u *Universe) sorts(c *call) (from []int, to int, ok bool) {
	sort := func(t *table) int {
		return slices.IndexFunc(u.ask.Sorts, func(s wire.Sort) bool { return u.calls[s.Target].inputs[0].of == t })
	}
	for _, v := range c.inputs {
		from = append(from, sort(v.of))
	}
	to = sort(c.result.of)
	return from, to, to >= 0 && !slices.Contains(from, -1)
}

// extend adds the results of a call to the values of its type.
func (u *Universe) extend(c *call) {
	from, to, ok := u.sorts(c)
	if !ok {
		return
	}
	sizes := make([]int, len(from))
	for i, sort := range from {
		sizes[i] = min(len(u.ask.Sorts[sort].Streams), len(u.values[sort])) // Nil may be missing.
	}
	known := map[uint32]bool{undefined: true}
	for _, id := range u.values[to] {
		known[id] = true
	}
	most := min(len(u.ask.Sorts[to].Streams)+u.ask.Extra, len(u.values[to])+extendValues)
	args := make([]uint32, len(from))
	assignments(sizes, extendCalls, func(at []int) bool {
		for i, n := range at {
			args[i] = u.values[from[i]][n]
		}
		if id := u.apply(c, args); !known[id] {
			known[id] = true
			u.values[to] = append(u.values[to], u.admissible(u.ask.Sorts[to], []uint32{id})...)
		}
		return len(u.values[to]) < most
	})
}

// admissible returns the values of a list that a sort admits.
func (u *Universe) admissible(s wire.Sort, ids []uint32) []uint32 {
	if !s.NonNil {
		return ids
	}
	of := u.calls[s.Target].inputs[0].of
	return slices.DeleteFunc(slices.Clone(ids), func(id uint32) bool { return isNil(of.values[id]) })
}

// build makes values of a target's input, without those that cannot be built. The number of the first tells the parent which
// of them ended the process.
func (u *Universe) build(target int, streams [][]int64, first int) []uint32 {
	c := u.calls[target]
	ids := make([]uint32, 0, len(streams))
	for i, stream := range streams {
		u.board.Begin(stream)
		u.cause = cause{wire.Building, first + i}
		u.board.At(u.cause.stage, u.cause.index)
		if c.c.Build(read.NewReader(stream)) {
			ids = append(ids, c.inputs[0].of.number(c.inputs[0].pointer))
		}
		u.board.At(wire.Idle, 0)
	}
	return ids
}

// watched runs do under the watch, on a goroutine that code under test may end.
func (u *Universe) watched(do func() error) error {
	u.watch.Start()
	err := errors.New("a function ended its goroutine")
	over := make(chan struct{})
	go func() {
		defer close(over)
		err = do()
	}()
	<-over
	u.watch.End()
	return err
}

// furtherShare is the part of the time and memory of a call that one for further values has: most that take more do not end, and each costs
// a process.
const furtherShare = 4

// Answer serves one request.
func (u *Universe) Answer(kind wire.Kind, data []byte) error {
	if u == nil {
		return fmt.Errorf("message %q before there is a universe", kind)
	}
	var out any
	var compared wire.Comparisons
	u.watch.Share = 0
	if kind == wire.KindCompare {
		if err := json.Unmarshal(data, &compared); err != nil {
			return err
		}
		if slices.ContainsFunc(compared.Pairs, func(c wire.Comparison) bool { return c.Further }) {
			u.watch.Share = furtherShare
		}
	}
	err := u.watched(func() (err error) {
		switch kind {
		case wire.KindConstants:
			var c wire.Constants
			if err = json.Unmarshal(data, &c); err == nil {
				out = u.constants(c)
			}
		case wire.KindTerms:
			var t wire.Terms
			if err = json.Unmarshal(data, &t); err == nil {
				out = u.terms(t)
			}
		case wire.KindSeen:
			var s wire.Seen
			if err = json.Unmarshal(data, &s); err == nil {
				out = u.seen(s)
			}
		case wire.KindCompare:
			out = u.compareAll(compared)
		case wire.KindTrial:
			var t wire.Trial
			if err = json.Unmarshal(data, &t); err == nil {
				out = u.try(t)
			}
		}
		return err
	})
	if err != nil {
		return err
	}
	u.paceCollection()
	if err := u.p.Conn.SendJSON(wire.KindValued, out); err != nil {
		return err
	}
	return u.p.Conn.SendJSON(wire.KindDone, wire.Done{Exhausted: true})
}

// terms makes the rows of a batch.
func (u *Universe) terms(t wire.Terms) wire.Rows {
	for _, i := range t.Kept {
		u.rows = append(u.rows, u.last[i])
	}
	u.last = u.last[:0]
	var out wire.Rows
	out.Prints = make([]byte, 0, len(t.Nodes)*wire.PrintSize)
	seen := make([]uint64, len(u.ask.Samples))
	for _, n := range t.Nodes {
		c := u.calls[n.Target]
		r := row{of: c.result.of}
		if !n.Leaf {
			r.ids = make([]uint32, len(u.ask.Samples))
		}
		args := make([][]uint32, len(n.Args))
		for k, a := range n.Args {
			args[k] = u.rows[a].ids
		}
		at := make([]uint32, len(args))
		for i := range seen {
			for k := range args {
				at[k] = args[k][i]
			}
			if n.Leaf {
				seen[i] = u.look(c, at)
				continue
			}
			r.ids[i] = u.apply(c, at)
			seen[i] = r.of.seen[r.ids[i]]
		}
		u.last = append(u.last, r)
		out.Prints = appendPrint(out.Prints, seen)
	}
	return out
}

// seen lists what rows are, and what programs give.
func (u *Universe) seen(s wire.Seen) wire.Values {
	var out wire.Values
	for _, n := range s.Rows {
		r := u.rows[n]
		for _, id := range r.ids {
			out.Hashes = binary.LittleEndian.AppendUint64(out.Hashes, r.of.seen[id])
		}
	}
	for _, program := range s.Programs {
		for _, env := range s.At {
			out.Hashes = binary.LittleEndian.AppendUint64(out.Hashes, u.observe(program, env))
		}
	}
	return out
}
