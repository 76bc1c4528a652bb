// Package saved reads and writes counterexamples as files below testdata/rtest of a package, and
// says which of them are obsolete.
package saved

import (
	"errors"
	"fmt"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/internal/diag"
)

// An Input is a counterexample in a file below testdata/rtest of its package.
//
// The file begins with the line "rtest input v1". Each further line is a keyword and its text;
// continuation lines are indented by a tab.
//
// The machine reads "func NAME" and the function's "sig", its Go type. There is a line "arg NAME =
// LITERAL" for each input. "depth" is where it was found, and "stream" has the numbers from which
// the input is built. The literals show whether the numbers still have their meaning.
//
// The other lines are for people: "call", "fails" (the cause and its clause), "varies" (what the
// failure depends on), "found" (the version of rtest) and "flags" (those that differed from the
// defaults).
type Input struct {
	File, Function string
	// Signature is empty in a file of an older rtest.
	Signature   string
	Names, Args []string
	// Call, Fails, Found and Flags are for people.
	Call, Fails, Found, Flags string
	// Varies says what the failure depends on. It is empty if the input always fails.
	Varies string
	Stream []int64
	// Depth is -1 if the file has none.
	Depth int
	// Ranges is the depth of the values over which quantifiers ranged, if greater than Depth, else
	// 0.
	Ranges int
	// Beyond means that the input is outside the bounds.
	Beyond bool
}

// Bare reports whether the input was saved for a function without a contract. Only Config.All and
// Replay use such inputs.
func (s *Input) Bare() bool { return slices.Contains(strings.Fields(s.Flags), "-all=true") }

const savedHeader = "rtest input v1"

// maxSaved is the greatest size of a saved input's file, in bytes.
const maxSaved = 16 << 20

// Dir returns the directory of a package's counterexamples.
func Dir(dir string) string { return filepath.Join(dir, "testdata", "rtest") }

// Load reads the saved inputs of a package, ordered by file name. A missing directory has none. For
// a file that cannot be read it returns a warning with the damaged line instead.
func Load(dir string) ([]Input, []diag.Diagnostic) {
	entries, err := os.ReadDir(Dir(dir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, []diag.Diagnostic{damagedFile(Dir(dir), 0, err)}
	}
	var all []Input
	var bad []diag.Diagnostic
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".txt" || e.IsDir() || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		name := filepath.Join(Dir(dir), e.Name())
		s, line, err := readSaved(name)
		if err != nil {
			bad = append(bad, damagedFile(name, line, err))
			continue
		}
		all = append(all, s)
	}
	return all, bad
}

// damagedFile returns the warning about a file that holds no input.
func damagedFile(name string, line int, err error) diag.Diagnostic {
	return diag.Diagnostic{
		Pos: token.Position{Filename: name, Line: line}, Severity: diag.Warning, Code: "damaged-input",
		Message: "no saved input: " + err.Error() + "; mend or delete the file",
	}
}

// readSaved reads a file. If err is not nil, it concerns the returned line.
func readSaved(name string) (s Input, line int, err error) {
	if info, err := os.Stat(name); err == nil && info.Size() > maxSaved {
		return s, 1, fmt.Errorf("the file has %d bytes, and none is so large", info.Size())
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return s, 1, err
	}
	s, line, err = Parse(string(data))
	s.File = name
	return s, line, err
}

// Parse reads the text of a file. If err is not nil, it concerns the returned line.
func Parse(text string) (s Input, line int, err error) {
	s = Input{Depth: -1}
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], "\r")
	}
	if lines[0] != savedHeader {
		return s, 1, fmt.Errorf("its first line is not %q", savedHeader)
	}
	seen := map[string]bool{}
	for i := 1; i < len(lines); {
		first := i
		field := lines[i]
		for i++; i < len(lines) && strings.HasPrefix(lines[i], "\t"); i++ {
			field += "\n" + lines[i][1:]
		}
		if field == "" {
			continue
		}
		word, rest, _ := strings.Cut(field, " ")
		if seen[word] && word != "arg" {
			return s, first + 1, fmt.Errorf("a second %s", word)
		}
		seen[word] = true
		if err := s.parseField(word, rest); err != nil {
			return s, first + 1, err
		}
	}
	for _, word := range []string{"func", "stream"} {
		if !seen[word] {
			return s, len(lines), fmt.Errorf("it has no line %q", word)
		}
	}
	return s, 0, nil
}

// parseField parses one field of a file into s.
func (s *Input) parseField(word, rest string) error {
	texts := map[string]*string{
		"func": &s.Function, "sig": &s.Signature, "call": &s.Call, "fails": &s.Fails, "found": &s.Found, "flags": &s.Flags, "varies": &s.Varies,
	}
	if to, ok := texts[word]; ok {
		if *to = rest; rest == "" {
			return fmt.Errorf("nothing after %s", word)
		}
		return nil
	}
	switch word {
	case "arg":
		name, lit, ok := strings.Cut(rest, " = ")
		if !ok || name == "" || lit == "" {
			return errors.New("want arg NAME = LITERAL")
		}
		s.Names, s.Args = append(s.Names, name), append(s.Args, lit)
	case "depth", "ranges":
		n, err := strconv.Atoi(rest)
		if err != nil || n < 0 {
			return fmt.Errorf("%q is not a depth", rest)
		}
		if word == "depth" {
			s.Depth = n
		} else {
			s.Ranges = n
		}
	case "beyond":
		if rest != "the bounds" {
			return fmt.Errorf("want \"beyond the bounds\"")
		}
		s.Beyond = true
	case "stream":
		for f := range strings.FieldsSeq(rest) {
			n, err := strconv.ParseInt(f, 10, 64)
			if err != nil {
				return fmt.Errorf("%q is not a number of a stream", f)
			}
			s.Stream = append(s.Stream, n)
		}
	default:
		return fmt.Errorf("unknown word %q", word)
	}
	return nil
}

// String returns the text of the file.
func (s Input) String() string {
	var b strings.Builder
	field := func(word, text string) {
		if text != "" {
			fmt.Fprintf(&b, "%s %s\n", word, strings.ReplaceAll(text, "\n", "\n\t"))
		}
	}
	b.WriteString(savedHeader + "\n")
	field("func", s.Function)
	field("sig", s.Signature)
	for i, a := range s.Args {
		field("arg", s.Names[i]+" = "+a)
	}
	field("call", s.Call)
	field("fails", s.Fails)
	field("varies", s.Varies)
	field("found", s.Found)
	field("flags", s.Flags)
	if s.Depth >= 0 {
		field("depth", strconv.Itoa(s.Depth))
	}
	if s.Ranges > 0 {
		field("ranges", strconv.Itoa(s.Ranges))
	}
	if s.Beyond {
		field("beyond", "the bounds")
	}
	b.WriteString("stream")
	for _, n := range s.Stream {
		fmt.Fprintf(&b, " %d", n)
	}
	b.WriteByte('\n')
	return b.String()
}

// fileName returns a function's name with characters replaced that file systems may reject.
func fileName(function string) string {
	return strings.Map(func(r rune) rune {
		if r == '.' || r == '_' || r == '-' || r >= 0x80 ||
			'0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return '_'
	}, function)
}
