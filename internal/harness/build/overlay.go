package build

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/cache"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/harness/rt"
	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
	"github.com/rtest-dev/rtest/internal/search"
)

// An overlay holds the files that the go command sees instead of the user's, by path. Nil means that the file is
// removed.
type overlay struct {
	// home is where rtest's packages are laid.
	home  home
	files map[string][]byte
	// stored are the original paths of the files, by their names in the cache.
	stored map[string]string
	// replace is the overlay in the go command's form: the paths of the files in the cache, or "", by path.
	replace map[string]string
	// userOverlay is the overlay of the user's own flags: the path on disk by path.
	userOverlay map[string]string
	// mentions are, by path, the mentions in packages whose functions have counters. They are
	// collected if there are guided targets.
	mentions map[string]mentions
}

// An ownPackage is a package of rtest that the process needs, including the packages below it. It has the path
// in rtest's module, the folder in the overlay, and the files.
type ownPackage struct {
	path, folder string
	files        fs.FS
}

func ownPackages() []ownPackage {
	return []ownPackage{
		{"internal/harness/rt", "rt", rt.Files()},
		{"internal/search", "search", search.Files()},
		{"internal/form", "form", form.Files()},
		{"decode/tree", "tree", tree.Files()},
	}
}

// modulePath begins the import paths of rtest's own packages.
const modulePath = "github.com/rtest-dev/rtest/"

// newOverlay lays the unit's generated files and the runtime over the tree.
func newOverlay(u *codegen.Unit, at home, generated []codegen.File, flags []string) (*overlay, error) {
	o := &overlay{home: at, files: map[string][]byte{}, stored: map[string]string{}, userOverlay: map[string]string{}, mentions: map[string]mentions{}}
	if err := o.readUserOverlay(flags); err != nil {
		return nil, err
	}
	for _, p := range ownPackages() {
		if err := o.layPackage(p, at); err != nil {
			return nil, err
		}
	}
	for _, f := range generated {
		o.files[filepath.Join(u.Pkg.Dir, f.Name)] = f.Data
	}
	for _, f := range u.Pkg.Forwards.Files() {
		o.files[filepath.Join(f.Dir, stack.GeneratedPrefix+f.Name)] = f.Src
	}
	return o, o.hideTests(u)
}

// layPackage puts the files of a package into the home, except tests and the file that embeds them.
func (o *overlay) layPackage(p ownPackage, at home) error {
	return fs.WalkDir(p.files, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(file, "_test.go") || file == "source.go" {
			return err
		}
		text, err := fs.ReadFile(p.files, file)
		if err != nil {
			return err
		}
		data, err := relocated(string(text), at.path)
		if err != nil {
			return fmt.Errorf("laying %s: %w", file, err)
		}
		o.files[filepath.Join(at.dir, p.folder, filepath.FromSlash(file))] = data
		return nil
	})
}

// relocated adapts a file of rtest to its place below path: it changes the imports of rtest's
// packages, and sets the language version to codegen.Version.
func relocated(text, path string) ([]byte, error) {
	for _, p := range ownPackages() {
		text = strings.ReplaceAll(text, `"`+modulePath+p.path, `"`+path+"/"+p.folder)
	}
	line := "//go:build " + codegen.Version
	var rest []string
	for l := range strings.Lines(text) {
		if constraint.IsGoBuild(l) {
			x, err := constraint.Parse(l)
			if err != nil {
				return nil, err
			}
			line += " && (" + x.String() + ")"
			continue
		}
		rest = append(rest, l)
	}
	return []byte(line + "\n\n" + strings.Join(rest, "")), nil
}

// hideTests removes the test files that no contract needs from the tree, and TestMain from the
// others. If the external tests of the package have the contracts, its own test files stay. If the
// package has them itself, its external tests are removed.
func (o *overlay) hideTests(u *codegen.Unit) error {
	paths, err := o.testsIn(u.Pkg.Dir)
	if err != nil {
		return err
	}
	paths = append(paths, u.Pkg.TestFiles...)
	for _, path := range slices.Compact(slices.Sorted(slices.Values(paths))) {
		own := slices.Contains(u.Pkg.TestFiles, path)
		if own && !slices.Contains(u.Pkg.UsedTests, path) || !own && !u.Pkg.External {
			o.files[path] = nil
			continue
		}
		data, err := o.content(path)
		if err != nil {
			return err
		}
		changed, err := withoutTestMain(path, data)
		if err != nil && own {
			return err
		}
		if err != nil {
			continue // A build constraint may exclude it; otherwise the compiler reports it.
		}
		if !bytes.Equal(changed, data) {
			o.files[path] = changed
		}
	}
	return nil
}

// testsIn returns the paths of the test files in a folder, including those that exist only in the
// user's overlay.
func (o *overlay) testsIn(dir string) (paths []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), "_test.go") {
			paths = append(paths, filepath.Join(dir, e.Name()))
		}
	}
	for path := range o.userOverlay {
		if filepath.Dir(path) == dir && strings.HasSuffix(path, "_test.go") {
			paths = append(paths, path)
		}
	}
	return paths, nil
}

// withoutTestMain renames a function TestMain to the blank name. All positions stay the same.
func withoutTestMain(path string, src []byte) ([]byte, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, path, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "TestMain" {
			at := fset.Position(fn.Name.Pos()).Offset
			src = bytes.Clone(src)
			copy(src[at:], "_       ")
		}
	}
	return src, nil
}

// readUserOverlay reads the overlay that the user's flags give.
func (o *overlay) readUserOverlay(flags []string) error {
	path := ""
	for i, f := range flags {
		f = strings.TrimPrefix(strings.TrimPrefix(f, "-"), "-")
		if v, ok := strings.CutPrefix(f, "overlay="); ok {
			path = v
		} else if f == "overlay" && i+1 < len(flags) {
			path = flags[i+1]
		}
	}
	if path == "" {
		return nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("reading the overlay: %w", err)
	}
	var file struct{ Replace map[string]string }
	if err := json.Unmarshal(data, &file); err != nil {
		return fmt.Errorf("reading the overlay %s: %w", path, err)
	}
	for from, to := range file.Replace {
		abs, err := filepath.Abs(from)
		if err != nil {
			return err
		}
		o.userOverlay[abs] = to
	}
	return nil
}

// content returns a file as the user's go command sees it.
func (o *overlay) content(path string) ([]byte, error) {
	if to, ok := o.userOverlay[path]; ok {
		path = to
	}
	return os.ReadFile(path)
}

// write stores the files in the cache and returns the path of the overlay file for the go command.
func (o *overlay) write(c *cache.Folder) (string, error) {
	replace := map[string]string{}
	for from, to := range o.userOverlay {
		replace[from] = to
	}
	for path, data := range o.files {
		if data == nil {
			replace[path] = ""
			continue
		}
		stored, err := c.Store(data, filepath.Ext(path))
		if err != nil {
			return "", err
		}
		replace[path] = stored
		o.stored[filepath.Base(stored)] = path
	}
	o.replace = replace
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	return c.Store(data, ".json")
}

// cachedFile matches the path of a file in the cache.
var cachedFile = regexp.MustCompile(`[^\s:]*[0-9a-f]{32}\.go`)

// translate replaces the paths of cache files in the output of the go command by the paths that the
// user knows.
func (o *overlay) translate(output string) string {
	return cachedFile.ReplaceAllStringFunc(output, func(path string) string {
		if own, ok := o.stored[filepath.Base(path)]; ok {
			return own
		}
		return path
	})
}
