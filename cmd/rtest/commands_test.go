package main

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/internal/options"
)

// TestFlagsOfCommands checks that the flags of each command are flags of check.
func TestFlagsOfCommands(t *testing.T) {
	all := options.Names("check")
	for _, command := range commands {
		for _, name := range options.Names(command) {
			if !slices.Contains(all, name) {
				t.Errorf("%s takes -%s, which is no flag", command, name)
			}
		}
	}
}

// TestEditorShowsContracts has functions without one left alone in an editor, as
// gen does, also where rtest.toml has them tested.
func TestEditorShowsContracts(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/m\n", "rtest.toml": "all = true\ndepth = 2\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cfg, err := (&tool{}).configure(dir)
	if err != nil || cfg.All || cfg.Limits.Depth != 2 {
		t.Errorf("All is %v, the depth %d, the error %v; want false, 2 and none", cfg.All, cfg.Limits.Depth, err)
	}
}

// TestCommandsAreDocumented looks for each command, and each topic of the help,
// on the first page of the help and in docs/commands.md.
func TestCommandsAreDocumented(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "commands.md"))
	if err != nil {
		t.Fatal(err)
	}
	tool := &tool{stdout: io.Discard, stderr: io.Discard}
	first := tool.page("rtest")
	for _, c := range commands {
		word := regexp.MustCompile(`rtest \[?` + c + `\b`)
		if !word.MatchString(first) || !word.Match(page) {
			t.Errorf("rtest %s is not in both rtest help and docs/commands.md", c)
		}
		if c != "help" && tool.page(c) == "" {
			t.Errorf("there is no rtest help %s", c)
		}
	}
	for _, topic := range tool.names() {
		if !slices.Contains(commands[:], topic) && topic != "rtest" && (!strings.Contains(first, topic) || !strings.Contains(string(page), topic)) {
			t.Errorf("the topic %s is not in both rtest help and docs/commands.md", topic)
		}
	}
}
