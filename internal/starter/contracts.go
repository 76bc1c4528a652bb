package starter

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"go/types"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/internal/infer"
	"github.com/rtest-dev/rtest/refine"
)

const (
	// tried is the greatest number of packages for which contracts are inferred.
	tried = 5
	// wanted is for how many functions the file has contracts.
	wanted = 5
	// inputs is the number of inputs tried for a function.
	inputs = 1000
	// asked bounds the number of functions of a package that are examined.
	asked = 20
)

// contracts plans a contract file for the package with the most inferred contracts.
func (p *Plan) contracts(ctx context.Context, cfg config.Config, all []*refine.Package) error {
	var best *refine.Package
	var found []infer.Function
	fit := candidates(all)
	for _, pkg := range fit {
		names := testable(pkg)
		q := infer.Request{Config: cfg, Functions: names[:min(asked, len(names))]}
		q.Patterns, q.Limits.Inputs = []string{pkg.Path}, inputs
		r, err := infer.Run(ctx, q)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			p.note("%s: %v", pkg.Path, err)
			continue
		}
		if list := promising(r); len(list) > len(found) {
			best, found = pkg, list
		}
		if len(found) >= wanted {
			break
		}
	}
	if best == nil && len(fit) == 0 {
		p.note("wrote no contract file: it has contracts of exported functions that take and return plain data, and there are none without a contract here; rtest's docs/cookbook.md shows contracts for other code")
		return nil
	}
	if best == nil {
		p.note("wrote no contract file: rtest found nothing to promise for the exported functions without a contract; rtest's docs/tutorial.md shows a first contract")
		return nil
	}
	rel, err := filepath.Rel(p.Root, best.Dir)
	if err != nil {
		return err
	}
	p.Package = filepath.ToSlash(rel)
	return p.add(path.Join(p.Package, "contracts_test.go"), "contracts that the code keeps now", p.text(best, found))
}

// candidates returns the packages worth a try, those with most testable functions first.
func candidates(all []*refine.Package) []*refine.Package {
	var list []*refine.Package
	for _, pkg := range all {
		if !pkg.External && !pkg.Broken && pkg.Name != "main" && len(testable(pkg)) > 0 {
			list = append(list, pkg)
		}
	}
	slices.SortStableFunc(list, func(a, b *refine.Package) int { return cmp.Compare(len(testable(b)), len(testable(a))) })
	return list[:min(tried, len(list))]
}

// testable returns the names of the exported functions of a package that have no contract, inputs of
// plain data, and a result.
func testable(pkg *refine.Package) []string {
	var names []string
	for _, c := range pkg.Contracts {
		if !c.Bare || c.Func == nil || c.Func.Pkg() != pkg.Types || len(c.TypeArgs) > 0 {
			continue
		}
		sig := c.Func.Signature()
		if sig.Recv() == nil && sig.Results().Len() > 0 && sig.Params().Len() > 0 && !slices.ContainsFunc(slices.Collect(sig.Params().Variables()), func(v *types.Var) bool { return !plain(v.Type()) }) {
			names = append(names, c.Name)
		}
	}
	return names
}

// plain reports whether values of a type are numbers, texts, or slices and maps of these.
func plain(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&(types.IsBoolean|types.IsNumeric|types.IsString) != 0
	case *types.Slice:
		return plain(t.Elem())
	case *types.Array:
		return plain(t.Elem())
	case *types.Map:
		return plain(t.Key()) && plain(t.Elem())
	}
	return false
}

// promising returns the functions with inferred promises, those with the most first.
func promising(r *infer.Report) []infer.Function {
	var list []infer.Function
	promises := func(f infer.Function) int {
		return len(slices.DeleteFunc(slices.Clone(f.Proposals), func(p infer.Proposal) bool { return p.Verb != "ensures" }))
	}
	for _, f := range r.Functions {
		if promises(f) > 0 {
			list = append(list, f)
		}
	}
	slices.SortStableFunc(list, func(a, b infer.Function) int { return cmp.Compare(promises(b), promises(a)) })
	list = list[:min(wanted, len(list))]
	slices.SortStableFunc(list, func(a, b infer.Function) int {
		return cmp.Or(strings.Compare(a.Pos.Filename, b.Pos.Filename), cmp.Compare(a.Pos.Line, b.Pos.Line))
	})
	return list
}

// text returns the text of a contract file.
func (p *Plan) text(pkg *refine.Package, list []infer.Function) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `package %s

// These contracts were inferred: they say what the code does now, which need not be what it is meant
// to do. Take away what is chance, add what is meant, and move the lines into the doc comments of the
// functions when they are right. "rtest %s" tests them.
`, pkg.Name, p.Pattern())
	for _, f := range list {
		b.WriteString("\n")
		for _, one := range f.Proposals {
			b.WriteString(one.Directive() + "\n")
		}
		fmt.Fprintf(&b, "var _ = %s\n", f.Name)
	}
	return b.Bytes()
}
