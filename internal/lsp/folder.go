package lsp

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/rtest-dev/rtest/annotations"
	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/refine"
)

// A folder is a directory with a package: what is loaded of it, and what came
// of testing it.
type folder struct {
	dir string
	// loading is held by who loads; the others wait.
	loading sync.Mutex
	// The rest is guarded by the server's mutex.
	snap *snapshot
	// results are those of the last run of each contract, by resultKey.
	results map[string]*result
	// stop calls off the run that a save began.
	stop context.CancelFunc
	// ran says that contracts of the folder were run.
	ran bool
	// spare is held by who loads a program for the next run, or takes it: a run
	// uses its program up, the snapshot's is read beside it.
	spare sync.Mutex
	// next is that program, made for the snapshot nextOf.
	next   *annotations.Program
	nextOf *snapshot
}

// A snapshot is a folder as it was loaded for a view. It does not change.
type snapshot struct {
	view *view
	dir  string
	cfg  check.Config
	prog *annotations.Program
	// err is why there is no prog.
	err error
	// stamps are the files of which prog was made.
	stamps stamps
	// diags are the mistakes in contracts by path.
	diags map[string][]diagnostic
	// list makes the listing when it is first asked for.
	list func() ([]check.Listing, error)
}

// folder returns the folder of a directory, a new one when there is none.
func (s *server) folder(dir string) *folder {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.folders[dir]
	if f == nil {
		f = &folder{dir: dir, results: map[string]*result{}}
		s.folders[dir] = f
	}
	return f
}

// loaded returns the folder's snapshot for a view, or for one that came later.
// Packages stay loaded as long as no file changes.
func (s *server) loaded(v *view, dir string) *snapshot {
	f := s.folder(dir)
	f.loading.Lock()
	defer f.loading.Unlock()
	snap := s.last(f)
	switch {
	case snap == nil:
		snap = s.load(v, dir)
	case snap.view.generation >= v.generation:
		return snap
	case snap.holds(v):
		same := *snap
		same.view = v
		snap = &same
	default:
		snap = s.load(v, dir)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	f.snap = snap
	return snap
}

// last returns what was loaded last of a folder, or nil.
func (s *server) last(f *folder) *snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	return f.snap
}

func (s *server) load(v *view, dir string) *snapshot {
	snap := &snapshot{view: v, dir: dir, diags: map[string][]diagnostic{}}
	snap.list = func() ([]check.Listing, error) { return nil, snap.err }
	if snap.cfg, snap.err = s.Options(dir); snap.err != nil {
		return snap
	}
	snap.cfg.Dir, snap.cfg.Patterns, snap.cfg.First = dir, []string{"."}, early
	start := time.Now()
	if snap.prog, snap.err = s.program(snap); snap.err != nil {
		return snap
	}
	snap.stamps = stampsOf(snap.prog.Dirs()).changedSince(start)
	for _, pkg := range snap.prog.Packages {
		snap.mistakes(pkg)
	}
	snap.list = sync.OnceValues(func() ([]check.Listing, error) {
		cfg, clean, err := withOverlay(snap.cfg, v)
		if err != nil {
			return nil, err
		}
		defer clean()
		return check.List(cfg)
	})
	return snap
}

// early is the depth up to which every function is tried before any is tried
// further: most faults show there, and who has saved a file waits.
const early = 2

// program loads the packages of a snapshot.
func (s *server) program(snap *snapshot) (prog *annotations.Program, err error) {
	defer s.survive("loading "+snap.dir, &err)
	return annotations.Load(annotations.Config{
		Dir: snap.dir, Tags: snap.cfg.Tags, BuildFlags: snap.cfg.BuildFlags, Env: snap.cfg.Env, Overlay: snap.view.overlay(),
	})
}

// take returns a program for one run, loaded before if one was.
func (s *server) take(snap *snapshot) (*annotations.Program, error) {
	f := s.folder(snap.dir)
	f.spare.Lock()
	defer f.spare.Unlock()
	prog := f.next
	f.next = nil
	if prog != nil && f.nextOf.prog == snap.prog {
		return prog, nil
	}
	return s.program(snap)
}

// provide loads a program for the next run of a folder, in which runs are
// probable.
func (s *server) provide(snap *snapshot) {
	f := s.folder(snap.dir)
	s.mu.Lock()
	wanted := snap.prog != nil && (f.ran || s.settings.run == onSave)
	s.mu.Unlock()
	if !wanted {
		return
	}
	f.spare.Lock()
	defer f.spare.Unlock()
	if f.next != nil && f.nextOf.prog == snap.prog {
		return
	}
	// Who takes it in vain loads it again and hears why it cannot be loaded.
	f.next, _ = s.program(snap)
	f.nextOf = snap
}

// mistakes converts those of a package. Of one that does not compile only the
// first is shown, for its contracts are not looked at: the compiler's mistakes
// are shown by others.
func (snap *snapshot) mistakes(pkg *refine.Package) {
	for _, d := range pkg.Diags {
		path := d.Pos.Filename
		out := diagnostic{Severity: severityError, Code: string(d.Code), Source: source, Message: d.Message}
		if d.Severity == diag.Warning {
			out.Severity = severityWarning
		}
		if pkg.Broken {
			out.Severity = severityInformation
			out.Message = "the package does not compile, so its contracts are not looked at: " + d.Message
		}
		if t, err := snap.view.text(path); err == nil && filepath.Dir(path) == snap.dir {
			start := t.find(d.Pos)
			end := wordEnd(t.s, start)
			if d.End.IsValid() {
				end = max(start, t.find(d.End))
			}
			out.Range = t.span(start, end)
			if d.Fix != "" {
				// A string is always one in JSON.
				out.Data, _ = json.Marshal(fixData{Fix: d.Fix})
			}
			snap.diags[path] = append(snap.diags[path], out)
		}
		if pkg.Broken {
			return
		}
	}
}

