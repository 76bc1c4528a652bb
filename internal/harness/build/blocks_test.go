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
	plain, want := goRun(t, src, nil), coverBlocks(t, name)
	for _, missing := range []bool{false, true} {
		in := &instrumenter{hits: countersPackage{path: "example.com/m/hits", bare: true}}
		in.counts.blocks, in.counts.missing = true, missing
		out := in.file(fset, f, nil, src)
		if counted := goRun(t, out, in); plain != counted {
			t.Errorf("without counters it prints\n%s\nwith them\n%s\nof\n%s", plain, counted, out)
		}
		compareBlocks(t, in.found, want)
	}
}

// compareBlocks compares the blocks of the source with those of go tool cover.
func compareBlocks(t *testing.T, found []Block, want []string) {
	t.Helper()
	var got []string
	for _, b := range found {
		if !b.Missing {
			got = append(got, fmt.Sprintf("%d.%d,%d.%d %d", b.Start.Line, b.Start.Column, b.End.Line, b.End.Column, b.Stmts))
		}
	}
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

// TestMissingSides looks at which counters are reached of the sides that if statements without else leave out.
func TestMissingSides(t *testing.T) {
	const src = `package main

import "example.com/m/hits"

func f(n int, b bool) (sum int) {
	if n > 0 {
		if b { // 7
			return 1
		}
	} else if m := n * n; m > 4 { // 10
		sum++
	}
	for i := range n {
		if i > 0 { // 14
			continue
		}
		func() {
			if b { // 18
				sum++
			}; sum++
		}()
	}
	if b {
		sum++
	} else {
		sum--
	}
	return sum
}

func main() {
	f(1, true)
	show()
	f(2, false)
	show()
	f(0, true)
	show()
	f(-3, false)
	show()
}

func show() {
	for _, n := range missing {
		print(hits.At[n])
	}
	println()
	clear(hits.At[:])
}
`
	for _, bare := range []bool{false, true} {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, "main.go", src, 0)
		if err != nil {
			t.Fatal(err)
		}
		f.Decls = f.Decls[:2] // Only f.
		in := &instrumenter{hits: countersPackage{path: "example.com/m/hits", bare: bare}}
		in.counts.blocks, in.counts.missing = true, true
		out := in.file(fset, f, nil, []byte(src))
		var lines []int
		var missing string
		for n, b := range in.found {
			if b.Missing {
				lines, missing = append(lines, b.Start.Line), missing+fmt.Sprint(n, ", ")
			}
		}
		if want := []int{7, 10, 14, 18}; !slices.Equal(lines, want) {
			t.Errorf("sides are missing in the lines %v, want %v", lines, want)
		}
		out = append(out, "\nvar missing = []int{"+missing+"}\n"...)
		const want = "0000\n1011\n0100\n0000\n"
		if got := goRun(t, out, in); got != want {
			t.Errorf("counters are\n%s\nwant\n%s\nof\n%s", got, want, out)
		}
	}
}
