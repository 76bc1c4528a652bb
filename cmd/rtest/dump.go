package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/rtest-dev/rtest/check/config"
)

// A dumper shows internal forms to those who look inside: those of its kinds are
// printed to w, scripts for the solver are written to files below dir.
type dumper struct {
	w     io.Writer
	kinds []string
	dir   string

	mu sync.Mutex
	// err is why a file could not be written.
	err error
}

// dumps are the kinds of forms that can be printed.
var dumps = [...]string{"pred", "smt", "model", "harness"}

// dumper returns what the flags ask for, nil for nothing.
func (o *options) dumper(w io.Writer) (*dumper, error) {
	if o.dump == "" && o.smtdir == "" {
		return nil, nil
	}
	d := &dumper{w: w, dir: o.smtdir}
	if o.dump != "" {
		d.kinds = strings.Split(o.dump, ",")
	}
	for _, kind := range d.kinds {
		if !slices.Contains(dumps[:], kind) {
			return nil, fmt.Errorf("-dump %s: one of %s", kind, strings.Join(dumps[:], ", "))
		}
	}
	if d.dir != "" {
		if err := writable(d.dir); err != nil {
			return nil, fmt.Errorf("-smtdir: %w", err)
		}
	}
	return d, nil
}

// writable tells why no file can be made in a folder, which is made if it is
// missing: better before anything is tested than behind it.
func writable(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".rtest-*")
	if err != nil {
		return err
	}
	f.Close()
	return os.Remove(f.Name())
}

func (d *dumper) dump(x config.Dump) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if slices.Contains(d.kinds, x.Kind) {
		fmt.Fprintf(d.w, "# %s\n%s\n", dumpTitle(x), strings.TrimRight(x.Text, "\n"))
	}
	if x.Kind == "smt" && d.dir != "" && d.err == nil {
		d.err = d.script(x)
	}
}

func dumpTitle(x config.Dump) string {
	if x.Function == "" {
		return x.Kind + " " + x.Package
	}
	return fmt.Sprintf("%s %s %s depth %d", x.Kind, x.Package, x.Function, x.Depth)
}

// script writes the script of one depth of a function, in a folder for its
// package.
func (d *dumper) script(x config.Dump) error {
	dir := filepath.Join(d.dir, filepath.FromSlash(x.Package))
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	// The names of instantiations have characters that some systems forbid.
	name := strings.Map(func(r rune) rune {
		if strings.ContainsRune(`<>:"/\|?*`, r) {
			return '_'
		}
		return r
	}, x.Function)
	text := "; " + dumpTitle(x) + "\n" + x.Text
	return os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%d.smt2", name, x.Depth)), []byte(text), 0o666)
}
