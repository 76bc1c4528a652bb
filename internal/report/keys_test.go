package report

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// TestKeysAreDocumented compares the keys of the field Rtest with the tables of
// docs/output.md, in both directions.
func TestKeysAreDocumented(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "output.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "\n## JSON\n")
	text, _, _ = strings.Cut(text, "\n## ")
	first, second, ok := strings.Cut(text, "A counterexample has these keys")
	if !ok {
		t.Fatal("docs/output.md has no table of the keys of a counterexample")
	}
	for _, c := range []struct {
		table string
		types []any
	}{
		{first, []any{verdict{}, aims{}, unreached{}, opaque{}, class{}, mistake{}, faultLine{}}},
		{second, []any{failure{}}},
	} {
		// A key is in the first column, or is named in the text about one.
		rows, named := map[string]bool{}, map[string]bool{}
		for line := range strings.Lines(c.table) {
			if !strings.HasPrefix(line, "| `") {
				continue
			}
			cells := strings.SplitN(line, " | ", 2)
			for i, cell := range cells {
				for _, m := range regexp.MustCompile("`(\\w+)`").FindAllStringSubmatch(cell, -1) {
					named[m[1]] = true
					rows[m[1]] = rows[m[1]] || i == 0
				}
			}
		}
		for _, v := range c.types {
			for _, key := range keys(reflect.TypeOf(v)) {
				if !named[key] {
					t.Errorf("docs/output.md does not say what the key %s means", key)
				}
				delete(rows, key)
			}
		}
		for key, first := range rows {
			if first {
				t.Errorf("docs/output.md has the key %s, which is none", key)
			}
		}
	}
}

// keys are the names of the fields of a struct in JSON.
func keys(t reflect.Type) []string {
	var all []string
	for f := range t.Fields() {
		if f.Anonymous {
			all = append(all, keys(f.Type)...)
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		all = append(all, name)
	}
	return all
}
