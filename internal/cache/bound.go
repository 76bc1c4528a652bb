package cache

import (
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/rtest-dev/rtest/internal/filelock"
)

// LockName is the name of the file in a folder of Dir that is locked while something is built
// there.
const LockName = "lock"

// Bound removes what was built in the folders of Dir, least recently used first, until the total
// size is at most limit bytes. Folders that another process has locked stay. A program in use
// should be a link in a folder of its own, because such folders stay as well. Like Open, Bound
// never fails: what cannot be removed stays.
func (c *Folder) Bound(limit int64) {
	dirs, err := os.ReadDir(filepath.Join(c.dir, "bin"))
	if err != nil {
		return
	}
	var all []builtFolder
	total := int64(0)
	for _, d := range dirs {
		if b := measure(filepath.Join(c.dir, "bin", d.Name())); b.size > 0 {
			all, total = append(all, b), total+b.size
		}
	}
	slices.SortFunc(all, func(a, b builtFolder) int { return a.used.Compare(b.used) })
	for _, b := range all {
		if total <= limit {
			return
		}
		total -= b.remove()
	}
}

// A builtFolder is what a folder of Dir holds, except the folders in it, which belong to runs.
type builtFolder struct {
	dir   string
	files []string
	size  int64
	used  time.Time
}

func measure(dir string) builtFolder {
	b := builtFolder{dir: dir}
	info, err := os.Stat(dir)
	if err != nil {
		return b
	}
	b.used = info.ModTime()
	files, _ := os.ReadDir(dir)
	for _, f := range files {
		info, err := f.Info()
		if err != nil || !info.Mode().IsRegular() || f.Name() == LockName {
			continue
		}
		b.files, b.size = append(b.files, filepath.Join(dir, f.Name())), b.size+info.Size()
	}
	return b
}

// remove removes the files and returns how many bytes that freed. The folder and its lock stay,
// because another process may wait for the lock.
func (b builtFolder) remove() int64 {
	unlock := filelock.Try(filepath.Join(b.dir, LockName))
	if unlock == nil {
		return 0
	}
	defer unlock()
	// A run that starts makes a folder in it, which changes its time.
	if now := measure(b.dir); !now.used.Equal(b.used) {
		return 0
	}
	for _, path := range b.files {
		os.Remove(path)
	}
	os.Chtimes(b.dir, b.used, b.used)
	return b.size - measure(b.dir).size
}
