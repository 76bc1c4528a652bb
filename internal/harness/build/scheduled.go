package build

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
	"github.com/rtest-dev/rtest/refine"
)

// A Source reads a file as the user's go command sees it.
type Source func(path string) ([]byte, error)

// Scheduled builds a program of a package whose files are replaced. write returns the replacements by path, and
// the text of the test file that has TestMain. It gets the import path of the runtime, which the files may
// import. Errors are those of Build.
func Scheduled(ctx context.Context, p *refine.Package, opt Options, write func(runtime string, read Source) (files map[string][]byte, main []byte, err error)) (*Executable, error) {
	e := &Executable{unit: &codegen.Unit{Pkg: p}, opt: opt}
	dir, _ := e.folder()
	var err error
	if e.tools, err = findToolchain(ctx, dir, opt.Env); err != nil {
		return nil, err
	}
	at, err := e.tools.home(p, opt.InModule)
	if err != nil {
		return nil, err
	}
	if e.files, err = newOverlay(e.unit, at, nil, opt.Flags); err != nil {
		return nil, err
	}
	files, main, err := write(at.path+"/rt", e.files.content)
	if err != nil {
		return nil, err
	}
	maps.Copy(e.files.files, files)
	e.files.files[GeneratedFile(p, "main")] = main
	if err = e.build(ctx); err == nil {
		return e, nil
	}
	e.Close()
	compile, ok := errors.AsType[*codegen.CompileError](err)
	if !ok {
		return nil, err
	}
	compile.Output = e.files.translate(compile.Output)
	if !opt.InModule && runtimeRefused(compile.Output) {
		opt.InModule = true
		return Scheduled(ctx, p, opt, write)
	}
	return nil, fmt.Errorf("what is scheduled does not compile: %w", compile)
}

// GeneratedFile returns the path of a generated test file of a package.
func GeneratedFile(p *refine.Package, name string) string {
	return filepath.Join(p.Dir, stack.GeneratedPrefix+name+"_test.go")
}

// Files returns the files of a package that a program is built from and that the program of
// Scheduled may replace: those without tests, and the test files with contracts.
func Files(p *refine.Package) []string { return slices.Concat(p.GoFiles, p.UsedTests) }
