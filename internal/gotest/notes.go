package gotest

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/harness/rt/assert"
)

// Notes returns the mistakes in contracts, and the contracts that are not checked with the reasons, a line each.
// File names are relative to a folder.
func (r *Result) Notes(dir string) (lines []string) {
	add := func(line string) {
		if !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	for _, d := range r.Mistakes {
		d.Pos.Filename = within(dir, d.Pos.Filename)
		add(d.Error())
	}
	for _, path := range r.Broken {
		add(fmt.Sprintf("%s: its contracts are not checked: it does not compile", path))
	}
	for _, u := range r.Unchecked {
		pos, what := u.Contract.Pos, ""
		if u.Clause != nil {
			pos, what = u.Clause.Pos, strings.TrimSpace(u.Clause.Kind.String()+" "+u.Clause.Text)+" "
		}
		pos.Filename = within(dir, pos.Filename)
		add(fmt.Sprintf("%s: %s: %sis not checked: %s", pos, u.Contract.Name, what, u.Why))
	}
	for i, o := range r.Others {
		same := func(p assert.Finding) bool { return p.Pos == o.Pos }
		if slices.IndexFunc(r.Others, same) < i {
			continue
		}
		with := "(" + o.Other + ")"
		n := 0
		for _, p := range r.Others[i+1:] {
			if same(p) {
				n++
			}
		}
		if n > 0 {
			with += fmt.Sprintf(" and %d more lists of types", n)
		}
		add(fmt.Sprintf("%s: %s: calls with %s are not checked: //rtest:with lists the type arguments for which they are", o.Pos.Text(dir), o.Function, with))
	}
	return lines
}

// within returns the path of a file relative to a folder, if it is inside.
func within(dir, file string) string {
	if rel, err := filepath.Rel(dir, file); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return file
}
