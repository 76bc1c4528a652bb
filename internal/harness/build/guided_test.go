package build

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"testing"
)

// TestMentioned checks which functions have counters if inputs are guided by coverage: those that are
// mentioned, also by variables and by methods of the same name.
func TestMentioned(t *testing.T) {
	const source = `package p

var table = map[string]func(){"x": viaTable}

func F() { g(); T{}.M() }
func g() { for range table { } }
func viaTable() {}
func (T) M() { h := k; h() }
func (*U) M() {}
func k() { F() }
func pre() { deep() }
func deep() {}
func other() { F() }

type T struct{}
type U struct{}
`
	f, err := parser.ParseFile(token.NewFileSet(), "p.go", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	got := slices.Sorted(maps.Keys(mentionsIn([]*ast.File{f}).reachedFrom(map[string]bool{"F": true, "pre": true})))
	if want := []string{"F", "T.M", "U.M", "deep", "g", "k", "pre", "viaTable"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
