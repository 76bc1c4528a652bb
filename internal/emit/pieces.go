package emit

import (
	"bytes"
	"embed"
	"fmt"
	"go/token"
	"strings"
)

// The helpers that are the same in every package.
//
//go:embed helpers/*.go.txt
var helperFiles embed.FS

// pieceOf maps a function of the runtime to the file of the helpers that has it.
var pieceOf = [...]struct{ name, file string }{
	{"EqualRoom", "equal"}, {"EqualRoom", "equalroom"}, {"Equal", "equal"}, {"Panics", "panics"}, {"Pair", "same"}, {"Same", "same"}, {"Ptr", "ptr"}, {"Reader", "reader"}, {"Returns", "returns"}, {"ShareArray", "share"},
	{"Object", "heap"},
}

// pieces returns the helpers that the declarations call, as Go.
func (w *writer) pieces(decls []*decl) string {
	called := map[string]bool{}
	alias := strings.TrimSuffix(w.rt, ".")
	for _, d := range decls {
		ts := tokens(d.text)
		for i, t := range ts {
			if t.tok == token.IDENT && t.lit == alias {
				called[ts[i+2].lit] = true
			}
		}
	}
	var out []string
	seen := map[string]bool{}
	for _, p := range pieceOf {
		if !called[p.name] || seen[p.file] {
			continue
		}
		seen[p.file] = true
		data, err := helperFiles.ReadFile("helpers/" + p.file + ".go.txt")
		if err != nil {
			w.fail(fmt.Errorf("the helper %s: %w", p.name, err))
		}
		if p.file == "reader" && called["Object"] {
			data = bytes.Replace(data, []byte("data []byte\n"), []byte("data []byte\n\t// objects are those that inputs may share.\n\tobjects map[rtestObjectKey]any\n"), 1)
		}
		text := word.ReplaceAllStringFunc(string(data), func(s string) string {
			switch {
			case s == "reflect":
				return w.reflection()
			case s == "testing":
				return w.testing()
			case strings.HasPrefix(s, helperPrefix):
				return w.helperName(s)
			}
			return s
		})
		out = append(out, strings.TrimSpace(text))
	}
	return strings.Join(out, "\n\n")
}

// pieceImports returns what the helpers import.
func (w *writer) pieceImports(text string) []imported {
	var out []imported
	if name := w.reflection(); strings.Contains(text, name+".") {
		out = append(out, imported{name, "reflect", "reflect"})
	}
	if name := w.testing(); strings.Contains(text, name+".") {
		out = append(out, imported{name, "testing", "testing"})
	}
	return out
}
