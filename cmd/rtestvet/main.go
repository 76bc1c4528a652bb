// Rtestvet reports mistakes in contracts, as a tool of go vet:
//
//	go vet -vettool=$(which rtestvet) ./...
//
// With packages instead of what go vet passes, it runs that command on them.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/rtest-dev/rtest/rtestvet"
)

func main() {
	// With other packages go vet must not take what it has in its cache: it does not tell there
	// whether a package was one of them, or only imported by one, of which no mistakes are shown.
	rtestvet.Analyzer.Flags.String("packages", "", "the packages that are vetted")
	if forVet(os.Args[1:]) {
		unitchecker.Main(rtestvet.Analyzer)
		return
	}
	os.Exit(vet(os.Args[1:]))
}

// forVet reports whether the arguments are those of go vet, or ask for help.
func forVet(args []string) bool {
	return slices.ContainsFunc(args, func(a string) bool {
		return strings.HasSuffix(a, ".cfg") || strings.HasPrefix(a, "-V") || a == "-flags" || a == "help"
	})
}

// vet runs go vet with this program as its tool, and returns its exit code.
func vet(args []string) int {
	self, err := os.Executable()
	if err != nil {
		fmt.Fprintf(os.Stderr, "rtestvet: %v\n", err)
		return 2
	}
	dir, err := os.Getwd()
	if err != nil {
		dir = "."
	}
	vetted := fmt.Sprintf("-rtestvet.packages=%q in %s", args, dir)
	cmd := exec.Command("go", append([]string{"vet", "-vettool=" + self, vetted}, args...)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err = cmd.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return exit.ExitCode()
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "rtestvet: %v\n", err)
		return 2
	}
	return 0
}
