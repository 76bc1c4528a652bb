package check

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

// A Saved is a counterexample in a file below testdata/rtest of its package.
//
// The file begins with the line "rtest input v1". The lines behind it are
// "func NAME", for each input "arg NAME = LITERAL" (its continuation lines are
// indented by a tab), "depth" with that at which it was found, and "stream" with
// the numbers from which the input is built. The literals are for people, and
// they tell whether the numbers still mean what they meant.
type Saved struct {
	File, Function string
	Names, Args    []string
	Stream         []int64
	// Depth is -1 where the file does not say.
	Depth int
}

const savedHeader = "rtest input v1"

// savedDir is where the counterexamples of a package are.
func savedDir(dir string) string { return filepath.Join(dir, "testdata", "rtest") }

// LoadSaved reads the saved inputs of a package, by name of their files. A
// directory that is not there has none.
func LoadSaved(dir string) ([]Saved, error) {
	names, err := filepath.Glob(filepath.Join(savedDir(dir), "*.txt"))
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	var all []Saved
	var errs []error
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		s, err := parseSaved(string(data))
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", name, err))
			continue
		}
		s.File = name
		all = append(all, s)
	}
	return all, errors.Join(errs...)
}

func parseSaved(text string) (Saved, error) {
	s := Saved{Depth: -1}
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	if lines[0] != savedHeader {
		return s, fmt.Errorf("line 1: want %q", savedHeader)
	}
	for i, line := range lines[1:] {
		word, rest, _ := strings.Cut(line, " ")
		switch {
		case line == "":
		case strings.HasPrefix(line, "\t") && len(s.Args) > 0:
			s.Args[len(s.Args)-1] += "\n" + line[1:]
		case word == "func":
			s.Function = rest
		case word == "arg":
			name, lit, ok := strings.Cut(rest, " = ")
			if !ok {
				return s, fmt.Errorf("line %d: want arg NAME = LITERAL", i+2)
			}
			s.Names, s.Args = append(s.Names, name), append(s.Args, lit)
		case word == "depth":
			n, err := strconv.Atoi(rest)
			if err != nil || n < 0 {
				return s, fmt.Errorf("line %d: %q is no depth", i+2, rest)
			}
			s.Depth = n
		case word == "stream":
			for _, f := range strings.Fields(rest) {
				n, err := strconv.ParseInt(f, 10, 64)
				if err != nil {
					return s, fmt.Errorf("line %d: %q is no number", i+2, f)
				}
				s.Stream = append(s.Stream, n)
			}
		default:
			return s, fmt.Errorf("line %d: unknown word %q", i+2, word)
		}
	}
	if s.Function == "" {
		return s, errors.New("no line with func")
	}
	return s, nil
}

// String returns the text of the file.
func (s Saved) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\nfunc %s\n", savedHeader, s.Function)
	for i, a := range s.Args {
		fmt.Fprintf(&b, "arg %s = %s\n", s.Names[i], strings.ReplaceAll(a, "\n", "\n\t"))
	}
	if s.Depth >= 0 {
		fmt.Fprintf(&b, "depth %d\n", s.Depth)
	}
	b.WriteString("stream")
	for _, n := range s.Stream {
		fmt.Fprintf(&b, " %d", n)
	}
	b.WriteByte('\n')
	return b.String()
}

// save writes a failure into its package's directory and notes the file in it.
// An input that is saved already keeps its file.
func (l *loop) save(f *Failure) error {
	if f.FromSaved || f.Call == "" {
		return nil
	}
	s := Saved{Function: l.contract.Name, Stream: f.Stream, Depth: f.Depth}
	for _, a := range f.Args {
		s.Names, s.Args = append(s.Names, a.Name), append(s.Args, a.Value)
	}
	for _, old := range l.saved {
		if slices.Equal(old.Args, s.Args) {
			f.Saved = old.File
			return nil
		}
	}
	dir := savedDir(l.pkg.Dir)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("cannot save a counterexample: %w; -save=false does not try", err)
	}
	for n := 1; ; n++ {
		name := filepath.Join(dir, fmt.Sprintf("%s-%d.txt", fileName(l.contract.Name), n))
		err := writeNew(name, s.String())
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return fmt.Errorf("cannot save a counterexample: %w; -save=false does not try", err)
		}
		f.Saved = name
		s.File = name
		l.saved = append(l.saved, s)
		return nil
	}
}

// writeNew writes a file that must not be there yet.
func writeNew(name, text string) error {
	w, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = w.WriteString(text)
	return errors.Join(err, w.Close())
}

// fileName is a function's name with what file systems do not like replaced.
func fileName(function string) string {
	return strings.Map(func(r rune) rune {
		if r == '.' || r == '_' || r == '-' || r >= 0x80 ||
			'0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return '_'
	}, function)
}

// stale is the warning about a saved input that is not what it was.
func stale(s *subject, saved Saved) Mistake {
	return Mistake{
		Package: s.pkg.Path, Function: s.contract.Name,
		Diagnostic: diag.Diagnostic{
			Pos: token.Position{Filename: saved.File, Line: 1}, Severity: diag.Warning, Code: "stale-input",
			Message: "the saved input does not fit the types of " + s.contract.Name + " any more; delete the file",
		},
	}
}

// badSaved is the warning about files that hold no input.
func (r *run) badSaved(err error) Mistake {
	return Mistake{Package: r.pkg.Path, Diagnostic: diag.Diagnostic{
		Severity: diag.Warning, Code: "stale-input", Message: "saved inputs: " + err.Error(),
	}}
}
