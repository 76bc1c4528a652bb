package options

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/report"
)

// unfit returns the error for a flag on the command line that has no effect for the command. In rtest.toml,
// which applies to all commands, such a flag is allowed.
func unfit(command, name string) error {
	if slices.Contains(Names(command), name) {
		return nil
	}
	if why := reasons[command+" "+name]; why != "" {
		return fmt.Errorf("-%s: %s", name, why)
	}
	return fmt.Errorf("%s has no use for -%s; rtest help %s lists its flags", command, name, command)
}

// undefined adds an explanation to the error that a flag does not exist. It returns other errors unchanged.
func undefined(fs *flag.FlagSet, err error) error {
	if name, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: -"); ok {
		return errors.New(unknown(fs, name))
	}
	return err
}

// unknown returns the message about a flag that does not exist, with suggestions.
func unknown(fs *flag.FlagSet, name string) string {
	var names []string
	fs.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	near := diag.Nearest(name, names)
	if fs.Name() == "rtest rtest.toml" {
		if near != "" {
			return fmt.Sprintf("there is no key %s; did you mean %s?", name, near)
		}
		return fmt.Sprintf("there is no key %s; the keys are the flags that rtest help check lists", name)
	}
	if near != "" {
		return fmt.Sprintf("there is no flag -%s; did you mean -%s?", name, near)
	}
	if name == "C" {
		return "-C must come first, before all other flags"
	}
	command := strings.TrimPrefix(fs.Name(), "rtest ")
	return fmt.Sprintf("there is no flag -%s; rtest help %s lists them", name, command)
}

// misplaced returns an error for an argument after the flags that is not a package pattern.
func misplaced(command string, args []string) error {
	switch command {
	case "merge":
		return nil
	case "find":
		args = args[min(len(args), 2):]
	}
	for _, a := range args {
		switch {
		case strings.HasPrefix(a, "-") && len(a) > 1:
			return fmt.Errorf("%s comes after the packages: write flags before them", a)
		case strings.HasSuffix(a, ".go"):
			dir := filepath.ToSlash(filepath.Dir(a))
			if dir != "." && filepath.IsLocal(dir) {
				dir = "./" + dir
			}
			return fmt.Errorf("%s is a file, but rtest tests packages: name its folder, %s", a, dir)
		}
	}
	return nil
}

// reasons say why a command does not take a flag, by "command flag".
var reasons = map[string]string{
	"gen run":   "the tests of a file are written together; name packages instead",
	"gen shard": "the tests of a file are written together; name packages instead",
	"gen all":   "tests are written for contracts",
	"gen race":  "counting which code an input reaches does not work with the race detector; leave it out",
}

// The flags of rtest.toml, by subject.
var (
	boundFlags  = []string{"depth", "ints", "inputs", "beyond", "time", "timeout", "memory", "seed", "p", "engine"}
	buildFlags  = []string{"tags", "mod", "modfile", "overlay"}
	insideFlags = []string{"dump", "smtdir"}
	proofFlags  = []string{"prove", "prove-budget"}
	runFlags    = []string{"race", "all", "run", "shard", "k", "count", "save", "prune", "cover"}
)

// reportFlags returns the flags of reports: those that merge has, and those that need a run.
func reportFlags() (shared, checks []string) {
	shared = []string{"v", "strict"}
	for _, f := range report.Formats() {
		if f.Checks {
			checks = append(checks, f.Flag)
		} else {
			shared = append(shared, f.Flag)
		}
	}
	return shared, checks
}

