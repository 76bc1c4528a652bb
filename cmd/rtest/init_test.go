package main

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"testing"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/options"
	"github.com/rtest-dev/rtest/internal/starter"
)

// TestSettings checks that what init writes into rtest.toml as comments are keys with their defaults.
func TestSettings(t *testing.T) {
	lines := regexp.MustCompile(`(?m)^# (\w+ = )`)
	text := lines.ReplaceAllString(starter.Settings, "$1")
	if len(lines.FindAllString(starter.Settings, -1)) < 3 {
		t.Fatalf("no settings in\n%s", starter.Settings)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module m\n", "rtest.toml": text} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	limits := func(dir string) event.Limits {
		o, err := options.ParseIn(dir, "check", nil)
		if err != nil {
			t.Fatal(err)
		}
		c, err := o.Config()
		if err != nil {
			t.Fatal(err)
		}
		return c.Limits
	}
	if before, after := limits(t.TempDir()), limits(dir); !reflect.DeepEqual(after, before) {
		t.Errorf("with the settings limits are %+v; without %+v", after, before)
	}
}
