package check

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/longtest"
)

// TestAssignments compares the pairs of assignments and uses that random programs reach with
// those that an interpreter of the programs notes, over all inputs.
func TestAssignments(t *testing.T) {
	pairs := 0
	for seed := range longtest.Cases(3, 60) {
		p := &program{rand: rand.New(rand.NewPCG(uint64(seed), 1)), seen: map[string]bool{}}
		source := p.source()
		for a := -2; a <= 2; a++ {
			for b := -2; b <= 2; b++ {
				p.run(a, b)
			}
		}
		got := reachedAssignments(t, source)
		if !maps.Equal(got, p.seen) {
			t.Errorf("seed %d: pairs of lines are\n%v\nwant\n%v\n%s", seed, slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(p.seen)), source)
		}
		pairs += len(p.seen)
	}
	if pairs < 60 {
		t.Errorf("only %d pairs are compared", pairs)
	}
}

// reachedAssignments returns the pairs that some input reaches, as lines and the variable used.
func reachedAssignments(t *testing.T, source string) map[string]bool {
	c, u := chooserOf(t, source, ByFlow)
	p := u.Plans[0]
	_, runner, err := c.bind(t.Context(), u, p)
	if err != nil {
		t.Fatal(err)
	}
	defer runner.Close()
	reached := map[int]bool{}
	for depth := range p.Limits.Depth + 1 {
		q, err := p.Function.Pose(t.Context(), depth)
		if err != nil {
			t.Fatal(err)
		}
		tally, err := runner.Run(t.Context(), harness.Job{Target: p.Function.Index, AfterFailure: -1, Form: q.Form})
		if err != nil {
			t.Fatal(err)
		}
		for _, in := range tally.Covered {
			for _, n := range in.Counters {
				reached[n] = true
			}
		}
	}
	got := map[string]bool{}
	for _, x := range c.binary.Pairs(p.Function.Index) {
		if x.Def.Of != "" && reached[x.Goal()] {
			got[fmt.Sprintf("%d %d %s", x.Def.Pos.Line, x.Use.Pos.Line, x.Use.Text)] = true
		}
	}
	return got
}

// A program is a random function of two integers, with a meaning of its own: each statement is
// on a line, and each place is x, y, z, a field or an element.
type program struct {
	rand  *rand.Rand
	text  strings.Builder
	line  int
	body  []statement
	depth int
	// last is the line of the return of z.
	last int
	// values and assigned are those of places, seen the pairs so far.
	values, assigned map[string]int
	seen             map[string]bool
}

// A statement is to = from + by, or has a condition over from and is run so many times.
type statement struct {
	line     int
	to, from string
	by       int
	// counts says that it is to++, changes that it is to += from.
	counts, changes bool
	body, other     []statement
	rounds          int
}

var places = []string{"x", "y", "z", "s.f", "r.f", "xs[0]", "xs[1]"}

func (p *program) place() string { return places[p.rand.IntN(len(places))] }

func (p *program) emit(format string, args ...any) int {
	fmt.Fprintf(&p.text, format+"\n", args...)
	p.line++
	return p.line
}

// header begins every program; its lines assign what begins assigns.
const header = `package p

type rec struct{ f int }

//rtest:depth 2
//rtest:ensures true
func F(x, y int) int {
	z := 0
	var s rec
	s.f = 1
	r := &rec{f: 2}; _ = r
	xs := make([]int, 2)
	xs[0] = 3
	xs[1] = 4`

var begins = map[string]int{"x": 7, "y": 7, "z": 8, "s.f": 10, "r.f": 11, "xs[0]": 13, "xs[1]": 14}

func (p *program) source() string {
	p.emit(header)
	p.line = strings.Count(header, "\n") + 1
	p.body = p.statements(6)
	p.last = p.emit("	return z")
	p.emit("}")
	return p.text.String()
}

func (p *program) statements(n int) (list []statement) {
	for range n {
		s := statement{to: p.place(), from: p.place(), by: p.rand.IntN(3)}
		switch k := p.rand.IntN(10); {
		case k < 2 && p.depth < 2:
			s.line = p.emit("	if %s > %d {", s.from, s.by)
			p.depth++
			s.body = p.statements(2)
			p.emit("	} else {")
			s.other = p.statements(1)
			p.emit("	}")
			p.depth--
		case k < 3 && p.depth < 2:
			s.rounds = 2
			s.line = p.emit("	for range 2 {")
			p.depth++
			s.body = p.statements(3)
			p.emit("	}")
			p.depth--
		case k < 5:
			s.counts = true
			s.line = p.emit("	%s++", s.to)
		case k < 7:
			s.changes = true
			s.line = p.emit("	%s += %s", s.to, s.from)
		default:
			s.line = p.emit("	%s = %s + %d", s.to, s.from, s.by)
		}
		list = append(list, s)
	}
	return list
}

// run notes the pairs of one input.
func (p *program) run(x, y int) {
	p.values = map[string]int{"x": x, "y": y, "s.f": 1, "r.f": 2, "xs[0]": 3, "xs[1]": 4}
	p.assigned = maps.Clone(begins)
	p.exec(p.body)
	p.use("z", p.last)
}

func (p *program) use(place string, line int) int {
	p.seen[fmt.Sprintf("%d %d %s", p.assigned[place], line, place)] = true
	return p.values[place]
}

func (p *program) set(place string, line, v int) { p.values[place], p.assigned[place] = v, line }

func (p *program) exec(list []statement) {
	for _, s := range list {
		switch {
		case s.rounds > 0:
			for range s.rounds {
				p.exec(s.body)
			}
		case s.body != nil:
			if p.use(s.from, s.line) > s.by {
				p.exec(s.body)
			} else {
				p.exec(s.other)
			}
		case s.counts:
			p.set(s.to, s.line, p.use(s.to, s.line)+1)
		case s.changes:
			v := p.use(s.from, s.line)
			p.set(s.to, s.line, p.use(s.to, s.line)+v)
		default:
			p.set(s.to, s.line, p.use(s.from, s.line)+s.by)
		}
	}
}
