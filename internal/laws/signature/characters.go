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

// mostCharacters limits the characters taken from the code for strings, in addition to letters.
// mostNumbers limits its numbers.
const mostCharacters, mostNumbers = 6, 32

// Constants returns the constants used most often in the files of some folders, for packages whose
// code is not executed symbolically: an alphabet of letters, punctuation and spaces, and numbers above
// one. The last letter has a shorter other case, which in turn has a different other case.
func Constants(dirs []string) (chars string, numbers []int64) {
	count, ints := map[rune]int{}, map[int64]int{}
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
			if ok && lit.Kind == token.INT {
				if n, err := strconv.ParseInt(lit.Value, 0, 64); err == nil && n > 1 {
					ints[n]++
				}
			}
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
	numbers = slices.SortedFunc(maps.Keys(ints), func(a, b int64) int { return cmp.Or(ints[b]-ints[a], cmp.Compare(a, b)) })
	numbers = numbers[:min(len(numbers), mostNumbers)]
	slices.Sort(numbers)
	return "aB" + string(all[:min(len(all), mostCharacters)]) + "éı", numbers
}

func letterOrDigit(c rune) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}
