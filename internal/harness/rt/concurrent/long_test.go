package concurrent

import (
	"testing"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
)

// TestMilestones looks for beginnings before the call at which a list has more than three elements. They are for calls that may be made
// at the same time.
func TestMilestones(t *testing.T) {
	type list struct{ n, more int }
	add := Call{Name: "Add", Text: "c.Add(" + NumberMark + ")", Concurrent: true, Do: func(r *Record) {
		l := r.Self.(*list)
		if l.n++; l.n > 3 {
			sched.W(&l.more, 1)
		}
	}}
	for _, concurrent := range []bool{true, false} {
		add.Concurrent = concurrent
		s := &search{subject: &Subject{
			Makers: []Call{{Name: "New", Text: "New()", Do: func(r *Record) { r.Self = &list{} }}}, Steps: []Call{add}, Numbered: []Call{add},
		}, Limits: Limits{Prefix: 2}, makers: []int{0}}
		s.subject.Steps = append(s.subject.Steps, add.alike()...)
		found := s.milestones()
		switch {
		case !concurrent && len(found) > 0:
			t.Errorf("there are beginnings before %s", s.subject.Steps[found[0].next].Text)
		case concurrent && (len(found) != 1 || len(found[0].prefix) != 3 || s.subject.Steps[found[0].next].Text != "c.Add(4)"):
			t.Errorf("the beginnings are %+v", found)
		}
	}
}

func TestTextOf(t *testing.T) {
	const text = "c.Put(\"" + LabelMark + "\", " + NumberMark + ")"
	for n, want := range map[int]string{1: `c.Put("a", 1)`, 26: `c.Put("z", 26)`, 27: `c.Put("aa", 27)`, 250: `c.Put("ip", 250)`} {
		if got := TextOf(text, n); got != want {
			t.Errorf("call %d is %s; want %s", n, got, want)
		}
	}
}
