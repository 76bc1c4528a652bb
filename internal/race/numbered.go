package race

import (
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/rt/concurrent"
	"github.com/rtest-dev/rtest/refine"
)

// numbered returns a step with a number in place of the first of some arguments that can be one, or nothing if none can.
func numbered(pkg *refine.Package, x call, params []types.Type) []call {
	for i, t := range params {
		if x.Func.Signature().Variadic() && i == len(params)-1 {
			t = t.(*types.Slice).Elem()
		}
		code, word := numeral(pkg, t)
		if code == "" {
			continue
		}
		x.words = slices.Clone(x.args)
		x.args = slices.Clone(x.args)
		x.args[i], x.words[i] = code, word
		return []call{x}
	}
	return nil
}

// numeral returns the value of a type for the number of the record r, as Go source, and how it is shown. It is empty for types with
// few values.
func numeral(pkg *refine.Package, t types.Type) (code, word string) {
	name := typeText(pkg, t)
	if name == "" || isHidden(t) {
		return "", ""
	}
	const quoted = `"` + concurrent.LabelMark + `"`
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch info := u.Info(); {
		case u.Kind() == types.Int8 || u.Kind() == types.Uint8:
		case info&types.IsString != 0:
			return name + "(r.Label())", quoted
		case info&types.IsNumeric != 0 && info&types.IsComplex == 0:
			return name + "(r.Number)", concurrent.NumberMark
		}
	case *types.Slice:
		if b, ok := u.Elem().(*types.Basic); ok && b.Kind() == types.Uint8 {
			return name + "(r.Label())", name + "(" + quoted + ")"
		}
	case *types.Interface:
		if u.Empty() {
			return "r.Number", concurrent.NumberMark
		}
	}
	return "", ""
}

// call returns the step with an index among the steps, the calls besides, and those of numbered steps.
func (s *subject) call(i int) (c call, ok bool) {
	if i < len(s.steps) {
		return s.steps[i], true
	}
	i -= len(s.steps) + concurrent.Besides
	if i < 0 || i >= len(s.numbered)*concurrent.Alike {
		return call{}, false
	}
	c = s.numbered[i/concurrent.Alike]
	c.args = nil
	for _, w := range c.words {
		c.args = append(c.args, concurrent.TextOf(w, i%concurrent.Alike+1))
	}
	c.words = nil
	return c, true
}

// indexOf returns the index of a step with some text, or -1.
func (s *subject) indexOf(text string) int {
	switch text {
	case concurrent.Finalizing:
		return len(s.steps)
	case concurrent.Passing:
		return len(s.steps) + 1
	}
	for i := range len(s.steps) + concurrent.Besides + len(s.numbered)*concurrent.Alike {
		if c, ok := s.call(i); ok && c.text() == text {
			return i
		}
	}
	return -1
}
