package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/report"
	"github.com/rtest-dev/rtest/internal/value"
)

// options are the flags of check and its kin, as given on the command line and
// in rtest.toml.
type options struct {
	depth    int
	ints     string
	inputs   int64
	beyond   int64
	prove    event.Proving
	budget   int
	time     time.Duration
	timeout  time.Duration
	memory   string
	run      string
	seed     int64
	keep     bool
	all      bool
	parallel int
	engine   string
	strict   bool
	count    int
	save     bool
	prune    bool
	reports  report.Selection
	shard    string
	cover    bool
	verbose  bool
	dump     string
	smtdir   string
	tags     string
	mod      string
	modfile  string
	overlay  string
	race     bool

	patterns []string
	given    map[string]bool
}

// parse reads rtest.toml, then the command line, which beats it; more define
// flags of a single command.
func parse(name string, args []string, more ...func(*flag.FlagSet)) (*options, error) {
	args, err := chdir(args)
	if err != nil {
		return nil, err
	}
	return parseIn(".", name, args, more...)
}

// parseIn is parse for a command that is given in a directory.
func parseIn(dir, name string, args []string, more ...func(*flag.FlagSet)) (*options, error) {
	o := defaults()
	if err := o.file(dir); err != nil {
		return nil, err
	}
	shared, fs := o.flags(name), o.flags(name)
	for _, define := range more {
		define(fs)
	}
	if err := fs.Parse(args); err != nil {
		return nil, undefined(fs, err)
	}
	o.patterns = fs.Args()
	o.given = map[string]bool{}
	var err error
	fs.Visit(func(f *flag.Flag) {
		o.given[f.Name] = true
		if shared.Lookup(f.Name) != nil {
			err = cmp.Or(err, unfit(name, f.Name))
		}
	})
	if err == nil {
		err = misplaced(name, o.patterns)
	}
	if err != nil {
		return nil, err
	}
	return o, o.check()
}

// defaults are the options where nothing else is said.
func defaults() *options {
	d := config.Defaults()
	return &options{
		depth: d.Limits.Depth, inputs: d.Limits.Inputs, beyond: d.Limits.Beyond,
		prove: d.Limits.Prove, budget: d.Limits.ProveBudget, time: d.Limits.Time, timeout: d.Limits.Timeout,
		memory: "1GiB", seed: int64(d.Limits.Seed), parallel: defaultParallel(), engine: engine.Auto.String(), save: true,
	}
}

