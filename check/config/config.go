// Package config says what to test and how: the fields of a run, their documented defaults, and the
// limits that apply to one contract.
package config

import (
	"fmt"
	"regexp"
	"time"

	"slices"
	"strings"

	"github.com/rtest-dev/rtest/annotations"
	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/harness/process"
	"github.com/rtest-dev/rtest/refine"
)

// A Config says what to test and how. Defaults returns one with the documented defaults. For the
// fields that Defaults leaves alone, the zero value is the default.
type Config struct {
	// Dir is where the go command runs; "" is the current directory. Patterns name packages as for
	// the go command; nil is ".".
	Dir      string
	Patterns []string
	// Tags are build tags, separated by commas. BuildFlags are passed to the go command (-mod=…,
	// -race). Env is its environment, nil for the current one. Overlay is the file for its -overlay
	// flag.
	Tags       string
	BuildFlags []string
	Overlay    string
	Env        []string
	// Program has the packages as loaded with the fields above; nil loads them. A run modifies it:
	// it must not be given to a second run or read during the first.
	Program *annotations.Program

	// Limits apply where no directive says otherwise. Fixed says which of them override directives.
	Limits event.Limits
	Fixed  Fixed

	// Run selects functions by the path of their package and their name; nil selects all.
	Run func(pkg, function string) bool
	// Shard selects one of Shards parts of each function's inputs, counted from 1; 0 selects all.
	// Each part has limits of its own.
	Shard, Shards int
	// All also tests exported functions without a contract: they must not panic, hang or run out of
	// memory.
	All bool
	// First says what of a package is tested first, so that its failures are reported first.
	First First
	// KeepGoing reports every distinct failure of a function.
	KeepGoing bool
	// Parallel is the number of functions that run at once; 0 means one.
	Parallel int
	Engine   engine.Kind
	// Cache reuses the last result of a function that passed and has not changed.
	Cache bool
	// Profile records the statements that the inputs reach.
	Profile bool
	// About asks for a description of the tests of each function, and for the history of its counterexamples.
	About bool
	// Measure tries the inputs outside the bounds strategy by strategy, and reports each in
	// Result.Strategies.
	Measure bool
	// Save writes counterexamples to testdata/rtest of their package.
	Save bool
	// Prune removes saved inputs that no longer fail or no longer fit their function.
	Prune bool
	// Guard cleans up when this process is killed; nil means none.
	Guard *process.Guard
	// Launcher confines the processes of functions without a contract; nil means none.
	Launcher *process.Launcher
	// Dump receives internal forms; nil means none. It is called concurrently.
	Dump func(Dump)
}

// A Dump is an internal form of what is tested. Its Kind is pred for the preconditions of a package
// as Go, or harness for the code that calls and judges its functions. It is model for the form of a
// function at a depth, or smt for the same in SMT-LIB 2.
type Dump struct {
	Kind, Package string
	// Function is empty if the dump belongs to the whole package.
	Function string
	Depth    int
	Text     string
}

// Selects reports whether the run tests a function.
func (c *Config) Selects(pkg, function string) bool { return c.Run == nil || c.Run(pkg, function) }

// Matching returns a value for Run that selects the functions whose name re matches.
func Matching(re *regexp.Regexp) func(pkg, function string) bool {
	return func(_, function string) bool { return re.MatchString(function) }
}

// Fixed has, for each limit that a directive may change, whether a flag set it and so overrides the
// directive. Most says that directives may only lower the depth, the inputs and the timeout.
type Fixed struct{ Depth, Ints, Inputs, Timeout, Most bool }

// First says what of a package is tested before the rest.
type First struct {
	// Depth is one up to which every function is tested before any is tested further. 0 means none;
	// KeepGoing also disables it.
	Depth int
	// Then selects functions that are tested further before the others are; nil selects none.
	Then func(pkg, function string) bool
}

