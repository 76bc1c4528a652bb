package annotations

import "github.com/rtest-dev/rtest/refine"

// hints finds what the code under test suggests about its inputs.
func (u *unit) hints(c *refine.Contract) refine.Hints {
	return refine.Hints{ReadAll: true}
}
