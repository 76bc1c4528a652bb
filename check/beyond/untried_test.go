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
		questions []*Question
		all       []Input
		want      string
	}{
		{"none that could be", []*Question{{Problem: asked, empty: true}}, nil, ""},
		{"too large", []*Question{{large: true}, {}}, nil, "too many parts"},
		{"not found", []*Question{{large: true}, {Problem: asked}}, nil, "no input was found"},
		{"some", []*Question{{large: true}, {Problem: asked}}, []Input{{}}, ""},
		{"only aimed", []*Question{{large: true}, {Problem: asked, aimed: true}}, nil, "too many parts"},
	} {
		g := &Sampler{target: &Target{Depth: 4}, Questions: tt.questions, all: tt.all}
		got := g.idle()
		if !strings.Contains(got, tt.want) || (got == "") != (tt.want == "") {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
		if got != "" && !strings.Contains(got, "-depth 5") {
			t.Errorf("%s: %q says no way out", tt.name, got)
		}
	}
}
