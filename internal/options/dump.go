package options

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

// A Dumper shows internal forms for debugging. It prints those of its kinds, and writes scripts for the solver
// to files below a folder. It is safe for concurrent use.
type Dumper struct {
	w     io.Writer
	kinds []string
	dir   string

	mu sync.Mutex
	// err is why a file could not be written.
	err error
}

// dumps are the kinds of forms that can be printed.
var dumps = [...]string{"pred", "smt", "model", "harness"}

// Dumper returns the dumper that -dump and -smtdir ask for, or nil. It prints to w.
func (o *Options) Dumper(w io.Writer) (*Dumper, error) {
	if o.dump == "" && o.smtdir == "" {
		return nil, nil
	}
	d := &Dumper{w: w, dir: o.smtdir}
	if o.dump != "" {
		d.kinds = strings.Split(o.dump, ",")
	}
	for _, kind := range d.kinds {
		if !slices.Contains(dumps[:], kind) {
			return nil, fmt.Errorf("-dump %s: one of %s", kind, strings.Join(dumps[:], ", "))
		}
	}
	if d.dir != "" {
		if err := writableDir(d.dir); err != nil {
			return nil, fmt.Errorf("-smtdir: %w", err)
		}
	}
	return d, nil
}

// writableDir makes a folder unless it exists, and returns an error if no file can be made in it.
func writableDir(dir string) error {
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

// Err returns the error for the first script that could not be written. A nil Dumper has none.
func (d *Dumper) Err() error {
	if d == nil {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.err
}

// Dump shows one form.
func (d *Dumper) Dump(x config.Dump) {
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
func (d *Dumper) script(x config.Dump) error {
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
