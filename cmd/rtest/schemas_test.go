package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestSchemas compares the tables of fields in the pages of laws, infer, diff and rank with the JSON
// that these commands print, and with the sessions of the same pages.
func TestSchemas(t *testing.T) {
	for page, of := range map[string]reflect.Type{
		"laws":  reflect.TypeFor[foundLaws](),
		"infer": reflect.TypeFor[inferredContracts](),
		"diff":  reflect.TypeFor[foundDiff](),
		"rank":  reflect.TypeFor[ranked](),
	} {
		t.Run(page, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("..", "..", "docs", page+".md"))
			if err != nil {
				t.Fatal(err)
			}
			documented := schema{}
			for _, row := range regexp.MustCompile("(?m)^\\| `([a-zA-Z.\\[\\]]+)` \\| (\\(?[a-z ]+\\)?) \\|").FindAllStringSubmatch(string(text), -1) {
				documented[row[1]] = row[2]
			}
			written := schema{}
			written.addFields("", of)
			for field, kind := range written {
				if documented[field] != kind {
					t.Errorf("%s is %s, which the page has as %q", field, kind, documented[field])
				}
			}
			for field := range documented {
				if written[field] == "" {
					t.Errorf("the page has %s, which is not written", field)
				}
			}
			sessions := regexp.MustCompile(`(?m)^\{.*\}$`).FindAllString(string(text), -1)
			if len(sessions) == 0 {
				t.Error("no session of the page has JSON")
			}
			for _, s := range sessions {
				var v any
				if err := json.Unmarshal([]byte(s), &v); err != nil {
					t.Fatal(err)
				}
				documented.validate(t, "", v)
			}
		})
	}
}

// A schema has the type of each field by its path, in which lists are followed by []. The types of
// fields that may be missing are in brackets.
type schema map[string]string

// addFields adds the fields of a struct.
func (s schema) addFields(at string, t reflect.Type) {
	for f := range t.Fields() {
		name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
		s.add(at+name, f.Type, rest == "omitempty")
	}
}

func (s schema) add(at string, t reflect.Type, optional bool) {
	kind := ""
	switch t.Kind() {
	case reflect.String:
		kind = "text"
	case reflect.Int, reflect.Int64:
		kind = "number"
	case reflect.Bool:
		kind = "true or false"
	case reflect.Map:
		kind = "map of text"
	case reflect.Slice:
		s.add(at+"[]", t.Elem(), optional)
		return
	case reflect.Struct:
		kind = "object"
		s.addFields(at+".", t)
	}
	if optional {
		kind = "(" + kind + ")"
	}
	s[at] = kind
}

// validate fails for keys that a value at a path has and the schema has not, and the other way round.
func (s schema) validate(t *testing.T, at string, v any) {
	t.Helper()
	wrong := func(kinds ...string) {
		if k := strings.Trim(s[at], "()"); at != "" && !slices.Contains(kinds, k) {
			t.Errorf("%s is %v in a session, and %q in the table", at, v, s[at])
		}
	}
	switch v := v.(type) {
	case string:
		wrong("text")
	case float64:
		wrong("number")
	case bool:
		wrong("true or false")
	case []any:
		for _, e := range v {
			s.validate(t, at+"[]", e)
		}
	case map[string]any:
		wrong("object", "map of text")
		if s[at] == "map of text" {
			return
		}
		below := strings.TrimPrefix(at+".", ".")
		for name, e := range v {
			s.validate(t, below+name, e)
		}
		for field, kind := range s {
			name, inside := strings.CutPrefix(field, below)
			name = strings.TrimSuffix(name, "[]")
			if _, ok := v[name]; inside && !strings.ContainsAny(name, ".[") && name != "" && !ok && !strings.HasPrefix(kind, "(") {
				t.Errorf("%s is in the table, and not in a session: %v", field, v)
			}
		}
	default:
		t.Errorf("%s is %v in a session", at, v)
	}
}
