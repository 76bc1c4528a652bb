package rt

import (
	"github.com/rtest-dev/rtest/internal/harness/rt/explain"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// asking is that of the single input, nil where it has no functions.
func (v *view) asking() *callbacks {
	if v.w.unfold == nil {
		return nil
	}
	return v.w.unfold.asking
}

// follow has the questions of a single input told, as they come.
func (v *view) follow() {
	k := v.asking()
	if k == nil {
		return
	}
	v.d.Numbered = true
	k.tell = func(t *table, e *answered, results []any) {
		d := explain.NewDescriber()
		d.Numbered = true
		v.p.conn.SendJSON(wire.KindAnswered, wire.Answered{Func: t.number, Shapes: k.built, Args: d.Arguments(e.args), Results: d.Walk(results)})
	}
}

// Telling tells whether the answer that r reads is new and to be told.
func (q *Asked[A]) Telling(r *Reader) bool {
	return q.table.asking.tell != nil && r.answer != nil && !r.answer.told
}

// Tell tells the answer whose values results point to.
func (q *Asked[A]) Tell(r *Reader, results []any) {
	r.answer.told = true
	q.table.asking.tell(q.table, r.answer, results)
}

// notes says what was strange about the questions of an input.
func (k *callbacks) notes() []string {
	var out []string
	if k.strange.Load() > 0 {
		out = append(out, "a function among the inputs was called from another goroutine")
	}
	if k.late.Load() > 0 {
		out = append(out, "a function among the inputs was called after the call was over")
	}
	return out
}
