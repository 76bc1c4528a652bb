package options

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/BurntSushi/toml"
)

// file reads rtest.toml at the root of the module that dir belongs to. Each key is a flag. All keys
// are checked; those that mean nothing to the command have no effect.
func (o *Options) file(dir, command string) error {
	root, ok := moduleRoot(dir)
	if !ok {
		return nil
	}
	name := filepath.Join(root, "rtest.toml")
	data, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var keys map[string]any
	meta, err := toml.Decode(string(data), &keys)
	if e, ok := errors.AsType[toml.ParseError](err); ok {
		return fmt.Errorf("%s:%d:%d: %s", name, e.Position.Line, max(1, e.Position.Col), e.Message)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	checked := defaults(command)
	fs, own := checked.flags("rtest.toml"), o.flags("rtest.toml")
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		atKey, at := positions(name, data, key)
		if fs.Lookup(key) == nil {
			return fmt.Errorf("%s: %s", atKey, unknown(fs, key))
		}
		switch meta.Type(key) {
		case "String", "Integer", "Bool", "Float":
		default:
			return fmt.Errorf("%s: the value of %s is not a string, number or boolean", at, key)
		}
		if err := fs.Set(key, fmt.Sprint(keys[key])); err != nil {
			return fmt.Errorf("%s: invalid value %q for %s: %w", at, fmt.Sprint(keys[key]), key, err)
		}
		if err := checked.check(); err != nil {
			return fmt.Errorf("%s: %w", at, err)
		}
		// The keys before this one passed the same checks, so this one is to blame.
		if _, err := checked.Config(); err != nil {
			return fmt.Errorf("%s: %w", at, err)
		}
		if slices.Contains(Names(command), key) {
			if err := own.Set(key, fmt.Sprint(keys[key])); err != nil {
				return fmt.Errorf("%s: %w", at, err)
			}
		}
	}
	return nil
}

// positions returns the positions of a key of the file and of its value. If the key is written in another way,
// both are the file alone.
func positions(name string, data []byte, key string) (atKey, atValue string) {
	found := regexp.MustCompile(`(?m)^[ \t]*\[?[ \t]*(["']?` + regexp.QuoteMeta(key) + `["']?)[ \t]*(?:=[ \t]*|[.\]])`).FindSubmatchIndex(data)
	if found == nil {
		return name, name
	}
	at := func(offset int) string {
		before := data[:offset]
		return fmt.Sprintf("%s:%d:%d", name, 1+bytes.Count(before, []byte("\n")), len(before)-bytes.LastIndexByte(before, '\n'))
	}
	return at(found[2]), at(found[1])
}

// moduleRoot returns the directory with the go.mod that governs dir.
func moduleRoot(dir string) (string, bool) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", false
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, true
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", false
		}
		dir = up
	}
}
