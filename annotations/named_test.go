package annotations

import (
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/internal/hints"
)

// TestNamed checks that hints have the characters that functions of other packages look for, if
// contract files name these functions, also from test files and by another name.
func TestNamed(t *testing.T) {
	p, _ := mustLoad(t, `
-- go.mod --
module example.com/m

go 1.26
-- m.go --
package m

import query "net/url"

//rtest:ensures err == nil || result == ""
var _ = query.QueryUnescape
-- m_test.go --
package m

import "time"

//rtest:ensures err == nil || result == 0
var _ = time.ParseDuration
`, Config{})
	want := map[string]string{"url.QueryUnescape": "%+", "time.ParseDuration": "-."}
	for _, pkg := range p.Packages {
		of := hints.New(p.Code(pkg), pkg.Facts)
		for _, c := range pkg.Contracts {
			if got := string(of.Of(c).Alphabet); !strings.Contains(got, want[c.Name][:1]) || !strings.Contains(got, want[c.Name][1:]) {
				t.Errorf("%s: the alphabet %q lacks one of %q", c.Name, got, want[c.Name])
			}
			delete(want, c.Name)
		}
	}
	if len(want) > 0 {
		t.Errorf("not tested: %v", want)
	}
}
