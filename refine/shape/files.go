package shape

import (
	"go/constant"
	"go/types"
	"io/fs"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

// Limits of the file names and file contents taken from the code.
const fileNames, fileTexts = 3, 8

// files returns the listed file systems, and further ones with a file that the code names and a
// text that the code looks for. They are modelled on the listed one with a single file.
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

// fileNames returns words of the code that look like file names, then words that may be some.
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

// fileTexts returns contents of a file: nothing, and other words of the code.
func (s *shaper) fileTexts(name string) []string {
	list := []string{""}
	for _, w := range s.opt.Hints.Words {
		if w != name && w != "" && len(list) < fileTexts {
			list = append(list, w)
		}
	}
	return list
}

// spelledAs returns a literal in which another text replaces the first one.
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
