package lsp

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/rtest-dev/rtest/annotations"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/listing"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/unchanged"
)

// A folder is a directory with a package, the loaded program, and the results of its tests.
type folder struct {
	dir string
	// loading is held while the folder is loaded. Others wait for it.
	loading sync.Mutex
	// The server's mutex guards the rest.
	snap *snapshot
	// results are those of the last run of each contract, by resultKey.
	results map[string]*result
	// good is the last snapshot of a package that compiled. It has the contracts while the user
	// types.
	good *snapshot
	// turn numbers the pending refreshes. Only the last one runs.
	turn int
	// stop cancels the run that a save began.
	stop context.CancelFunc
	// ran means that contracts of the folder were run.
	ran bool
	// spare is held while a program is loaded for the next run, or taken. A run uses up its
	// program, while that of the snapshot is being read.
	spare sync.Mutex
	// next is that program, made for the snapshot nextOf.
	next   *annotations.Program
	nextOf *snapshot
}

// A snapshot is a folder as it was loaded for a view. It is immutable.
type snapshot struct {
	view *view
	dir  string
	cfg  config.Config
	prog *annotations.Program
	// listed is the listing of the folder by the go command, which makes loading it again fast.
	listed *annotations.Listing
	// err says why there is no prog.
	err error
	// stamps are the files that prog was made from.
	stamps unchanged.Stamps
	// diags are the mistakes in contracts, by path.
	diags map[string][]diagnostic
	// list makes the listing on first use.
	list func() ([]listing.Listing, error)
}

// folder returns the folder of a directory, making it on first use.
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

// last returns the last snapshot of a folder, or nil.
func (s *server) last(f *folder) *snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	return f.snap
}

// dependsOn reports whether a change of a file in dir may change results of the folder.
func (f *folder) dependsOn(dir string) bool {
	return f.dir == dir || f.good != nil && f.good.stamps.Dirs[dir]
}

// refresh finds the mistakes in a folder and publishes them, unless the folder changes again within
// the delay.
func (s *server) refresh(dir string, delay time.Duration) {
	f := s.folder(dir)
	s.mu.Lock()
	f.turn++
	turn := f.turn
	s.mu.Unlock()
	s.background("looking at "+dir, func() {
		if delay > 0 {
			select {
			case <-time.After(delay):
			case <-s.ctx.Done():
				return
			}
		}
		s.mu.Lock()
		mine, v := f.turn == turn, s.view
		s.mu.Unlock()
		if !mine || s.ctx.Err() != nil {
			return // A later refresh does it.
		}
		snap := s.loaded(v, dir)
		s.publish(snap)
		s.mu.Lock()
		run := s.settings.run == onSave || f.ran
		s.mu.Unlock()
		if run && len(s.running) == 0 {
			s.preload(snap)
		}
	})
}

// refreshAll refreshes every folder with an open document, and those of the known directories.
func (s *server) refreshAll(dirs ...string) {
	all := map[string]bool{}
	for path := range s.current().docs {
		all[filepath.Dir(path)] = true
	}
	s.mu.Lock()
	for _, dir := range dirs {
		if s.folders[dir] != nil {
			all[dir] = true
		}
	}
	s.mu.Unlock()
	for _, dir := range slices.Sorted(maps.Keys(all)) {
		s.refresh(dir, 0)
	}
}

// publish sends the changed diagnostics of a folder.
func (s *server) publish(snap *snapshot) {
	if snap.err != nil {
		s.log(messageError, fmt.Sprintf("%s: %v", snap.dir, snap.err))
	}
	f := s.folder(snap.dir)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.prune(f.snap, f.results) // It may have been loaded later than snap.
	s.send(f)
}

// prune drops the results of contracts and concurrent types that no longer exist. It keeps all if the folder
// has errors, because its contracts are then unknown.
func (s *server) prune(snap *snapshot, results map[string]*result) {
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
		for _, name := range s.Concurrent(pkg) {
			known[concurrentKey(pkg.Path, name)] = true
		}
	}
	maps.DeleteFunc(results, func(key string, _ *result) bool { return !known[key] })
}

// send publishes the diagnostics of a folder. The caller must hold the server's mutex.
func (s *server) send(f *folder) {
	byPath := map[string][]diagnostic{}
	for path, by := range s.publishedBy {
		if by == f.dir {
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
		if _, err := s.view.text(path); err != nil {
			ds = nil // The file has disappeared.
		}
		slices.SortStableFunc(ds, func(a, b diagnostic) int {
			return cmp.Or(a.Range.Start.Line-b.Range.Start.Line, a.Range.Start.Character-b.Range.Start.Character, strings.Compare(a.Message, b.Message))
		})
		before, known := s.published[path]
		if known && slices.EqualFunc(before, ds, sameDiagnostic) || !known && len(ds) == 0 {
			continue
		}
		p := publishParams{URI: s.view.uri(path), Diagnostics: append([]diagnostic{}, ds...)}
		if d := s.view.docs[path]; d != nil {
			p.Version = &d.version
		}
		s.published[path], s.publishedBy[path] = ds, f.dir
		if len(ds) == 0 {
			delete(s.published, path)
			delete(s.publishedBy, path)
		}
		s.notify("textDocument/publishDiagnostics", p)
	}
}

func sameDiagnostic(a, b diagnostic) bool {
	return a.Range == b.Range && a.Severity == b.Severity && a.Message == b.Message && slices.Equal(a.Related, b.Related)
}

// wordEnd returns the end of the word at an offset. If there is none, it is the end of one
// character.
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

// isWord reports whether a byte belongs to an identifier. It assumes so for bytes of non-ASCII
// characters.
func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