// fixData is what a diagnostic carries for its quick fix.
type fixData struct {
	Fix string `json:"fix"`
}

// refresh looks for mistakes in a folder and publishes them, when nothing more
// changes within the delay.
func (s *server) refresh(dir string, delay time.Duration) {
	v := s.current()
	s.work.Go(func() {
		if delay > 0 {
			select {
			case <-time.After(delay):
			case <-s.ctx.Done():
				return
			}
		}
		if s.current() != v {
			return // Who changed it looks again.
		}
		snap := s.loaded(v, dir)
		s.publish(snap)
		s.provide(snap)
	})
}

// refreshAll does it for every folder with an open document, and for dir.
func (s *server) refreshAll(dir string) {
	dirs := map[string]bool{}
	for path := range s.current().docs {
		dirs[filepath.Dir(path)] = true
	}
	if dir != "" {
		dirs[dir] = true
	}
	v := s.current()
	s.work.Go(func() {
		for _, dir := range slices.Sorted(maps.Keys(dirs)) {
			if s.current() != v {
				s.later(dirs)
				return
			}
			s.publish(s.loaded(v, dir))
		}
	})
}

// later looks at folders again with the view of that time.
func (s *server) later(dirs map[string]bool) {
	for _, dir := range slices.Sorted(maps.Keys(dirs)) {
		if s.ctx.Err() == nil {
			s.publish(s.loaded(s.current(), dir))
		}
	}
}

// publish sends the diagnostics of a folder, where they changed.
func (s *server) publish(snap *snapshot) {
	if snap.err != nil {
		s.log(messageError, fmt.Sprintf("%s: %v", snap.dir, snap.err))
	}
	f := s.folder(snap.dir)
	s.mu.Lock()
	defer s.mu.Unlock()
	if f.snap != snap {
		return // A later one is published by who loaded it.
	}
	snap.prune(f.results)
	s.send(f)
}

// prune drops the results of contracts that are no longer there. A folder that
// is wrong in some way keeps all: its contracts are not known.
func (snap *snapshot) prune(results map[string]*result) {
	if snap.prog == nil {
		return
	}
	known := map[string]bool{}
	for _, pkg := range snap.prog.Packages {
		if pkg.Broken || slices.ContainsFunc(pkg.Diags, func(d diag.Diagnostic) bool { return d.Severity == diag.Error }) {
			return
		}
		for _, c := range pkg.Contracts {
			known[resultKey(pkg.Path, c.Name)] = true
		}
	}
	maps.DeleteFunc(results, func(key string, _ *result) bool { return !known[key] })
}

// send publishes for a folder; the server's mutex is held.
func (s *server) send(f *folder) {
	byPath := map[string][]diagnostic{}
	for path := range s.published {
		if filepath.Dir(path) == f.dir {
			byPath[path] = []diagnostic{}
		}
	}
	if f.snap != nil {
		for path, ds := range f.snap.diags {
			byPath[path] = slices.Clone(ds)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f.results)) {
		f.results[name].diagnostics(s.view, func(path string, d diagnostic) { byPath[path] = append(byPath[path], d) })
	}
	for _, path := range slices.Sorted(maps.Keys(byPath)) {
		ds := byPath[path]
		slices.SortStableFunc(ds, func(a, b diagnostic) int {
			return cmp.Or(a.Range.Start.Line-b.Range.Start.Line, a.Range.Start.Character-b.Range.Start.Character, strings.Compare(a.Message, b.Message))
		})
		before, known := s.published[path]
		if known && slices.EqualFunc(before, ds, sameDiagnostic) || !known && len(ds) == 0 {
			continue
		}
		p := publishParams{URI: s.view.uri(path), Diagnostics: ds}
		if d := s.view.docs[path]; d != nil {
			p.Version = &d.version
		}
		s.published[path] = ds
		if len(ds) == 0 {
			delete(s.published, path)
		}
		s.notify("textDocument/publishDiagnostics", p)
	}
}

func sameDiagnostic(a, b diagnostic) bool {
	return a.Range == b.Range && a.Severity == b.Severity && a.Message == b.Message && slices.Equal(a.Related, b.Related)
}

// dependsOn tells whether a package of the folder is that in dir, or imports
// it in some way.
func (snap *snapshot) dependsOn(path string) bool {
	if snap.prog == nil {
		return false
	}
	seen := map[*types.Package]bool{}
	var visit func(p *types.Package) bool
	visit = func(p *types.Package) bool {
		if p == nil || seen[p] {
			return false
		}
		seen[p] = true
		return p.Path() == path || slices.ContainsFunc(p.Imports(), visit)
	}
	return slices.ContainsFunc(snap.prog.Packages, func(p *refine.Package) bool { return visit(p.Types) })
}

// wordEnd is where the word at an offset ends; one character is taken where
// there is none.
func wordEnd(s string, at int) int {
	end := at
	for end < len(s) && isWord(s[end]) {
		end++
	}
	if end == at && end < len(s) && s[end] != '\n' && s[end] != '\r' {
		end++
	}
	return end
}

// isWord tells whether a byte belongs to an identifier; those of characters
// beyond ASCII are taken to.
func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
