package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/rtest-dev/rtest/annotations"
	"github.com/rtest-dev/rtest/check/listing"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/unchanged"
	"github.com/rtest-dev/rtest/refine"
)

// loaded returns the folder's snapshot for a view or a later one. Packages stay loaded until a file
// changes.
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
	case snap.isCurrent(v):
		same := *snap
		same.view = v
		snap = &same
	default:
		snap = s.load(v, dir)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	f.snap = snap
	if snap.compiles() {
		f.good = snap
	}
	return snap
}

// compiles reports whether the contracts of the folder are known.
func (snap *snapshot) compiles() bool {
	return snap.prog != nil && !slices.ContainsFunc(snap.prog.Packages, func(p *refine.Package) bool { return p.Broken })
}

// load loads a folder for a view. Errors are in the snapshot.
func (s *server) load(v *view, dir string) *snapshot {
	snap := &snapshot{view: v, dir: dir, diags: map[string][]diagnostic{}}
	snap.list = func() ([]listing.Listing, error) { return nil, snap.err }
	if snap.cfg, snap.err = s.Options(dir); snap.err != nil {
		snap.reportUnloaded()
		return snap
	}
	snap.cfg.Dir, snap.cfg.Patterns, snap.cfg.First.Depth = dir, []string{"."}, firstDepth
	start := time.Now()
	if snap.prog, snap.err = s.program(snap); snap.err != nil {
		snap.reportUnloaded()
		return snap
	}
	snap.stamps = unchanged.StampsOf(snap.prog.Dirs()).ChangedSince(start)
	for _, pkg := range snap.prog.Packages {
		snap.mistakes(pkg)
	}
	snap.list = sync.OnceValues(func() ([]listing.Listing, error) {
		cfg, clean, err := withOverlay(snap.cfg, v)
		if err != nil {
			return nil, err
		}
		defer clean()
		return listing.Packages(s.ctx, cfg)
	})
	return snap
}

// firstDepth is the depth up to which every function is tested before any is tested further. Most
// faults show there, and a user who saved a file is waiting.
const firstDepth = 2

// program lists and loads the packages of a snapshot.
func (s *server) program(snap *snapshot) (prog *annotations.Program, err error) {
	defer s.recoverFault("loading "+snap.dir, &err)
	if snap.listed, err = annotations.List(annotations.Config{
		Context: s.ctx, Dir: snap.dir, GoEnv: snap.cfg.Guard.GoEnv,
		Tags: snap.cfg.Tags, BuildFlags: snap.cfg.BuildFlags, Env: snap.cfg.Env, Overlay: snap.view.overlay(),
	}); err != nil {
		return nil, err
	}
	return snap.listed.Load(nil), nil
}

// takeProgram returns a program for one run, the one loaded in advance if there is one.
func (s *server) takeProgram(snap *snapshot) (*annotations.Program, error) {
	f := s.folder(snap.dir)
	f.spare.Lock()
	defer f.spare.Unlock()
	prog := f.next
	f.next = nil
	if prog != nil && f.nextOf.prog == snap.prog {
		return prog, nil
	}
	return s.reload(snap)
}

// reload loads the packages of a snapshot again.
func (s *server) reload(snap *snapshot) (prog *annotations.Program, err error) {
	defer s.recoverFault("loading "+snap.dir, &err)
	return snap.listed.Load(nil), nil
}

// preload loads a program for the next run of a folder.
func (s *server) preload(snap *snapshot) {
	if snap.prog == nil {
		return
	}
	f := s.folder(snap.dir)
	f.spare.Lock()
	defer f.spare.Unlock()
	if f.next != nil && f.nextOf.prog == snap.prog {
		return
	}
	// On failure the next run loads it again and reports the error.
	f.next, _ = s.reload(snap)
	f.nextOf = snap
}

// reportUnloaded says at the open documents with directives why they are not checked.
func (snap *snapshot) reportUnloaded() {
	why := snap.err.Error()
	if !inModule(snap.dir) {
		why = "no go.mod is found in this directory or above it (go mod init makes one)"
	}
	snap.atDocuments(diagnostic{
		Severity: severityInformation, Code: "load", Source: source, Message: "the package is not loaded, so its contracts are not checked: " + why,
	})
}

func inModule(dir string) bool {
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return true
		}
		up := filepath.Dir(dir)
		if up == dir {
			return false
		}
		dir = up
	}
}

// atDocuments adds a diagnostic at the package clauses of the open documents that have directives.
func (snap *snapshot) atDocuments(d diagnostic) {
	for path, doc := range snap.view.docs {
		if filepath.Dir(path) != snap.dir || !strings.Contains(doc.s, marker) {
			continue
		}
		x := parse(path, doc.text)
		if x.file == nil || !x.file.Package.IsValid() {
			continue
		}
		start := x.at(x.file.Package)
		d.Range = doc.span(start, wordEnd(doc.s, start))
		snap.diags[path] = append(snap.diags[path], d)
	}
}

// mistakes converts the mistakes of a package. If the package does not compile, only the first is
// shown, to say that its contracts are not checked. Other tools show the compiler's errors.
func (snap *snapshot) mistakes(pkg *refine.Package) {
	for _, d := range pkg.Diags {
		path := d.Pos.Filename
		out := diagnostic{Severity: severityError, Code: string(d.Code), Source: source, Message: d.Message}
		if d.Severity == diag.Warning {
			out.Severity = severityWarning
		}
		if pkg.Broken {
			out.Severity = severityInformation
			out.Message = "the package does not compile, so its contracts are not checked: " + d.Message
		}
		t, err := snap.view.text(path)
		here := err == nil && filepath.Dir(path) == snap.dir
		if here {
			start := t.find(d.Pos)
			end := wordEnd(t.s, start)
			if d.End.IsValid() {
				end = max(start, t.find(d.End))
			}
			out.Range = t.span(start, end)
			if d.Fix != "" {
				// Marshalling a string cannot fail.
				out.Data, _ = json.Marshal(fixData{Fix: d.Fix})
			}
			snap.diags[path] = append(snap.diags[path], out)
		}
		if pkg.Broken {
			if !here {
				snap.atDocuments(out)
			}
			return
		}
	}
}

// fixData is what a diagnostic carries for its quick fix.
type fixData struct {
	Fix string `json:"fix"`
}
