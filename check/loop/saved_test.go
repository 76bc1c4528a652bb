package loop

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/saved"
)

func TestSavedRoundTrip(t *testing.T) {
	dir := t.TempDir()
	s := testSubject(event.Limits{})
	s.Pkg.Dir, s.Contract.Name, s.Flags = dir, "Map[int,string]", "-depth=2"
	l := newLoop(s, nil)
	for i, arg := range []string{"1", "\"a\"", "[]int{\n\t1,\n}", "1"} {
		f := &event.Failure{Call: "F", Args: []event.Arg{{Name: "x", Value: arg}}, Stream: []int64{int64(i), -7}}
		if err := l.save(t.Context(), f); err != nil {
			t.Fatal(err)
		}
		if want := []string{"1", "2", "3", "1"}[i]; filepath.Base(f.Saved) != "Map_int_string_-"+want+".txt" {
			t.Errorf("input %d is saved as %s", i, f.Saved)
		}
	}
	got, bad := saved.Load(dir)
	if len(bad) > 0 {
		t.Fatal(bad)
	}
	if len(got) != 3 || got[2].Args[0] != "[]int{\n\t1,\n}" || got[2].Function != "Map[int,string]" ||
		got[2].Flags != "-depth=2" || !slices.Equal(got[2].Stream, []int64{2, -7}) {
		t.Errorf("got %+v", got)
	}
	// Another process, which has not read the files, finds the same input.
	f := &event.Failure{Call: "F", Args: []event.Arg{{Name: "x", Value: "1"}}, Stream: []int64{0, -7}}
	if err := newLoop(s, nil).save(t.Context(), f); err != nil || filepath.Base(f.Saved) != "Map_int_string_-1.txt" {
		t.Errorf("saved again as %s: %v", f.Saved, err)
	}
}

func TestBadSaved(t *testing.T) {
	for text, want := range map[string]string{
		"":                 "1: its first line",
		"rtest input v2\n": "1: its first line",
		"rtest input v1\nfunc F\narg x\nstream\n": "3: want arg",
		"rtest input v1\nfunc F\nstream x":        "3: \"x\" is not a number",
		"rtest input v1\nstream 1":                "2: it has no line \"func\"",
		"rtest input v1\nfunc F\narg x = 1\n":     "4: it has no line \"stream\"",
		"rtest input v1\nwhat\n":                  "2: unknown word",
		"rtest input v1\nfunc F\nfunc G\nstream":  "3: a second func",
		"rtest input v1\nfunc F\ndepth -1":        "3: \"-1\" is not a depth",
	} {
		_, line, err := saved.Parse(text)
		if got := fmt.Sprint(line, ": ", err); err == nil || !strings.HasPrefix(got, want) {
			t.Errorf("%q: error %q is not %q", text, got, want)
		}
	}
}

func TestLoadSavedReportsEachBadFile(t *testing.T) {
	dir := saved.Dir(t.TempDir())
	if err := os.MkdirAll(filepath.Join(dir, "folder.txt"), 0o755); err != nil {
		t.Fatal(err)
	}
	err := errors.Join(
		os.WriteFile(filepath.Join(dir, "a.txt"), []byte("rtest input v1\nfunc F\nstream 1\n"), 0o644),
		os.WriteFile(filepath.Join(dir, "b.txt"), []byte("rtest input v1\nfunc F\nstr"), 0o644),
		os.WriteFile(filepath.Join(dir, ".c.txt.1.part"), []byte("x"), 0o644),
	)
	if err != nil {
		t.Fatal(err)
	}
	got, bad := saved.Load(filepath.Dir(filepath.Dir(dir)))
	if len(got) != 1 || len(bad) != 1 || filepath.Base(bad[0].Pos.Filename) != "b.txt" || bad[0].Pos.Line != 3 {
		t.Errorf("got %v, %v", got, bad)
	}
}

// FuzzSaved parses any text. A text without an error is written and parsed again as the same.
func FuzzSaved(f *testing.F) {
	for _, s := range []saved.Input{
		{Function: "F", Stream: []int64{1}, Depth: -1},
		{
			Function: "T.M[int,string]", Signature: "func(x []int) int", Names: []string{"x", "y"}, Args: []string{"[]int{\n\t1,\n}", "nil"},
			Call: "F([]int{1}) = 2", Fails: "ensures result > 2", Found: "by rtest v1", Flags: "-depth=2", Stream: []int64{-1, 1 << 62}, Depth: 4, Ranges: 6, Beyond: true,
		},
	} {
		f.Add(s.String())
		f.Add(strings.ReplaceAll(s.String(), "\n", "\r\n"))
	}
	f.Add("rtest input v1\nfunc F\n\targ\nstream")
	f.Fuzz(func(t *testing.T, text string) {
		s, line, err := saved.Parse(text)
		if err != nil {
			if lines := 1 + strings.Count(text, "\n"); line < 1 || line > lines {
				t.Errorf("an error of line %d of %d: %v", line, lines, err)
			}
			return
		}
		again, _, err := saved.Parse(s.String())
		if err != nil || !reflect.DeepEqual(s, again) {
			t.Errorf("%#v is written as\n%s\nand read as %#v, %v", s, s.String(), again, err)
		}
	})
}
