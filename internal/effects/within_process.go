package effects

import (
	_ "embed"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// The names of the functions that staysWithinProcess knows, one a line, as types.Func.FullName
// gives them. TestWithinProcess writes the file.
//
//go:embed within_process.txt
var withinProcess string

// staysWithinProcess reports whether a function of an outward package does not itself reach beyond
// the process, as net.ParseIP, http.Header.Get and os.IsNotExist do not. It may still call the
// functions and methods of its arguments.
//
// The list is made from the source of the standard library, which is not loaded here: loading
// net/http takes longer than the run of a small package. A function that the list lacks, for
// example one of a later Go, counts as reaching out.
func staysWithinProcess(f *ssa.Function) bool {
	fn, ok := f.Object().(*types.Func)
	return ok && strings.Contains(withinProcess, "\n"+fn.Origin().FullName()+"\n")
}
