package rt

import (
	"embed"
	"io/fs"
)

//go:embed *.go */*.go
var files embed.FS

// Files returns the files of this package, its tests and this one among them.
func Files() fs.FS { return files }
