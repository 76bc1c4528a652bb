package lsp

import (
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
)

// The kinds of actions beside those of the protocol. Actions of the kind
// source are not shown at a place by some editors.
const (
	actionFix   = "quickfix"
	actionWrite = "refactor.rewrite"
	actionRun   = "rtest.run"
	actionTest  = "rtest.test"
)

// actions are what can be done at a place: fixes of mistakes, and what can be
// done with the contract there.
func (s *server) actions(_ context.Context, v *view, p actionParams) ([]any, error) {
	all := s.fixes(v, p)
	subjects, err := s.subjects(v, p.Document.URI)
	if err != nil {
		return nil, err
	}
	for _, sub := range subjects {
		from, to := sub.text.offset(p.Range.Start), sub.text.offset(p.Range.End)
		if _, end := sub.text.line(sub.at.end); to >= sub.at.top && from <= end {
			all = append(all, s.about(v, sub, p)...)
		}
	}
	if len(subjects) > 0 {
		all = append(all, s.ofPackage(p.Document.URI)...)
	}
	offered := []any{}
	for _, a := range all {
		if len(p.Context.Only) > 0 && !slices.ContainsFunc(p.Context.Only, func(kind string) bool {
			return kind == "" || a.Kind == kind || strings.HasPrefix(a.Kind, kind+".")
		}) {
			continue
		}
		offered = append(offered, s.offer(a))
	}
	return offered, nil
}

// offer returns an action as the client takes it: one that knows commands only
// gets an edit as a command.
func (s *server) offer(a codeAction) any {
	switch {
	case s.client.literals:
		return a
	case a.Command != nil:
		c := *a.Command
		c.Title = a.Title
		return c
	}
	return command{Title: a.Title, Command: commandEdit, Arguments: []any{a.Edit}}
}

// fixes correct the mistakes that the client names.
func (s *server) fixes(v *view, p actionParams) []codeAction {
	var all []codeAction
	for _, d := range p.Context.Diagnostics {
		var fix fixData
		if d.Source != source || json.Unmarshal(d.Data, &fix) != nil || fix.Fix == "" {
			continue
		}
		all = append(all, codeAction{
			Title: "rtest: write " + fix.Fix, Kind: actionFix, Preferred: true, Diagnostics: []diagnostic{d},
			Edit: s.edit(v, p.Document.URI, textEdit{d.Range, fix.Fix}),
		})
	}
	return all
}

// edit changes one document.
func (s *server) edit(v *view, uri string, e textEdit) *workspaceEdit {
	if !s.client.versions {
		return &workspaceEdit{Changes: map[string][]textEdit{uri: {e}}}
	}
	id := versionedID{URI: uri}
	if path, ok := goFile(uri); ok && v.docs[path] != nil {
		id.Version = &v.docs[path].version
	}
	return &workspaceEdit{Documents: []documentEdit{{id, []textEdit{e}}}}
}

// ofPackage are the actions for the package of a file.
func (s *server) ofPackage(uri string) []codeAction {
	path, _ := goFile(uri)
	name := filepath.Base(filepath.Dir(path))
	args := []any{runArguments{URI: uri}}
	all := []codeAction{commandAction(actionRun, command{"rtest: run the contracts of " + name, commandRun, args})}
	if s.Generate != nil {
		all = append(all, commandAction(actionTest, command{"rtest: write the tests of " + name, commandGenerate, args}))
	}
	return all
}

func commandAction(kind string, c command) codeAction {
	return codeAction{Title: c.Title, Kind: kind, Command: &c}
}

// about are the actions for one function: the lens, the same to the next depth,
// what follows from a finding, and to leave the function out.
func (s *server) about(v *view, sub *subject, p actionParams) []codeAction {
	run := sub.run(0)
	run.Title = "rtest: run " + sub.title()
	all := []codeAction{commandAction(actionRun, run), commandAction(actionRun, sub.run(sub.depth+1))}
	if s.Generate != nil && sub.saved() {
		all = append(all, commandAction(actionTest, command{
			"rtest: add the counterexample of " + sub.title() + " as a test", commandAdd,
			[]any{runArguments{URI: sub.uri, Functions: sub.names()}},
		}))
	}
	for _, cond := range sub.preconditions() {
		all = append(all, codeAction{
			Title: "rtest: require " + cond, Kind: actionFix, Diagnostics: findingsOf(p),
			Edit: s.edit(v, sub.uri, sub.directive("requires "+cond)),
		})
	}
	if !sub.contracts[0].Skipped {
		all = append(all, codeAction{
			Title: "rtest: skip " + sub.title() + " and say why", Kind: actionWrite,
			Edit: s.edit(v, sub.uri, sub.directive("skip "+sub.excuse())),
		})
	}
	return all
}

// findingsOf are the counterexamples among the diagnostics of a request.
func findingsOf(p actionParams) []diagnostic {
	var all []diagnostic
	for _, d := range p.Context.Diagnostics {
		if d.Source == source && d.Severity == severityError && len(d.Data) == 0 {
			all = append(all, d)
		}
	}
	return all
}

// saved tells whether a counterexample of the function was saved.
func (sub *subject) saved() bool {
	for _, r := range sub.results {
		for _, f := range r.end.Failures {
			if f.Saved != "" {
				return true
			}
		}
	}
	return false
}

// preconditions are those that would leave out the inputs with which the
// function fails, as far as one was found.
func (sub *subject) preconditions() []string {
	var all []string
	for _, r := range sub.results {
		for _, f := range r.end.Failures {
			if cond := precondition(f); cond != "" && !slices.Contains(all, cond) {
				all = append(all, cond)
			}
		}
	}
	return all
}

// excuse is a reason to skip the function: what fails, or else that there
// should be one.
func (sub *subject) excuse() string {
	for _, r := range sub.results {
		for _, f := range r.end.Failures {
			if f.Call != "" {
				return "fails: " + short(f.Call)
			}
		}
	}
	return "say why"
}

// directive adds one at the end of the doc comment.
func (sub *subject) directive(text string) textEdit {
	at := sub.text.position(sub.at.line)
	newline := "\n"
	if strings.Contains(sub.text.s, "\r\n") {
		newline = "\r\n"
	}
	_, end := sub.text.line(sub.at.line)
	own := sub.text.s[sub.at.line:end]
	indent := own[:len(own)-len(strings.TrimLeft(own, " \t"))]
	line := indent + marker + text + newline
	if sub.at.doc && !sub.at.directives {
		line = indent + "//" + newline + line
	}
	return textEdit{span{at, at}, line}
}
