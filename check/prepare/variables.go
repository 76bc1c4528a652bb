package prepare

import (
	"context"

	"github.com/rtest-dev/rtest/encode/vars"
	"github.com/rtest-dev/rtest/internal/harness"
)

// variables finds out which package variables change in the test process.
func (r *Package) variables() *vars.Analysis {
	return vars.New(r.Prog.Linked(r.Pkg, func() string { return harness.GoFlags(context.Background(), r.Dir, r.Env) }))
}
