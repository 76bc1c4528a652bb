package check

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/check/prove"
	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/mutants"
	"github.com/rtest-dev/rtest/refine"
)

// mostProofs bounds the pairs of a mutant and a function reaching it that are solved.
const mostProofs = 200

// proveSame proves for mutants that no input distinguished from the code that they behave like it. The proof
// covers every function with a contract that may reach the mutant.
func (m *mutation) proveSame(ctx context.Context, u *prepare.Unit) error {
	candidates := map[int][]*prepare.Plan{}
	for _, p := range u.Plans {
		if p.Function == nil {
			continue
		}
		for _, n := range u.Binary.MutantsOf(p.Function.Index) {
			if x := m.all[n-1]; x.Fate == Same || x.Fate == Unreached && x.Of != "" || x.Fate == Undecided && x.Inputs > 0 {
				candidates[n] = append(candidates[n], p)
			}
		}
	}
	if len(candidates) == 0 || m.Limits.Prove == event.ProveNot {
		return nil
	}
	provings, err := m.mutatedCode(ctx, u)
	if err != nil || provings == nil {
		return err
	}
	left := mostProofs
	for _, n := range slices.Sorted(maps.Keys(candidates)) {
		if left -= len(candidates[n]); left < 0 {
			return nil
		}
		x := &m.all[n-1]
		claim, depth, err := m.same(ctx, n, candidates[n], provings)
		if err != nil {
			return fmt.Errorf("%s: solving a mutant: %w", x.Pos, err)
		}
		if claim != "" {
			x.Fate, x.Proved, x.Depth = Equivalent, claim, depth
		}
	}
	return nil
}

// same solves one mutant for all of some functions, and returns the weakest claim, with the least
// depth; it is empty where the mutant may do something else.
func (m *mutation) same(ctx context.Context, n int, functions []*prepare.Plan, provings map[string]prepare.Proving) (weakest event.Claim, depth int, err error) {
	order := []event.Claim{event.ForAll, event.ForData, event.ForSaid}
	at := 0
	depth = functions[0].Limits.Depth
	for _, f := range functions {
		p := provings[f.Contract.Name]
		if p.Compare == nil {
			return "", 0, nil
		}
		proof, err := prove.Prove(ctx, prove.Target{
			Claims: func(ctx context.Context, opt encode.Options) (*encode.Claims, error) { return p.Compare(ctx, opt, n) },
			Depth:  f.Limits.Depth, Budget: f.Limits.ProveBudget, Solver: f.Function.Engine.Solver, Inhabited: true,
			Place: func(token.Pos) token.Position { return token.Position{} },
			Run: func(context.Context, *form.Form, []int64, bool) (prove.Outcome, error) {
				return prove.Outcome{Doubt: "an input is solved to tell"}, nil
			},
		})
		if err != nil || proof.Proved == "" {
			return "", 0, err
		}
		at, depth = max(at, slices.Index(order, proof.Proved)), min(depth, f.Limits.Depth)
	}
	return order[at], depth, nil
}

// mutatedCode loads the package with its mutants, and returns the solvable code of its functions; see copiedCode.
func (m *mutation) mutatedCode(ctx context.Context, u *prepare.Unit) (map[string]prepare.Proving, error) {
	return m.copiedCode(ctx, encode.MutantsPackage, true, func(path string) (map[string][]byte, []byte, error) {
		files, err := u.Binary.MutatedSources(path, encode.MutantsPackage)
		return files, mutants.Source(), err
	})
}

// copiedCode loads the package with copies of its files that import a helper package of that name, and returns the
// solvable code of its functions, by the names of their contracts. Compares says that calls with and without mutants are
// compared. It returns nil if the package cannot be loaded with copies.
func (c *chooser) copiedCode(ctx context.Context, name string, compares bool, copies func(path string) (files map[string][]byte, helper []byte, err error)) (map[string]prepare.Proving, error) {
	if c.Pkg.Module == "" || c.Pkg.External {
		return nil, nil
	}
	sources, helper, err := copies(c.Pkg.Module + "/" + name)
	if err != nil {
		return nil, err
	}
	if helper != nil {
		sources[filepath.Join(c.Pkg.ModuleDir, name, name+".go")] = helper
	}
	given, err := prepare.ReadOverlay(c.Config)
	if err != nil {
		return nil, err
	}
	for name, data := range given {
		if sources[name] == nil {
			sources[name] = data
		}
	}
	dir, err := os.MkdirTemp("", "rtest-copies-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	cfg := c.Config
	if cfg.Overlay, err = writeOverlay(dir, sources); err != nil {
		return nil, err
	}
	cfg.Program, cfg.Patterns = nil, []string{c.Pkg.Path}
	prog, err := prepare.Load(ctx, cfg)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(prog.Packages, func(p *refine.Package) bool { return p.Path == c.Pkg.Path })
	if i < 0 || prog.Packages[i].Broken {
		return nil, nil
	}
	p := prog.Packages[i]
	return (&prepare.Package{Config: cfg, Prog: prog, Pkg: p, Contracts: p.Contracts, Compares: compares}).Provings(ctx)
}

// writeOverlay writes replacement files to a folder, and a JSON file that describes the overlay. It returns the
// path of the latter.
func writeOverlay(dir string, files map[string][]byte) (string, error) {
	replace := map[string]string{}
	for i, name := range slices.Sorted(maps.Keys(files)) {
		replace[name] = filepath.Join(dir, fmt.Sprint(i, ".go"))
		if err := os.WriteFile(replace[name], files[name], 0o600); err != nil {
			return "", err
		}
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	path := filepath.Join(dir, "overlay.json")
	return path, errors.Join(err, os.WriteFile(path, data, 0o600))
}
