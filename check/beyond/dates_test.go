package beyond

import (
	"slices"
	"testing"
)

func TestRedated(t *testing.T) {
	for _, c := range []struct{ text, has string }{
		{"2021-10-10T00:00:00Z", "1900-02-29T00:00:00Z"},
		{"on 20211010", "on 20231131"},
		{"10/10/2021", "29/02/2100"},
		{"10/10/2021", "02/29/2100"},
		{"x 10.10.2021 y", "x 31.04.2023 y"},
	} {
		if list := redated(c.text); !slices.Contains(list, c.has) {
			t.Errorf("%q has no %q: %q", c.text, c.has, list)
		}
	}
	for _, text := range []string{"", "2021", "2021-10", "12021-10-10", "2021-10-101", "1-2-3"} {
		if list := redated(text); list != nil {
			t.Errorf("%q: %q", text, list)
		}
	}
}
