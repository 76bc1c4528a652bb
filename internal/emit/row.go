package emit

import (
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/decode/tree"
)

// A row is one input as Go: statements that build values by calls or declare what several
// inputs share, and an expression for each input. Its name is a shorter text of the same.
type row struct {
	stmts, exprs []string
	name         string
}

// row writes an input.
func (c *contract) row(in check.Input) row {
	if in.Args == nil {
		stmts, exprs := c.literals(in.Stream, true)
		shared, alone := c.literals(in.Stream, false)
		return row{stmts: stmts, exprs: exprs, name: flattened(strings.Join(append(shared, strings.Join(alone, ", ")), "; "))}
	}
	stmts, exprs := tree.Named(c.in, in.Args)
	defer func(used map[string]bool) { c.used = used }(maps.Clone(c.used))
	r := row{}
	for _, s := range stmts {
		for _, s := range c.cancelled(s) {
			r.stmts = append(r.stmts, c.w.qualified(s))
		}
	}
	for _, x := range exprs {
		r.exprs = append(r.exprs, c.w.qualified(x))
	}
	r.name = strings.Join(append(slices.Clone(r.stmts), strings.Join(r.exprs, ", ")), "; ")
	return r
}

// cancelled names the function that ends a context in the statement that makes it, as vet
// demands.
func (c *contract) cancelled(stmt string) []string {
	ctx, call, ok := strings.Cut(stmt, ", _ ")
	call = strings.TrimPrefix(call, ":")
	if !ok || !strings.HasPrefix(call, "= context.With") {
		return []string{stmt}
	}
	cancel := c.take("cancel")
	return []string{ctx + ", " + cancel + " :" + call, "_ = " + cancel}
}

// expressible leaves out and counts the inputs with functions that no literal can express.
func expressible(f *check.ChosenInputs) (*check.ChosenInputs, int) {
	inexpressible := func(in check.Input) bool { return slices.ContainsFunc(in.Args, tree.Inexpressible) }
	out := *f
	out.Inputs = slices.DeleteFunc(slices.Clone(f.Inputs), inexpressible)
	out.Saved = slices.DeleteFunc(slices.Clone(f.Saved), inexpressible)
	return &out, len(f.Inputs) + len(f.Saved) - len(out.Inputs) - len(out.Saved)
}

// qualified returns a piece of Go that calls packages by their own names, with the names under
// which the file imports them.
func (w *writer) qualified(text string) string {
	ts := tokens(text)
	local := map[string]bool{}
	for i, t := range ts {
		if t.tok == token.IDENT && i+1 < len(ts) && (ts[i+1].tok == token.DEFINE || ts[i+1].tok == token.IDENT) {
			local[t.lit] = true
		}
	}
	var b strings.Builder
	at := 0
	for i, t := range ts {
		if t.tok != token.IDENT || local[t.lit] || i+1 == len(ts) || ts[i+1].tok != token.PERIOD || i > 0 && ts[i-1].tok == token.PERIOD {
			continue
		}
		path := w.packageNamed(t.lit)
		if path == "" {
			continue
		}
		b.WriteString(text[at:t.offset] + w.Import(path))
		at = t.offset + len(t.lit)
	}
	return b.String() + text[at:]
}

// packageNamed returns the path of the package with this name, among those that the package
// under test depends on and those of the literals. It is empty for none.
func (w *writer) packageNamed(name string) string {
	if w.packages == nil {
		w.packages = map[string]string{"reflect": "reflect", "math": "math", "errors": "errors", "cmp": "cmp", "fmt": "fmt"}
		seen := map[*types.Package]bool{}
		// Breadth first, because a direct import is more likely meant.
		for level := []*types.Package{w.pkg.Types}; len(level) > 0; {
			var next []*types.Package
			for _, p := range level {
				for _, q := range p.Imports() {
					if seen[q] {
						continue
					}
					seen[q] = true
					if _, known := w.packages[q.Name()]; !known {
						w.packages[q.Name()] = q.Path()
					}
					next = append(next, q)
				}
			}
			level = next
		}
	}
	if w.pkg.Types.Scope().Lookup(name) != nil {
		return ""
	}
	return w.packages[name]
}
