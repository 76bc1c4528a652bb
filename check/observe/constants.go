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
	// Words are the longest parts of texts that consist of letters and digits, those first that the code compares texts with; then pairs of these. Marks are texts of at
	// most three of the other characters. Compared are the words that the code compares texts with.
	Words, Marks, Compared []string
}

// ConstantsIn returns the constants in the files of some folders, without tests.
func ConstantsIn(dirs []string) Constants {
	count, ints, single, words := map[rune]int{}, map[int64]int{}, map[int64]int{}, wordCount{}
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
		uses := usesIn(f)
		ast.Inspect(f, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if _, isPath := n.(*ast.ImportSpec); isPath {
				return false
			}
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
					words.add(word, uses[lit])
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
		Words: joined(words), Compared: words.compared(),
	}
}

// A use is what code does with a text: it says it to people, or anything, or compares other texts with it.
type use int

const (
	said use = iota - 1
	anything
	compared
)

// usesIn finds the texts of a file that are compared, in ==, !=, cases and calls of packages strings and bytes, and those that are messages: arguments
// of panic and of packages errors, fmt and log.
func usesIn(f *ast.File) map[*ast.BasicLit]use {
	uses := map[*ast.BasicLit]use{}
	mark := func(list []ast.Expr, u use) {
		for _, e := range list {
			if lit, ok := e.(*ast.BasicLit); ok {
				uses[lit] = u
			}
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ {
				mark([]ast.Expr{n.X, n.Y}, compared)
			}
		case *ast.CaseClause:
			mark(n.List, compared)
		case *ast.CallExpr:
			name := ""
			switch fun := n.Fun.(type) {
			case *ast.Ident:
				name = fun.Name
			case *ast.SelectorExpr:
				if pkg, ok := fun.X.(*ast.Ident); ok {
					name = pkg.Name
				}
			}
			switch name {
			case "strings", "bytes":
				mark(n.Args, compared)
			case "panic", "errors", "fmt", "log":
				mark(n.Args, said)
			}
		}
		return true
	})
	return uses
}

// A wordCount has of each word its most telling use, and how often it comes.
type wordCount map[string]struct {
	use use
	n   int
}

// add counts a word.
func (c wordCount) add(word string, u use) {
	w, known := c[word]
	if !known || u > w.use {
		w.use = u
	}
	w.n++
	c[word] = w
}

// inOrder returns words that are compared first and those of messages last, with the greatest counts.
func (c wordCount) inOrder() []string {
	all := slices.SortedFunc(maps.Keys(c), func(a, b string) int {
		return cmp.Or(int(c[b].use-c[a].use), c[b].n-c[a].n, cmp.Compare(a, b))
	})
	return all[:min(len(all), mostWords)]
}

// compared returns the words that are compared.
func (c wordCount) compared() []string {
	return slices.DeleteFunc(c.inOrder(), func(w string) bool { return c[w].use != compared })
}

// joined returns the words in order, and pairs of the first of them.
func joined(count wordCount) []string {
	all := count.inOrder()
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
