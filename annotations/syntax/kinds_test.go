package syntax

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestDocumented compares the table of places in the language reference with the
// directives.
func TestDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/language.md")
	if err != nil {
		t.Fatal(err)
	}
	for start, place := range map[string]Place{
		"anywhere at top level": InFile, "a function or method": OnFunc, "a method in an interface": OnMethod, "a type": OnType, "a struct field": OnField,
	} {
		row := regexp.MustCompile(`(?m)^\| ` + start + `[^|]*\| (.*) \|$`).FindSubmatch(text)
		if row == nil {
			t.Errorf("the reference says nothing of %s", start)
			continue
		}
		var want []string
		for _, k := range kinds {
			if k.Places&place != 0 && k.Name != continuation {
				want = append(want, k.Name)
			}
		}
		var got []string
		for _, m := range regexp.MustCompile("`([a-z]+)`").FindAllSubmatch(row[1], -1) {
			got = append(got, string(m[1]))
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("the reference has %s for %s, want %s", strings.Join(got, ", "), start, strings.Join(want, ", "))
		}
	}
}
