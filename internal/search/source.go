package search

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed *.go
var files embed.FS

// Sources returns the files of this package by name, but for its tests and
// this one: they are laid into the process that holds the code under test.
func Sources() (map[string]string, error) {
	out := map[string]string{}
	names, err := fs.Glob(files, "*.go")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") || name == "source.go" {
			continue
		}
		data, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		out[name] = string(data)
	}
	return out, nil
}
