package check

import (
	"encoding/json"
	"fmt"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/rtest-dev/rtest/annotations"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/check/saved"
	"github.com/rtest-dev/rtest/internal/cache"
	"github.com/rtest-dev/rtest/internal/diag"
)

// results caches the results of functions. An entry is one package; its key is made of the
// package's fingerprint and the flags. A nil *results caches nothing.
type results struct {
	folder *cache.Folder
	// flags are the settings on which a result depends, besides the package. Goals means that results without
	// the goals of the code cannot be used. About means the same for results without a description of the tests.
	flags        string
	goals, about bool
	// warned is set once the warning that nothing can be cached was given.
	warned atomic.Bool
}

// resultsOf opens the cache of results. It returns nil if the cache must not be used.
func resultsOf(c *config.Config, solver string) *results {
	if !c.Cache || c.Prune || c.Profile || c.Dump != nil {
		return nil
	}
	folder, err := cache.Open("results")
	if err != nil {
		// Without a cache everything is tested.
		return nil
	}
	env := []string{"RTEST_LIBZ3=" + os.Getenv("RTEST_LIBZ3")}
	for _, v := range os.Environ() {
		if strings.HasPrefix(v, "GO") || strings.HasPrefix(v, "CGO_") {
			env = append(env, v)
		}
	}
	limits := c.Limits
	limits.Goals, limits.History = false, false
	flags, err := json.Marshal([]any{c.Tags, c.BuildFlags, c.Overlay, limits, c.Fixed, c.KeepGoing, c.Shard, c.Shards, c.All, c.Engine, solver, env})
	if err != nil {
		return nil
	}
	return &results{folder: folder, flags: identity() + " " + string(flags), goals: c.Limits.Goals, about: c.About}
}

// identity distinguishes versions of rtest, and also builds without a version.
func identity() string {
	id := ""
	if info, ok := debug.ReadBuildInfo(); ok {
		id = info.GoVersion + " " + info.Main.Version
	}
	if exe, err := os.Executable(); err == nil {
		if info, err := os.Stat(exe); err == nil {
			id += fmt.Sprintf(" %d %d", info.Size(), info.ModTime().UnixNano())
		}
	}
	return id
}

// An entry has the known results of one package: those of the functions that passed.
type entry struct {
	// Absent means that the package has no contracts and is not reported.
	Absent bool
	Dir    string
	// Before and After are the mistakes reported before and after the functions.
	Before, After []event.Mistake
	// Functions are all functions with a contract, in the order of the package.
	Functions []*keptFunction
	// Stray is a hash of the saved inputs that are for none of the functions: there are warnings of
	// them in Before.
	Stray string `json:",omitempty"`

	key string
	// goals and about are those of results.
	goals, about bool
	// changed means that there is something to save. spoiled means that the run had an error. outdated means
	// that Before is no longer true.
	changed, spoiled, outdated bool
}

// A keptFunction is a function with its result, which is nil if it has not passed.
type keptFunction struct {
	Name   string
	Pos    token.Position
	Events []event.Mistake
	Result *event.Result
	About  *event.About `json:",omitempty"`
	// Saved is a hash of the saved inputs that were run first.
	Saved string
}

// find returns the entry of a package. It is empty if nothing is known, and nil if nothing can be
// cached.
func (s *results) find(l annotations.Listed) *entry {
	if s == nil || l.Fingerprint == "" {
		return nil
	}
	e := &entry{key: cache.Sum(s.flags, l.Path, l.Fingerprint), goals: s.goals, about: s.about}
	if data, ok := s.folder.Get(e.key); ok {
		var known entry
		// An unreadable entry is treated as missing.
		if json.Unmarshal(data, &known) == nil {
			known.key, known.goals, known.about = e.key, e.goals, e.about
			known.forget(l.Dir)
			return &known
		}
	}
	return e
}

// save writes the entry of a package. If the cache cannot be written, it yields a warning, once per
// run. It returns false if the consumer has stopped.
func (s *results) save(pkg string, e *entry, yield func(event.Event) bool) bool {
	if s == nil || e == nil || !e.changed || e.spoiled {
		return true
	}
	if !e.Absent {
		e.Stray = e.stray(SavedSums(e.Dir))
	}
	data, err := json.Marshal(e)
	if err == nil {
		err = s.folder.Put(e.key, data)
	}
	if err == nil || s.warned.Swap(true) {
		return true
	}
	text := fmt.Sprintf("results are not kept for the next run: %v", err)
	if help, is := prepare.MachineHelp(err); is {
		text += "; " + help
	}
	return yield(event.Mistake{Package: pkg, Diagnostic: diag.Diagnostic{Severity: diag.Warning, Code: "not-kept", Message: text}})
}

// SavedSums returns a hash of the saved inputs of each function of a package. Unreadable files are
// hashed under the empty name.
func SavedSums(dir string) map[string]string {
	names, _ := filepath.Glob(filepath.Join(saved.Dir(dir), "*"))
	sums := map[string]string{}
	for _, name := range names {
		data, _ := os.ReadFile(name)
		in, _, err := saved.Parse(string(data))
		if err != nil {
			in.Function = ""
		}
		sums[in.Function] = cache.Sum(sums[in.Function], name, string(data))
	}
	return sums
}

