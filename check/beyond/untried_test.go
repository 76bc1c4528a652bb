package beyond

import (
	"strings"
	"testing"
)

// TestIdle checks the reasons why nothing was tried outside the bounds.
func TestIdle(t *testing.T) {
	asked := &Problem{}
	for _, tt := range []struct {
		name      string
		target    Target
		questions []*Question
		all       []Input
		want      string
	}{
		{"none that could be", Target{}, []*Question{{Problem: asked, empty: true}}, nil, ""},
		{"too large", Target{}, []*Question{{large: true}, {}}, nil, "too many parts"},
		{"not found", Target{}, []*Question{{large: true}, {Problem: asked}}, nil, "no input was found;"},
		{"not admitted", Target{Conditions: 1}, []*Question{{Problem: asked}}, nil, "that the precondition admits"},
		{"not built", Target{Traits: Traits{Built: true}}, []*Question{{Problem: asked}}, nil, "no value was built by more calls"},
		{"some", Target{}, []*Question{{large: true}, {Problem: asked}}, []Input{{}}, ""},
		{"only aimed", Target{}, []*Question{{large: true}, {Problem: asked, aimed: true}}, nil, "too many parts"},
	} {
		tt.target.Depth = 4
		g := &Sampler{target: &tt.target, Questions: tt.questions, all: tt.all}
		got := g.idle()
		if !strings.Contains(got, tt.want) || (got == "") != (tt.want == "") {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
		if got != "" && !strings.Contains(got, "-depth 5") {
			t.Errorf("%s: %q says no way out", tt.name, got)
		}
	}
}
