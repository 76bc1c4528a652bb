package shape

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// share lets inputs be the same memory as earlier ones, as the contract says.
func share(c *refine.Contract, shapes []value.Shape) {
	for _, group := range c.Shared {
		for k, i := range group.Inputs {
			for _, with := range group.Inputs[:k] {
				shareWith(c, shapes, i, with)
			}
		}
	}
}

// shareWith lets input i be the same memory as an earlier one. What is drawn keeps its identity, pointers to a shared type meet anyhow, and
// what is listed, or read by nobody, is no memory of its own.
func shareWith(c *refine.Contract, shapes []value.Shape, i, with int) {
	for _, n := range [...]int{i, with} {
		switch value.OwnShape(shapes[n]).(type) {
		case *value.Pointer, *value.Slice, *value.String, *value.Map:
		case *value.Unsupported, *value.Drawn, *value.Reference:
			return
		default:
			shapes[n] = &value.Unsupported{T: shapes[n].Go(), Why: "listed, and so never the memory of another parameter", Help: "leave " + c.Inputs()[n].Name + " out of //rtest:shared"}
			return
		}
	}
	a, ok := shapes[i].(*value.Aliased)
	if !ok {
		a = &value.Aliased{Own: value.Ref{Shape: shapes[i]}}
		shapes[i] = a
	}
	if !slices.Contains(a.With, with) {
		a.With = append(a.With, with)
		slices.Sort(a.With)
	}
}
