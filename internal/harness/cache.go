package harness

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// A cache is a folder of the user in which generated files are kept under the
// hash of their content: the go command finds again what it built from equal
// files. Many processes may use it at once.
type cache struct{ dir string }

// openCache returns the cache, in the user's cache folder or, where there is
// none, in the one for temporary files.
func openCache() (*cache, error) {
	base, err := os.UserCacheDir()
	if err != nil {
		base = os.TempDir()
	}
	c := &cache{filepath.Join(base, "rtest", "harness")}
	if err := os.MkdirAll(c.dir, 0o777); err != nil {
		return nil, fmt.Errorf("the cache folder cannot be made: %w", err)
	}
	c.trim()
	return c, nil
}

// store keeps data in a file and returns its path.
func (c *cache) store(data []byte, ext string) (string, error) {
	sum := sha256.Sum256(data)
	name := hex.EncodeToString(sum[:16])
	dir := filepath.Join(c.dir, name[:2])
	path := filepath.Join(dir, name+ext)
	if info, err := os.Stat(path); err == nil && info.Size() == int64(len(data)) {
		touch(path, info)
		return path, nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	f, err := os.CreateTemp(dir, name+".*.tmp")
	if err != nil {
		return "", err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(data)
	if err := errors.Join(err, f.Close()); err != nil {
		return "", err
	}
	return path, os.Rename(f.Name(), path)
}

// folder returns a folder for what is built under a key.
func (c *cache) folder(key string) (string, error) {
	sum := sha256.Sum256([]byte(key))
	dir := filepath.Join(c.dir, "bin", hex.EncodeToString(sum[:16]))
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	if info, err := os.Stat(dir); err == nil {
		touch(dir, info)
	}
	return dir, nil
}

// The times after which the cache is looked through, and files are removed
// that were not used.
const (
	trimEvery = 24 * time.Hour
	trimAfter = 7 * 24 * time.Hour
)

// touch notes that a file is in use.
func touch(path string, info fs.FileInfo) {
	if now := time.Now(); now.Sub(info.ModTime()) > trimEvery/2 {
		os.Chtimes(path, now, now)
	}
}

// trim removes what was not used for long. It never fails: what cannot be
// removed stays.
func (c *cache) trim() {
	mark := filepath.Join(c.dir, "trimmed")
	now := time.Now()
	if info, err := os.Stat(mark); err == nil && now.Sub(info.ModTime()) < trimEvery {
		return
	}
	if err := os.WriteFile(mark, nil, 0o666); err != nil {
		return
	}
	os.Chtimes(mark, now, now)
	bins, _ := filepath.Glob(filepath.Join(c.dir, "bin", "*"))
	files, _ := filepath.Glob(filepath.Join(c.dir, "??", "*"))
	for _, path := range append(bins, files...) {
		if info, err := os.Stat(path); err == nil && now.Sub(info.ModTime()) > trimAfter {
			os.RemoveAll(path)
		}
	}
}

// abandoned removes the folders of runs that were killed: no run takes so long.
func (c *cache) abandoned(dir string) {
	runs, _ := filepath.Glob(filepath.Join(dir, "run-*"))
	for _, path := range runs {
		if info, err := os.Stat(path); err == nil && time.Since(info.ModTime()) > trimAfter {
			os.RemoveAll(path)
		}
	}
}
