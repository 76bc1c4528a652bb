package arch

import "testing"

// A room has at most so many files and lines outside tests. What needs more is two
// things.
const (
	mostFiles = 25
	mostLines = 6000
)

// divide are the rooms that are larger, with the number of files and of lines that
// they may have: less with each part that moves out, never more.
var divide = map[string]struct{ files, lines int }{
	"internal/harness":    {56, 8880},
	"internal/harness/rt": {92, 11600},
}

func TestRooms(t *testing.T) {
	files, lines := map[string]int{}, map[string]int{}
	for _, f := range sources(t) {
		files[f.pkg]++
		lines[f.pkg] += f.fset.File(f.syntax.FileStart).LineCount()
	}
	for pkg, n := range files {
		most := divide[pkg]
		most.files, most.lines = max(most.files, mostFiles), max(most.lines, mostLines)
		if n > most.files {
			t.Errorf("%s has %d files, more than %d: move a part into a room of its own", pkg, n, most.files)
		}
		if lines[pkg] > most.lines {
			t.Errorf("%s has %d lines, more than %d: move a part into a room of its own", pkg, lines[pkg], most.lines)
		}
	}
	for pkg, most := range divide {
		if files[pkg] <= mostFiles && lines[pkg] <= mostLines {
			t.Errorf("%s has %d files and %d lines, as any room may: take it out of the table", pkg, files[pkg], lines[pkg])
		} else if files[pkg]+5 < most.files || lines[pkg]+500 < most.lines {
			t.Errorf("%s has %d files and %d lines: lower what the table allows, which is %d and %d", pkg, files[pkg], lines[pkg], most.files, most.lines)
		}
	}
}
