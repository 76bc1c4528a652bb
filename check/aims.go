package check

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/internal/solve"
)

// What may be done to find inputs with which the function takes a side of its
// branches.
const (
	// aimsPart of one parts of the inputs outside the bounds are such, at most
	// aimEach for one aim.
	aimsPart, aimEach = 4, 4
	// aimsSteps and aimsNodes bound the execution of the function.
	aimsSteps, aimsNodes = 200_000, 200_000
	// aimProbes is how many inputs are drawn first; what they do is not aimed at.
	aimProbes, aimProbeWork = 64, 200_000
	// aimWork bounds the search for one aim, aimLimit Z3's; aimsLimit is after
	// how many questions without an answer it is asked no more.
	aimWork, aimLimit, aimsLost = 20_000, 300_000, 6
	// aimLength is the greatest length of inputs.
	aimLength = 40
)

// follow finds what the function under test may do.
func (r *run) follow(p *plan, lifted *lifting, opt encode.Options) (*encode.Aims, error) {
	opt.Calls, opt.Interp = r.built.classes, lifted.interp
	module := r.pkg.Module
	own := func(fn *ssa.Function) bool {
		path := packageOf(fn)
		return path == r.pkg.Types.Path() || module != "" && strings.HasPrefix(path+"/", module+"/")
	}
	return encode.Follow(p.names(), p.shapes, lifted.sized(opt.Beyond), lifted.follow, own, opt)
}

// packageOf is the path of the package in which a function is written.
func packageOf(fn *ssa.Function) string {
	for fn.Origin() != nil || fn.Parent() != nil {
		if fn.Pkg != nil {
			break
		}
		if fn.Origin() != nil {
			fn = fn.Origin()
		} else {
			fn = fn.Parent()
		}
	}
	if fn.Pkg == nil {
		return ""
	}
	return fn.Pkg.Pkg.Path()
}

// An Aimed counts the sides of branches, their boundaries and the panics at which
// inputs outside the bounds were aimed because drawn ones do not come there, and
// those that some input reaches.
type Aimed struct {
	Aims, Met int
	// Alone says that the search found the inputs without Z3.
	Alone bool
}

// A hunt looks for inputs that meet the aims of a function.
type hunt struct {
	*gathering
	aims  *encode.Aims
	meter *encode.Meter
	met   []bool
	frame int
	lost  int
	left  int
}

// aimAt adds inputs with which the function does what others may not make it
// do.
func (g *gathering) aimAt(ctx context.Context) error {
	f := g.aimFrame()
	if f == nil {
		return nil
	}
	aims, err := g.follow(f.opt)
	if errors.Is(err, encode.ErrTooLarge) || err == nil && len(aims.List) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	f.problem = &problem{form: aims.Base()}
	h := &hunt{gathering: g, aims: aims, meter: aims.Meter(), met: make([]bool, len(aims.List)), left: f.count}
	h.frame = len(g.frames)
	g.frames = append(g.frames, f)
	if err := h.probe(f); err != nil {
		return err
	}
	open := len(aims.List)
	for _, m := range h.met {
		open -= truth(m)
	}
	before := open
	// What comes late on a path meets what comes before it.
	for i := len(aims.List) - 1; i >= 0 && h.left > 0; i-- {
		if !h.met[i] {
			if err := h.shoot(ctx, i); err != nil {
				return err
			}
		}
	}
	open = 0
	for _, m := range h.met {
		open += truth(!m)
	}
	g.Aimed = Aimed{before, before - open, !g.engine.solver}
	return nil
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// aimFrame is the question whose inputs are aimed; nil where nothing in the code
// suggests that they would do what others do not.
func (g *gathering) aimFrame() *frame {
	h := &g.contract.Hints
	if g.follow == nil || !h.Terms && len(h.Ints)+len(h.Floats)+len(h.Words)+len(h.Marks) == 0 {
		return nil
	}
	depth, length := g.limits.Depth, 1
	for _, w := range h.Words {
		length = max(length, len(w)+1)
	}
	for _, n := range h.Ints {
		if n > 0 && n < aimLength {
			length = max(length, int(n)+1)
		}
	}
	reach := max(depth, min(length, aimLength))
	b := encode.Beyond{
		Within: depth, Full: true, Floats: floats(h.Floats, depth), Chars: slices.Concat(h.Said, h.Rest, charactersOf(h.Words)),
		Parts: max(farParts, 2*reach),
	}
	count := int(min(g.limits.Beyond, math.MaxInt32)) / aimsPart
	if count == 0 {
		return nil
	}
	opt := encode.Options{Depth: reach, Beyond: &b, MaxNodes: aimsNodes, MaxSteps: aimsSteps}
	return &frame{opt: opt, count: count, foci: g.foci()}
}

// charactersOf returns the characters of texts.
func charactersOf(words []string) []rune {
	var list []rune
	for _, w := range words {
		list = append(list, []rune(w)...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// probe draws some inputs, within the bounds and outside, and keeps those that
// meet an aim first.
func (h *hunt) probe(f *frame) error {
	s, err := search.New(f.form)
	if err != nil {
		return err
	}
	depth := int64(h.limits.Depth)
	foci := h.limits.foci(depth)
	foci = append(foci, f.foci...)
	streams, _ := s.Sample(search.Draw{Seed: h.limits.Seed, Count: aimProbes, Foci: foci, Stall: farStall, Work: aimProbeWork})
	for _, x := range streams {
		if err := h.keep(x); err != nil {
			return err
		}
	}
	return nil
}

// foci are the numbers within a depth.
func (l Limits) foci(depth int64) []int64 {
	var list []int64
	for n := -depth; n <= depth; n++ {
		list = append(list, n)
	}
	return list
}

// keep adds an input if it meets an aim that no other did.
func (h *hunt) keep(stream []int64) error {
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

// add makes it an input to be tried.
func (h *hunt) add(stream []int64) {
	h.left -= h.gathering.add(h.frame, stream)
}

// shoot looks for inputs that meet aim i.
func (h *hunt) shoot(ctx context.Context, i int) error {
	form := h.aims.Form(i)
	s, err := search.New(form)
	if err != nil {
		return err
	}
	streams, all := s.Sample(search.Draw{
		Seed: h.limits.Seed + uint64(i), Count: aimEach, Foci: h.frames[h.frame].foci, Stall: farStall, Work: aimWork,
	})
	if len(streams) == 0 && !all && h.engine.solver && h.lost < aimsLost {
		x, err := some(ctx, form)
		if _, ok := errors.AsType[*solve.Undecided](err); ok {
			h.lost++
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

// some asks Z3 for an input of a form; nil where there is none.
func some(ctx context.Context, form *search.Form) ([]int64, error) {
	eng, err := solve.New(form, solve.Options{RLimit: aimLimit})
	if err != nil {
		return nil, err
	}
	defer eng.Close()
	stop := context.AfterFunc(ctx, eng.Interrupt)
	defer stop()
	return eng.Some()
}
