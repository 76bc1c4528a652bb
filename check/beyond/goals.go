package beyond

import (
	"cmp"
	"context"
	"errors"
	"go/token"
	"slices"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/pace"
	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/internal/solve"
	"github.com/rtest-dev/rtest/internal/z3"
)

// What may be done to find inputs with which the function takes a side of its
// branches.
const (
	// aimsPart of one parts of the inputs outside the bounds are such, at most
	// aimEach for one aim.
	aimsPart, aimEach = 4, 4
	// aimsSteps and aimsNodes bound the execution of the function.
	aimsSteps, aimsNodes = 100_000, 100_000
	// aimProbes is how many inputs are drawn first; what they do is not aimed at.
	aimProbes, aimProbeWork = 64, 200_000
	// aimWork bounds the search for one aim, aimLimit Z3's, with aimNode for each
	// of the first aimNodes nodes, as reading a form takes some; aimsLost is after
	// how many questions without an answer it is asked no more, of panics after one less.
	aimWork, aimLimit, aimNode, aimNodes, aimsLost = 20_000, 800_000, 500, 2000, 2
	// aimCrooked is how many products and quotients of what varies Z3 is asked
	// about: of 64 bits, each takes it tens of megabytes.
	aimCrooked = 12
	// aimLength is the greatest length of inputs, aimWord where only words are
	// long; aimBits is of how many bits integers are
	// first, then twice as many.
	aimLength, aimWord, aimBits = 40, 16, 10
	// aimShort is how long the parts of inputs are that Z3 is asked for first.
	aimShort = 8
	// aimWords is for how many texts of the greatest length there is room, beside others.
	aimWords = 5
	// aimTurns is for how many turns loops are followed whose end depends on the
	// input, aimMoreTurns where that does not do.
	aimTurns, aimMoreTurns = 8, 40
)

// An Aimed counts the sides of branches, their boundaries and the panics at which
// inputs outside the bounds were aimed because drawn ones do not come there, and
// those that some input reaches.
type Aimed struct {
	Aims, Met int
	// Alone says that the search found the inputs without Z3.
	Alone bool
	// Missed are those in the user's module that no input reaches, in the order of
	// the sources.
	Missed []Missed
}

// A Missed is a side of a branch, a boundary or a panic that no input reaches. Side
// is "true", "false", "equal", "panic" or "success"; Pos is not valid where the code
// does not spell the condition.
type Missed struct {
	Pos  token.Position
	Side string
}

// side is the word for what a function does.
func side(k encode.AimKind) string {
	return [...]string{encode.Holds: "true", encode.Fails: "false", encode.Meets: "equal", encode.Faults: "panic", encode.EndsWell: "success"}[k]
}

// A goalSearch looks for inputs that meet the aims of a function.
type goalSearch struct {
	sampler *Sampler
	target  *Target
	aims    *encode.Aims
	meter   *encode.Meter
	met     []bool
	// settled says of aims that it is of no use to look for more of them, lost is
	// how often Z3 gave up on panics, at 1, and on others.
	settled  []bool
	question int
	lost     [2]int
	left     int
	// drawn are the inputs that were drawn, found those that were solved for.
	drawn, found [][]int64
}

// seekGoals adds inputs with which the function does what others may not make it do. If the code has
// words, short inputs come first, which make simple conditions. Then come those of the lengths that the
// code mentions. For goals that are still missed there are those in which all words and numbers have room, before
// these where they are shorter.
func seekGoals(ctx context.Context, g *Sampler) error {
	short, long, joined := g.goalQuestion(shortGoals), g.goalQuestion(longGoals), g.goalQuestion(joinedGoals)
	if long == nil {
		return nil
	}
	if len(g.target.Hints.Words) > 0 && short.opt.Depth < long.opt.Depth {
		short.count /= 2
		long.count -= short.count
		if err := g.aimWith(ctx, short); err != nil {
			return err
		}
	}
	rest := []*Question{long, joined}
	if joined.opt.Depth < long.opt.Depth {
		rest = []*Question{joined, long}
	}
	joined.count = min(joined.count/2, long.count)
	for _, q := range rest {
		if q == joined && (g.target.Textual == 0 || joined.opt.Depth == long.opt.Depth || joined.opt.Depth <= short.opt.Depth) {
			continue
		}
		if err := g.aimWith(ctx, q); err != nil {
			return err
		}
	}
	return nil
}

