// Package unchanged says what of an earlier run still holds: which files differ from those that were
// read, and which contracts depend on something that has changed. It takes packages and configurations,
// and knows nothing of results.
package unchanged

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Stamps identify the content that the files of some folders had at one time.
type Stamps struct {
	Dirs  map[string]bool
	Files map[string]Stamp
}

// A Stamp distinguishes contents of a file.
type Stamp struct {
	size     int64
	modified time.Time
}

// ChangedSince makes the stamps of files changed after a time differ from all others.
func (s Stamps) ChangedSince(t time.Time) Stamps {
	for path, f := range s.Files {
		if f.modified.After(t) {
			s.Files[path] = Stamp{size: -1}
		}
	}
	return s
}

// StampsOf returns the stamps of the Go files in folders, of further files, and of the files that
// configure the modules.
func StampsOf(dirs []string, files ...string) Stamps {
	s := Stamps{map[string]bool{}, map[string]Stamp{}}
	for _, dir := range dirs {
		s.Dirs[dir] = true
		// An unreadable directory has no files. If it becomes readable, that is a change.
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			if !Configures(e.Name()) && !strings.HasSuffix(e.Name(), ".go") {
				continue
			}
			if info, err := e.Info(); err == nil {
				s.Files[filepath.Join(dir, e.Name())] = Stamp{info.Size(), info.ModTime()}
			}
		}
	}
	for _, dir := range dirs {
		s.addConfiguration(dir)
	}
	for _, path := range files {
		if info, err := os.Stat(path); err == nil {
			s.Files[path] = Stamp{info.Size(), info.ModTime()}
		}
	}
	return s
}

// addConfiguration adds the configuration files of the directories above dir.
func (s *Stamps) addConfiguration(dir string) {
	for up := filepath.Dir(dir); up != dir; dir, up = up, filepath.Dir(up) {
		for _, name := range configuring {
			path := filepath.Join(up, name)
			if info, err := os.Stat(path); err == nil {
				s.Files[path] = Stamp{info.Size(), info.ModTime()}
			}
		}
	}
}

// configuring are the files that determine how the packages below them are loaded and tested.
var configuring = [...]string{"go.mod", "go.sum", "go.work", "go.work.sum", "rtest.toml"}

// Configures reports whether a file with that name says how the packages below it are loaded and tested.
func Configures(name string) bool {
	return slices.Contains(configuring[:], name)
}
