package race

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/build"
	"github.com/rtest-dev/rtest/internal/race/control"
)

// control rewrites the files of the package. Why says what cannot be controlled.
func (t *tester) control(runtime string, read build.Source) (files map[string][]byte, why string, err error) {
	w := &control.Writer{}
	p := control.Package{
		Types: t.pkg.Types, Info: t.pkg.Info, Fset: t.pkg.Fset, Scheduler: runtime + "/sched",
		Ours: func(q *types.Package) bool { return q == t.pkg.Types },
	}
	names := build.Files(t.pkg)
	files = map[string][]byte{}
	for _, f := range t.pkg.Syntax {
		name := t.pkg.Fset.PositionFor(f.FileStart, false).Filename
		if !slices.Contains(names, name) {
			continue
		}
		text, err := read(name)
		if err != nil {
			return nil, "", err
		}
		if int(f.FileEnd-f.FileStart) != len(text) {
			return nil, "cgo runs outside the schedule", nil
		}
		files[name] = w.Rewrite(p, control.File{Name: name, Syntax: f, Text: text})
	}
	for _, u := range w.Uncontrolled {
		return nil, fmt.Sprintf("%s:%d: %s", u.Pos.Filename, u.Pos.Line, u.Why), nil
	}
	return files, "", nil
}
