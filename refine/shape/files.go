package shape

import (
	"go/constant"
	"go/types"
	"io/fs"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

// How many names and texts of files there are that the code suggests.
const fileNames, fileTexts = 3, 8

// files returns the file systems of a list, and some with a file that the code names,
// whose content is a text that the code looks for. The list has one with one file, which
// is what the others are made like.
func (s *shaper) files(t types.Type, listed []refine.Expr) []refine.Expr {
	n, ok := t.(*types.Named)
	if !ok || n.Obj().Pkg() == nil || n.Obj().Pkg().Path()+"."+n.Obj().Name() != "testing/fstest.MapFS" {
		return listed
	}
	i := slices.IndexFunc(listed, func(e refine.Expr) bool { c, ok := e.(*refine.Composite); return ok && len(c.Keys) == 1 })
	if i < 0 {
		return listed
	}
	like := listed[i].(*refine.Composite)
	out := slices.Clone(listed)
	for _, name := range s.fileNames() {
		for _, text := range s.fileTexts(name) {
			out = append(out, &refine.Composite{
				Source: like.Source, T: like.T,
				Keys: []refine.Expr{spelledAs(like.Keys[0], name)}, Values: []refine.Expr{spelledAs(like.Values[0], text)},
			})
		}
	}
	return out
}

// fileNames are words of the code that look like names of files, else such as may be
// names.
func (s *shaper) fileNames() []string {
	var dotted, others []string
	for _, w := range s.opt.Hints.Words {
		switch {
		case !fs.ValidPath(w) || w == "." || strings.ContainsAny(w, " \t\n=:,;*?[]"):
		case strings.ContainsAny(strings.TrimLeft(w, "."), "./"):
			dotted = append(dotted, w)
		default:
			others = append(others, w)
		}
	}
	list := append(dotted, others...)
	return list[:min(len(list), fileNames)]
}

// fileTexts are the contents of a file: nothing, and other words of the code.
func (s *shaper) fileTexts(name string) []string {
	list := []string{""}
	for _, w := range s.opt.Hints.Words {
		if w != name && w != "" && len(list) < fileTexts {
			list = append(list, w)
		}
	}
	return list
}

// spelledAs returns a literal with another text in the place of its first.
func spelledAs(e refine.Expr, text string) refine.Expr {
	switch e := e.(type) {
	case *refine.Const:
		return &refine.Const{Source: e.Source, T: e.T, Value: constant.MakeString(text)}
	case *refine.Convert:
		return &refine.Convert{Source: e.Source, X: spelledAs(e.X, text), T: e.T}
	case *refine.Unary:
		return &refine.Unary{Source: e.Source, Op: e.Op, X: spelledAs(e.X, text), T: e.T}
	case *refine.Composite:
		c := *e
		c.Values = slices.Clone(e.Values)
		if len(c.Values) > 0 {
			c.Values[0] = spelledAs(c.Values[0], text)
		}
		return &c
	}
	return e
}
