package observe

import (
	"cmp"
	"slices"

	"github.com/rtest-dev/rtest/check/event"
)

// Unreached returns the lines of the function, and of its callees in the package, that its runs did not reach. If not
// all blocks have counters, as with config.Config.Profile, it knows those that have.
func (f *Function) Unreached() (lines []event.Lines, err error) {
	blocks, err := f.of.unit.Binary.UnreachedFrom(f.Function.Index, f.reached)
	for _, b := range blocks {
		lines = append(lines, event.Lines{Start: b.Start, End: b.End.Line})
	}
	slices.SortFunc(lines, func(a, b event.Lines) int {
		return cmp.Or(cmp.Compare(a.Start.Filename, b.Start.Filename), cmp.Compare(a.Start.Offset, b.Start.Offset))
	})
	return lines, err
}
