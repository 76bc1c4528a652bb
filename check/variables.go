package check

import (
	"context"

	"github.com/rtest-dev/rtest/encode/vars"
	"github.com/rtest-dev/rtest/internal/harness"
)

// variables finds out which package variables change in the test process.
func (r *preparation) variables() *vars.Analysis {
	return vars.New(r.prog.Linked(r.pkg, func() string { return harness.GoFlags(context.Background(), r.Dir, r.Env) }))
}