// flags defines the flags; their defaults are what o holds already.
func (o *options) flags(name string) *flag.FlagSet {
	fs := flag.NewFlagSet("rtest "+name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.IntVar(&o.depth, "depth", o.depth, "raise the bound on nesting and length one by one to `n`")
	fs.StringVar(&o.ints, "ints", o.ints, "integers `a..b` instead of -d..d at depth d")
	fs.Int64Var(&o.inputs, "inputs", o.inputs, "at most `n` inputs a function, 0 for no limit")
	fs.Int64Var(&o.beyond, "beyond", o.beyond, "at most `n` inputs outside the bounds, tried after these are exhausted; of types that reach themselves up to 4n deeper ones on top, from what -inputs leaves")
	fs.Var(proving{&o.prove}, "prove", "solve the code for claims about all data: true, false, or `only` that")
	fs.IntVar(&o.budget, "prove-budget", o.budget, "solve `n` times as long as is usual")
	fs.DurationVar(&o.time, "time", o.time, "at most this `long` a function")
	fs.DurationVar(&o.timeout, "timeout", o.timeout, "at most this `long` a call of the function under test")
	fs.StringVar(&o.memory, "memory", o.memory, "live `memory` of the process that holds the code under test")
	fs.StringVar(&o.run, "run", o.run, "only functions whose name the `regexp` matches")
	fs.Int64Var(&o.seed, "seed", o.seed, "`seed` of what is sampled")
	fs.BoolVar(&o.keep, "k", o.keep, "keep going: every distinct failure of a function")
	fs.BoolVar(&o.all, "all", o.all, "also exported functions without contract: they must not fail at runtime, unless an argument is to blame")
	fs.IntVar(&o.parallel, "p", o.parallel, "use `n` cores: functions at once, and processes for one with many inputs")
	fs.StringVar(&o.engine, "engine", o.engine, "who finds inputs: auto, search or z3")
	fs.BoolVar(&o.strict, "strict", o.strict, "vacuous, undecided and unsupported functions fail")
	fs.IntVar(&o.count, "count", o.count, "1: do not use cached results")
	fs.BoolVar(&o.save, "save", o.save, "save counterexamples in testdata/rtest")
	fs.BoolVar(&o.prune, "prune", o.prune, "remove saved inputs that do not fail any more")
	for _, f := range report.Formats() {
		if f.Start != nil {
			to := o.reports.Stream(f.Flag)
			fs.BoolVar(to, f.Flag, *to, f.Help)
		} else {
			to := o.reports.File(f.Flag)
			fs.StringVar(to, f.Flag, *to, f.Help)
		}
	}
	fs.StringVar(&o.shard, "shard", o.shard, "only the `i/n`-th part of the inputs, for a CI matrix")
	fs.BoolVar(&o.cover, "cover", o.cover, "statement coverage of the package by the inputs")
	fs.BoolVar(&o.verbose, "v", o.verbose, "a line for each function")
	fs.StringVar(&o.dump, "dump", o.dump, "print internal forms to standard error: a `list` of "+strings.Join(dumps[:], ", "))
	fs.StringVar(&o.smtdir, "smtdir", o.smtdir, "write what is asked of each function, in SMT-LIB 2, to files of the `folder`")
	fs.StringVar(&o.tags, "tags", o.tags, "build `tags`, as for the go command")
	fs.StringVar(&o.mod, "mod", o.mod, "module `mode`, as for the go command")
	fs.StringVar(&o.modfile, "modfile", o.modfile, "`file` to use for go.mod, as for the go command")
	fs.StringVar(&o.overlay, "overlay", o.overlay, "`file` with an overlay, as for the go command")
	fs.BoolVar(&o.race, "race", o.race, "run under the race detector, as for the go command")
	return fs
}

// json tells whether the event stream stands in the place of the text for people.
func (o *options) json() bool { return *o.reports.Stream("json") }

// build are the flags on the command line without which the go command builds
// something else.
func (o *options) build() []string {
	var flags []string
	for _, f := range []struct{ name, value string }{{"tags", o.tags}, {"mod", o.mod}, {"modfile", o.modfile}, {"overlay", o.overlay}} {
		if o.given[f.name] && f.value != "" {
			flags = append(flags, "-"+f.name+"="+f.value)
		}
	}
	return flags
}

// check finds values that no flag of the standard package rejects.
func (o *options) check() error {
	switch {
	case o.depth < 0:
		return fmt.Errorf("-depth %d: a depth is 0 or more", o.depth)
	case o.depth > syntax.MaxDepth:
		return fmt.Errorf("-depth %d: a depth is %d at most", o.depth, syntax.MaxDepth)
	case o.inputs < 0:
		return fmt.Errorf("-inputs %d: 0 or more", o.inputs)
	case o.beyond < 0:
		return fmt.Errorf("-beyond %d: 0 or more", o.beyond)
	case o.budget < 1:
		return fmt.Errorf("-prove-budget %d: 1 or more", o.budget)
	case o.time < 0 || o.timeout <= 0:
		return errors.New("-time is 0 or more, -timeout more than 0")
	case o.parallel < 1:
		return fmt.Errorf("-p %d: 1 or more", o.parallel)
	case o.json() && *o.reports.Stream("github"):
		return errors.New("-json and -github both write to standard output")
	case slices.ContainsFunc(o.reports.Files(), func(f report.File) bool { return f.Name == "-" }):
		return errors.New("-sarif, -junit and -coverprofile need the name of a file: the report for people is on standard output")
	case o.count < 0 || o.count > 1:
		return fmt.Errorf("-count %d: 1, or left out", o.count)
	}
	return nil
}

// A proving is the flag -prove.
type proving struct{ to *event.Proving }

// String returns the value of the flag.
func (p proving) String() string {
	if p.to == nil {
		return ""
	}
	return p.to.String()
}

// IsBoolFlag says that the flag alone is true.
func (proving) IsBoolFlag() bool { return true }

// Set sets the flag.
func (p proving) Set(s string) error {
	for _, v := range [...]event.Proving{event.ProveNot, event.ProveToo, event.ProveOnly} {
		if v.String() == s {
			*p.to = v
			return nil
		}
	}
	return errors.New("it is true, false or only")
}

// leastMemory is what a process of tests may use at least.
const leastMemory = 32 << 20

// config returns what the options mean to package check.
func (o *options) config() (config.Config, error) {
	c := config.Defaults()
	var err error
	c.Limits.Depth, c.Limits.Inputs = o.depth, o.inputs
	c.Limits.Beyond, c.Limits.Seed = o.beyond, uint64(o.seed)
	c.Limits.Prove, c.Limits.ProveBudget = o.prove, o.budget
	c.Limits.Time, c.Limits.Timeout = o.time, o.timeout
	if c.Limits.Memory, err = parseBytes(o.memory); err != nil {
		return c, fmt.Errorf("-memory: %w", err)
	}
	if c.Limits.Memory < leastMemory {
		return c, fmt.Errorf("-memory %s: 32MiB or more: a process of tests takes most of that by itself", o.memory)
	}
	if c.Limits.Ints, c.Limits.IntsFull, err = parseInts(o.ints); err != nil {
		return c, fmt.Errorf("-ints: %w", err)
	}
	c.Fixed = config.Fixed{
		Depth: o.given["depth"], Ints: o.given["ints"], Inputs: o.given["inputs"], Timeout: o.given["timeout"],
	}
	if o.run != "" {
		if c.Run, err = regexp.Compile(o.run); err != nil {
			return c, fmt.Errorf("-run: %w", err)
		}
	}
	if c.Engine, err = engine.ParseEngine(o.engine); err != nil {
		return c, fmt.Errorf("-engine: %w", err)
	}
	c.Prune, c.All = o.prune, o.all
	c.Patterns, c.KeepGoing, c.Parallel, c.Save = o.patterns, o.keep, o.parallel, o.save
	c.Cache = o.count == 0
	if c.Shard, c.Shards, err = parseShard(o.shard); err != nil {
		return c, fmt.Errorf("-shard: %w", err)
	}
	c.Profile = o.cover || *o.reports.File("coverprofile") != ""
	c.Limits.Goals = o.verbose || c.Profile || o.json()
	c.Tags, c.Overlay = o.tags, o.overlay
	for _, f := range []struct{ name, value string }{{"mod", o.mod}, {"modfile", o.modfile}} {
		if f.value != "" {
			c.BuildFlags = append(c.BuildFlags, "-"+f.name+"="+f.value)
		}
	}
	if o.race {
		c.BuildFlags = append(c.BuildFlags, "-race")
	}
	return c, nil
}

// parseBytes reads a size: a number with B, KB, MB, GB, KiB, MiB, GiB or
// nothing behind it.
func parseBytes(s string) (int64, error) {
	number := strings.TrimRight(s, "BKMGibkmg")
	units := map[string]int64{
		"": 1, "b": 1, "kb": 1e3, "mb": 1e6, "gb": 1e9, "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30,
		"k": 1 << 10, "m": 1 << 20, "g": 1 << 30,
	}
	unit, ok := units[strings.ToLower(s[len(number):])]
	n, err := strconv.ParseInt(strings.TrimSpace(number), 10, 64)
	if err != nil || !ok || n <= 0 || n > (1<<62)/unit {
		return 0, fmt.Errorf("%q is no size: write 512MiB or 1GiB", s)
	}
	return n * unit, nil
}

// parseShard reads "i/n" with 1 <= i <= n; nothing is the whole.
func parseShard(s string) (shard, shards int, err error) {
	if s == "" {
		return 0, 0, nil
	}
	first, second, _ := strings.Cut(s, "/")
	shard, err1 := strconv.Atoi(first)
	shards, err2 := strconv.Atoi(second)
	if err1 != nil || err2 != nil || shard < 1 || shard > shards {
		return 0, 0, fmt.Errorf("%q is no part of a whole: write i/n with 1 <= i <= n", s)
	}
	return shard, shards, nil
}

// parseInts reads "full", or ranges as in "0..2, 63..65".
func parseInts(s string) (ranges []value.Range, full bool, err error) {
	switch strings.TrimSpace(s) {
	case "":
		return nil, false, nil
	case "full":
		return nil, true, nil
	}
	for part := range strings.SplitSeq(s, ",") {
		low, high, ok := strings.Cut(part, "..")
		if !ok {
			high = low
		}
		lo, err1 := strconv.ParseInt(strings.TrimSpace(low), 0, 64)
		hi, err2 := strconv.ParseInt(strings.TrimSpace(high), 0, 64)
		if err1 != nil || err2 != nil || lo > hi {
			return nil, false, fmt.Errorf("%q is no range: write a..b with a <= b", strings.TrimSpace(part))
		}
		ranges = append(ranges, value.Range{Lo: lo, Hi: hi})
	}
	slices.SortFunc(ranges, func(a, b value.Range) int { return cmp.Compare(a.Lo, b.Lo) })
	for i := 1; i < len(ranges); i++ {
		if ranges[i].Lo <= ranges[i-1].Hi {
			return nil, false, fmt.Errorf("ranges overlap at %d", ranges[i].Lo)
		}
	}
	return ranges, false, nil
}