// aimWith aims with the inputs of a question. Where calls build values there are few of these
// first: that is easier.
func (g *Sampler) aimWith(ctx context.Context, f *Question) error {
	if !g.target.Built {
		return g.aimWithin(ctx, f)
	}
	for most := 1; most <= g.target.Depth/2; most *= 2 {
		few := *f
		few.opt.MaxCalls = most
		few.count /= 2
		f.count -= few.count
		if err := g.aimWithin(ctx, &few); err != nil {
			return err
		}
	}
	return g.aimWithin(ctx, f)
}

// aimWithin aims with the inputs of a question. Loops are followed for a few turns first, for
// the same reason.
func (g *Sampler) aimWithin(ctx context.Context, f *Question) error {
	var lost [2]int
	var lossy *goalSearch
	var found [][]int64
	for _, turns := range [...]int{aimTurns, aimMoreTurns} {
		f := *f
		f.opt.MaxTurns = turns
		h, err := g.newGoalSearch(ctx, &f)
		if err != nil {
			return err
		}
		if h == nil {
			break
		}
		h.lost = lost
		if err := h.shootAll(ctx); err != nil {
			return err
		}
		// More turns make questions harder: where Z3 gave up before, it may do so
		// once more.
		lost = [2]int{min(h.lost[0], aimsLost-1), h.lost[1]}
		found = append(found, h.found...)
		// What is lost for want of turns is not lost with more of them, unless these are too much.
		if len(h.aims.Lost) > 0 {
			lossy = h
		} else if !h.aims.Partly {
			lossy = nil
		}
		if !h.aims.Endless {
			break
		}
	}
	if lossy != nil {
		lossy.found = found
		if err := lossy.continueBehind(ctx, g.Questions[lossy.question]); err != nil {
			return err
		}
	}
	g.Aimed.Alone = !g.target.Solver
	return nil
}

// newGoalSearch follows the function and draws some inputs; nil where there is nothing to
// be aimed at.
func (g *Sampler) newGoalSearch(ctx context.Context, f *Question) (*goalSearch, error) {
	h, err := g.followed(ctx, f)
	if h == nil || err != nil {
		return nil, err
	}
	g.Questions = append(g.Questions, f)
	return h, h.probe(f)
}

// followed follows the function; nil where there is nothing to be aimed at.
func (g *Sampler) followed(ctx context.Context, f *Question) (*goalSearch, error) {
	timed, cancel := g.target.Clock.Within(ctx)
	defer cancel()
	aims, base, err := g.target.Forms.Follow(timed, f.opt)
	if err != nil && timed.Err() != nil && ctx.Err() == nil {
		return nil, nil
	}
	if errors.Is(err, encode.ErrTooLarge) || err == nil && len(aims.List) == 0 && len(aims.Lost) == 0 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	f.Problem = base
	n := len(aims.List)
	return &goalSearch{sampler: g, target: g.target, aims: aims, meter: aims.Meter(), met: make([]bool, n), settled: make([]bool, n), left: f.count, question: len(g.Questions)}, nil
}

// shootAll aims at what no input meets, with integers of few bits first: that is
// easier, and easier to read.
func (h *goalSearch) shootAll(ctx context.Context) error {
	drawn := slices.Clone(h.met)
	if err := h.aimAtAll(ctx); err != nil {
		return err
	}
	aimed := Aimed{}
	for i, m := range h.met {
		aimed.Aims += truth(!drawn[i])
		aimed.Met += truth(m && !drawn[i])
		a := h.aims.List[i]
		if at, own := h.target.Own(a.Pos); !m && own {
			aimed.Missed = append(aimed.Missed, Missed{at, side(a.Kind)})
		}
	}
	slices.SortFunc(aimed.Missed, func(a, b Missed) int {
		return cmp.Or(cmp.Compare(a.Pos.Filename, b.Pos.Filename), cmp.Compare(a.Pos.Offset, b.Pos.Offset), cmp.Compare(a.Side, b.Side))
	})
	aimed.Missed = slices.Compact(aimed.Missed)
	// What is followed further has the same branches.
	g := h.sampler
	if aimed.Met >= g.Aimed.Met {
		g.Aimed.Missed = aimed.Missed
	}
	g.Aimed.Aims, g.Aimed.Met = max(g.Aimed.Aims, aimed.Aims), max(g.Aimed.Met, aimed.Met)
	return nil
}

// aimAtAll looks for inputs for each goal that none meets.
func (h *goalSearch) aimAtAll(ctx context.Context) error {
	for _, bits := range [...]int{aimBits, 2 * aimBits, 64} {
		for _, i := range h.order() {
			if h.met[i] || h.settled[i] || h.left <= 0 || h.target.Clock.Expired() {
				continue
			}
			form := h.aims.Form(i)
			narrowed, some := form.Narrowed(bits)
			h.settled[i] = !some || bits > aimBits && crooked(form) > 0
			if err := h.shoot(ctx, i, narrowed); err != nil {
				return err
			}
		}
	}
	return nil
}

