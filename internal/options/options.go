package options

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"regexp"
	"runtime"
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

// Options are the flags of check and its kin, as given on the command line and in rtest.toml.
type Options struct {
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
	All      bool
	parallel int
	engine   string
	Strict   bool
	count    int
	save     bool
	prune    bool
	Reports  report.Selection
	shard    string
	Cover    bool
	Verbose  bool
	dump     string
	smtdir   string
	tags     string
	Mod      string
	modfile  string
	Overlay  string
	race     bool

	Patterns []string
	Given    map[string]bool
}

// Parse reads rtest.toml, then the arguments of a command, which override it. Each function of more defines
// flags of that command only. A flag -C in the first place changes the working folder. The error is flag.ErrHelp
// if the arguments ask for help.
func Parse(name string, args []string, more ...func(*flag.FlagSet)) (*Options, error) {
	args, err := Chdir(args)
	if err != nil {
		return nil, err
	}
	return ParseIn(".", name, args, more...)
}

// ParseIn is like Parse for a command that runs in dir, and has no flag -C.
func ParseIn(dir, name string, args []string, more ...func(*flag.FlagSet)) (*Options, error) {
	o := defaults(name)
	if err := o.file(dir, name); err != nil {
		return nil, err
	}
	shared, fs := o.flags(name), o.flags(name)
	for _, define := range more {
		define(fs)
	}
	if err := fs.Parse(args); err != nil {
		return nil, undefined(fs, err)
	}
	o.Patterns = fs.Args()
	o.Given = map[string]bool{}
	var err error
	fs.Visit(func(f *flag.Flag) {
		o.Given[f.Name] = true
		if shared.Lookup(f.Name) != nil {
			err = cmp.Or(err, unfit(name, f.Name))
		}
	})
	if err == nil {
		err = misplaced(name, o.Patterns)
	}
	if err != nil {
		return nil, err
	}
	return o, o.check()
}

// defaults returns the options of a command before any setting. Commands that compare many calls make fewer of
// them.
func defaults(command string) *Options {
	d := config.Defaults()
	o := &Options{
		depth: d.Limits.Depth, inputs: d.Limits.Inputs, beyond: d.Limits.Beyond,
		prove: d.Limits.Prove, budget: d.Limits.ProveBudget, time: d.Limits.Time, timeout: d.Limits.Timeout,
		memory: "1GiB", seed: int64(d.Limits.Seed), parallel: runtime.GOMAXPROCS(0), engine: engine.Auto.String(), save: true,
	}
	switch command {
	case "infer":
		// Inputs that need more memory are left out, so a lower limit costs little.
		o.inputs, o.memory = 5000, "256MiB"
	case "rank":
		o.inputs = 20_000
	}
	return o
}

