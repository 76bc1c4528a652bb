package annotations

import (
	"testing"

	"github.com/rtest-dev/rtest/internal/hints"
	"github.com/rtest-dev/rtest/internal/value"
)

// TestTabled checks that a byte compared with an element of a table is not a character of texts.
func TestTabled(t *testing.T) {
	for _, c := range []struct{ cond, want string }{{"table[s[0]] == 255", ""}, {"s[0] == 255", "ab\xff"}} {
		src := "package m\n\nvar table = [256]byte{'b': 255}\n\n//rtest:ensures result\nfunc F(s string) bool { return s == \"\" || " + c.cond + " }\n"
		p, _ := mustLoad(t, module+"-- m.go --\n"+src, Config{})
		for _, f := range p.Packages[0].Contracts {
			if got := value.Text(hints.New(p.Code(p.Packages[0]), p.Packages[0].Facts).Of(f).Alphabet); got != c.want {
				t.Errorf("%s: alphabet %q, want %q", c.cond, got, c.want)
			}
		}
	}
}
