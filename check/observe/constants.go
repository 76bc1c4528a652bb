package observe

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
	"unicode"
	"unicode/utf8"
)

// mostCharacters limits the characters taken from the code for strings, in addition to letters.
// mostNumbers and mostLetters limit its numbers and its characters that are letters or digits, mostWords its words.
// mostMarks is how many of the characters are in texts of several. mostJoined is how many of the words are joined with each other, mostEndings how many with all.
const mostCharacters, mostMarks, mostNumbers, mostLetters, mostWords, mostJoined, mostEndings = 6, 8, 32, 16, 40, 10, 4

// longestWord is the greatest length of a word.
const longestWord = 20

// Constants are the constants used most often in files, for code that is not executed symbolically.
type Constants struct {
	// Chars is an alphabet of letters, punctuation and spaces. The last letter has a shorter other case, which in turn
	// has a different other case.
	Chars string
	// Numbers are numbers above one, Letters the numbers of single letters and digits.
	Numbers, Letters []int64
	// Words are the longest parts of texts that consist of letters and digits, then pairs of these. Marks are texts of at
	// most three of the other characters.
	Words, Marks []string
}

// ConstantsIn returns the constants in the files of some folders, without tests.
func ConstantsIn(dirs []string) Constants {
	count, ints, single, words := map[rune]int{}, map[int64]int{}, map[int64]int{}, map[string]int{}
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
			for _, word := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
				if lit.Kind == token.STRING && len(word) <= longestWord {
					words[word]++
				}
			}
			if c, size := utf8.DecodeRuneInString(text); err == nil && size == len(text) && c >= ' ' && c < 0x7f && !letterOrDigit(c) {
				count[c]++
			}
			return true
		})
	}
	all := slices.SortedFunc(maps.Keys(count), func(a, b rune) int { return cmp.Or(count[b]-count[a], int(a-b)) })
	return Constants{
		Chars: "aB" + string(all[:min(len(all), mostCharacters)]) + "éı", Marks: upToThree(all[:min(len(all), mostMarks)]), Numbers: mostOften(ints, mostNumbers), Letters: mostOften(single, mostLetters),
		Words: joined(words),
	}
}

// joined returns the words with the greatest counts, and pairs of the first of them.
func joined(count map[string]int) []string {
	all := slices.SortedFunc(maps.Keys(count), func(a, b string) int { return cmp.Or(count[b]-count[a], cmp.Compare(a, b)) })
	all = all[:min(len(all), mostWords)]
	n := len(all)
	for i, v := range all[:n] {
		for k, w := range all[:min(n, mostJoined)] {
			if i < mostJoined || k < mostEndings {
				all = append(all, v+w)
			}
		}
	}
	return all
}

// upToThree returns the texts of one to three characters.
func upToThree(of []rune) (list []string) {
	last := []string{""}
	for range 3 {
		var longer []string
		for _, text := range last {
			for _, c := range of {
				longer = append(longer, text+string(c))
			}
		}
		list, last = append(list, longer...), longer
	}
	return list
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
