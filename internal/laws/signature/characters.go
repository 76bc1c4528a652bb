package signature

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// mostCharacters is how many characters of the code strings have, beside letters.
const mostCharacters = 6

// Characters returns an alphabet for packages whose code is not followed: letters, and the
// punctuation and spaces of which their files in some folders speak most often. The last letter is one
// whose other case is shorter and has another other case.
func Characters(dirs []string) string {
	count := map[rune]int{}
	var names []string
	for _, dir := range dirs {
		of, _ := filepath.Glob(filepath.Join(dir, "*.go"))
		names = append(names, of...)
	}
	slices.Sort(names)
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		data, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, data, parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.CHAR && lit.Kind != token.STRING {
				return true
			}
			text, err := strconv.Unquote(lit.Value)
			if c, size := utf8.DecodeRuneInString(text); err == nil && size == len(text) && c >= ' ' && c < 0x7f && !letterOrDigit(c) {
				count[c]++
			}
			return true
		})
	}
	all := slices.SortedFunc(maps.Keys(count), func(a, b rune) int { return cmp.Or(count[b]-count[a], int(a-b)) })
	return "aB" + string(all[:min(len(all), mostCharacters)]) + "éı"
}

func letterOrDigit(c rune) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}
