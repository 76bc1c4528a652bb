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
		"b.go":      "package a\n\nimport (\n\t\"fmt\"\n\t\"strings\"\n)\n\nfunc is(s string) error {\n\tif s == \"Inf\" || strings.HasPrefix(s, \"nan\") {\n\t\treturn fmt.Errorf(\"broken broken broken\")\n\t}\n\tpanic(\"broken\")\n}\n",
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
	if want := []string{"Inf", "nan"}; !slices.Equal(c.Compared, want) {
		t.Errorf("the words that are compared are %q, not %q", c.Compared, want)
	}
	if want := []string{"Inf", "nan", "mouse", "ti", "um", "broken"}; !slices.Equal(c.Words[:len(want)], want) || slices.Contains(c.Words, "fmt") {
		t.Errorf("the words are %q, not first %q, or the path of a package is one", c.Words, want)
	}
	for _, list := range []struct {
		have []string
		want []string
	}{{c.Words, []string{"mouse", "ti", "um", "mousemouse", "tium", "InfInf", "nanmouse"}}, {c.Marks, []string{",", "]", ",,", ",,]"}}} {
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
