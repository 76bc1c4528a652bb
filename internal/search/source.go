package search

import (
	"embed"
	"io/fs"
)

//go:embed *.go automaton/*.go insoluble/*.go interval/*.go loops/*.go propagate/*.go renaming/*.go ways/*.go
var files embed.FS

// Files returns the source files of this package and of the rooms below it, with the tests.
func Files() fs.FS { return files }
