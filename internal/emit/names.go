package emit

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rtest-dev/rtest/internal/harness/codegen"
)

// helperPrefix begins the names of the helpers in their files.
const helperPrefix = "rtest"

// helperName returns the name of a helper in the files of w. Groups of one package have
// different helpers, and none has a name of the package.
func (w *writer) helperName(name string) string {
	prefix := camel(strings.TrimSuffix(w.prefix, "_"))
	for slices.ContainsFunc(w.pkg.Types.Scope().Names(), func(s string) bool { return clashes(s, prefix) }) {
		prefix += "X"
	}
	return prefix + strings.TrimPrefix(name, helperPrefix)
}

// clashes reports whether a name of the package can be that of a helper. Names that rtest
// itself adds to the package go on with an underscore and do not count.
func clashes(name, prefix string) bool {
	rest, ok := strings.CutPrefix(name, prefix)
	return ok && !strings.HasPrefix(rest, "_") && !strings.HasPrefix(name, codegen.Prefix)
}

// reflection returns the name under which the helpers import package reflect.
func (w *writer) reflection() string {
	if w.pkg.Types.Scope().Lookup("reflect") != nil {
		return w.helperName("Reflect")
	}
	return "reflect"
}

// testing returns the name under which they import package testing.
func (w *writer) testing() string {
	if w.pkg.Types.Scope().Lookup("testing") != nil {
		return w.helperName("Testing")
	}
	return "testing"
}

// An imported is a package as the generated file imports it.
type imported struct {
	alias, path, name string
}

// line returns the import under the name.
func (i imported) line(name string) string {
	if name == i.name {
		return strconv.Quote(i.path)
	}
	return name + " " + strconv.Quote(i.path)
}

// imports lists the imports of a file with the names of their packages.
func (w *writer) imports(file *ast.File) []imported {
	known := map[string]string{}
	var walk func(p *types.Package)
	walk = func(p *types.Package) {
		if _, ok := known[p.Path()]; ok {
			return
		}
		known[p.Path()] = p.Name()
		for _, q := range p.Imports() {
			walk(q)
		}
	}
	walk(w.pkg.Types)
	var out []imported
	for _, s := range file.Imports {
		path, err := strconv.Unquote(s.Path.Value)
		if err != nil {
			continue // The parser has accepted it.
		}
		name := known[path]
		if name == "" {
			name = path[strings.LastIndexByte(path, '/')+1:]
		}
		out = append(out, imported{s.Name.Name, path, name})
	}
	return out
}

var temporary = regexp.MustCompile(`^([0-9]+)_(.*)$`)

// rename returns the readable names for those with the prefix. Imports get their own names and
// variables those of the user where these are free. Top-level names begin with rtest.
func (w *writer) rename(decls []*decl, imports []imported) map[string]string {
	used := map[string]bool{}
	var ours []string
	for _, d := range decls {
		for name := range identifiers(d.text) {
			if strings.HasPrefix(name, w.prefix) {
				ours = append(ours, name)
			} else {
				used[name] = true
			}
		}
	}
	for _, name := range slices.Concat(w.pkg.Types.Scope().Names(), types.Universe.Names()) {
		used[name] = true
	}
	slices.Sort(ours)
	ours = slices.Compact(ours)
	names := map[string]string{}
	take := func(from string, candidates ...string) {
		for i := 0; ; i++ {
			last := candidates[min(i, len(candidates)-1)]
			if i >= len(candidates) {
				last += strconv.Itoa(i - len(candidates) + 2)
			}
			if !used[last] && !token.IsKeyword(last) {
				used[last], names[from] = true, last
				return
			}
		}
	}
	for _, i := range imports {
		if i.path == runtime {
			names[i.alias] = ""
			continue
		}
		take(i.alias, i.name, camel("rtest_"+i.name))
	}
	for _, name := range ours {
		if _, done := names[name]; done {
			continue
		}
		stem := strings.TrimPrefix(name, w.prefix)
		if temporary.MatchString(stem) {
			continue // See locals.
		}
		take(name, camel(w.prefix+spoken(stem)))
	}
	return names
}

var (
	numbered = regexp.MustCompile(`(_[0-9]+)+$`)
	manner   = regexp.MustCompile(`^(has|haskey|count|permutation|distinct)?(eqold|sameold|eq|same)$`)
)

// spoken returns the stem of a helper's name without the number that made it unique. The
// number is added again if needed.
func spoken(stem string) string {
	stem = numbered.ReplaceAllString(stem, "")
	if m := manner.FindStringSubmatch(stem); m != nil {
		stem = cmp.Or(m[1], "equalTo")
	}
	switch stem {
	case "holds", "holdsout", "inv", "check":
		return "invariant"
	}
	return stem
}

// locals adds the names of the variables of one declaration: those that the user gave to
// variables of quantifiers, where they are free.
func (w *writer) locals(text string, names map[string]string) map[string]string {
	used := map[string]bool{}
	var ours []string
	for name := range identifiers(text) {
		switch {
		case names[name] != "":
			used[names[name]] = true
		case !strings.HasPrefix(name, w.prefix):
			used[name] = true
		case temporary.MatchString(strings.TrimPrefix(name, w.prefix)):
			ours = append(ours, name)
		}
	}
	if len(ours) == 0 {
		return names
	}
	out := maps.Clone(names)
	slices.Sort(ours)
	for _, name := range ours {
		stem := temporary.FindStringSubmatch(strings.TrimPrefix(name, w.prefix))[2]
		take := stem
		for i := 2; used[take] || token.IsKeyword(take); i++ {
			take = stem + strconv.Itoa(i)
		}
		used[take], out[name] = true, take
	}
	return out
}

// camel joins the words of a name.
func camel(s string) string {
	var b strings.Builder
	for i, word := range strings.Split(s, "_") {
		if i == 0 {
			b.WriteString(word)
			continue
		}
		b.WriteString(title(word))
	}
	return b.String()
}

func title(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return ""
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

// testStem returns the name of a contract as part of the name of its test.
func testStem(name string) string {
	var b strings.Builder
	for _, word := range strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		b.WriteString(title(word))
	}
	return b.String()
}
