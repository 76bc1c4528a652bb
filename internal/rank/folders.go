package rank

import (
	"context"
	"fmt"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check/observe"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/refine"
)

// loadFolders finds answers that are packages with the same functions. The process of one of them,
// which has the contract, calls all.
func (r *ranking) loadFolders(ctx context.Context) error {
	folders := withModel(r.Folders, r.Model)
	cfg := r.Config
	cfg.Patterns = folders
	prog, err := prepare.Load(ctx, cfg)
	if err != nil {
		return err
	}
	packages := make([]*refine.Package, len(folders))
	for i, folder := range folders {
		dir, err := filepath.Abs(filepath.Join(r.Dir, folder))
		if err != nil {
			return err
		}
		n := slices.IndexFunc(prog.Packages, func(p *refine.Package) bool { return !p.External && sameFolder(p.Dir, dir) })
		if n < 0 {
			return fmt.Errorf("%s has no package", folder)
		}
		packages[i] = prog.Packages[n]
		if err := observe.Mistakes(packages[i]); err != nil {
			return fmt.Errorf("%s: %w", folder, err)
		}
		a := answer{name: strings.TrimPrefix(filepath.ToSlash(filepath.Clean(folder)), "./")}
		for _, name := range r.Functions {
			c, err := observe.ContractOf(prog, packages[i], name)
			if err != nil {
				return err
			}
			if c.Recv != nil {
				return fmt.Errorf("%s is a method, and its receiver has another type in each folder: name functions", name)
			}
			a.pos, a.funcs = append(a.pos, c), append(a.funcs, c.Func)
		}
		if folder == r.Model {
			r.model = i
		}
		r.answers = append(r.answers, a)
	}
	r.ops = make([]operation, len(r.Functions))
	for i, name := range r.Functions {
		r.ops[i].name = name
	}
	if err := r.judged(func(a *answer, op int) *refine.Contract { return a.pos[op] }); err != nil {
		return err
	}
	home := slices.IndexFunc(r.answers, func(a answer) bool { return a.name == r.judge })
	return r.join(ctx, packages, home)
}

// sameFolder compares folders, one of which may be a symbolic link.
func sameFolder(a, b string) bool {
	if a == b {
		return true
	}
	x, err1 := os.Stat(a)
	y, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(x, y)
}

// importsFile is the name of the file added next to the contract.
const importsFile = "rtest_rank_imports_test.go"

// join loads the package of the contract once more, with imports of the others.
func (r *ranking) join(ctx context.Context, packages []*refine.Package, home int) error {
	base := packages[home]
	src, err := r.importing(packages, home)
	if err != nil {
		return err
	}
	cfg := r.Config
	cfg.Patterns = []string{base.Dir}
	temp, remove, err := r.Guard.TempDir("rtest-rank-")
	if err != nil {
		return err
	}
	r.remove = remove
	if err := prepare.AddFile(&r.Config, temp, filepath.Join(base.Dir, importsFile), []byte(src)); err != nil {
		return err
	}
	cfg.Overlay = r.Overlay
	prog, err := prepare.Load(ctx, cfg)
	if err != nil {
		return err
	}
	if r.pkg, err = observe.Only(prog); err != nil {
		return err
	}
	r.prog = prog
	if file := filepath.Join(r.pkg.Dir, importsFile); slices.Contains(r.pkg.TestFiles, file) {
		r.pkg.UsedTests = append(slices.Clone(r.pkg.UsedTests), file)
	}
	for op, name := range r.Functions {
		c, err := observe.ContractOf(prog, r.pkg, name)
		if err != nil {
			return err
		}
		r.ops[op].contract = c
	}
	for i := range r.answers {
		scope := r.pkg.Types.Scope()
		if i != home {
			p := imported(r.pkg.Types, packages[i].Path)
			if p == nil {
				return fmt.Errorf("%s was not loaded", packages[i].Path)
			}
			scope = p.Scope()
		}
		for op, name := range r.Functions {
			fn, ok := scope.Lookup(name).(*types.Func)
			if !ok {
				return fmt.Errorf("%s has no function %s", packages[i].Path, name)
			}
			r.answers[i].funcs[op] = fn
		}
	}
	return nil
}

// importing is a file of the package of the contract that imports all others.
func (r *ranking) importing(packages []*refine.Package, home int) (string, error) {
	var src strings.Builder
	base := packages[home]
	fmt.Fprintf(&src, "package %s\n\n", base.Name)
	for i, p := range packages {
		switch {
		case i == home:
		case p.Name == "main":
			return "", fmt.Errorf("%s is package main, which cannot be imported; give it another name", p.Path)
		case p.Path == base.Path:
			return "", fmt.Errorf("%s and %s are one package", r.answers[i].name, r.answers[home].name)
		case imports(p.Types, base.Path):
			return "", fmt.Errorf("%s imports %s, which has the contract, so that they cannot be called together; move what it imports into a package of its own", p.Path, base.Path)
		default:
			fmt.Fprintf(&src, "import _ %q\n", p.Path)
		}
	}
	return src.String(), nil
}

// imports reports whether a package reaches another by its imports.
func imports(p *types.Package, path string) bool {
	return imported(p, path) != nil
}

// imported returns a package among those that p imports, directly or not.
func imported(p *types.Package, path string) *types.Package {
	seen := map[*types.Package]bool{}
	var find func(p *types.Package) *types.Package
	find = func(p *types.Package) *types.Package {
		for _, q := range p.Imports() {
			if q.Path() == path {
				return q
			}
		}
		for _, q := range p.Imports() {
			if !seen[q] {
				seen[q] = true
				if found := find(q); found != nil {
					return found
				}
			}
		}
		return nil
	}
	return find(p)
}
