package observe

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestConstants reads the constants of a file. Those of its test do not count.
func TestConstants(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.go":      "package a\n\nvar rules = []string{\"([ti])um$\", \"mouse\", \"mouse\", \",\", \"]\"}\n\nconst most, quote = 70, 'q'\n",
		"a_test.go": "package a\n\nvar other = []string{\"cat\"}\n\nconst least = 71\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c := ConstantsIn([]string{dir})
	if want := []int64{70}; !slices.Equal(c.Numbers, want) {
		t.Errorf("the numbers are %v, not %v", c.Numbers, want)
	}
	if want := []int64{'q'}; !slices.Equal(c.Letters, want) {
		t.Errorf("the letters are %v, not %v", c.Letters, want)
	}
	for _, list := range []struct {
		have []string
		want []string
	}{{c.Words, []string{"mouse", "ti", "um", "mousemouse", "tium"}}, {c.Marks, []string{",", "]", ",,", ",,]"}}} {
		for _, w := range list.want {
			if !slices.Contains(list.have, w) {
				t.Errorf("%q is not among %q", w, list.have)
			}
		}
		if slices.ContainsFunc(list.have, func(s string) bool { return s == "cat" || s == "" }) {
			t.Errorf("a text of the test, or an empty one, is among %q", list.have)
		}
	}
}