// flags defines the flags; their defaults are what o holds already.
func (o *Options) flags(name string) *flag.FlagSet {
	fs := flag.NewFlagSet("rtest "+name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.IntVar(&o.depth, "depth", o.depth, "raise the bound on nesting and length one by one to `n`")
	fs.StringVar(&o.ints, "ints", o.ints, "integers `a..b` instead of -d..d at depth d")
	fs.Int64Var(&o.inputs, "inputs", o.inputs, "at most `n` inputs a function, 0 for no limit")
	fs.Int64Var(&o.beyond, "beyond", o.beyond, "at most `n` inputs outside the bounds, tried after these are exhausted, besides those made from others")
	fs.Var(proving{&o.prove}, "prove", "solve the code for claims about all data: true, false, or `only` that")
	fs.IntVar(&o.budget, "prove-budget", o.budget, "solve `n` times as long as is usual")
	fs.DurationVar(&o.time, "time", o.time, "at most this `long` a function")
	fs.DurationVar(&o.timeout, "timeout", o.timeout, "at most this `long` a call of the function under test")
	fs.StringVar(&o.memory, "memory", o.memory, "live `memory` of the process that holds the code under test")
	fs.StringVar(&o.run, "run", o.run, "only functions whose name the `regexp` matches")
	fs.Int64Var(&o.seed, "seed", o.seed, "`seed` of random choices")
	fs.BoolVar(&o.keep, "k", o.keep, "keep going: every distinct failure of a function")
	fs.BoolVar(&o.All, "all", o.All, "also exported functions without contract: they must not fail at runtime, unless an argument is to blame")
	fs.IntVar(&o.parallel, "p", o.parallel, "use `n` cores: functions at once, and processes for one with many inputs")
	fs.StringVar(&o.engine, "engine", o.engine, "who finds inputs: auto, search or z3")
	fs.BoolVar(&o.Strict, "strict", o.Strict, "vacuous, undecided and unsupported functions fail")
	fs.IntVar(&o.count, "count", o.count, "1: do not use cached results")
	fs.BoolVar(&o.save, "save", o.save, "save counterexamples in testdata/rtest")
	fs.BoolVar(&o.prune, "prune", o.prune, "remove saved inputs that do not fail any more")
	for _, f := range report.Formats() {
		if f.Start != nil {
			to := o.Reports.Stream(f.Flag)
			fs.BoolVar(to, f.Flag, *to, f.Help)
		} else {
			to := o.Reports.File(f.Flag)
			fs.StringVar(to, f.Flag, *to, f.Help)
		}
	}
	fs.StringVar(&o.shard, "shard", o.shard, "only the `i/n`-th part of the inputs, for a CI matrix")
	fs.BoolVar(&o.Cover, "cover", o.Cover, "statement coverage of the package by the inputs")
	fs.BoolVar(&o.Verbose, "v", o.Verbose, "a line for each function")
	fs.StringVar(&o.dump, "dump", o.dump, "print internal forms to standard error: a `list` of "+strings.Join(dumps[:], ", "))
	fs.StringVar(&o.smtdir, "smtdir", o.smtdir, "write the questions about each function, in SMT-LIB 2, to files of the `folder`")
	fs.StringVar(&o.tags, "tags", o.tags, "build `tags`, as for the go command")
	fs.StringVar(&o.Mod, "mod", o.Mod, "module `mode`, as for the go command")
	fs.StringVar(&o.modfile, "modfile", o.modfile, "`file` to use for go.mod, as for the go command")
	fs.StringVar(&o.Overlay, "overlay", o.Overlay, "`file` with an overlay, as for the go command")
	fs.BoolVar(&o.race, "race", o.race, "run under the race detector, as for the go command")
	return fs
}

// JSON reports whether the event stream replaces the text for people.
func (o *Options) JSON() bool { return *o.Reports.Stream("json") }

// BuildFlags returns the flags on the command line without which the go command builds something
// else.
func (o *Options) BuildFlags() []string {
	var flags []string
	for _, f := range []struct{ name, value string }{{"tags", o.tags}, {"mod", o.Mod}, {"modfile", o.modfile}, {"overlay", o.Overlay}} {
		if o.Given[f.name] && f.value != "" {
			flags = append(flags, "-"+f.name+"="+f.value)
		}
	}
	return flags
}

// check rejects values that package flag accepts but rtest does not.
func (o *Options) check() error {
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
	case o.JSON() && *o.Reports.Stream("github"):
		return errors.New("-json and -github both write to standard output")
	case slices.ContainsFunc(o.Reports.Files(), func(f report.File) bool { return f.Name == "-" }):
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

// Config returns the configuration for package check. It leaves -dump and -smtdir to Dumper.
func (o *Options) Config() (config.Config, error) {
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
		Depth: o.Given["depth"], Ints: o.Given["ints"], Inputs: o.Given["inputs"], Timeout: o.Given["timeout"],
	}
	if o.run != "" {
		re, err := regexp.Compile(o.run)
		if err != nil {
			return c, fmt.Errorf("-run: %w", err)
		}
		c.Run = config.Matching(re)
	}
	if c.Engine, err = engine.ParseEngine(o.engine); err != nil {
		return c, fmt.Errorf("-engine: %w", err)
	}
	c.Prune, c.All = o.prune, o.All
	c.Patterns, c.KeepGoing, c.Parallel, c.Save = o.Patterns, o.keep, o.parallel, o.save
	c.Cache = o.count == 0
	if c.Shard, c.Shards, err = parseShard(o.shard); err != nil {
		return c, fmt.Errorf("-shard: %w", err)
	}
	c.Profile = o.Cover || *o.Reports.File("coverprofile") != ""
	c.About = *o.Reports.File("html") != ""
	c.Limits.Goals = o.Verbose || c.Profile || o.JSON() || c.About
	c.Limits.History = c.About
	c.Tags, c.Overlay = o.tags, o.Overlay
	for _, f := range []struct{ name, value string }{{"mod", o.Mod}, {"modfile", o.modfile}} {
		if f.value != "" {
			c.BuildFlags = append(c.BuildFlags, "-"+f.name+"="+f.value)
		}
	}
	if o.race {
		c.BuildFlags = append(c.BuildFlags, "-race")
	}
	return c, nil
}

// parseBytes reads a size: a number with the unit B, KB, MB, GB, KiB, MiB, GiB or none.
func parseBytes(s string) (int64, error) {
	number := strings.TrimRight(s, "BKMGibkmg")
	units := map[string]int64{
		"": 1, "b": 1, "kb": 1e3, "mb": 1e6, "gb": 1e9, "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30,
		"k": 1 << 10, "m": 1 << 20, "g": 1 << 30,
	}
	unit, ok := units[strings.ToLower(s[len(number):])]
	n, err := strconv.ParseInt(strings.TrimSpace(number), 10, 64)
	if err != nil || !ok || n <= 0 || n > (1<<62)/unit {
		return 0, fmt.Errorf("%q is not a size: write 512MiB or 1GiB", s)
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
		return 0, 0, fmt.Errorf("%q is not a part of a whole: write i/n with 1 <= i <= n", s)
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
			return nil, false, fmt.Errorf("%q is not a range: write a..b with a <= b", strings.TrimSpace(part))
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

// Writable returns an error if the file of a report cannot be written, before there is a report.
func (o *Options) Writable() error {
	for _, f := range o.Reports.Files() {
		if err := f.Check(); err != nil {
			return fmt.Errorf("-%s: %w", f.Flag, err)
		}
	}
	return nil
}
