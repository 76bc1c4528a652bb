package gotest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
)

// A listed is a package as the go command lists it.
type listed struct {
	ImportPath, Dir, Name string
	DepOnly, Standard     bool
	GoFiles, CgoFiles     []string
	TestGoFiles           []string
	XTestGoFiles          []string
	Module                *struct{ Main bool }
	Deps                  []string
	// tested are the packages under test that are compiled into its test binary.
	tested []string
}

// files returns the paths of files of the package.
func (l *listed) files(lists ...[]string) (paths []string) {
	for _, name := range slices.Concat(lists...) {
		paths = append(paths, filepath.Join(l.Dir, name))
	}
	return paths
}

// own reports whether the package belongs to a main module.
func (l *listed) own() bool { return l.Module != nil && l.Module.Main }

// list asks the go command for the tested packages, and for the packages of the module that they consist of.
func list(ctx context.Context, r Request) ([]*listed, error) {
	args := []string{"list", "-e", "-deps", "-test", "-json=ImportPath,Dir,Name,DepOnly,Standard,GoFiles,CgoFiles,TestGoFiles,XTestGoFiles,Module,Deps"}
	cmd := r.goCommand(ctx, slices.Concat(args, r.Build, r.Packages))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil && len(out) == 0 {
		return nil, fmt.Errorf("listing packages: %w: %s", err, bytes.TrimSpace(stderr.Bytes()))
	}
	return parseList(bytes.NewReader(out))
}

// parseList reads what the go command lists. Variants of packages that are built for tests are left
// out.
func parseList(in io.Reader) ([]*listed, error) {
	var out []*listed
	binaries := map[string][]string{}
	for dec := json.NewDecoder(in); ; {
		l := &listed{}
		err := dec.Decode(l)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("reading what go list says: %w", err)
		}
		if of, ok := strings.CutSuffix(l.ImportPath, ".test"); ok && l.Name == "main" {
			binaries[of] = l.Deps
			continue
		}
		if l.own() && !strings.Contains(l.ImportPath, " [") {
			out = append(out, l)
		}
	}
	for _, l := range out {
		for _, dep := range binaries[l.ImportPath] {
			path, _, _ := strings.Cut(dep, " [")
			l.tested = append(l.tested, path)
		}
	}
	return out, nil
}
