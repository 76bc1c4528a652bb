package codegen

import (
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

const predicatesToCompile = `package p

import rtest_strings "strings"
import rtest_maps "maps"

func rtest_pre0_0(rtest_in0 string) bool {
	return rtest_strings.Contains(rtest_in0, "x")
}

func rtest_call0(rtest_in0 string) bool {
	return F(rtest_in0)
}

func rtest_judge0(rtest_in0 string) bool {
	return rtest_maps.Keys(m) != nil
}

func rtest_aim0(rtest_in0 string) bool {
	return true
}
`

// TestCompiled removes functions that are only lifted, and an import with them. Functions that glue
// calls stay.
func TestCompiled(t *testing.T) {
	target := &Target{Aim: "rtest_aim0", Trial: Trial{Call: "rtest_call0", Judge: "rtest_judge0"}}
	c := &Code{Plans: []*Plan{{Target: target}}, Files: []File{{Data: []byte("package p\nvar _ = rtest_pre0_0(\"\")\n")}}}
	preds := File{Name: "p.go", Data: []byte(predicatesToCompile)}
	got := string(c.Compiled(preds).Data)
	if _, err := parser.ParseFile(token.NewFileSet(), "", got, 0); err != nil {
		t.Fatal(err)
	}
	if strings.Count(got, "\n") != strings.Count(predicatesToCompile, "\n") || len(got) != len(predicatesToCompile) {
		t.Errorf("other lines:\n%s", got)
	}
	for _, gone := range []string{"rtest_call0", "rtest_judge0", "rtest_aim0", "rtest_maps"} {
		if strings.Contains(got, gone) {
			t.Errorf("%s is still there:\n%s", gone, got)
		}
	}
	for _, kept := range []string{"rtest_pre0_0", `rtest_strings "strings"`, `_          "maps"`} {
		if !strings.Contains(got, kept) {
			t.Errorf("%s is missing:\n%s", kept, got)
		}
	}
	c.Files[0].Data = append(c.Files[0].Data, "var _ = rtest_judge0\n"...)
	if got := string(c.Compiled(preds).Data); got != predicatesToCompile {
		t.Errorf("what is called is left out:\n%s", got)
	}
}
