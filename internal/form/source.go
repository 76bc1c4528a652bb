package form

import (
	"embed"
	"io/fs"
)

//go:embed *.go
var files embed.FS

// Files returns the source files of this package, with the tests.
func Files() fs.FS { return files }
