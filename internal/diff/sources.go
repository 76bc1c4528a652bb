package diff

import (
	"archive/tar"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// loadRevisions compares packages of a revision with those of the working tree, or of another one.
func (c *comparison) loadRevisions(ctx context.Context) error {
	first, second, two := strings.Cut(c.Revision, "..")
	old, err := c.revision(ctx, first)
	if err != nil {
		return err
	}
	now := &version{name: "the working tree", Config: c.Config}
	if two {
		if now, err = c.revision(ctx, second); err != nil {
			return err
		}
	}
	return c.pair(ctx, old, now)
}

// revision lays the files of a revision into a folder of its own. The repository does not change.
func (c *comparison) revision(ctx context.Context, rev string) (*version, error) {
	if _, err := exec.LookPath("git"); err != nil {
		return nil, errors.New("-rev asks git for the files of a revision, and git is not in $PATH; install it, or compare modules: rtest diff -mod m@v1 m@v2")
	}
	root, err := c.git(ctx, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, fmt.Errorf("-rev: this folder is in no git repository: %w", err)
	}
	prefix, err := c.git(ctx, "rev-parse", "--show-prefix")
	if err != nil {
		return nil, err
	}
	if rev == "" || strings.HasPrefix(rev, "-") {
		return nil, fmt.Errorf("-rev %q is not a revision: name a commit, branch or tag, or two: v1.0..v1.1", c.Revision)
	}
	hash, err := c.git(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	if err != nil {
		return nil, fmt.Errorf("-rev: git knows no revision %s; git log shows the commits, git tag the tags", rev)
	}
	temp, err := c.temp()
	if err != nil {
		return nil, err
	}
	data, err := c.git(ctx, "-C", strings.TrimSpace(root), "archive", "--format=tar", strings.TrimSpace(hash))
	if err != nil {
		return nil, err
	}
	if err := unpack(strings.NewReader(data), temp); err != nil {
		return nil, fmt.Errorf("the files of %s: %w", rev, err)
	}
	v := &version{name: rev, Config: c.Config}
	v.Dir = filepath.Join(temp, filepath.FromSlash(strings.TrimSpace(prefix)))
	if _, err := os.Stat(v.Dir); err != nil {
		return nil, fmt.Errorf("-rev: there is no folder %s in %s", strings.TrimSpace(prefix), rev)
	}
	return v, nil
}

// git runs a command of git in the folder of the configuration.
func (c *comparison) git(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir, cmd.Env = c.Dir, c.Env
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if text := strings.TrimSpace(stderr.String()); err != nil && text != "" {
		err = errors.New(text)
	}
	return string(out), err
}

// temp makes a folder that close removes.
func (c *comparison) temp() (string, error) {
	temp, remove, err := c.Guard.TempDir("rtest-diff-")
	if err == nil {
		c.remove = append(c.remove, remove)
	}
	return temp, err
}

// unpack writes the files of an archive below a folder.
func unpack(r io.Reader, dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	for t := tar.NewReader(r); ; {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch h.Typeflag {
		case tar.TypeDir:
			err = root.MkdirAll(filepath.Clean(h.Name), 0o755)
		case tar.TypeSymlink:
			err = root.Symlink(h.Linkname, h.Name)
		case tar.TypeReg:
			var data []byte
			if data, err = io.ReadAll(t); err == nil {
				err = errors.Join(root.MkdirAll(filepath.Dir(h.Name), 0o755), root.WriteFile(h.Name, data, h.FileInfo().Mode().Perm()|0o600))
			}
		}
		if err != nil {
			return err
		}
	}
}

// loadModules compares two versions of a module.
func (c *comparison) loadModules(ctx context.Context) error {
	c.All = true
	old, err := c.module(ctx, c.Modules[0])
	if err != nil {
		return err
	}
	now, err := c.module(ctx, c.Modules[1])
	if err != nil {
		return err
	}
	return c.pair(ctx, old, now)
}

// module copies a module into a new folder, where it is the main module.
func (c *comparison) module(ctx context.Context, name string) (*version, error) {
	path, _, ok := strings.Cut(name, "@")
	if !ok || path == "" {
		return nil, fmt.Errorf("%s is not a module with a version, such as example.com/m@v1.2.0", name)
	}
	temp, err := c.temp()
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, "go", "mod", "download", "-json", name)
	cmd.Dir, cmd.Env = temp, append(c.environment(), "GOWORK=off", "GOFLAGS=-mod=mod")
	out, err := cmd.Output()
	var got struct{ Dir, Error string }
	if json.Unmarshal(out, &got) != nil || got.Error != "" || got.Dir == "" {
		if got.Error == "" && err != nil {
			got.Error = err.Error()
		}
		return nil, fmt.Errorf("%s cannot be had: %s", name, got.Error)
	}
	dir := filepath.Join(temp, "module")
	if err := os.CopyFS(dir, os.DirFS(got.Dir)); err != nil {
		return nil, err
	}
	err = filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		mode := os.FileMode(0o600)
		if err == nil && d.IsDir() {
			mode = 0o700
		}
		return errors.Join(err, os.Chmod(p, mode))
	})
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err != nil {
		if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module "+path+"\n"), 0o600); err != nil {
			return nil, err
		}
	}
	v := &version{name: name, Config: c.Config}
	v.Dir, v.Env = dir, append(c.environment(), "GOWORK=off")
	v.BuildFlags = append(v.BuildFlags[:len(v.BuildFlags):len(v.BuildFlags)], "-mod=mod")
	if len(v.Patterns) == 0 {
		v.Patterns = []string{"./..."}
	}
	return v, nil
}

// environment is that of the go command.
func (c *comparison) environment() []string {
	if c.Env != nil {
		return c.Env[:len(c.Env):len(c.Env)]
	}
	return os.Environ()
}
