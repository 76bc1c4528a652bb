// Package starter writes the first files that a module needs for rtest: its settings, a contract file,
// and a job for CI.
package starter

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/internal/wholefile"
)

// A File is a file to write. What describes its purpose in a few words.
type File struct {
	Path, What string
	Data       []byte
}

// A Plan has the files for a module.
type Plan struct {
	// Root is the folder of go.mod.
	Root  string
	Files []File
	// Notes say what is left out and why, one sentence each.
	Notes []string
	// Package is the folder of the package of the contract file, relative to Root, or empty.
	Package string
}

// New plans the files for the module of the packages of cfg. It writes nothing, and skips files that exist. To
// plan the contract file it runs the functions of up to five packages.
func New(ctx context.Context, cfg config.Config) (*Plan, error) {
	cfg.All, cfg.Save = true, false
	prog, err := prepare.Load(ctx, cfg)
	if err != nil {
		return nil, err
	}
	p := &Plan{}
	for _, pkg := range prog.Packages {
		if pkg.ModuleDir != "" {
			p.Root = pkg.ModuleDir
			break
		}
	}
	if p.Root == "" {
		return nil, errors.New("no package of a module here: begin with go mod init, and a package")
	}
	if err := p.add("rtest.toml", "the settings of rtest for this module", []byte(Settings)); err != nil {
		return nil, err
	}
	if err := p.contracts(ctx, cfg, prog.Packages); err != nil {
		return nil, err
	}
	return p, p.job()
}

// add plans a file, unless it exists.
func (p *Plan) add(name, what string, data []byte) error {
	path := filepath.Join(p.Root, filepath.FromSlash(name))
	_, err := os.Lstat(path)
	if err == nil {
		p.note("%s is there already", name)
		return nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	p.Files = append(p.Files, File{Path: path, What: what, Data: data})
	return nil
}

func (p *Plan) note(format string, args ...any) {
	p.Notes = append(p.Notes, fmt.Sprintf(format, args...))
}

// Pattern returns the package pattern of the package with the contract file, relative to the root of
// the module.
func (p *Plan) Pattern() string {
	if p.Package == "." {
		return "."
	}
	return "./" + p.Package
}

// Write writes the files, each whole or not at all.
func (p *Plan) Write() error {
	for _, f := range p.Files {
		if err := os.MkdirAll(filepath.Dir(f.Path), 0o755); err != nil {
			return err
		}
		if err := wholefile.Write(f.Path, f.Data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// Settings is the text of rtest.toml: flags with their defaults, as comments.
const Settings = `# Settings of rtest for this module: each flag of rtest is a key. A flag on the
# command line, and a directive such as //rtest:depth 3, count for more.
# The values below are the defaults.

# depth = 4          # how deep values are nested, how long slices are, how large numbers
# inputs = 200000    # at most so many inputs a function
# time = "30s"       # at most so long a function
# timeout = "1s"     # at most so long one call
`
