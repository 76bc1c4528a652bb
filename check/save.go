package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/wholefile"
	"github.com/rtest-dev/rtest/refine"
)

// save writes a failure into its package's directory and notes the file in it.
// An input that is saved already, by another rtest that runs at the same time
// too, keeps its file.
func (l *loop) save(ctx context.Context, f *event.Failure) error {
	if f.FromSaved || f.Call == "" {
		return nil
	}
	s := l.toSave(ctx, f)
	for _, old := range l.saved {
		if slices.Equal(old.Args, s.Args) && (old.Signature == "" || old.Signature == s.Signature) {
			f.Saved = old.File
			return nil
		}
	}
	dir := savedDir(l.pkg.Dir)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("cannot save a counterexample: %w; -save=false does not try", err)
	}
	for n := 1; ; n++ {
		s.File = filepath.Join(dir, fmt.Sprintf("%s-%d.txt", fileName(l.contract.Name), n))
		err := wholefile.Create(s.File, []byte(s.String()), 0o644)
		if errors.Is(err, fs.ErrExist) {
			if old, _, err := readSaved(s.File); err != nil || old.String() != s.String() {
				continue
			}
		} else if err != nil {
			return fmt.Errorf("cannot save a counterexample: %w; -save=false does not try", err)
		}
		f.Saved = s.File
		l.saved = append(l.saved, s)
		return nil
	}
}

// toSave is what the file of a failure says.
func (l *loop) toSave(ctx context.Context, f *event.Failure) Saved {
	s := Saved{
		Function: l.contract.Name, Signature: signature(l.contract), Stream: f.Stream, Depth: f.Depth, Beyond: f.Beyond,
		Call: f.Call, Fails: strings.TrimSpace(string(f.Cause) + " " + cmp.Or(f.Clause, firstLine(f.Panic))),
		Found: "by rtest " + buildVersion(), Flags: l.flags,
	}
	if p := l.siteOf(ctx, f); p.ranges > f.Depth && l.ranges.used() {
		s.Ranges = p.ranges
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

// signature is the function's type, by which it is noticed that a saved input
// was one of another.
func signature(c *refine.Contract) string {
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

func buildVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// flags are those of the command line that are not as they are by default and
// on which it depends what is found.
func (c *Config) flags() string {
	d, l := Defaults().Limits, c.Limits
	var all []string
	add := func(differs bool, name string, value any) {
		if differs {
			all = append(all, fmt.Sprintf("-%s=%v", name, value))
		}
	}
	add(l.Depth != d.Depth, "depth", l.Depth)
	if l.IntsFull {
		add(true, "ints", "full")
	} else if l.Ints != nil {
		add(true, "ints", fmt.Sprintf("%q", l.Integers()))
	}
	add(l.Inputs != d.Inputs, "inputs", l.Inputs)
	add(l.Beyond != d.Beyond, "beyond", l.Beyond)
	add(l.Seed != d.Seed, "seed", l.Seed)
	add(l.Timeout != d.Timeout, "timeout", l.Timeout)
	add(l.Memory != d.Memory, "memory", l.Memory)
	add(c.Engine != engine.Auto, "engine", c.Engine)
	add(c.Tags != "", "tags", c.Tags)
	add(c.All, "all", true)
	return strings.Join(append(all, c.BuildFlags...), " ")
}
