package arch

import "testing"

// A room has at most so many files and lines outside tests. What needs more is two
// things.
const (
	mostFiles = 25
	mostLines = 6000
)

func TestRooms(t *testing.T) {
	files, lines := map[string]int{}, map[string]int{}
	for _, f := range sources(t) {
		files[f.pkg]++
		lines[f.pkg] += f.fset.File(f.syntax.FileStart).LineCount()
	}
	for pkg, n := range files {
		if n > mostFiles {
			t.Errorf("%s has %d files, more than %d: move a part into a room of its own", pkg, n, mostFiles)
		}
		if lines[pkg] > mostLines {
			t.Errorf("%s has %d lines, more than %d: move a part into a room of its own", pkg, lines[pkg], mostLines)
		}
	}
}
