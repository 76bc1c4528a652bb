package check

import (
	"strings"

	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/value"
)

// modestBytes is of how many bytes an input may be where the code makes numbers of bytes:
// of four it makes lengths for which there is no room.
const modestBytes = 2

// modest tells whether an input outside the bounds asks for no more than those within
// them: only its characters are others. A call with it that takes too long, or too
// much memory, cannot be excused by the size of its input.
func (o *beyondRun) modest(f harness.Finding, tried []beyond.Input) bool {
	most := o.Limits.Depth
	if o.Traits.Binary {
		most = min(most, modestBytes)
	}
	if f.Stream == nil || len(tried) == 0 || tried[len(tried)-1].Size > int64(most) {
		return false
	}
	roots := o.Parse(f.Stream)
	return roots != nil && onlyCharacters(roots, o.Limits.Depth)
}

// onlyCharacters tells whether no number among nodes and below is outside the depth,
// and nothing is made by calls or given by functions, of whose work nothing is known.
func onlyCharacters(nodes []*decode.Node, depth int) bool {
	for _, n := range nodes {
		switch n.Shape.(type) {
		case *value.Int:
			if form.Magnitude(n.Own[0]) > uint64(depth) {
				return false
			}
		case *value.Float, *value.Complex, *value.Calls, *value.Func, *value.Drawn:
			return false
		}
		if !onlyCharacters(n.Kids, depth) {
			return false
		}
	}
	return true
}

// impossible tells whether a call, or a predicate, failed because it asked for more
// memory than there can be, by the text of its panic.
func impossible(cause harness.Cause, panicked string) bool {
	for _, text := range [...]string{
		"makeslice: len out of range", "makeslice: cap out of range", "makechan: size out of range",
		"growslice: len out of range", "Repeat: result too large", "Repeat output length overflow", "bytes.Buffer: too large",
	} {
		if (cause == harness.CausePanic || cause == harness.CauseContract) && strings.Contains(panicked, text) {
			return true
		}
	}
	return false
}
