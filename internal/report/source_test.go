package report

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestColoured colours each kind of token, and directives otherwise than comments.
func TestColoured(t *testing.T) {
	src := "// f is odd.\n//\n//rtest:ensures len(ret) > 0\nfunc f(n int) string {\r\n\t/* two\n\tlines */ return string(append([]byte(`a\nb`), 0x2a)) + \"\\\"\"\n}\n"
	var got strings.Builder
	for _, line := range coloured(src) {
		for _, token := range line {
			if token.Class == "" {
				got.WriteString(token.Text)
			} else {
				fmt.Fprintf(&got, "‹%s %s›", token.Class, token.Text)
			}
		}
		got.WriteString("\n")
	}
	want := `‹c // f is odd.›
‹c //›
‹cp //rtest:ensures len(ret) > 0›
‹k func› ‹nf f›(n ‹kt int›) ‹kt string› {
	‹c /* two›
‹c 	lines */› ‹k return› ‹nb string›(‹nb append›([]‹nb byte›(` + "‹s `a›\n‹s b`›" + `), ‹m 0x2a›)) + ‹s "\""›
}
`
	if got.String() != want {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
}

// TestColouredText checks that each line is shown as in the source, whatever it contains.
func TestColouredText(t *testing.T) {
	self, err := os.ReadFile("source_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, src := range []string{string(self), "", "\n\n", "x", "\"open\n'\n`{{\n/*\n", "a\rb\n", "é, 世界 := 'é', \"\xff\"\n", "\x00\u202e</script>\n"} {
		var lines []string
		for _, line := range coloured(src) {
			var b strings.Builder
			for _, token := range line {
				b.WriteString(token.Text)
			}
			lines = append(lines, b.String())
		}
		if got, want := strings.Join(lines, "\n"), strings.TrimSuffix(src, "\n"); strings.TrimSuffix(got, "\n") != strings.TrimSuffix(want, "\n") {
			t.Errorf("%q is shown as %q", want, got)
		}
	}
}
