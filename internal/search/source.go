package search

import (
	"embed"
	"io/fs"
)

//go:embed *.go automaton/*.go insoluble/*.go interval/*.go propagate/*.go ways/*.go
var files embed.FS

// Files returns the files of this package and of those below it, their tests and this one
// among them.
func Files() fs.FS { return files }
