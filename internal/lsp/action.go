package lsp

import (
	"context"
	"encoding/json"
	"path/filepath"
	"strings"
)

// actions are what can be done at a place: fixes of mistakes, and what can be
// done with the contract there.
func (s *server) actions(_ context.Context, v *view, p actionParams) ([]codeAction, error) {
	actions := []codeAction{}
	for _, d := range p.Context.Diagnostics {
		var fix fixData
		if d.Source != source || json.Unmarshal(d.Data, &fix) != nil || fix.Fix == "" {
			continue
		}
		actions = append(actions, codeAction{
			Title: "rtest: write " + fix.Fix, Kind: "quickfix", Diagnostics: []diagnostic{d},
			Edit: &workspaceEdit{map[string][]textEdit{p.Document.URI: {{d.Range, fix.Fix}}}},
		})
	}
	subjects, err := s.subjects(v, p.Document.URI)
	if err != nil || len(subjects) == 0 {
		return actions, err
	}
	for _, sub := range subjects {
		from, to := sub.text.offset(p.Range.Start), sub.text.offset(p.Range.End)
		if _, end := sub.text.line(sub.at.end); to >= sub.at.top && from <= end {
			actions = append(actions, sub.actions()...)
		}
	}
	all := runArguments{URI: p.Document.URI}
	path, _ := goFile(p.Document.URI)
	actions = append(actions, commandAction("source", command{
		Title: "rtest: run the contracts of " + filepath.Base(filepath.Dir(path)), Command: commandRun, Arguments: []any{all},
	}))
	if s.Generate != nil {
		actions = append(actions, commandAction("source", command{
			Title: "rtest: write the tests of " + filepath.Base(filepath.Dir(path)) + ", the saved inputs among them", Command: commandGenerate, Arguments: []any{all},
		}))
	}
	return actions, nil
}

func commandAction(kind string, c command) codeAction {
	return codeAction{Title: c.Title, Kind: kind, Command: &c}
}

// actions are those of one function: the lens, the same to the next depth, and
// to leave it out.
func (sub *subject) actions() []codeAction {
	run := sub.run(0)
	run.Title = "rtest: run " + sub.title()
	actions := []codeAction{
		commandAction("source", run),
		commandAction("source", sub.run(sub.depth+1)),
	}
	if !sub.contracts[0].Skipped {
		actions = append(actions, codeAction{
			Title: "rtest: skip " + sub.title() + " and say why", Kind: "refactor.rewrite",
			Edit: &workspaceEdit{map[string][]textEdit{sub.uri: {sub.skip()}}},
		})
	}
	return actions
}

// skip adds a directive at the end of the doc comment.
func (sub *subject) skip() textEdit {
	at := sub.text.position(sub.at.line)
	newline := "\n"
	if strings.Contains(sub.text.s, "\r\n") {
		newline = "\r\n"
	}
	_, end := sub.text.line(sub.at.line)
	own := sub.text.s[sub.at.line:end]
	indent := own[:len(own)-len(strings.TrimLeft(own, " \t"))]
	line := indent + marker + "skip say why" + newline
	if sub.at.doc && !sub.at.directives {
		line = indent + "//" + newline + line
	}
	return textEdit{span{at, at}, line}
}
