package lsp

import (
	"context"
	"encoding/json"
	"go/ast"
	"path/filepath"
	"slices"
	"strings"
)

// The kinds of actions besides those of the protocol. Some editors do not show actions of the kind
// source at a place.
const (
	actionFix   = "quickfix"
	actionWrite = "refactor.rewrite"
	actionRun   = "rtest.run"
	actionTest  = "rtest.test"
)

// actions returns what can be done at a place: fixes of mistakes, and actions for the contract
// there.
func (s *server) actions(_ context.Context, v *view, p actionParams) ([]any, error) {
	all := s.fixes(v, p)
	subjects, err := s.subjects(v, p.Document.URI)
	if err != nil {
		return nil, err
	}
	for _, sub := range subjects {
		from, to := sub.text.offset(p.Range.Start), sub.text.offset(p.Range.End)
		if _, end := sub.text.line(sub.at.end); to >= sub.at.top && from <= end {
			all = append(all, s.functionActions(v, sub, p)...)
		}
	}
	promising := s.promising(v, p.Document.URI)
	for _, c := range promising {
		from, to := c.text.offset(p.Range.Start), c.text.offset(p.Range.End)
		if _, end := c.text.line(c.at.end); to >= c.at.top && from <= end {
			run := c.run()
			run.Title = "rtest: run " + c.name
			all = append(all, commandAction(actionRun, run))
		}
	}
	all = append(all, s.proposals(v, p)...)
	if len(subjects)+len(promising) > 0 {
		all = append(all, s.packageActions(p.Document.URI)...)
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

// offer returns an action in a form that the client accepts. A client that knows only commands gets
// an edit as a command.
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

// fixes returns corrections of the mistakes that the client names.
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

// edit returns the change of one document.
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

// packageActions returns the actions for the package of a file.
func (s *server) packageActions(uri string) []codeAction {
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

// functionActions returns the actions for one function: run it, run it to the next depth, act on a
// finding, or skip the function.
func (s *server) functionActions(v *view, sub *subject, p actionParams) []codeAction {
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
			Edit: s.edit(v, sub.uri, sub.directive("skip "+sub.skipReason())),
		})
	}
	return all
}

// findingsOf returns the counterexamples among the diagnostics of a request.
func findingsOf(p actionParams) []diagnostic {
	var all []diagnostic
	for _, d := range p.Context.Diagnostics {
		if d.Source == source && d.Severity == severityError && len(d.Data) == 0 {
			all = append(all, d)
		}
	}
	return all
}

// saved reports whether a counterexample of the function was saved.
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

// preconditions returns the preconditions that would exclude the failing inputs, if any were found.
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

// skipReason returns a reason for skipping the function: what fails, or a placeholder.
func (sub *subject) skipReason() string {
	for _, r := range sub.results {
		for _, f := range r.end.Failures {
			if f.Call != "" {
				return "fails: " + shorten(f.Call)
			}
		}
	}
	return "say why"
}

// directive returns the edit that adds a directive at the end of the doc comment.
func (sub *subject) directive(text string) textEdit { return sub.directives([]string{marker + text}) }

// directives returns the edit that adds directives at the end of the doc comment.
func (sub *subject) directives(list []string) textEdit {
	at := sub.text.position(sub.at.line)
	newline := "\n"
	if strings.Contains(sub.text.s, "\r\n") {
		newline = "\r\n"
	}
	_, end := sub.text.line(sub.at.line)
	own := sub.text.s[sub.at.line:end]
	indent := own[:len(own)-len(strings.TrimLeft(own, " \t"))]
	var lines strings.Builder
	if sub.at.doc && !sub.at.directives {
		lines.WriteString(indent + "//" + newline)
	}
	for _, d := range list {
		lines.WriteString(indent + d + newline)
	}
	return textEdit{span{at, at}, lines.String()}
}

// A functionWithoutDirectives is an exported function without directives.
type functionWithoutDirectives struct {
	name string
	to   int
	at   declared
}

// undirected lists the exported functions of a file that have no directives.
func (x *syntax) undirected() (list []functionWithoutDirectives) {
	if x.file == nil {
		return nil
	}
	for _, d := range x.file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || !f.Name.IsExported() {
			continue
		}
		u := functionWithoutDirectives{name: f.Name.Name, to: x.at(f.End()), at: x.declared(f.Doc, f.Pos(), x.at(f.Name.Pos()))}
		if recv := x.receiver(f); recv != "" {
			u.name = recv + "." + u.name
		}
		if !u.at.directives {
			list = append(list, u)
		}
	}
	return list
}

// proposals returns the actions that propose contracts for the functions at a place.
func (s *server) proposals(v *view, p actionParams) (all []codeAction) {
	path, ok := goFile(p.Document.URI)
	if !ok || s.Infer == nil || strings.HasSuffix(path, "_test.go") {
		return nil
	}
	t, err := v.text(path)
	if err != nil {
		return nil // The file has disappeared.
	}
	from, to := t.offset(p.Range.Start), t.offset(p.Range.End)
	for _, u := range parse(path, t).undirected() {
		if to >= u.at.top && from <= u.to {
			all = append(all, commandAction(actionWrite, command{
				"rtest: propose a contract for " + u.name, commandInfer, []any{runArguments{URI: p.Document.URI, Functions: []string{u.name}}},
			}))
		}
	}
	return all
}

// infer proposes a contract for a function, and has the client write it into the doc comment.
func (s *server) infer(ctx context.Context, v *view, dir string, args runArguments, token any) error {
	if len(args.Functions) != 1 {
		return failf(codeInvalidParams, "%s wants one function", commandInfer)
	}
	name := args.Functions[0]
	_, ctx, end, err := s.alone(ctx, "rtest infer "+name, token)
	if err != nil {
		return err
	}
	defer end()
	snap := s.loaded(v, dir)
	if snap.err != nil {
		return failf(codeFailed, "loading %s: %v", filepath.Base(dir), snap.err)
	}
	cfg, clean, err := withOverlay(snap.cfg, snap.view)
	if err != nil {
		return err
	}
	defer clean()
	directives, why, err := s.Infer(ctx, cfg, name)
	if err != nil {
		return err
	}
	if len(directives) == 0 {
		s.show(messageInfo, "rtest proposes nothing for "+name+": "+why)
		return nil
	}
	now := s.current()
	path, _ := goFile(args.URI)
	t, err := now.text(path)
	if err != nil {
		return err
	}
	list := parse(path, t).undirected()
	i := slices.IndexFunc(list, func(u functionWithoutDirectives) bool { return u.name == name })
	if i < 0 {
		return failf(codeFailed, "%s has changed: %s is no longer an exported function without directives", filepath.Base(path), name)
	}
	sub := &subject{uri: args.URI, text: t, at: list[i].at}
	edit, err := json.Marshal(s.edit(now, args.URI, sub.directives(directives)))
	if err != nil {
		return err
	}
	s.ask("workspace/applyEdit", applyParams{edit})
	return nil
}
