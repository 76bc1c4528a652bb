package check

import (
	"context"
	"slices"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/saved"
	"github.com/rtest-dev/rtest/internal/diag"
)

// save writes a failure into its package's directory and notes the file in it.
// An input that is saved already, by another rtest that runs at the same time
// too, keeps its file.
func (l *loop) save(ctx context.Context, f *event.Failure) error {
	if f.FromSaved || f.Call == "" {
		return nil
	}
	s := saved.New(l.Contract, f)
	s.Flags = l.Flags
	if p := l.siteOf(ctx, f); p.ranges > f.Depth && l.Ranges.Used() {
		s.Ranges = p.ranges
	}
	for _, old := range l.Saved {
		if slices.Equal(old.Args, s.Args) && (old.Signature == "" || old.Signature == s.Signature) {
			f.Saved = old.File
			return nil
		}
	}
	if err := s.Write(l.Pkg.Dir); err != nil {
		return err
	}
	f.Saved = s.File
	l.Saved = append(l.Saved, s)
	return nil
}

// warning says that something beside the testing did not work.
func (s *subject) warning(err error) event.Mistake {
	return event.Mistake{Package: s.Pkg.Path, Function: s.Contract.Name, Diagnostic: diag.Diagnostic{
		Pos: s.Contract.Pos, Severity: diag.Warning, Code: "not-saved", Message: err.Error(),
	}}
}
