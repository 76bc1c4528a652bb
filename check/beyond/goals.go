package beyond

import (
	"cmp"
	"context"
	"errors"
	"go/token"
	"slices"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search"
)

// Budgets of goal-directed generation.
const (
	// One in aimsPart inputs outside the bounds is for goals, and at most aimEach are for one goal.
	aimsPart, aimEach = 4, 4
	// aimsSteps and aimsNodes limit the symbolic execution of the function.
	aimsSteps, aimsNodes = 100_000, 100_000
	// aimProbes is the number of inputs drawn first. The goals that they reach are not sought.
	// aimProbeWork limits this draw.
	aimProbes, aimProbeWork = 64, 200_000
	// aimWork limits the search for one goal, and aimLimit limits Z3. aimNode is added for each of the
	// first aimNodes nodes, because Z3 spends some on reading a form. After aimsLost questions without
	// an answer Z3 is not asked again; for panics, after one fewer.
	aimWork, aimLimit, aimNode, aimNodes, aimsLost = 20_000, 1_800_000, 500, 2000, 2
	// aimNonlinear is the greatest number of products and quotients of variables in a form given to Z3.
	// Each of 64 bits takes it tens of megabytes.
	aimNonlinear = 12
	// aimLength is the greatest length of inputs, aimWord that where only words are long. aimBits is
	// the number of bits of integers at first; then it doubles.
	aimLength, aimWord, aimBits = 40, 16, 10
	// aimShort is the greatest length of the parts of inputs that Z3 is asked for first. Then it grows by a
	// quarter.
	aimShort = 8
	// aimWords is the number of texts of the greatest length that fit into an input besides other
	// parts.
	aimWords = 5
	// aimTurns is the number of turns for which loops are followed if their end depends on the input.
	// aimMoreTurns applies if that is not enough.
	aimTurns, aimMoreTurns = 8, 40
)

// An Aimed counts the goals of goal-directed generation: sides of branches, their boundaries, and
// panics that drawn inputs outside the bounds did not reach. Met counts those that some input reached.
type Aimed struct {
	Aims, Met int
	// Alone reports that the search found the inputs without Z3.
	Alone bool
	// Missed are the goals in the user's module that no input reached, in the order of the sources.
	Missed []Missed
}

// A Missed is a goal that no input reached. Side is "true", "false", "equal", "panic" or "success".
// Pos is not valid if the source has no such condition.
type Missed struct {
	Pos  token.Position
	Side string
}

// side returns the word for a kind of goal.
func side(k encode.AimKind) string {
	return [...]string{encode.Holds: "true", encode.Fails: "false", encode.Meets: "equal", encode.Faults: "panic", encode.EndsWell: "success"}[k]
}

// A goalSearch looks for inputs that reach the goals of a function.
type goalSearch struct {
	sampler *Sampler
	target  *Target
	aims    *encode.Aims
	meter   *encode.Meter
	met     []bool
	// settled has the goals that are not sought any more. lost counts the questions on which Z3 gave
	// up: at index 1 those about panics, at 0 the others.
	settled  []bool
	question int
	lost     [2]int
	// stepwise means that Z3 gave up on inputs of all lengths, and is asked only for longer and longer ones.
	stepwise bool
	left     int
	// each is the number of inputs for one goal.
	each int
	// denied counts how often Z3 said that no input reaches an aim behind a run. It is nil for the first search.
	denied map[encode.Aim]int
	// drawn are the inputs that were drawn, found those that are to be tried.
	drawn, found []lead
}

// seekGoals adds inputs that reach goals other inputs may miss. If the code has words, short inputs
// come first, because their conditions are simple. Then come the lengths that the code mentions. Goals
// that are still missed are sought with inputs that have room for all words and numbers, before these if
// they are shorter, and last with those that have room for what regular expressions match.
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
	if matched := g.goalQuestion(matchedGoals); g.target.Textual > 0 && matched.opt.Depth > max(long.opt.Depth, joined.opt.Depth) {
		matched.count = joined.count
		rest = append(rest, matched)
	}
	for _, q := range rest {
		if q == joined && (g.target.Textual == 0 || joined.opt.Depth == long.opt.Depth || joined.opt.Depth <= short.opt.Depth) {
			continue
		}
		if err := g.aimWith(ctx, q); err != nil {
			return err
		}
	}
	return g.extendTexts(ctx)
}

// aimWith seeks goals with the inputs of a question. If calls build values, it starts with few calls,
// because that is easier.
func (g *Sampler) aimWith(ctx context.Context, f *Question) error {
	var lost [2]int
	if !g.target.Built {
		return g.aimWithin(ctx, f, &lost)
	}
	for most := 1; most <= g.target.Depth/2; most *= 2 {
		few := *f
		few.opt.MaxCalls = most
		few.count /= 2
		f.count -= few.count
		if err := g.aimWithin(ctx, &few, &lost); err != nil {
			return err
		}
	}
	return g.aimWithin(ctx, f, &lost)
}