// crooked counts where a form multiplies or divides what varies by what varies:
// over all integers that is more than Z3 can do in short.
func crooked(f *form.Form) (n int) {
	varies := func(i int32) int { return truth(f.Nodes[i].Op != form.Const) }
	for _, x := range f.Nodes {
		switch x.Op {
		case form.Mul:
			n += varies(x.Args[0]) * varies(x.Args[1])
		case form.Quo, form.Rem:
			n += varies(x.Args[1])
		}
	}
	return n
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// probe draws some inputs, within the bounds and outside, and keeps those that
// meet an aim first.
func (h *goalSearch) probe(f *Question) error {
	s, err := search.New(f.Problem.Form)
	if err != nil {
		return err
	}
	depth := int64(h.target.Depth)
	var foci []int64
	for n := -depth; n <= depth; n++ {
		foci = append(foci, n)
	}
	foci = append(foci, f.foci...)
	streams, _ := s.Sample(search.Draw{Seed: h.target.Seed, Count: aimProbes, Foci: foci, Stall: Stall, Work: aimProbeWork, Quit: h.target.Clock.Expired})
	for _, x := range streams {
		if err := h.keep(x); err != nil {
			return err
		}
	}
	for _, x := range streams {
		h.drawn = append(h.drawn, h.aims.Input(x))
	}
	return nil
}

// keep adds an input if it meets an aim that no other did.
func (h *goalSearch) keep(stream []int64) error {
	met, outside, err := h.meter.Met(stream)
	if err != nil {
		return err
	}
	first := false
	for i, m := range met {
		first = first || m && !h.met[i]
		h.met[i] = h.met[i] || m
	}
	if first && outside && h.left > 0 {
		h.add(stream)
	}
	return nil
}

// add makes the input of a solution one to be tried.
func (h *goalSearch) add(solution []int64) {
	input := h.aims.Input(solution)
	h.found = append(h.found, input)
	h.left -= h.sampler.add(h.question, input)
}

// shoot looks for inputs that meet aim i.
func (h *goalSearch) shoot(ctx context.Context, i int, f *form.Form) error {
	s, err := search.New(f)
	if err != nil {
		return err
	}
	streams, all := s.Sample(search.Draw{
		Seed: h.target.Seed + uint64(i), Count: aimEach, Foci: h.sampler.Questions[h.question].foci, Stall: Stall, Work: aimWork, Quit: h.target.Clock.Expired,
	})
	p := h.panics(i)
	if len(streams) == 0 && !all && h.target.Solver && h.lost[p] < aimsLost-p && crooked(f) <= aimCrooked {
		timed, cancel := h.target.Clock.Within(ctx)
		x, err := shortest(timed, f)
		cancel()
		if _, ok := errors.AsType[*solve.Undecided](err); ok {
			h.lost[p]++
			h.settled[i] = true
		} else if errors.Is(err, z3.ErrInterrupted) && errors.Is(context.Cause(timed), pace.ErrSpent) {
			return nil
		} else if err != nil {
			return err
		}
		if x != nil {
			streams = append(streams, x)
		}
	}
	for _, x := range streams {
		if err := h.keep(x); err != nil {
			return err
		}
		h.add(x)
	}
	return nil
}

// shortest asks Z3 for an input of a form, for one whose parts are short first: that is easier. It is nil where
// there is none.
func shortest(ctx context.Context, f *form.Form) ([]int64, error) {
	if short, longer := f.Shortened(aimShort); longer {
		x, err := some(ctx, short)
		if _, undecided := errors.AsType[*solve.Undecided](err); !undecided && (x != nil || err != nil) {
			return x, err
		}
	}
	return some(ctx, f)
}

// some asks Z3 for an input of a form; nil where there is none.
func some(ctx context.Context, f *form.Form) ([]int64, error) {
	limit := uint32(aimLimit)
	if crooked(f) == 0 {
		limit += uint32(min(len(f.Nodes), aimNodes)) * aimNode
	}
	eng, err := solve.New(f, solve.Options{RLimit: limit, Quit: func() bool { return ctx.Err() != nil }})
	if err != nil {
		return nil, err
	}
	defer eng.Close()
	stop := context.AfterFunc(ctx, eng.Interrupt)
	defer stop()
	return eng.Some()
}
