package lsp

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// stamps identify the files on disk that a snapshot was made from, at that time.
type stamps struct {
	dirs  map[string]bool
	files map[string]stamp
}

// A stamp distinguishes contents of a file.
type stamp struct {
	size     int64
	modified time.Time
}

// changedSince makes the stamps of files changed after a time differ from all others.
func (s stamps) changedSince(t time.Time) stamps {
	for path, f := range s.files {
		if f.modified.After(t) {
			s.files[path] = stamp{size: -1}
		}
	}
	return s
}

// stampsOf returns the stamps of the Go files in directories, and of the files that configure their
// modules.
func stampsOf(dirs []string) stamps {
	s := stamps{map[string]bool{}, map[string]stamp{}}
	for _, dir := range dirs {
		s.dirs[dir] = true
		// An unreadable directory has no files. If it becomes readable, that is a change.
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			if !configures(e.Name()) && !strings.HasSuffix(e.Name(), ".go") {
				continue
			}
			if info, err := e.Info(); err == nil {
				s.files[filepath.Join(dir, e.Name())] = stamp{info.Size(), info.ModTime()}
			}
		}
	}
	for _, dir := range dirs {
		s.addConfiguration(dir)
	}
	return s
}

// addConfiguration adds the configuration files of the directories above dir.
func (s *stamps) addConfiguration(dir string) {
	for up := filepath.Dir(dir); up != dir; dir, up = up, filepath.Dir(up) {
		for _, name := range configuring {
			path := filepath.Join(up, name)
			if info, err := os.Stat(path); err == nil {
				s.files[path] = stamp{info.Size(), info.ModTime()}
			}
		}
	}
}

// configuring are the files that determine how the packages below them are loaded and tested.
var configuring = [...]string{"go.mod", "go.sum", "go.work", "go.work.sum", "rtest.toml"}

func configures(name string) bool {
	return slices.Contains(configuring[:], name)
}

// isCurrent reports whether loading for a later view would give the same snapshot.
func (snap *snapshot) isCurrent(v *view) bool {
	if snap.prog == nil {
		return false
	}
	now := stampsOf(slices.Collect(maps.Keys(snap.stamps.dirs)))
	paths := map[string]bool{}
	for _, files := range []map[string]stamp{snap.stamps.files, now.files} {
		for path := range files {
			paths[path] = true
		}
	}
	for _, docs := range []map[string]*document{snap.view.docs, v.docs} {
		for path := range docs {
			if snap.stamps.dirs[filepath.Dir(path)] {
				paths[path] = true
			}
		}
	}
	for path := range paths {
		before, after := snap.view.docs[path], v.docs[path]
		if before != nil && after != nil {
			if before.s != after.s {
				return false
			}
			continue
		}
		one := before
		if one == nil {
			one = after
		}
		old, was := snap.stamps.files[path]
		if is, there := now.files[path]; was != there || old != is || one != nil && one.dirty {
			return false
		}
	}
	return true
}
