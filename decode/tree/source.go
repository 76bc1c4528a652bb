package tree

import (
	"embed"
	"io/fs"
)

//go:embed value.go
var files embed.FS

// Files returns the file with the type Value. The harness adds it to the process that makes values.
func Files() fs.FS { return files }
