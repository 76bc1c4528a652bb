package harness

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// strip has the linker leave out what only debuggers read: it takes a third of
// the time of the build. Stack traces do not need it.
const strip = "-s -w"

// linked tells whether the user gives flags to the linker, which those of the
// command line would replace: among flags, or in the variable GOFLAGS of the
// environment or of the go command's own configuration.
func linked(flags, env []string) bool {
	given, own := variable(env, "GOFLAGS"), variable(env, "GOENV")
	if own == "" {
		if dir, err := os.UserConfigDir(); err == nil {
			own = filepath.Join(dir, "go", "env")
		}
	}
	if given == "" && own != "" {
		// Most users have no such file; then it sets nothing.
		data, _ := os.ReadFile(own)
		given = variable(strings.Split(string(data), "\n"), "GOFLAGS")
	}
	return slices.ContainsFunc(append(strings.Fields(given), flags...), func(f string) bool {
		f = strings.TrimLeft(f, "'\"-")
		return f == "ldflags" || strings.HasPrefix(f, "ldflags=")
	})
}

// variable returns the last value that assignments give a variable.
func variable(assignments []string, name string) string {
	for _, a := range slices.Backward(assignments) {
		if value, ok := strings.CutPrefix(a, name+"="); ok {
			return strings.TrimSuffix(value, "\r")
		}
	}
	return ""
}
