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
// mostNumbers and mostLetters limit its numbers and its characters that are letters or digits.
const mostCharacters, mostNumbers, mostLetters = 6, 32, 16

// Constants returns the constants used most often in the files of some folders, for packages whose
// code is not executed symbolically: an alphabet of letters, punctuation and spaces, numbers above
// one, and the numbers of single letters and digits. The last letter has a shorter other case, which in turn has a different other case.
func Constants(dirs []string) (chars string, numbers, letters []int64) {
	count, ints, single := map[rune]int{}, map[int64]int{}, map[int64]int{}
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
			if ok && lit.Kind == token.CHAR {
				if c, _, _, err := strconv.UnquoteChar(lit.Value[1:], '\''); err == nil && letterOrDigit(c) {
					single[int64(c)]++
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
	return "aB" + string(all[:min(len(all), mostCharacters)]) + "éı", mostOften(ints, mostNumbers), mostOften(single, mostLetters)
}

// mostOften returns the n numbers with the greatest counts, in ascending order.
func mostOften(count map[int64]int, n int) []int64 {
	all := slices.SortedFunc(maps.Keys(count), func(a, b int64) int { return cmp.Or(count[b]-count[a], cmp.Compare(a, b)) })
	all = all[:min(len(all), n)]
	slices.Sort(all)
	return all
}

func letterOrDigit(c rune) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}
