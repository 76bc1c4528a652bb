package process

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"github.com/rtest-dev/rtest/internal/filelock"
)

// A Workspace is a folder for the temporary files of one run. The run holds the folder's lock as
// long as it lives. A folder with a free lock belongs to a run that was killed, and the next run
// removes it.
type Workspace struct {
	Dir    string
	unlock func()
	guard  *Guard
}

// lockFile is the name of the lock in a workspace.
const lockFile = "lock"

// NewWorkspace makes a folder in base, whose name begins with prefix. It removes the folders of
// runs that were killed.
func NewWorkspace(base, prefix string, guard *Guard) (*Workspace, error) {
	removeAbandoned(base, prefix)
	for {
		w := &Workspace{Dir: filepath.Join(base, fmt.Sprint(prefix, rand.Uint32())), guard: guard}
		// The guard must know the folder before it exists.
		guard.folder(w.Dir)
		err := os.Mkdir(w.Dir, 0o700)
		if err != nil {
			guard.noFolder(w.Dir)
			if errors.Is(err, fs.ErrExist) {
				continue
			}
			return nil, err
		}
		path := filepath.Join(w.Dir, lockFile)
		if w.unlock = filelock.Lock(path); w.unlock == nil {
			w.unlock = func() {}
			return w, nil
		}
		// Another run may have removed the folder before the lock was taken.
		if _, err := os.Stat(path); err == nil {
			return w, nil
		}
		w.Close()
	}
}

// Close removes the folder.
func (w *Workspace) Close() error {
	err := removeAll(w.Dir)
	w.unlock()
	w.guard.noFolder(w.Dir)
	return err
}

// unlockedFor is the age at which a workspace without a lock counts as abandoned. The lock is
// normally made right after the folder.
const unlockedFor = time.Minute

// removeAbandoned removes the workspaces of runs that were killed. What cannot be removed stays.
func removeAbandoned(base, prefix string) {
	dirs, _ := filepath.Glob(filepath.Join(base, prefix+"*"))
	for _, dir := range dirs {
		info, err := os.Lstat(dir)
		if err != nil || !info.IsDir() {
			continue
		}
		path := filepath.Join(dir, lockFile)
		if _, err := os.Stat(path); err != nil {
			if os.IsNotExist(err) && time.Since(info.ModTime()) > unlockedFor {
				removeAll(dir)
			}
			continue
		}
		if unlock := filelock.Try(path); unlock != nil {
			endStrays(runMark(dir)+"/", birth{})
			removeAll(dir)
			unlock()
		}
	}
}

// removeAll removes a folder with its content, even if the code under test removed its own
// permissions.
func removeAll(dir string) error {
	err := os.RemoveAll(dir)
	if err == nil {
		return nil
	}
	filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() {
			os.Chmod(path, 0o700)
		}
		return nil
	})
	return os.RemoveAll(dir)
}
