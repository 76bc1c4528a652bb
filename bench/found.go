package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// lawTerms are numbers of terms of which laws are found, with the size of terms that gives about so many.
var lawTerms = []struct{ terms, size string }{{"20000", "11"}, {"200000", "12"}}

// A finding is a run that finds laws or contracts: what it looked at, and its costs.
type finding struct {
	what string
	took
	watched
}

// found measures how long laws of terms and contracts of functions without any take to find.
func (o options) found() (all []finding, err error) {
	if o.only != "" && o.only != "found" {
		return nil, nil
	}
	fmt.Fprintln(os.Stderr, "laws and contracts that are found")
	rtest, err := filepath.Abs(o.rtest)
	if err != nil {
		return nil, err
	}
	return all, within(func(dir string) error {
		if err := errors.Join(os.CopyFS(dir, os.DirFS("leftist")), bare(dir, "ordinary"),
			os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/found\n\ngo 1.24\n"), 0o666)); err != nil {
			return err
		}
		for _, n := range lawTerms {
			f, out, err := find(rtest, "-C", dir, "laws", "-json", "-size", n.size, "-terms", n.terms, ".")
			if err != nil {
				return err
			}
			var laws struct{ Terms int }
			if err := json.Unmarshal([]byte(out), &laws); err != nil {
				return err
			}
			f.what = fmt.Sprintf("laws of leftist heaps, %d terms", laws.Terms)
			all = append(all, f)
		}
		f, _, err := find(rtest, "-C", dir, "infer", "./ordinary")
		f.what = "contracts of the fifty ordinary functions, without those that they have"
		all = append(all, f)
		return err
	})
}

// find runs rtest.
func find(rtest string, args ...string) (f finding, out string, err error) {
	f.during(func() { out, f.took, err = timed(rtest, args...) })
	return f, out, err
}

// bare copies a package into a folder of dir, without its contracts.
func bare(dir, pkg string) error {
	files, err := filepath.Glob(filepath.Join(pkg, "*.go"))
	if err != nil {
		return err
	}
	if err := os.Mkdir(filepath.Join(dir, pkg), 0o777); err != nil {
		return err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		var b strings.Builder
		for line := range strings.Lines(string(text)) {
			if !strings.HasPrefix(strings.TrimSpace(line), "//rtest:") {
				b.WriteString(line)
			}
		}
		if err := os.WriteFile(filepath.Join(dir, file), []byte(b.String()), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// writeFound writes the section of the page.
func (options) writeFound(all []finding) string {
	var b strings.Builder
	b.WriteString(`
## Laws and contracts that are found

One run each, with the build of the process, which is not in the cache. Laws of 10 000 terms are to take less than 5 s, those of 100 000 less than a minute and 1 GiB,
contracts of fifty functions less than a minute. The memory is the greatest of rtest and of the process that calls the functions.

| run | clock | processor | rtest | process |
| --- | ---: | ---: | ---: | ---: |
`)
	for _, f := range all {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", f.what, seconds(f.wall), seconds(f.cpu), mebibytes(f.rtest), mebibytes(f.process))
	}
	return b.String()
}
