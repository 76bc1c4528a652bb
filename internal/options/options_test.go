package options

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestParseBytes(t *testing.T) {
	for s, want := range map[string]int64{
		"1": 1, "512MiB": 512 << 20, "1GiB": 1 << 30, "2 GB": 2e9, "64k": 64 << 10,
		"": 0, "0": 0, "-1": 0, "GiB": 0, "1TiB": 0, "1GiBB": 0, "9999999999GiB": 0, "1.5GiB": 0,
	} {
		got, err := parseBytes(s)
		if got != want || (err == nil) != (want > 0) {
			t.Errorf("%q: got %d, %v; want %d", s, got, err, want)
		}
	}
}

func TestParseInts(t *testing.T) {
	for s, want := range map[string]string{
		"": "[] false", "full": "[] true", "1..3": "[{1 3}] false", "63..65, 0..2": "[{0 2} {63 65}] false",
		"-8..-1": "[{-8 -1}] false", "0x10..0x1f": "[{16 31}] false", "5": "[{5 5}] false",
		"3..1": "", "a..b": "", "1..3,3..4": "", "..": "", ",": "",
	} {
		ranges, full, err := parseInts(s)
		if want == "" {
			if err == nil {
				t.Errorf("%q: got %v, want an error", s, ranges)
			}
		} else if got := fmt.Sprint(ranges, full); got != want || err != nil {
			t.Errorf("%q: got %s, %v; want %s", s, got, err, want)
		}
	}
}

// TestPrecedence checks that flags beat rtest.toml and this beats the defaults,
// and that only flags count as given.
func TestPrecedence(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":     "module m\n",
		"rtest.toml": "depth = 2\ninputs = 77\nmemory = \"64MiB\"\ntime = \"5s\"\nk = true\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	sub := filepath.Join(dir, "sub")
	if err := os.Mkdir(sub, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(sub)
	o, err := Parse("check", []string{"-inputs", "5", "-k=false", "./x"})
	if err != nil {
		t.Fatal(err)
	}
	c, err := o.Config()
	if err != nil {
		t.Fatal(err)
	}
	if c.Limits.Depth != 2 || c.Fixed.Depth || c.Limits.Inputs != 5 || !c.Fixed.Inputs || c.KeepGoing ||
		c.Limits.Memory != 64<<20 || c.Limits.Time != 5*time.Second || c.Limits.Timeout != time.Second {
		t.Errorf("got %+v, fixed %+v", c.Limits, c.Fixed)
	}
	if fmt.Sprint(c.Patterns) != "[./x]" {
		t.Errorf("patterns %v", c.Patterns)
	}
}

// documented returns the table of flags in docs/commands.md: each flag as it is written there, and its
// default.
func documented(t *testing.T) map[string]string {
	t.Helper()
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "commands.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "\n## Flags\n")
	table, _, _ = strings.Cut(table, "\n## ")
	flags := map[string]string{}
	for line := range strings.Lines(table) {
		if !strings.HasPrefix(line, "|") {
			continue
		}
		cells := strings.Split(strings.TrimSpace(line), " | ")
		for _, f := range regexp.MustCompile("`-[^`]*`").FindAllString(cells[0], -1) {
			flags[strings.Trim(f, "`")] = strings.Trim(cells[len(cells)-1], " |")
		}
	}
	return flags
}

// TestFlagsAreDocumented compares the flags with the table of docs/commands.md: the same flags,
// arguments and defaults.
func TestFlagsAreDocumented(t *testing.T) {
	rows := documented(t)
	defaults("check").flags("check").VisitAll(func(f *flag.Flag) {
		arg, _ := flag.UnquoteUsage(f)
		name := strings.TrimSpace("-" + f.Name + " " + arg)
		value, ok := rows[name]
		delete(rows, name)
		want := f.DefValue
		switch {
		case f.Name == "p":
			want = "the number of cores"
		case want == "false" || want == "0":
			want = ""
		}
		if !ok || value != want && !strings.HasPrefix(value, "as in the go command") {
			t.Errorf("docs/commands.md has no row for `%s` with the default %q, but %q", name, want, value)
		}
	})
	if len(rows) > 0 {
		t.Errorf("docs/commands.md has flags that are none: %q", slices.Sorted(maps.Keys(rows)))
	}
}

// TestNamesOfCheck checks that check takes every flag.
func TestNamesOfCheck(t *testing.T) {
	defaults("check").flags("check").VisitAll(func(f *flag.Flag) {
		if !slices.Contains(Names("check"), f.Name) {
			t.Errorf("check does not take -%s", f.Name)
		}
	})
}

// TestKeysOfOtherCommands checks that a command ignores the keys of rtest.toml for other commands, and
// reports those of none.
func TestKeysOfOtherCommands(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module m\n")
	write("rtest.toml", "run = 'F'\nrace = true\ndepth = 2\n")
	for command, all := range map[string]bool{"check": true, "gen": false} {
		o, err := ParseIn(dir, command, nil)
		if err != nil {
			t.Fatal(err)
		}
		c, err := o.Config()
		if err != nil || c.Limits.Depth != 2 || (c.Run != nil) != all || (c.BuildFlags != nil) != all {
			t.Errorf("%s: depth %d, -run %v, build flags %q, error %v", command, c.Limits.Depth, c.Run != nil, c.BuildFlags, err)
		}
	}
	for text, want := range map[string]string{"rum = 'F'\n": "did you mean run?", "depth = -1\n": "0 or more", "run = '('\n": "missing closing"} {
		write("rtest.toml", text)
		if _, err := ParseIn(dir, "gen", nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got the error %v, want %q", text, err, want)
		}
	}
}

// TestDefaultsOfCommands shows that what rtest.toml says counts for more than what a command begins with.
func TestDefaultsOfCommands(t *testing.T) {
	inputs := func(command string) int64 {
		o, err := Parse(command, nil)
		if err != nil {
			t.Fatal(err)
		}
		return o.inputs
	}
	dir := t.TempDir()
	t.Chdir(dir)
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example.com/m\n")
	if a, b, c := inputs("infer"), inputs("rank"), inputs("check"); a != 5000 || b != 20_000 || c != 200_000 {
		t.Errorf("without rtest.toml: infer %d, rank %d, check %d", a, b, c)
	}
	write("rtest.toml", "inputs = 7\n")
	if a, b := inputs("infer"), inputs("rank"); a != 7 || b != 7 {
		t.Errorf("with rtest.toml: infer %d, rank %d", a, b)
	}
}