// Names returns the names of the flags of rtest.toml that have an effect for a command.
func Names(command string) []string {
	reports, checks := reportFlags()
	switch command {
	case "list":
		return slices.Concat(boundFlags, buildFlags, []string{"race", "run", "all", "json"})
	case "find":
		return slices.Concat(boundFlags, buildFlags, []string{"race"}, proofFlags, insideFlags)
	case "show":
		return slices.Concat(boundFlags, buildFlags, []string{"cover", "json"})
	case "gen":
		return slices.Concat(boundFlags, buildFlags, proofFlags, insideFlags, []string{"html"})
	case "race":
		return slices.Concat(buildFlags, []string{"run", "strict", "json", "save", "k", "html"})
	case "laws":
		return slices.Concat([]string{"depth", "ints", "timeout", "memory", "seed"}, buildFlags, []string{"json", "html"})
	case "diff":
		return slices.Concat(boundFlags, buildFlags, []string{"all", "json", "html"})
	case "init":
		return slices.Concat(boundFlags, buildFlags)
	case "infer":
		return slices.Concat(boundFlags, buildFlags, proofFlags, []string{"json", "html"})
	case "rank":
		return slices.Concat(boundFlags, buildFlags, []string{"json", "html"})
	case "merge":
		return reports
	case "watch":
		return slices.Concat(boundFlags, buildFlags, proofFlags, []string{"race", "all", "run", "k", "save", "v", "strict"})
	}
	all := slices.Concat(boundFlags, buildFlags, reports, checks, insideFlags, proofFlags, runFlags)
	if command == "lsp" {
		// An editor shows contracts.
		all = slices.DeleteFunc(all, func(name string) bool { return name == "all" })
	}
	return all
}

// Chdir changes to the folder that the flag -C names, and returns the arguments after it. As with the go
// command, -C must come first.
func Chdir(args []string) ([]string, error) {
	if len(args) == 0 {
		return args, nil
	}
	name, dir, joined := strings.Cut(strings.TrimPrefix(args[0], "-"), "=")
	if name != "-C" && name != "C" || !strings.HasPrefix(args[0], "-") {
		return args, nil
	}
	rest := args[1:]
	if !joined {
		if len(rest) == 0 {
			return nil, errors.New("-C needs a folder")
		}
		dir, rest = rest[0], rest[1:]
	}
	if err := os.Chdir(dir); err != nil {
		return nil, fmt.Errorf("-C: %w", err)
	}
	return rest, nil
}

// Flags returns the flags of a command by name: its own, which more defines, and those that are also keys of
// rtest.toml.
func Flags(command string, more ...func(*flag.FlagSet)) (own, shared []*flag.Flag) {
	set := flag.NewFlagSet(command, flag.ContinueOnError)
	for _, define := range more {
		define(set)
	}
	set.VisitAll(func(f *flag.Flag) { own = append(own, f) })
	defaults(command).flags(command).VisitAll(func(f *flag.Flag) {
		if slices.Contains(Names(command), f.Name) {
			shared = append(shared, f)
		}
	})
	return own, shared
}

// Page lists the flags of a command with their defaults, for its help. Those that are not in
// rtest.toml come first.
func Page(command string, more ...func(*flag.FlagSet)) string {
	var b bytes.Buffer
	title := "Flags"
	own, shared := Flags(command, more...)
	if len(own) > 0 {
		title = "Those of check"
		b.WriteString("\nFlags:\n\n")
	}
	for _, f := range own {
		flagLine(&b, f)
	}
	b.WriteString("\n" + title + " (each is also a key of rtest.toml at the module's root):\n\n")
	for _, f := range shared {
		flagLine(&b, f)
	}
	b.WriteString("\nAs with the go command, -C dir in the first place changes to a folder.\n")
	return b.String()
}

func flagLine(b *bytes.Buffer, f *flag.Flag) {
	name, usage := flag.UnquoteUsage(f)
	fmt.Fprintf(b, "  %-22s %s", strings.TrimSpace("-"+f.Name+" "+name), usage)
	if f.Name == "p" {
		b.WriteString(" (the number of cores)\n")
		return
	}
	if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "0" {
		fmt.Fprintf(b, " (%s)", f.DefValue)
	}
	b.WriteByte('\n')
}
