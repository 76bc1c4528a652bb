package check

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/saved"
)

// save writes a failure into its package's directory and notes the file in it.
// An input that is saved already, by another rtest that runs at the same time
// too, keeps its file.
func (l *loop) save(ctx context.Context, f *event.Failure) error {
	if f.FromSaved || f.Call == "" {
		return nil
	}
	s := saved.New(l.contract, f)
	s.Flags = l.flags
	if p := l.siteOf(ctx, f); p.ranges > f.Depth && l.ranges.used() {
		s.Ranges = p.ranges
	}
	for _, old := range l.saved {
		if slices.Equal(old.Args, s.Args) && (old.Signature == "" || old.Signature == s.Signature) {
			f.Saved = old.File
			return nil
		}
	}
	if err := s.Write(l.pkg.Dir); err != nil {
		return err
	}
	f.Saved = s.File
	l.saved = append(l.saved, s)
	return nil
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
