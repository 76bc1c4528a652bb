//go:build cgo && unix && !nosolver

package z3

/*
#cgo linux LDFLAGS: -ldl
#include <stdlib.h>
#include "library.h"
*/
import "C"

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"unsafe"
)

// variable is the environment variable that names the library file.
const variable = "RTEST_LIBZ3"

// The oldest version with the interface of library.h. Before it, truth values were ints.
const oldestMajor, oldestMinor = 4, 8

// A version of libz3: its major, minor, build and revision number.
type version [4]C.uint

func (v version) String() string { return fmt.Sprintf("%d.%d.%d.%d", v[0], v[1], v[2], v[3]) }

func (v version) tooOld() bool {
	return v[0] < oldestMajor || v[0] == oldestMajor && v[1] < oldestMinor
}

// load finds libz3 and returns its functions, to be released with rt_unload. If no library is
// suitable, the error is ErrNoSolver and says what was tried.
func load() (*C.rt_library, version, error) {
	var reasons []string
	for _, name := range candidates() {
		lib, v, err := loadFile(name)
		if err == nil {
			return lib, v, nil
		}
		reasons = append(reasons, err.Error())
	}
	reason := strings.Join(reasons, "; ")
	if name := os.Getenv(variable); name != "" {
		return nil, version{}, &absence{
			reason: fmt.Sprintf("%s=%s does not name the Z3 solver: %s", variable, name, reason),
			remedy: "name the library file of libz3, or unset " + variable,
		}
	}
	return nil, version{}, &absence{
		reason: "the Z3 solver cannot be loaded: " + reason,
		remedy: "install libz3 (Debian, Ubuntu: libz3-4 or libz3-dev; Fedora: z3-libs; Arch, Homebrew: z3), or name its library file in " + variable,
	}
}

// loadFile loads one library and checks its version.
func loadFile(name string) (*C.rt_library, version, error) {
	file := C.CString(name)
	defer C.free(unsafe.Pointer(file))
	message := make([]C.char, 512)
	lib := C.rt_load(file, first(message), C.int32_t(len(message)))
	if lib == nil {
		return nil, version{}, fmt.Errorf("%s", C.GoString(first(message)))
	}
	var v version
	C.rt_version(lib, &v[0])
	if v.tooOld() {
		C.rt_unload(lib)
		return nil, version{}, fmt.Errorf("%s: is version %v, at least %d.%d is needed", name, v, oldestMajor, oldestMinor)
	}
	return lib, v, nil
}

// candidates returns the names under which to look for libz3, the best first.
func candidates() []string {
	if name := os.Getenv(variable); name != "" {
		return []string{name}
	}
	if runtime.GOOS == "darwin" {
		return []string{
			"libz3.dylib",
			"/opt/homebrew/lib/libz3.dylib", "/usr/local/lib/libz3.dylib", "/opt/local/lib/libz3.dylib",
		}
	}
	return append([]string{"libz3.so.4", "libz3.so"}, versioned()...)
}

// versioned returns the library files with a release number in their names, the newest first.
// Without the headers installed, some systems have no other name for the library.
func versioned() []string {
	var found []string
	for _, dir := range []string{"/usr/lib64", "/usr/lib", "/usr/local/lib64", "/usr/local/lib"} {
		// The pattern is well-formed, so Glob cannot fail.
		files, _ := filepath.Glob(filepath.Join(dir, "libz3.so.*.*"))
		found = append(found, files...)
	}
	slices.SortStableFunc(found, func(a, b string) int { return compareReleases(b, a) })
	return found
}

// compareReleases orders file names such as libz3.so.4.12 by their numbers.
func compareReleases(a, b string) int {
	_, a, _ = strings.Cut(filepath.Base(a), ".so.")
	_, b, _ = strings.Cut(filepath.Base(b), ".so.")
	return slices.CompareFunc(strings.Split(a, "."), strings.Split(b, "."), func(x, y string) int {
		return cmp.Or(cmp.Compare(len(x), len(y)), strings.Compare(x, y))
	})
}
