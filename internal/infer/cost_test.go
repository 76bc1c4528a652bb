package infer

import (
	"context"
	"path/filepath"
	"testing"
)

// TestCost compares what checks of proposals cost with what they go through and call.
func TestCost(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example.com/m\n\ngo 1.24\n")
	write(t, filepath.Join(dir, "m.go"), `package m

import "slices"

func Sorted(xs []int) []int {
	out := slices.Clone(xs)
	slices.Sort(out)
	return out
}

func Fill(n, x int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = x
	}
	return out
}
`)
	q := Request{Config: settings(dir)}
	q.Limits.Inputs = 500
	r, err := Run(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"permutation(result, old(xs))":  "n² steps",
		"sorted(result)":                "n steps",
		"equal(Sorted(result), result)": "n steps, calls Sorted",
		"n >= 0":                        "",
		"len(result) == n":              "",
		"pure":                          "n steps",
	}
	met := map[string]bool{}
	for _, f := range r.Functions {
		for _, p := range f.Proposals {
			text := p.Text
			if p.Verb == "pure" {
				text = p.Verb
			}
			cost, ok := want[text]
			if got := p.Cost.String(); !ok || got != cost {
				t.Errorf("%s: %s costs %q, not %q", f.Name, text, got, cost)
			}
			met[text] = true
		}
	}
	if len(met) < len(want) {
		t.Errorf("proposed are only %v\n%s", met, r.Text(dir))
	}
}
