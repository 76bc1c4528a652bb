package interp

import (
	"encoding/json"
	"testing"
)

// TestBegins compares the beginnings of JSON with those of all valid texts up to a length: each
// beginning has such a text, and other texts of up to that length have none.
func TestBegins(t *testing.T) {
	const most, alphabet = 4, "[]{}\",:\\1-. "
	begin := map[string]bool{}
	var all func(text []byte) bool
	all = func(text []byte) bool {
		some := json.Valid(text)
		if len(text) < most {
			for _, c := range []byte(alphabet) {
				some = all(append(text[:len(text):len(text)], c)) || some
			}
		}
		begin[string(text)] = some
		return some
	}
	all(nil)
	for text, some := range begin {
		if got := begins([]byte(text)); got != some && (some || len(text) <= 1) {
			t.Errorf("%q: begins a valid text: %v, want %v", text, got, some)
		}
	}
}
