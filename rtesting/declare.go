package rtesting

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/rtest-dev/rtest/annotations"
)

// declare registers the files that the run depends on with go test. Go test caches a passing result. Before it
// shows that again, it compares the files, folders and variables that the process has read by package os. It
// does not see the reads of the go command and other processes.
func declare(list *annotations.Listing) {
	folders, files := list.Sources()
	for _, dir := range folders {
		// Go test compares the sizes and times of the files in a folder. An unreadable folder is a dependency
		// too.
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

// variables are the variables of the go command that select what it builds.
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
