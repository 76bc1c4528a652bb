package infer

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/event"
)

// proving has functions some of whose proposals are proved.
const proving = `package m

// Greater is proved for all inputs.
func Greater(a, b int) int {
	if a > b {
		return a
	}
	return b
}

// First is proved for all data of the lengths that are tried.
func First(xs []int) int { return xs[0] }

// Rarely is refuted by an input that only solving finds where few are tried.
func Rarely(a, b int) bool { return a > b || a/7 == 1234567 && b == a*3+5 }

// Panics panics with an input that only solving finds.
func Panics(a, b int) int { return max(a, b) + 0/((a/7-1234567)|(b-a/3-5)) }
`

// provedReport runs infer, and returns its report.
func provedReport(t *testing.T, change func(*Request)) *Report {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example.com/m\n\ngo 1.24\n")
	write(t, filepath.Join(dir, "m.go"), proving)
	q := Request{Config: settings(dir)}
	q.Limits.Prove, q.Limits.Beyond, q.Limits.Inputs = event.ProveToo, 1, 300
	change(&q)
	r, err := Run(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// remarks are the proposals of a function with what is said of each.
func remarks(r *Report, name string) (list []string) {
	for _, f := range r.Functions {
		for _, p := range f.Proposals {
			if f.Name == name {
				list = append(list, strings.TrimSuffix(p.Verb+" "+p.Text+": "+p.Remark(), ": "))
			}
		}
	}
	return list
}

// TestProofs has proposals proved one by one. What a solved input refutes is not proposed, and of a function that panics nothing is
// claimed.
func TestProofs(t *testing.T) {
	r := provedReport(t, func(*Request) {})
	for name, want := range map[string][]string{
		"Greater": {"ensures result == max(a, b): proved for all inputs"},
		"First": {
			"requires len(xs) > 0: leaves out 1 that fail; proved for all data up to depth 3",
			"ensures result in xs: n steps; proved for all data up to depth 3",
			"pure : n steps; proved for all data up to depth 3",
		},
		"Rarely": nil,
		"Panics": {"ensures result == max(a, b)"},
	} {
		if got := remarks(r, name); !slices.Equal(got, want) {
			t.Errorf("%s: %q, not %q", name, got, want)
		}
	}
	for _, f := range r.Functions {
		if f.Name == "Panics" && !strings.HasPrefix(f.Fails, "Panics(") {
			t.Errorf("Panics fails with %q", f.Fails)
		}
	}
	if len(r.Notes) > 0 {
		t.Errorf("notes: %q", r.Notes)
	}
}

// TestProofsWithout proves nothing where that is not wanted, and says once that Z3 is not asked.
func TestProofsWithout(t *testing.T) {
	r := provedReport(t, func(q *Request) { q.Limits.Prove = event.ProveNot })
	if strings.Contains(r.Text(""), "proved") {
		t.Errorf("something is proved without proofs:\n%s", r.Text(""))
	}
	r = provedReport(t, func(q *Request) { q.Engine = engine.Search })
	if len(r.Notes) != 1 || !strings.HasPrefix(r.Notes[0], event.WhyNoSolver) {
		t.Errorf("notes: %q", r.Notes)
	}
	if got, want := remarks(r, "Rarely"), []string{"ensures result <==> a > b"}; !slices.Equal(got, want) {
		t.Errorf("Rarely: %q, not %q", got, want)
	}
}
