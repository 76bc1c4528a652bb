package check

import (
	"cmp"
	"reflect"
	"testing"

	"github.com/rtest-dev/rtest/check/event"
)

// TestBeside has a package without contracts end in three ways: alone, before
// its external tests, and before another package whose path looks like theirs.
func TestBeside(t *testing.T) {
	in := []event.Event{
		event.PackageStart{Package: "m/a", Dir: "a"}, event.PackageEnd{Package: "m/a"},
		event.PackageStart{Package: "m/a_test", Dir: "a"}, event.PackageEnd{Package: "m/a_test", Functions: 1},
		event.PackageStart{Package: "m/b", Dir: "b"}, event.PackageEnd{Package: "m/b"},
		event.PackageStart{Package: "m/b_test", Dir: "b_test"}, event.PackageEnd{Package: "m/b_test"},
	}
	want := append([]event.Event{}, in...)
	want[1] = event.PackageEnd{Package: "m/a", Idle: "contracts in external tests only"}
	for stop := range len(in) + 1 {
		var got []event.Event
		b := &endDelayer{yield: func(e event.Event) bool {
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
