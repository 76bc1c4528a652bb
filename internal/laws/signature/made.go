package signature

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

// A Making describes how values of a type are built by calls of functions of the file. Steps take a
// value of the type first.
type Making struct {
	Of                  *types.Named
	Constructors, Steps []*Function
}

// Makings returns the makings of the types whose values cannot be written as literals and for which no
// directive gives values.
func (s *Signature) Makings(facts refine.Facts) (out []Making) {
	var seen []*types.Named
	for _, t := range s.types() {
		named, ok := types.Unalias(refine.Pointed(t)).(*types.Named)
		if !ok || slices.Contains(seen, named) || named.Obj().Pkg() == nil || !s.hidden(named) || directed(facts.Of(named)) {
			continue
		}
		seen = append(seen, named)
		m := Making{Of: named}
		for _, f := range s.Functions {
			of := func(t types.Type) bool { return types.Identical(refine.Pointed(t), named) }
			switch {
			case !of(f.Result):
			case slices.ContainsFunc(f.Params, of):
				m.Steps = append(m.Steps, f)
			default:
				m.Constructors = append(m.Constructors, f)
			}
		}
		if len(m.Constructors) > 0 {
			out = append(out, m)
		}
	}
	return out
}

// Via is the directive that says the same above the type, as far as its own package can name the
// functions. Functions that are without it are left out.
func (m Making) Via(without map[*Function]bool) string {
	var names []string
	for _, f := range append(slices.Clone(m.Constructors), m.Steps...) {
		if f.Of == nil || without[f] {
			continue
		}
		name := f.Of.Name()
		if f.Of.Signature().Recv() == nil && f.Of.Pkg() != m.Of.Obj().Pkg() {
			name = f.Of.Pkg().Name() + "." + name
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return "//rtest:via " + strings.Join(names, ", ")
}

// hidden reports whether the type is a struct with unexported fields.
func (s *Signature) hidden(named *types.Named) bool {
	st, ok := named.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		if !f.Exported() {
			return true
		}
	}
	return false
}

// directed reports whether directives give the values of a type.
func directed(f *refine.TypeFacts) bool {
	if f == nil {
		return false
	}
	return len(f.Via) > 0 && f.Inferred == "" || len(f.Values) > 0 || len(f.Invariants) > 0 || len(f.Fields) > 0 || len(f.FieldInts) > 0
}

// makings writes the directives, and the functions that they name.
func (s *Signature) makings(list []Making) string {
	var out strings.Builder
	for i, m := range list {
		var names []string
		write := func(f *Function, kind string, order []int) {
			name := fmt.Sprint(prefix, kind, i, "x", len(names))
			names = append(names, name)
			var params []string
			for _, k := range order {
				params = append(params, fmt.Sprintf("a%d %s", k, s.typ(f.Params[k])))
			}
			fmt.Fprintf(&out, "func %s(%s) %s { %s }\n\n", name, strings.Join(params, ", "), s.typ(f.Result), f.Body)
		}
		for _, f := range m.Constructors {
			write(f, "Make", upTo(len(f.Params), -1))
		}
		for _, f := range m.Steps {
			first := slices.IndexFunc(f.Params, func(t types.Type) bool { return types.Identical(refine.Pointed(t), m.Of) })
			write(f, "Step", upTo(len(f.Params), first))
		}
		fmt.Fprintf(&out, "//rtest:via %s\ntype _ = %s\n\n", strings.Join(names, ", "), s.typ(m.Of))
	}
	return out.String()
}

// upTo returns the numbers below n. first comes first if it is one of them.
func upTo(n, first int) (out []int) {
	if first >= 0 {
		out = append(out, first)
	}
	for i := range n {
		if i != first {
			out = append(out, i)
		}
	}
	return out
}
