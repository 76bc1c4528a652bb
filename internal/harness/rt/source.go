package rt

import (
	"embed"
	"io/fs"
)

//go:embed *.go */*.go */*/*.go
var files embed.FS

// Files returns the source files of this package and those below it, tests included.
func Files() fs.FS { return files }
