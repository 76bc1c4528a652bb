package race

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/diag"
)

// TestAlong checks what is reported before the end of a package: of one with types, one without, one
// with mistakes, and one that an interrupt leaves untested.
func TestAlong(t *testing.T) {
	dir, err := filepath.Abs(filepath.Join("testdata", "examples"))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	pkg := func(name string, more ...event.Event) []event.Event {
		path := "example.com/races/" + name
		begin := []event.Event{event.PackageStart{Package: path, Dir: filepath.Join(dir, name)}}
		return append(append(begin, more...), event.PackageEnd{Package: path, Cached: true})
	}
	mistake := event.Mistake{Diagnostic: diag.Diagnostic{Severity: diag.Error}}
	run := slices.Concat(pkg("counter"), pkg("none"), pkg("semaphore", mistake), []event.Event{nil}, pkg("queue"))
	events := func(yield func(event.Event) bool) {
		for _, e := range run {
			if e == nil {
				cancel()
			} else if !yield(e) {
				return
			}
		}
	}
	q := defaults()
	q.Dir, q.Showing = dir, &Showing{Place: func(file string) string { return file }, Read: func(string) []string { return nil }}
	var got []string
	for e := range Along(ctx, q, events) {
		switch e := e.(type) {
		case event.Concurrent:
			got = append(got, e.Name()+" "+e.Verdict.String())
		case event.PackageEnd:
			word := "end"
			if e.Interrupted {
				word = "interrupted"
			} else if e.Cached {
				word = "cached"
			}
			got = append(got, filepath.Base(e.Package)+" "+word)
		}
	}
	want := []string{"Counter(race) exhausted", "Lossy(race) refuted", "Plain(race) refuted", "counter end", "none cached", "semaphore cached", "queue interrupted"}
	if !slices.Equal(got, want) {
		t.Errorf("the events are %q, want %q", got, want)
	}
}
