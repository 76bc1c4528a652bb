package codegen

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/refine"
)

// TestBlame finds the targets and clauses to blame for errors in generated
// files.
func TestBlame(t *testing.T) {
	glue := `package p

func rtestg_make0() {}

type rtestg_state0 struct{}

func rtestg_Check0(rtestg_p rtestg_read.Ref, rtestg_i int) bool {
	switch rtestg_i {
	case 0:
		return 1 == 1
	case 1:
		return undefined
	}
	return false
}

type rtestg_state1 struct{}

func rtestg_Call1(rtestg_p rtestg_read.Ref) {
	missing()
}
`
	preds := "package p\n\nfunc pre1_0(x int) bool {\n\treturn nothing\n}\n\nfunc pre1_0_2() bool {\n\treturn taken\n}\n"
	first, second, third, pre := &refine.Clause{Text: "a"}, &refine.Clause{Text: "b"}, &refine.Clause{Text: "d"}, &refine.Clause{Text: "c"}
	code := &Code{owners: map[string][]int{"rtestg_Check0": {0, 2}, "rtestg_Call1": {1}}, Files: []File{{Name: glueFile, Data: []byte(glue)}}, Plans: []*Plan{
		{Target: &Target{Contract: &refine.Contract{}}, checks: []check{{clause: first}, {clause: second}}},
		{Target: &Target{Contract: &refine.Contract{}, Pre: []Precondition{{Clause: pre}}}},
		{Target: &Target{Contract: &refine.Contract{}}, checks: []check{{clause: first}, {clause: third}}},
	}}
	line := func(src, text string) int { return 1 + strings.Count(src[:strings.Index(src, text)], "\n") }
	at := func(file string, n int) string { return fmt.Sprintf("/home/u/p/%s:%d:9: undefined: x\n", file, n) }
	for _, test := range []struct {
		output string
		want   string
	}{
		{at(glueFile, line(glue, "return undefined")), "0:b 2:d"},
		{at(glueFile, line(glue, "return undefined")) + at(glueFile, line(glue, "missing()")), "0:b 2:d 1:"},
		{at(predicateFile, line(preds, "return nothing")), "1:c"},
		{"# p\n" + at(glueFile, line(glue, "missing()")) + at(predicateFile, line(preds, "return nothing")), "1:"},
		{at(predicateFile, line(preds, "return taken")), "1:c"},
		{at(glueFile, line(glue, "rtestg_make0")), ""},
		{"# p\nnothing of ours\n", ""},
	} {
		var got []string
		if e, ok := errors.AsType[*TargetError](code.Blame(&CompileError{Output: test.output, Ours: true}, File{Name: predicateFile, Data: []byte(preds)})); ok {
			for _, x := range e.Blames {
				text := ""
				if x.Clause != nil {
					text = x.Clause.Text
				}
				got = append(got, fmt.Sprint(x.Target, ":", text))
			}
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: got %q, want %q", test.output, got, test.want)
		}
	}
}
