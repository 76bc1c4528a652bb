package explore

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// A death is a call of a walk that ended the process. size is the number of calls that built its state.
type death struct {
	args []int64
	size int
}

// endsProcess reports whether the next call is known to end the process, or, on a walk, is likely to. There calls
// come again and again, and each death costs a process.
func (x *explorer) endsProcess(s *stateNode, g *group, args []int64) bool {
	if x.dead[x.ordinal] {
		if x.job.Walk != nil {
			x.noteDeath(s, g, args)
		}
		return true
	}
	return isDeadly(x.deaths[g.Callee], s, g, args)
}

// noteDeath keeps a call of a walk that ended the process. The function's own test makes it again.
func (x *explorer) noteDeath(s *stateNode, g *group, args []int64) {
	x.deaths[g.Callee] = append(x.deaths[g.Callee], death{args, s.size})
	x.failed[g.Callee]++
	if x.crews[g.Callee].Worker.Unfold != nil {
		return
	}
	stream := args
	if g.callee.Step {
		stream = slices.Concat(firstInput(g.callee, s.stream), args)
	}
	x.keepFailed(wire.FailedCall{Callee: g.Callee, Stream: stream}, wire.Failure{Cause: wire.Crash, Clause: -1})
}

// mostDeaths is the number of deaths of one callee after which no call of it is made that has as much to work on.
const mostDeaths = 4

// isDeadly reports whether a call is likely to end the process as the calls in list did. Either its arguments are the
// same or more extreme, and its state was built by as many calls unless a great number is enough; or a single
// argument is enough; or many calls died, and its state was built by as many calls as that of one of them. A
// constructor of which many calls died is called with arguments within the depths only.
func isDeadly(list []death, s *stateNode, g *group, args []int64) bool {
	if slices.ContainsFunc(list, func(d death) bool {
		same, great := asHeavy(args, d.args)
		return same && (great || s.size >= d.size)
	}) || oneArgumentDeadly(args, list) {
		return true
	}
	if len(list) < mostDeaths {
		return false
	}
	if !g.callee.Step {
		return g.Far
	}
	return slices.ContainsFunc(list, func(d death) bool { return s.size >= d.size })
}

// oneArgumentDeadly reports whether a single argument is enough to end the process: two calls that ended it had
// this number at this place, with different other arguments.
func oneArgumentDeadly(args []int64, list []death) bool {
	for i := range args {
		times := 0
		for _, d := range list {
			if len(d.args) == len(args) && nearlyAsGreat(args[i], d.args[i]) {
				times++
			}
		}
		if times >= 2 {
			return true
		}
	}
	return false
}

// greatNumber is the number from which greater numbers are assumed to need more time or memory.
const greatNumber = 1 << 16

// muchLess is the factor by which a number must be less than a great number that needed too much, to be tried.
const muchLess = 1 << 12

// asHeavy reports whether args equal than, except that great numbers may be greater, or not much
// less. great says that there is such a number.
func asHeavy(args, than []int64) (same, great bool) {
	if len(args) != len(than) {
		return false, false
	}
	for i, n := range than {
		alike := nearlyAsGreat(args[i], n)
		if args[i] != n && !alike {
			return false, false
		}
		great = great || alike
	}
	return true, great
}

// nearlyAsGreat reports whether n is at least about as great as the great number than, of the same
// sign.
func nearlyAsGreat(n, than int64) bool {
	return than > greatNumber && n >= max(greatNumber, than/muchLess) || than < -greatNumber && n <= min(-greatNumber, than/muchLess)
}
