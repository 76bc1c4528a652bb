package lsp

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/rtest-dev/rtest/refine"
)

// lenses returns one code lens above each contract of a file, and above each type that promises concurrent use. It shows the
// last verdict and runs the contract.
func (s *server) lenses(_ context.Context, v *view, p documentParams) ([]codeLens, error) {
	subjects, err := s.subjects(v, p.Document.URI)
	lenses := []codeLens{}
	for _, sub := range subjects {
		lenses = append(lenses, codeLens{
			Range: sub.text.span(sub.at.directive, sub.at.directive), Command: sub.run(0),
		})
	}
	for _, p := range s.promising(v, p.Document.URI) {
		lenses = append(lenses, codeLens{Range: p.text.span(p.at.directive, p.at.directive), Command: p.run()})
	}
	slices.SortStableFunc(lenses, func(a, b codeLens) int { return a.Range.Start.Line - b.Range.Start.Line })
	return lenses, err
}

// A subject is a function in a file with its contracts. A generic function may have several.
type subject struct {
	uri       string
	text      *text
	at        declared
	contracts []*refine.Contract
	// results are the results of the contracts that were run.
	results []*result
	// depth is the greatest depth to which they would be run.
	depth int
}

// subjects returns the subjects of a file, in order.
func (s *server) subjects(v *view, uri string) ([]*subject, error) {
	path, ok := goFile(uri)
	if !ok {
		return nil, nil
	}
	t, err := v.text(path)
	if err != nil {
		return nil, nil // The file has disappeared.
	}
	snap := s.loaded(v, filepath.Dir(path))
	x := parse(path, t)
	var all []*subject
	f := s.folder(snap.dir)
	s.mu.Lock()
	defer s.mu.Unlock()
	locate := func(c *refine.Contract) (declared, bool) { return x.declaredAt(t.find(c.Pos)) }
	if !snap.compiles() && f.good != nil {
		// While the user types, use the contracts from before.
		snap, locate = f.good, x.named
	}
	if snap.prog == nil {
		return nil, nil // The reason is published.
	}
	for _, pkg := range snap.prog.Packages {
		for _, c := range pkg.Contracts {
			if c.Pos.Filename != path {
				continue
			}
			at, ok := locate(c)
			if !ok {
				continue // The text has changed since it was loaded.
			}
			i := slices.IndexFunc(all, func(o *subject) bool { return o.at == at })
			if i < 0 {
				i = len(all)
				all = append(all, &subject{uri: uri, text: t, at: at, depth: snap.cfg.Limits.Depth})
			}
			sub := all[i]
			sub.contracts = append(sub.contracts, c)
			if c.Bounds.Depth >= 0 && !snap.cfg.Fixed.Depth {
				sub.depth = c.Bounds.Depth
			}
			if r := f.results[resultKey(pkg.Path, c.Name)]; r != nil {
				sub.results = append(sub.results, r)
				sub.depth = max(sub.depth, r.end.Limits.Depth)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b *subject) int { return a.at.name - b.at.name })
	return all, nil
}

// names returns the names of the contracts.
func (sub *subject) names() []string {
	var names []string
	for _, c := range sub.contracts {
		names = append(names, c.Name)
	}
	return names
}

// run returns the command that runs the contracts; depth 0 means the default.
func (sub *subject) run(depth int) command {
	title := "▶ rtest"
	if text := headline(sub.results); text != "" {
		title += " · " + text
	}
	if depth > 0 {
		title = fmt.Sprintf("rtest: run %s deeper, to depth %d", sub.title(), depth)
	}
	return command{Title: title, Command: commandRun, Arguments: []any{runArguments{URI: sub.uri, Functions: sub.names(), Depth: depth}}}
}

// title returns the name of the function. It has no type arguments if there are several contracts.
func (sub *subject) title() string {
	if len(sub.contracts) == 1 {
		return sub.contracts[0].Name
	}
	return sub.contracts[0].Func.Name()
}
