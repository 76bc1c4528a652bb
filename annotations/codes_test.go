package annotations

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/internal/diag"
)

// Every example in the documentation of the codes gets its code and no other.
func TestCodes(t *testing.T) {
	ar := &txtar.Archive{Files: []txtar.File{{Name: "go.mod", Data: []byte("module example.com/codes\n\ngo 1.26\n")}}}
	want := map[string]diag.Code{}
	for i, doc := range codes.All() {
		name := fmt.Sprintf("p%02d", i)
		want["example.com/codes/"+name] = doc.Code
		ar.Files = append(ar.Files, txtar.File{Name: name + "/p.go", Data: []byte("package p\n\n" + doc.Example + "\n")})
	}
	p, err := Load(Config{Dir: extract(t, ar), Patterns: []string{"./..."}})
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Packages) != len(want) {
		t.Fatalf("%d packages, want %d", len(p.Packages), len(want))
	}
	for _, pkg := range p.Packages {
		var got []string
		for _, d := range pkg.Diags {
			got = append(got, string(d.Code))
		}
		if strings.Join(got, " ") != string(want[pkg.Path]) {
			t.Errorf("%s: got %v, want %s: %v", pkg.Path, got, want[pkg.Path], pkg.Diags)
		}
	}
}
