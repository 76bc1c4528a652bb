package build

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/rtest-dev/rtest/internal/cache"
	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
	"github.com/rtest-dev/rtest/refine"
)

// A Layer is an overlay for a go command of the user: files that replace those of the tree, and rtest's runtime.
type Layer struct{ o *overlay }

// NewLayer returns a layer for the go command that has these flags and this environment, over the
// module of a package.
func NewLayer(ctx context.Context, p *refine.Package, env, flags []string) (*Layer, error) {
	tools, err := findToolchain(ctx, p.Dir, env)
	if err != nil {
		return nil, err
	}
	at, err := tools.home(p, false)
	if err != nil {
		return nil, err
	}
	o := &overlay{home: at, files: map[string][]byte{}, stored: map[string]string{}, userOverlay: map[string]string{}}
	if err := o.readUserOverlay(flags); err != nil {
		return nil, err
	}
	for _, own := range ownPackages() {
		if err := o.layPackage(own, at); err != nil {
			return nil, err
		}
	}
	return &Layer{o}, nil
}

// Runtime returns the import path of the runtime.
func (l *Layer) Runtime() string { return l.o.home.path + "/rt" }

// Read reads a file as the user's go command sees it.
func (l *Layer) Read(path string) ([]byte, error) { return l.o.content(path) }

// Lay lays a file.
func (l *Layer) Lay(path string, data []byte) { l.o.files[path] = data }

// LayForwards lays the functions through which the contracts of a package use what other packages do
// not export. It returns their paths.
func (l *Layer) LayForwards(p *refine.Package) (paths []string) {
	for _, f := range p.Forwards.Files() {
		path := filepath.Join(f.Dir, stack.GeneratedPrefix+f.Name)
		l.Lay(path, f.Src)
		paths = append(paths, path)
	}
	return paths
}

// Stored stores a file that was laid in the cache, and returns its path there.
func (l *Layer) Stored(path string) (string, error) {
	c, err := cache.Open("assert")
	if err != nil {
		return "", err
	}
	return c.Store(l.o.files[path], filepath.Ext(path))
}

// Write stores the files in the cache, and returns the path of an overlay file for the go command. The
// same files have the same path.
func (l *Layer) Write() (string, error) {
	c, err := cache.Open("assert")
	if err != nil {
		return "", err
	}
	path, err := l.o.write(c)
	if err != nil {
		return "", fmt.Errorf("writing the generated files: %w", err)
	}
	return path, nil
}

// WithoutOverlay returns flags of the go command without -overlay.
func WithoutOverlay(flags []string) []string { return withoutOverlay(flags) }

// OverlaidFiles returns the content of the files that the user's flags replace, by absolute path.
func OverlaidFiles(flags []string) (map[string][]byte, error) {
	o := &overlay{userOverlay: map[string]string{}}
	if err := o.readUserOverlay(flags); err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for path := range o.userOverlay {
		data, err := o.content(path)
		if err != nil {
			return nil, fmt.Errorf("reading the overlay: %w", err)
		}
		files[path] = data
	}
	return files, nil
}

// OverlaidSource reads files as the go command with these flags sees them.
func OverlaidSource(flags []string) (Source, error) {
	o := &overlay{userOverlay: map[string]string{}}
	if err := o.readUserOverlay(flags); err != nil {
		return nil, err
	}
	return o.content, nil
}
