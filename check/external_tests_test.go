package check

import (
	"cmp"
	"reflect"
	"testing"
)

// TestBeside has a package without contracts end in three ways: alone, before
// its external tests, and before another package whose path looks like theirs.
func TestBeside(t *testing.T) {
	in := []Event{
		PackageStart{Package: "m/a", Dir: "a"}, PackageEnd{Package: "m/a"},
		PackageStart{Package: "m/a_test", Dir: "a"}, PackageEnd{Package: "m/a_test", Functions: 1},
		PackageStart{Package: "m/b", Dir: "b"}, PackageEnd{Package: "m/b"},
		PackageStart{Package: "m/b_test", Dir: "b_test"}, PackageEnd{Package: "m/b_test"},
	}
	want := append([]Event{}, in...)
	want[1] = PackageEnd{Package: "m/a", Idle: "contracts in external tests only"}
	for stop := range len(in) + 1 {
		var got []Event
		b := &beside{yield: func(e Event) bool {
			got = append(got, e)
			return len(got) != stop
		}}
		for _, e := range in {
			if !b.put(e) {
				break
			}
		}
		b.flush()
		if n := len(want); !reflect.DeepEqual(got, want[:cmp.Or(stop, n)]) {
			t.Errorf("stopped after %d: %v", stop, got)
		}
	}
}
