// Package cache keeps files between runs in the user's cache folder.
//
// A Folder holds files of one kind: generated sources under the hash of their content, programs in
// folders of their own, results under the hash of what they depend on. Many processes may use it at
// once, because files are made by renaming. Files that were not used for a week are removed. Bound
// also limits the size of programs.
package cache

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"github.com/rtest-dev/rtest/internal/wholefile"
)

// A Folder holds the files of one kind.
type Folder struct{ dir string }

// ErrNoFolder reports a cache folder that does not exist and cannot be made.
var ErrNoFolder = errors.New("the cache folder cannot be made")

// Open returns the folder of a kind, for example "harness". It is in the user's cache folder, or if
// that is missing, not writable or full, in the folder for temporary files. Open removes what was
// not used for long.
func Open(kind string) (*Folder, error) {
	root, err := Root()
	if err != nil {
		return nil, err
	}
	return makeFolder(root, kind)
}

// Temporary returns the folder of a kind among the temporary files. It serves when the folder that
// Open returns has no room.
func Temporary(kind string) (*Folder, error) {
	root, err := ownTemporaryFolder()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoFolder, err)
	}
	return makeFolder(root, kind)
}

// Full reports whether an error says that a disk has no room.
func Full(err error) bool { return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) }

// makeFolder makes the folder of a kind.
func makeFolder(root, kind string) (*Folder, error) {
	c := &Folder{filepath.Join(root, kind)}
	if err := os.MkdirAll(c.dir, 0o777); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoFolder, err)
	}
	c.trim()
	return c, nil
}

// Root returns the folder that holds the folders of all kinds, and makes it.
func Root() (string, error) {
	dir, err := os.UserCacheDir()
	if err == nil {
		dir = filepath.Join(dir, "rtest")
		err = checkWritable(dir)
		if err == nil {
			return dir, nil
		}
	}
	if dir, own := ownTemporaryFolder(); own == nil {
		return dir, nil
	} else if err == nil {
		err = own
	}
	return "", fmt.Errorf("%w: %w", ErrNoFolder, err)
}

// ownTemporaryFolder makes a folder among the temporary files into which no other user can put a
// program.
func ownTemporaryFolder() (string, error) {
	dir := filepath.Join(os.TempDir(), "rtest-"+strconv.Itoa(os.Getuid()))
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return "", err
	}
	if !info.IsDir() || runtime.GOOS != "windows" && info.Mode().Perm() != 0o700 {
		return "", fmt.Errorf("%s is not a folder of this user alone", dir)
	}
	return dir, checkWritable(dir)
}

// checkWritable makes a folder and checks that files can be written in it.
func checkWritable(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, "writable")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// Store keeps data under its own hash, with an extension such as ".go", and returns the path.
func (c *Folder) Store(data []byte, ext string) (string, error) {
	path := c.path(string(data)) + ext
	info, err := os.Stat(path)
	if err == nil && info.Size() == int64(len(data)) {
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, data) {
			touch(path, info)
			return path, nil
		}
	}
	return path, write(path, data)
}

// Put keeps data under a key, for Get.
func (c *Folder) Put(key string, data []byte) error {
	return write(c.path(key)+".entry", append([]byte(Sum(string(data))+"\n"), data...))
}

// Get returns what was last put under a key, and whether there is something. A damaged file counts
// as missing.
func (c *Folder) Get(key string) ([]byte, bool) {
	path := c.path(key) + ".entry"
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, false
	}
	sum, data, ok := bytes.Cut(text, []byte("\n"))
	if !ok || string(sum) != Sum(string(data)) {
		return nil, false
	}
	if info, err := os.Stat(path); err == nil {
		touch(path, info)
	}
	return data, true
}

// Checksum returns a checksum of a file, for files too large to be kept under their hash.
func Checksum(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	n, err := io.Copy(sum, f)
	return fmt.Sprintf("%d-%08x", n, sum.Sum32()), err
}

// path returns the path of a key without an extension.
func (c *Folder) path(key string) string {
	name := Sum(key)
	return filepath.Join(c.dir, name[:2], name)
}

// Sum returns a hash of parts, in characters that file names may have.
func Sum(parts ...string) string {
	h := sha256.New()
	for i, p := range parts {
		if len(parts) > 1 {
			fmt.Fprintf(h, "%d:%d:", i, len(p))
		}
		h.Write([]byte(p))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// write writes a file that appears whole, and replaces a damaged one.
func write(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return wholefile.Replace(path, data, 0o666)
}

// Dir returns a folder for what is built under a key.
func (c *Folder) Dir(key string) (string, error) {
	dir := filepath.Join(c.dir, "bin", Sum(key))
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	if info, err := os.Stat(dir); err == nil {
		touch(dir, info)
	}
	return dir, nil
}

// The time between two trims of the cache, and the time after which files that were not used are
// removed.
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

// trim removes what was not used for long. It never fails: what cannot be removed stays.
func (c *Folder) trim() {
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
