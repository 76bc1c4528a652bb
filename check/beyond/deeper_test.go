package beyond

import (
	"math"
	"strings"
	"testing"
)

// TestDeeperRoom checks how many deeper inputs there may be.
func TestDeeperRoom(t *testing.T) {
	for _, tt := range []struct {
		name               string
		nesting, recursive bool
		room, beyond       int64
		share, most        int
	}{
		{"numbers", false, false, 199900, 1000, 0, 0},
		{"slices", true, false, 192619, 1000, 333, 333},
		{"small trees", true, true, 199950, 1000, 333, 4000},
		{"trees", true, true, 198000, 1000, 333, 4000},
		{"many trees", true, true, 100000, 1000, 333, 4000},
		{"few asked for", true, true, 100000, 10, 3, 40},
		{"little left", true, true, 100, 1000, 100, 100},
		{"nothing left", true, true, 0, 1000, 0, 0},
		{"no limit", true, true, 1 << 62, 1000, 333, 4000},
		{"a wide limit", true, true, 1 << 62, math.MaxInt64, math.MaxInt32 / 3, math.MaxInt32},
	} {
		of := &Target{Traits: Traits{Nesting: tt.nesting, Recursive: tt.recursive}, Room: tt.room}
		g := &Sampler{target: of, left: int(min(tt.beyond, math.MaxInt32))}
		if share, room := g.deeperRoom(); share != tt.share || room != tt.most {
			t.Errorf("%s: %d of %d, want %d of %d", tt.name, share, room, tt.share, tt.most)
		}
	}
}

// TestIdle checks that it is said why nothing outside the bounds was tried.
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
