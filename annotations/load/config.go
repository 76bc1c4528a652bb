package load

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A Config says what to load. The zero value loads the package in the current directory.
type Config struct {
	// Context ends the go command, which lists and compiles dependencies, when it is done. Nil never ends it.
	Context context.Context
	// Dir is the directory in which the go command runs; empty means the current one.
	Dir string
	// Patterns are the go command's package patterns; none means ".".
	Patterns []string
	// Tags are build tags, separated by commas.
	Tags string
	// BuildFlags are further flags of the go command, for example -mod=vendor.
	BuildFlags []string
	// Env is the environment of the go command; nil means that of the process.
	Env []string
	// GoEnv, if not nil, returns the environment for each go command, and a function to call when
	// the command has ended. Packages are listed as long as a program is in use. Its error is due
	// to the machine.
	GoEnv func(env []string) (with []string, done func(), err error)
	// Overlay has the content of files that differs from that on disk, by absolute path.
	Overlay map[string][]byte
	// ContractTests leaves out the test files of packages in which no test file has contracts. A search for uses
	// of code needs them all.
	ContractTests bool
	// All also gives exported functions without a contract a contract; it is Bare.
	All bool
	// ByCalls, with All, has functions of the package make values of types with contracts, too. Else
	// whether the inputs of a contract reach a type decides how its values are made.
	ByCalls bool
}

// PatternsOrDot returns the patterns, or "." if there are none.
func (c Config) PatternsOrDot() []string {
	if len(c.Patterns) == 0 {
		return []string{"."}
	}
	return c.Patterns
}

// Flags returns the go command's flags: BuildFlags and that for Tags.
func (c Config) Flags() []string {
	flags := slices.Clone(c.BuildFlags)
	if c.Tags != "" {
		flags = append(flags, "-tags="+c.Tags)
	}
	return flags
}

// env returns the environment for a go command, and a function to call when the command has ended.
func (c Config) env() (env []string, done func(), err error) {
	env = c.Env
	if env == nil {
		env = os.Environ()
	}
	if c.GoEnv == nil {
		return env, func() {}, nil
	}
	return c.GoEnv(env)
}

// List asks the go command for the packages that match the patterns.
func (c Config) List(tests bool, patterns ...string) ([]*packages.Package, error) {
	env, done, err := c.env()
	if err != nil {
		return nil, fmt.Errorf("listing packages: %w", err)
	}
	defer done()
	ctx := cmp.Or(c.Context, context.Background())
	roots, err := packages.Load(&packages.Config{
		Context:    ctx,
		Mode:       metadataMode,
		Dir:        c.Dir,
		Env:        env,
		BuildFlags: c.Flags(),
		Overlay:    c.Overlay,
		Tests:      tests,
	}, patterns...)
	if ctx.Err() != nil {
		return nil, fmt.Errorf("listing packages: %w", ctx.Err())
	}
	if err != nil && strings.Contains(err.Error(), exec.ErrNotFound.Error()) {
		return nil, errors.New("listing packages: the go command is not in PATH; install it from https://go.dev/dl")
	}
	if err != nil {
		if _, output, ok := strings.Cut(err.Error(), ": stderr: "); ok && strings.TrimSpace(output) != "" {
			return nil, errors.New("listing packages: " + strings.TrimSpace(output))
		}
		return nil, fmt.Errorf("listing packages: %w (is the go command installed?)", err)
	}
	if len(roots) == 0 || len(roots) == 1 && len(roots[0].Errors) > 0 && strings.Contains(roots[0].Errors[0].Msg, "does not contain main module") {
		return nil, c.Unmatched(patterns)
	}
	if sizes := roots[0].TypesSizes; sizes != nil && sizes.Sizeof(types.Typ[types.Int]) != 8 {
		return nil, errors.New("GOARCH is set to a machine on which an int has 32 bits: rtest takes it to have 64; unset GOARCH")
	}
	return roots, nil
}

// Unmatched returns the error for patterns that match nothing.
func (c Config) Unmatched(patterns []string) error {
	if _, err := os.UserCacheDir(); err != nil && os.Getenv("GOCACHE") == "" {
		// The go command then lists nothing, and go/packages does not say why.
		return fmt.Errorf("the go command has no folder for its cache: %w; set GOCACHE", err)
	}
	if cache := os.Getenv("GOCACHE"); cache != "" && !filepath.IsAbs(cache) {
		return fmt.Errorf("the go command has no folder for its cache: GOCACHE is %q; set it to a folder, by its whole path", cache)
	}
	text := "no Go packages match " + strings.Join(patterns, " ")
	dir, err := filepath.Abs(c.Dir)
	if err == nil && !inModule(dir) {
		text += ": there is no go.mod in the folder or above it; create one with go mod init"
	}
	return errors.New(text)
}

// inModule reports whether a folder, or one above it, has a go.mod or go.work file.
func inModule(dir string) bool {
	for {
		for _, name := range []string{"go.mod", "go.work"} {
			if info, err := os.Stat(filepath.Join(dir, name)); err == nil && !info.IsDir() {
				return true
			}
		}
		up := filepath.Dir(dir)
		if up == dir {
			return false
		}
		dir = up
	}
}

const metadataMode = packages.NeedName | packages.NeedFiles | packages.NeedEmbedFiles | packages.NeedCompiledGoFiles |
	packages.NeedImports | packages.NeedDeps | packages.NeedExportFile |
	packages.NeedTypesSizes | packages.NeedModule | packages.NeedForTest
