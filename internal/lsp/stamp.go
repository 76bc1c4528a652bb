package lsp

import (
	"maps"
	"path/filepath"
	"slices"

	"github.com/rtest-dev/rtest/internal/unchanged"
)

// isCurrent reports whether loading for a later view would give the same snapshot.
func (snap *snapshot) isCurrent(v *view) bool {
	if snap.prog == nil {
		return false
	}
	now := unchanged.StampsOf(slices.Collect(maps.Keys(snap.stamps.Dirs)))
	paths := map[string]bool{}
	for _, files := range []map[string]unchanged.Stamp{snap.stamps.Files, now.Files} {
		for path := range files {
			paths[path] = true
		}
	}
	for _, docs := range []map[string]*document{snap.view.docs, v.docs} {
		for path := range docs {
			if snap.stamps.Dirs[filepath.Dir(path)] {
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
		old, was := snap.stamps.Files[path]
		if is, there := now.Files[path]; was != there || old != is || one != nil && one.dirty {
			return false
		}
	}
	return true
}
