package lsp

import (
	"context"
	"encoding/json"
	"go/ast"
	"path/filepath"
	"slices"
	"strings"
)

// An undirected is an exported function without directives.
type undirected struct {
	name string
	to   int
	at   declared
}

// undirected lists the exported functions of a file that have no directives.
func (x *syntax) undirected() (list []undirected) {
	if x.file == nil {
		return nil
	}
	for _, d := range x.file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || !f.Name.IsExported() {
			continue
		}
		u := undirected{name: f.Name.Name, to: x.at(f.End()), at: x.declared(f.Doc, f.Pos(), x.at(f.Name.Pos()))}
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
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	p := s.begin(cancel, "rtest infer "+name, token)
	defer p.end()
	select {
	case s.running <- struct{}{}:
		defer func() { <-s.running }()
	case <-ctx.Done():
		return ctx.Err()
	}
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
	i := slices.IndexFunc(list, func(u undirected) bool { return u.name == name })
	if i < 0 {
		return failf(codeFailed, "%s has changed: %s is no exported function without directives any more", filepath.Base(path), name)
	}
	sub := &subject{uri: args.URI, text: t, at: list[i].at}
	edit, err := json.Marshal(s.edit(now, args.URI, sub.directives(directives)))
	if err != nil {
		return err
	}
	s.ask("workspace/applyEdit", applyParams{edit})
	return nil
}
