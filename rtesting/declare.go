package rtesting

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/rtest-dev/rtest/annotations"
)

// declare makes known to go test what the run depends on. Go test caches a passing result and, before it
// shows that again, looks at the files, folders and variables that the process has opened and read by
// package os. It does not see what the go command and other processes read.
func declare(list *annotations.Listing) {
	folders, files := list.Sources()
	for _, dir := range folders {
		// What go test compares of a folder are the sizes and times of its files. One that cannot be
		// read is a dependency, too.
		_, _ = os.ReadDir(dir)
		_, _ = os.ReadDir(filepath.Join(dir, "testdata", "rtest"))
		for _, dir := range above(dir) {
			for _, name := range []string{"go.mod", "go.work", "rtest.toml", filepath.Join("vendor", "modules.txt")} {
				_, _ = os.Stat(filepath.Join(dir, name))
			}
		}
	}
	for _, name := range files {
		_, _ = os.Stat(name)
	}
	for _, name := range strings.Fields(variables) {
		os.Getenv(name)
	}
	for _, v := range os.Environ() {
		if name, _, _ := strings.Cut(v, "="); strings.HasPrefix(name, "GO") || strings.HasPrefix(name, "CGO_") {
			os.Getenv(name)
		}
	}
}

// variables are those of the go command that say what it builds.
const variables = `GOFLAGS GOOS GOARCH GOENV GOWORK GO111MODULE GOEXPERIMENT GOTOOLCHAIN GODEBUG GOAMD64 GOARM64
	CGO_ENABLED CGO_CFLAGS CGO_LDFLAGS CC`

// above returns a folder and those above it.
func above(dir string) (all []string) {
	for {
		all = append(all, dir)
		up := filepath.Dir(dir)
		if up == dir {
			return all
		}
		dir = up
	}
}