// aimWithin seeks goals with the inputs of a question. It follows loops for a few turns first, because
// that is easier. Lost is how often Z3 gave up before.
func (g *Sampler) aimWithin(ctx context.Context, f *Question, lost *[2]int) error {
	var lossy *goalSearch
	var found []lead
	met := map[encode.Aim]bool{}
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
		h.lost = *lost
		h.meetWith(found)
		if err := h.seekAll(ctx); err != nil {
			return err
		}
		// More turns and more calls make questions harder. So after Z3 gave up, it gets one more try.
		*lost = [2]int{min(h.lost[0], aimsLost-1), h.lost[1]}
		found = append(found, h.found...)
		if len(h.aims.Lost) == 0 {
			h.tell(met)
		}
		g.cutShort = h.unlessWhole()
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
		if err := lossy.continueAfterCalls(ctx, g.Questions[lossy.question], met); err != nil {
			return err
		}
	}
	g.Aimed.Alone = !g.target.Solver
	return nil
}

// newGoalSearch follows the function and draws some inputs. It returns nil if there is no goal.
func (g *Sampler) newGoalSearch(ctx context.Context, f *Question) (*goalSearch, error) {
	h, err := g.followed(ctx, f)
	if h == nil || err != nil {
		return nil, err
	}
	g.Questions = append(g.Questions, f)
	return h, h.probe(f)
}

// followed follows the function. It returns nil if there is no goal, and if the function's time is
// over.
func (g *Sampler) followed(ctx context.Context, f *Question) (*goalSearch, error) {
	timed, cancel := g.target.Clock.Within(ctx)
	defer cancel()
	aims, base, err := g.target.Forms.Follow(timed, f.opt)
	if err != nil && timed.Err() != nil && ctx.Err() == nil {
		return nil, nil
	}
	if errors.Is(err, encode.ErrTooLarge) || errors.Is(err, encode.ErrUnfit) || err == nil && len(aims.List) == 0 && len(aims.Lost) == 0 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	f.Problem = base
	n := len(aims.List)
	return &goalSearch{sampler: g, target: g.target, aims: aims, meter: aims.Meter(), met: make([]bool, n), settled: make([]bool, n), left: f.count, each: aimEach, question: len(g.Questions)}, nil
}

// seekAll seeks the goals that no input reached, and adds the result to the statistics.
func (h *goalSearch) seekAll(ctx context.Context) error {
	drawn := slices.Clone(h.met)
	if err := h.seekEach(ctx); err != nil {
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
	// Following the function further does not add branches.
	g := h.sampler
	if aimed.Met >= g.Aimed.Met {
		g.Aimed.Missed = aimed.Missed
	}
	g.Aimed.Aims, g.Aimed.Met = max(g.Aimed.Aims, aimed.Aims), max(g.Aimed.Met, aimed.Met)
	return nil
}

// seekEach seeks each goal that no input reached. It starts with integers of few bits, which are
// easier to find and to read.
func (h *goalSearch) seekEach(ctx context.Context) error {
	for _, bits := range [...]int{aimBits, 2 * aimBits, 64} {
		for _, i := range h.order() {
			if h.met[i] || h.settled[i] || h.left <= 0 || h.target.Clock.Expired() {
				continue
			}
			whole := h.aims.Form(i)
			narrowed, some := whole.Narrowed(bits)
			h.settled[i] = !some || bits > aimBits && nonlinear(whole) > 0
			var wider *form.Form
			if bits == aimBits && !h.settled[i] && nonlinear(whole) == 0 {
				wider = whole
			}
			if err := h.seek(ctx, i, narrowed, wider); err != nil {
				return err
			}
		}
	}
	return nil
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// probe draws some inputs, within the bounds and outside, and keeps those that are the first to reach
// a goal.
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
		h.drawn = append(h.drawn, lead{input: h.aims.Input(x)})
	}
	return nil
}

// keep adds an input if it reaches a goal that no other did.
func (h *goalSearch) keep(solution []int64) error {
	first, outside, err := h.meet(solution)
	if err == nil && first && outside && h.left > 0 {
		h.add(solution, nil)
	}
	return err
}

// meet notes the goals that an input reaches. first reports whether no other input reached one of
// them, outside whether the input is outside the bounds.
func (h *goalSearch) meet(solution []int64) (first, outside bool, err error) {
	met, outside, err := h.meter.Met(solution)
	for i, m := range met {
		first = first || m && !h.met[i]
		h.met[i] = h.met[i] || m
	}
	return first, outside, err
}

// meetWith notes the goals that inputs found before reach. One that is no input of this question reaches none.
func (h *goalSearch) meetWith(found []lead) {
	for _, x := range found {
		_, _, _ = h.meet(h.aims.Solution(x.input))
	}
}

// add adds the input of a solution to those to be tried. It was solved for the aims sought.
func (h *goalSearch) add(solution []int64, sought []encode.Aim) {
	input := h.aims.Input(solution)
	h.found = append(h.found, lead{input, sought})
	h.left -= h.sampler.add(h.question, input)
}
