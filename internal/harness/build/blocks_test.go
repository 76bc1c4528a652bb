package build

import (
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"
)

// TestBlocks puts a counter before each basic block of a program. The program must print the same as
// without them, and the blocks must be those of go tool cover.
func TestBlocks(t *testing.T) {
	name := filepath.Join("testdata", "instrument", "main.go")
	src, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	in := &instrumenter{hits: countersPackage{path: "example.com/m/hits", bare: true}}
	in.counts.blocks = true
	out := in.file(fset, f, nil, src)
	if plain, counted := goRun(t, src, nil), goRun(t, out, in); plain != counted {
		t.Errorf("without counters it prints\n%s\nwith them\n%s\nof\n%s", plain, counted, out)
	}
	var got []string
	for _, b := range in.found {
		got = append(got, fmt.Sprintf("%d.%d,%d.%d %d", b.Start.Line, b.Start.Column, b.End.Line, b.End.Column, b.Stmts))
	}
	want := coverBlocks(t, name)
	slices.Sort(got)
	slices.Sort(want)
	for _, b := range got {
		if !slices.Contains(want, b) {
			t.Errorf("block %s is none of go tool cover", b)
		}
	}
	for _, b := range want {
		if !slices.Contains(got, b) {
			t.Errorf("block %s of go tool cover is missing", b)
		}
	}
}

// coverBlocks are the blocks that go tool cover finds in a file.
func coverBlocks(t *testing.T, name string) []string {
	t.Helper()
	out, err := exec.Command("go", "tool", "cover", "-mode=set", "-var=Cover", name).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var blocks []string
	for _, m := range regexp.MustCompile(`(?m)^\t\t(\d+), (\d+), (0x[0-9a-f]+), // \[\d+\]`).FindAllSubmatch(out, -1) {
		cols, err := strconv.ParseUint(string(m[3]), 0, 32)
		if err != nil {
			t.Fatal(err)
		}
		blocks = append(blocks, fmt.Sprintf("%s.%d,%s.%d", m[1], cols&0xffff, m[2], cols>>16))
	}
	for i, m := range regexp.MustCompile(`(?m)^\t\t(\d+), // (\d+)`).FindAllSubmatch(out, -1) {
		blocks[i] += " " + string(m[1])
	}
	if len(blocks) < 20 {
		t.Fatalf("go tool cover finds %d blocks only:\n%s", len(blocks), out)
	}
	return blocks
}
