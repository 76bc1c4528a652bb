package saved

import (
	"cmp"
	"errors"
	"fmt"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/wholefile"
	"github.com/rtest-dev/rtest/refine"
)

// Write writes an input into the directory of a package and sets its File. It reuses a file with
// the same text.
func (s *Input) Write(pkgDir string) error {
	dir := Dir(pkgDir)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("cannot save a counterexample: %w; -save=false does not try", err)
	}
	for n := 1; ; n++ {
		s.File = filepath.Join(dir, fmt.Sprintf("%s-%d.txt", fileName(s.Function), n))
		err := wholefile.Create(s.File, []byte(s.String()), 0o644)
		if errors.Is(err, fs.ErrExist) {
			if old, _, err := readSaved(s.File); err != nil || old.String() != s.String() {
				continue
			}
		} else if err != nil {
			return fmt.Errorf("cannot save a counterexample: %w; -save=false does not try", err)
		}
		return nil
	}
}

// New returns the saved input for a failure, without Flags and Ranges.
func New(c *refine.Contract, f *event.Failure) Input {
	s := Input{
		Function: c.Name, Signature: Signature(c), Stream: f.Stream, Depth: f.Depth, Beyond: f.Beyond,
		Call: f.Call, Fails: strings.TrimSpace(string(f.Cause) + " " + cmp.Or(f.Clause, firstLine(f.Panic))),
		Found: "by rtest " + BuildVersion(),
	}
	if len(f.Varies) > 0 {
		s.Varies = "with " + refine.ChancesText(f.Varies, nil)
	}
	if len(f.Results) > 0 {
		s.Call += " = " + strings.Join(f.Results, ", ")
	}
	for _, a := range f.Args {
		s.Names, s.Args = append(s.Names, a.Name), append(s.Args, a.ToSave())
	}
	return s
}

// Signature returns the function's type. A saved input with another signature is stale.
func Signature(c *refine.Contract) string {
	var own *types.Package
	if c.Func != nil {
		own = c.Func.Pkg()
	}
	var in, out []string
	for _, v := range c.Inputs() {
		in = append(in, strings.TrimSpace(v.Name+" "+refine.TypeName(v.Type, own)))
	}
	for _, v := range c.Results {
		out = append(out, refine.TypeName(v.Type, own))
	}
	return refine.FuncType(in, out)
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return strings.TrimSpace(line)
}

// BuildVersion returns the version of rtest, or "(devel)" if it was not installed from a module.
func BuildVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