// Defaults returns the documented defaults.
func Defaults() Config {
	return Config{
		Limits: event.Limits{
			Depth:   4,
			Inputs:  200_000,
			Beyond:  1000,
			Seed:    1,
			Time:    30 * time.Second,
			Timeout: time.Second,
			Memory:  1 << 30,
			Prove:   event.ProveToo, ProveBudget: 1,
		},
		Parallel: 1,
	}
}

// ShardName names the selected part of the inputs, or returns "" for all.
func (c *Config) ShardName() string {
	if c.Shards == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", c.Shard, c.Shards)
}

// limitsOf returns the limits of one contract. Explicit flags override its directives, which
// override the configuration.
func (c *Config) limitsOf(b refine.Bounds) event.Limits {
	l, most := c.Limits, c.Limits
	if b.Depth >= 0 && !c.Fixed.Depth {
		l.Depth = b.Depth
	}
	if (b.IntsFull || b.Ints != nil) && !c.Fixed.Ints {
		l.Ints, l.IntsFull = b.Ints, b.IntsFull
	}
	if b.Inputs >= 0 && !c.Fixed.Inputs {
		l.Inputs = b.Inputs
	}
	if b.Timeout > 0 && !c.Fixed.Timeout {
		l.Timeout = b.Timeout
	}
	if c.Fixed.Most {
		l.Depth, l.Timeout = min(l.Depth, most.Depth), min(l.Timeout, most.Timeout)
		if most.Inputs > 0 && (l.Inputs == 0 || l.Inputs > most.Inputs) {
			l.Inputs = most.Inputs
		}
	}
	return l
}

// Bounded returns a copy of the contract with the bounds that apply to it, and its limits. The
// depth of the limits is the greatest of any input.
func (c *Config) Bounded(contract *refine.Contract) (*refine.Contract, event.Limits) {
	l := c.limitsOf(contract.Bounds)
	bound := *contract
	bound.Bounds.Depth = l.Depth
	if l.IntsFull {
		bound.Bounds.Ints, bound.Bounds.IntsFull = nil, true
	}
	bound.Bounds.Inputs, bound.Bounds.Timeout = l.Inputs, l.Timeout
	bound.Bounds.PerParam = c.perParam(contract.Bounds.PerParam)
	l.Depth = greatestDepth(InputDepths(&bound, l.Depth), l.Depth)
	return &bound, l
}

// perParam returns the bounds of single parameters, without those that an explicit flag overrides.
func (c *Config) perParam(of map[int]refine.Bounds) map[int]refine.Bounds {
	if of == nil {
		return nil
	}
	kept := make(map[int]refine.Bounds, len(of))
	for i, b := range of {
		if c.Fixed.Depth {
			b.Depth = -1
		}
		if c.Fixed.Most {
			b.Depth = min(b.Depth, c.Limits.Depth)
		}
		if c.Fixed.Ints {
			b.Ints, b.IntsFull = nil, false
		}
		kept[i] = b
	}
	return kept
}

// InputDepths returns the greatest depth of each input of a contract. General applies to inputs
// without a depth of their own.
func InputDepths(c *refine.Contract, general int) []int {
	list := make([]int, len(c.Inputs()))
	for i := range list {
		list[i] = general
		if b, ok := c.Bounds.PerParam[i]; ok && b.Depth >= 0 {
			list[i] = b.Depth
		}
	}
	return list
}

// greatestDepth returns the greatest depth of any input.
func greatestDepth(depths []int, general int) int {
	if len(depths) == 0 {
		return general
	}
	return slices.Max(depths)
}

// Flags returns the command-line flags that differ from their defaults and influence what is found.
func (c *Config) Flags() string {
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
	add(l.Prove != d.Prove, "prove", l.Prove)
	add(l.ProveBudget != d.ProveBudget, "prove-budget", l.ProveBudget)
	add(l.Timeout != d.Timeout, "timeout", l.Timeout)
	add(l.Memory != d.Memory, "memory", l.Memory)
	add(c.Engine != engine.Auto, "engine", c.Engine)
	add(c.Tags != "", "tags", c.Tags)
	add(c.All, "all", true)
	return strings.Join(append(all, c.BuildFlags...), " ")
}
