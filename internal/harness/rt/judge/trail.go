package judge

import (
	"math"
	"math/bits"
	"slices"
	"sync/atomic"

	"github.com/rtest-dev/rtest/internal/harness/rt/host"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

const (
	// trailSize is the number of steps that a trail distinguishes, a power of two. It also distinguishes whether
	// a step is taken 1, 2, 3, 4, 8, 16 or trailOften times, which are trailTimes classes. trailMost bounds the
	// steps recorded for an input. For pairs among trailPairs places, a trail also distinguishes the ends of the
	// run that they led to.
	trailBits  = 17
	trailSize  = 1 << trailBits
	trailOften = 32
	trailTimes = 7
	trailMost  = 1 << 12
	trailPairs = 32
	// trailTurn is the factor of the hash that combines two numbers.
	trailTurn = 0x9e3779b1
	// trailBefore marks the places of preconditions.
	trailBefore = 1 << 31
)

// A trail finds the inputs whose run takes a step that no run took before, or that no run of as
// small an input took. Steps of preconditions differ from steps of the call.
type trail struct {
	p *host.Process
	w *Worker
	// before are the counters used while a precondition is evaluated.
	before []byte
	places bool
	// times counts how often each step was taken in the run that stamp names. least is the length
	// of the smallest stream for each step and class of times, or 0 for none.
	times     []uint8
	stamp     []uint32
	least     [][trailTimes]uint16
	run, last uint32
	phase     uint32
	// placeByNumber are the places by number. ends holds, for each function with distinguished ends, the key of
	// the last place reached in it.
	placeByNumber []place
	ends          []uint32
	// taken are the first steps of a run, reached their places.
	taken, reached [trailMost]uint32
	count          atomic.Int32
	// called says that the input in flight satisfies the preconditions.
	called bool
}

// A place is the position of a counter.
type place struct {
	// key identifies the place, or is 0 if the place is not followed. It does not depend on the
	// other places, so that what counts as new does not either.
	key uint32
	// function is the index, plus one, of its function among those whose ends are distinguished, or
	// 0.
	function uint8
}

// A LastTrail is the trail of the target that was followed last. It lasts until another one is.
type LastTrail struct {
	target int
	trail  *trail
}

// Follow makes w report the inputs whose run takes a new step, if the job asks for them.
func (l *LastTrail) Follow(p *host.Process, w *Worker) {
	u := p.Unit
	if u.Then == nil {
		return
	}
	*u.Then = nil
	if w.job.Trail == wire.TrailNone || !u.Profile || u.Hits == nil || w.job.Dry {
		return
	}
	t := l.trail
	if t == nil || l.target != w.job.Target {
		t = &trail{p: p, before: make([]byte, u.Hits.Len()), times: make([]uint8, trailSize), stamp: make([]uint32, trailSize), least: make([][trailTimes]uint16, trailSize)}
		l.target, l.trail = w.job.Target, t
	}
	t.placeByNumber, t.ends = make([]place, u.Hits.Len()), nil
	for _, f := range w.job.Followed {
		of := uint8(0)
		if f.Ends {
			t.ends = append(t.ends, 0)
			of = uint8(len(t.ends))
		}
		for n := f.First; n < min(f.Behind, len(t.placeByNumber)); n++ {
			t.placeByNumber[n] = place{f.Key + uint32(n-f.First), of}
		}
	}
	t.w, t.places, w.trail = w, w.job.Trail == wire.TrailPlaces, t
	*u.Then = t.step
}

// step records that place n is reached. Goroutines of the code under test may call it concurrently;
// then the record may be wrong, but nothing else is.
//
//go:norace
func (t *trail) step(n int) {
	at := t.placeByNumber[n]
	if at.key == 0 {
		return
	}
	if at.function > 0 {
		t.ends[at.function-1] = at.key
	}
	k := (at.key ^ t.phase) * trailTurn
	if !t.places {
		k = (k ^ t.last) * trailTurn
		t.last = at.key
	}
	k >>= 32 - trailBits
	if t.stamp[k] != t.run {
		t.stamp[k], t.times[k] = t.run, 0
	}
	times := t.times[k] + 1
	if times > trailOften || t.places && times > 1 {
		return
	}
	if t.times[k] = times; times > 3 && times&(times-1) != 0 {
		return
	}
	if i := t.count.Add(1); i <= trailMost {
		often := min(uint32(times)-1, uint32(bits.Len8(times)))
		t.taken[i-1], t.reached[i-1] = k*trailTimes+often, uint32(n)^t.phase
	}
}

// begin begins the trail of an input. It does nothing for a nil trail, like tell.
func (t *trail) begin() {
	if t == nil {
		return
	}
	t.run++
	t.last, t.called = 0, false
	clear(t.ends)
	t.count.Store(0)
}

// evaluatePreconditions evaluates preconditions on the trail, with counters of their own.
func (t *trail) evaluatePreconditions(admit func() bool) bool {
	u := t.p.Unit
	hits := u.Hits.Counters()
	t.phase = trailBefore
	u.Hits.Use(t.before)
	*u.Hits.On = 1
	defer func() {
		u.Hits.Use(hits)
		*u.Hits.On = 0
		t.phase, t.last = 0, 0
	}()
	t.called = admit()
	return t.called
}

// outcome classifies how the call of the input in flight came out: by a panic, or by a last result
// of type error or bool.
func (t *trail) outcome() uint32 {
	if !t.called || t.w.Now.Stage == wire.Calling {
		return 1 + bit(t.called)
	}
	list := t.w.C.Results()
	if len(list) == 0 {
		return 0
	}
	switch p := list[len(list)-1].(type) {
	case *bool:
		return 3 + bit(*p)
	case *error:
		return 5 + bit(*p == nil)
	}
	return 0
}

// placeSteps returns steps for the places that led to one end: one for each place, and one for each
// pair of places in functions whose ends are distinguished.
func (t *trail) placeSteps(end uint32, places []uint32) (list []uint32) {
	add := func(x uint32) { list = append(list, (end^x)*trailTurn>>(32-trailBits)*trailTimes) }
	var own []uint32
	for _, place := range places {
		add(t.placeByNumber[place&^trailBefore].key ^ place&trailBefore)
		if place < trailBefore && t.placeByNumber[place].function > 0 && len(own) < trailPairs && !slices.Contains(own, place) {
			own = append(own, place)
		}
	}
	slices.Sort(own)
	for i, x := range own {
		for _, y := range own[:i] {
			add((t.placeByNumber[x].key*trailTurn ^ t.placeByNumber[y].key) * trailTurn)
		}
	}
	return list
}

// report reports the input in flight if it took a new step, or a step that no smaller input took, or if the job
// asks for more inputs that satisfy the preconditions.
func (t *trail) report() {
	if t == nil {
		return
	}
	c := wire.Covered{Admitted: t.called}
	var length uint16
	n := min(t.count.Load(), trailMost)
	// The same place counts separately for each end.
	end := t.outcome()
	for _, n := range t.ends {
		end = (end*trailTurn ^ n) * trailTurn
	}
	all := append(t.taken[:n], t.placeSteps(end, t.reached[:n])...)
	for _, k := range all {
		least := &t.least[k/trailTimes][k%trailTimes]
		if length == 0 {
			length = uint16(min(1+t.w.Board.Length(), math.MaxUint16))
		}
		if *least == 0 || length < *least {
			*least = length
			c.Counters = append(c.Counters, int(k))
		}
	}
	if len(c.Counters) == 0 {
		if !t.called || t.w.job.Admitted <= 0 {
			return
		}
		t.w.job.Admitted--
	}
	var ok bool
	if c.Stream, ok = t.w.Board.Stream(); !ok {
		return
	}
	if err := t.p.Conn.SendJSON(wire.KindCovered, c); err != nil {
		t.w.On.Fault(err.Error())
	}
}

func bit(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}
