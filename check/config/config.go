// Package config says what to test and how: the fields of a run, their documented defaults, and
// the limits that hold for one contract.
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

// A Config says what to test and how. Defaults returns one with the documented
// defaults; the zero value of every field not filled by it is its default.
type Config struct {
	// Dir is where the go command runs, "" for the current directory; Patterns
	// name packages as for the go command, nil for ".".
	Dir      string
	Patterns []string
	// Tags are build tags, separated by commas; BuildFlags are passed to the go command (-mod=…,
	// -race). Env is its environment, nil for the current one. Overlay is the
	// file of the go command's flag of that name.
	Tags       string
	BuildFlags []string
	Overlay    string
	Env        []string
	// Program are the packages as they are loaded with the fields above; nil
	// loads them. A run uses it up: it may neither be given to a second one nor
	// be read beside it.
	Program *annotations.Program

	// Limits hold where no directive says otherwise, Fixed says which of them
	// beat the directives as well.
	Limits event.Limits
	Fixed  Fixed

	// Run selects functions by name, nil selects all.
	Run *regexp.Regexp
	// Shard is which of Shards parts of the inputs of each function is tried,
	// from 1; 0 for all of them. Each part has limits of its own.
	Shard, Shards int
	// All has exported functions without a contract tested too: they must not
	// fail at runtime, hang or run out of memory.
	All bool
	// First is a depth up to which every function is tried before any is tried
	// further, so that who waits hears soon of what fails there: these functions
	// come before the others. 0 for none; nor is there any with KeepGoing.
	First int
	// KeepGoing reports every distinct failure of a function.
	KeepGoing bool
	// Parallel is how many functions run at once, 0 for one.
	Parallel int
	Engine   engine.Kind
	// Cache lets functions that passed, and of which nothing has changed, have
	// their last result.
	Cache bool
	// Profile asks for the statements that the inputs reach.
	Profile bool
	// Measure tries the inputs outside the bounds strategy by strategy, and tells what came of
	// each: Result.Strategies.
	Measure bool
	// Save writes counterexamples to testdata/rtest of their package.
	Save bool
	// Prune removes saved inputs that do not fail any more, or do not fit their
	// function.
	Prune bool
	// Guard cleans up when this process is killed; nil for none.
	Guard *process.Guard
	// Launcher confines the processes of functions without a contract; nil for none.
	Launcher *process.Launcher
	// Dump receives internal forms, nil for none. It is called from several
	// goroutines at once.
	Dump func(Dump)
}

// A Dump is an internal form of what is tested: of Kind pred, the preconditions
// of a package as Go; harness, what calls and judges its functions; model, the
// form of a function at a depth; smt, the same in SMT-LIB 2.
type Dump struct {
	Kind, Package string
	// Function is empty for what is of the package.
	Function string
	Depth    int
	Text     string
}

// Fixed tells for each limit that a directive may change whether it was given
// explicitly and so beats the directive.
type Fixed struct{ Depth, Ints, Inputs, Timeout bool }

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

// ShardName names the part of the inputs, empty for all.
func (c *Config) ShardName() string {
	if c.Shards == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", c.Shard, c.Shards)
}

// limitsOf returns the limits of one contract: explicit flags, then its own
// directives, then those of the configuration.
func (c *Config) limitsOf(b refine.Bounds) event.Limits {
	l := c.Limits
	if b.Depth >= 0 && !c.Fixed.Depth {
		l.Depth = b.Depth
	}
	if (b.IntsFull || b.Ints != nil) && !c.Fixed.Ints {
		l.Ints, l.IntsFull = b.Ints, b.IntsFull
	}
	if b.Inputs > 0 && !c.Fixed.Inputs {
		l.Inputs = b.Inputs
	}
	if b.Timeout > 0 && !c.Fixed.Timeout {
		l.Timeout = b.Timeout
	}
	return l
}

// Bounded returns the contract with the bounds that hold for it. The depth of
// the limits is the greatest that an input reaches.
func (c *Config) Bounded(contract *refine.Contract) (*refine.Contract, event.Limits) {
	l := c.limitsOf(contract.Bounds)
	bound := *contract
	bound.Bounds.Depth = l.Depth
	if l.IntsFull {
		bound.Bounds.Ints, bound.Bounds.IntsFull = nil, true
	}
	bound.Bounds.Inputs, bound.Bounds.Timeout = l.Inputs, l.Timeout
	bound.Bounds.PerParam = c.perParam(contract.Bounds.PerParam)
	l.Depth = GreatestDepth(InputDepths(&bound, l.Depth), l.Depth)
	return &bound, l
}

// perParam returns the bounds of single parameters without those that an
// explicit flag beats.
func (c *Config) perParam(of map[int]refine.Bounds) map[int]refine.Bounds {
	if of == nil {
		return nil
	}
	kept := make(map[int]refine.Bounds, len(of))
	for i, b := range of {
		if c.Fixed.Depth {
			b.Depth = -1
		}
		if c.Fixed.Ints {
			b.Ints, b.IntsFull = nil, false
		}
		kept[i] = b
	}
	return kept
}

// InputDepths returns the greatest depth of each input of a contract whose inputs
// otherwise go to general.
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

// GreatestDepth returns the greatest depth that some input reaches.
func GreatestDepth(depths []int, general int) int {
	if len(depths) == 0 {
		return general
	}
	return slices.Max(depths)
}

// Flags are those of the command line that are not as they are by default and
// on which it depends what is found.
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
