package report

import (
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check/event"
)

// A profile collects the coverage of a run in the format of go tool cover.
type profile struct{ lines []string }

// CoverProfile begins a profile.
func CoverProfile(Options) Document { return &profile{} }

// Print adds the coverage of a package.
func (p *profile) Print(e event.Event) error {
	end, ok := e.(event.PackageEnd)
	if !ok || end.Coverage == nil {
		return nil
	}
	for i, b := range end.Coverage.Blocks {
		if b.Missing {
			continue
		}
		hit := 0
		if end.Coverage.Reached[i] {
			hit = 1
		}
		// As in the profiles of go test, the package path names the directory.
		file := path.Join(packageOf(end, b.File), filepath.Base(b.File))
		p.lines = append(p.lines, fmt.Sprintf("%s:%d.%d,%d.%d %d %d\n",
			file, b.Start.Line, b.Start.Column, b.End.Line, b.End.Column, b.Stmts, hit))
	}
	return nil
}

// packageOf returns the import path of a file's package: the tested one, or another one of its
// module.
func packageOf(e event.PackageEnd, file string) string {
	rel, err := filepath.Rel(e.Dir, filepath.Dir(file))
	if err != nil || rel == "." {
		return strings.TrimSuffix(e.Package, "_test")
	}
	return path.Join(e.Package, filepath.ToSlash(rel))
}

// Write writes the profile.
func (p *profile) Write(w io.Writer) error {
	_, err := io.WriteString(w, "mode: set\n"+strings.Join(slices.Compact(p.lines), ""))
	return err
}

// coverage says how much of a package was reached, like go test. It returns "" if that is unknown.
func coverage(e event.PackageEnd) string {
	if e.Coverage == nil {
		return ""
	}
	percent, ok := e.Coverage.Percent()
	if !ok {
		return "coverage: [no statements]"
	}
	return fmt.Sprintf("coverage: %.1f%% of statements", percent)
}

// unreached names the lines of a function that no input reached.
func (f *format) unreached(e event.FunctionEnd) string {
	var b strings.Builder
	if e.Bare && !f.Verbose {
		return ""
	}
	for _, l := range event.Joined(e.Unreached) {
		lines := fmt.Sprintf("line %d", l.Start.Line)
		if l.End > l.Start.Line {
			lines = fmt.Sprintf("lines %d to %d", l.Start.Line, l.End)
		}
		branches := ""
		if l.Branches > 1 {
			branches = fmt.Sprintf(" (%d branches)", l.Branches)
		}
		fmt.Fprintf(&b, "%s: %s: no tried input reaches %s%s\n", f.at(l.Start), e.Function, lines, branches)
	}
	return b.String()
}