// stray returns the hash of the saved inputs that are for no function of the entry, or "" if there
// are none.
func (e *entry) stray(sums map[string]string) (sum string) {
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		if !slices.ContainsFunc(e.Functions, func(f *keptFunction) bool { return f.Name == name }) {
			sum = cache.Sum(sum, name, sums[name])
		}
	}
	return sum
}

// forget drops the results of functions whose saved inputs have changed.
func (e *entry) forget(dir string) {
	sums := SavedSums(dir)
	for _, f := range e.Functions {
		if f.Saved != sums[""]+sums[f.Name] {
			f.Result = nil
		}
	}
	if !e.Absent && e.Stray != e.stray(sums) {
		e.outdated, e.changed = true, true
	}
}

// isComplete reports whether every selected function has a result.
func (e *entry) isComplete(path string, c *config.Config) bool {
	if e == nil || e.outdated || e.Functions == nil && !e.Absent {
		return false
	}
	return !slices.ContainsFunc(e.Functions, func(f *keptFunction) bool { return !e.has(f) && c.Selects(path, f.Name) })
}

// has reports whether a function has a result that this run can use.
func (e *entry) has(f *keptFunction) bool {
	return f.Result != nil && (!e.goals || f.Result.Limits.Goals) && (!e.about || f.About != nil)
}

// result returns the cached result of the function at a position, or nil.
func (e *entry) result(name string, pos token.Position) *keptFunction {
	if e == nil {
		return nil
	}
	for _, f := range e.Functions {
		if f.Name == name && f.Pos == pos && e.has(f) {
			return f
		}
	}
	return nil
}

// outcome returns the outcome of the earlier run.
func (f *keptFunction) outcome(pkg string) outcome {
	o := outcome{begin: event.FunctionStart{Package: pkg, Function: f.Name, Pos: f.Pos}}
	for _, m := range f.Events {
		o.events = append(o.events, m)
	}
	o.end = event.FunctionEnd{Package: pkg, Function: f.Name, Pos: f.Pos, About: f.About, Result: *f.Result}
	// An untested function takes no time, cached or not.
	o.end.Cached = f.Result.Verdict != event.Skipped && f.Result.Verdict != event.Unsupported
	o.end.Elapsed, o.end.Waited = 0, 0
	return o
}

// replayEvents yields the events of a package in which all functions have a result. It returns
// false if the consumer has stopped.
func (e *entry) replayEvents(path string, c *config.Config, yield func(event.Event) bool) bool {
	if e.Absent {
		return true
	}
	start := time.Now()
	if !yield(event.PackageStart{Package: path, Dir: e.Dir}) {
		return false
	}
	end := event.PackageEnd{Package: path, Cached: true}
	for _, m := range e.Before {
		if !yield(m) {
			return false
		}
	}
	for _, f := range e.Functions {
		if !c.Selects(path, f.Name) {
			continue
		}
		o := f.outcome(path)
		end.Functions++
		end.Inputs += o.end.Inputs
		if !o.send(yield) {
			return false
		}
	}
	if end.Functions == 0 && len(e.Functions) > 0 {
		end.Idle = "no contracts to run"
	}
	for _, m := range e.After {
		if !yield(m) {
			return false
		}
	}
	end.Elapsed = time.Since(start)
	return yield(end)
}

// recordMistakes returns a yield that also records, in the entry, the mistakes reported outside
// functions.
func (e *entry) recordMistakes(yield func(event.Event) bool) func(event.Event) bool {
	if e == nil {
		return yield
	}
	var begun, within bool
	return func(v event.Event) bool {
		switch v := v.(type) {
		case event.FunctionStart:
			begun, within = true, true
		case event.FunctionEnd:
			within = false
		case event.Mistake:
			e.spoiled = e.spoiled || v.Compile || v.Severity == diag.Error
			if !begun {
				e.Before = append(e.Before, v)
			} else if !within && !slices.Contains(e.After, v) {
				e.After = append(e.After, v)
			}
		case event.Fault, event.Abort:
			e.spoiled = true
		case event.PackageStart, event.PackageEnd, event.Finding, event.Concurrent, event.Progress:
		}
		return yield(v)
	}
}

// begin prepares the entry for the functions of this run.
func (r *run) begin() {
	if r.entry == nil {
		return
	}
	r.entry.Dir, r.entry.Before = r.Pkg.Dir, nil
	if r.entry.Functions != nil {
		return
	}
	r.entry.Functions, r.entry.changed = []*keptFunction{}, true
	for _, c := range r.Pkg.Contracts {
		r.entry.Functions = append(r.entry.Functions, &keptFunction{Name: c.Name, Pos: c.Pos})
	}
}

// keep records the outcome of a function that passed and was not cut short.
func (r *run) keep(o outcome) {
	if r.entry == nil || o.failed || o.unbegun || o.end.Cached || o.end.Result.Cut != "" || o.end.Result.Failed(false) {
		return
	}
	var events []event.Mistake
	for _, e := range o.events {
		m, ok := e.(event.Mistake)
		if !ok {
			return
		}
		events = append(events, m)
	}
	sums := SavedSums(r.Pkg.Dir)
	for _, f := range r.entry.Functions {
		if f.Name == o.end.Function && f.Pos == o.end.Pos {
			f.Saved = sums[""] + sums[f.Name]
			f.About = o.end.About
			result := o.end.Result
			f.Result, f.Events = &result, events
			r.entry.changed = true
		}
	}
}
