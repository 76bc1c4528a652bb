package rt

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed *.go
var files embed.FS

// Sources returns the files of this package that are laid into the user's
// module, by name: not the tests, and not this one.
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
