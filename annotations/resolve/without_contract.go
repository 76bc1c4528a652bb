package resolve

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/annotations/facts"
	"github.com/rtest-dev/rtest/refine"
)

// addBare adds a function without a contract, if these are tested and other packages can call it.
// It reports whether it did.
func (c *collector) addBare(f *ast.File, fd *ast.FuncDecl, fn *types.Func) bool {
	test := strings.HasSuffix(c.u.Graph.Fset.Position(fd.Pos()).Filename, "_test.go")
	if !c.u.Graph.Config.All || test || !callableOutside(fn) || !facts.UsedOutside(c.u, fn) {
		return false
	}
	s := c.subject(fn, fd.Name.Pos(), f)
	s.bare, s.panics = true, announcesPanic(fd.Doc.Text())
	s.sources = append(s.sources, source{dirs: c.u.DirectivesOf(fd), file: f, unit: c.u, sig: fn.Signature()})
	return true
}

// callableOutside reports whether other packages can call the function: it and its receiver's type
// are exported.
func callableOutside(fn *types.Func) bool {
	if !fn.Exported() {
		return false
	}
	recv := fn.Signature().Recv()
	if recv == nil {
		return true
	}
	n, ok := types.Unalias(refine.Pointed(recv.Type())).(*types.Named)
	return ok && n.Obj().Exported()
}

// announcesPanic reports whether the doc comment of a function says that it panics. It ignores
// statements that it does not, and statements about the panics of other functions.
func announcesPanic(doc string) bool {
	words := strings.Fields(strings.ToLower(doc))
	for i, w := range words {
		if !strings.HasPrefix(strings.Trim(w, "(*`_"), "panic") {
			continue
		}
		before := words[max(0, i-4):i]
		for j, b := range slices.Backward(before) {
			if strings.HasSuffix(b, ".") {
				before = before[j+1:]
				break
			}
		}
		other := slices.ContainsFunc(before, func(b string) bool {
			return strings.HasSuffix(b, "n't") || slices.Contains([]string{"not", "never", "no", "without", "instead", "rather", "than", "if", "when", "any", "what", "recovers"}, b)
		})
		if !other {
			return true
		}
	}
	return false
}

// Effect says how a function without a contract may reach beyond the process, by itself or
// by the calls that build its inputs. It returns "" if it does not.
func (p *Package) Effect(c *refine.Contract) string {
	if effect := p.effects.Of(c.Func); effect != "" {
		return effect
	}
	seen := map[types.Type]bool{}
	for _, v := range c.Inputs() {
		if effect := p.effectOfCalls(v.Type, seen); effect != "" {
			return effect
		}
	}
	return ""
}

// effectOfCalls is effect for the calls that make values of a type, or of its parts.
func (p *Package) effectOfCalls(t types.Type, seen map[types.Type]bool) string {
	if seen[t] {
		return ""
	}
	seen[t] = true
	// The calls of rtest's own list change nothing outside.
	if facts := p.facts.Of(t); facts != nil && !facts.Standard {
		for _, via := range facts.Via {
			if via.Func == nil {
				continue
			}
			if effect := p.effects.Of(via.Func); effect != "" {
				return fmt.Sprintf("values of %s are made by %s: %s", types.TypeString(t, types.RelativeTo(p.Unit.Node.Types)), via.Name, effect)
			}
		}
	}
	var parts []types.Type
	switch t := t.Underlying().(type) {
	case *types.Pointer:
		parts = []types.Type{t.Elem()}
	case *types.Slice:
		parts = []types.Type{t.Elem()}
	case *types.Array:
		parts = []types.Type{t.Elem()}
	case *types.Map:
		parts = []types.Type{t.Key(), t.Elem()}
	case *types.Struct:
		for f := range t.Fields() {
			parts = append(parts, f.Type())
		}
	}
	for _, part := range parts {
		if effect := p.effectOfCalls(part, seen); effect != "" {
			return effect
		}
	}
	return ""
}
