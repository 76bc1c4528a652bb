package gotest

import (
	"context"
	"regexp"
	"slices"
	"strings"
)

// Arguments are those of go test, parted.
type Arguments struct {
	// Flags are all arguments before -args that are not packages; Packages are the patterns; Rest is -args and
	// the arguments after it.
	Flags, Packages, Rest []string
	// Build are those of the flags that decide which packages and files are built.
	Build []string
	// JSON means that the output is a stream of events.
	JSON bool
}

// switches are the flags of go test that take no value.
var switches = []string{
	"a", "artifacts", "asan", "benchmem", "buildvcs", "c", "cover", "failfast", "fullpath", "i", "json", "linkshared", "modcacherw", "msan", "n",
	"race", "short", "trimpath", "v", "work", "x",
}

// building are the flags that go list needs to find the same packages and files.
var building = []string{"asan", "compiler", "mod", "modfile", "msan", "overlay", "race", "tags"}

// Parse splits the arguments of go test as that command does: the packages are consecutive, with flags before
// and after them.
func Parse(args []string) Arguments {
	var a Arguments
	ended := false
	for i := 0; i < len(args); i++ {
		arg := args[i]
		name := strings.TrimPrefix(strings.TrimPrefix(arg, "-"), "-")
		if name == "args" && arg != name {
			a.Rest = args[i:]
			break
		}
		if arg == name || name == "" {
			if ended {
				a.Rest = args[i:]
				break
			}
			a.Packages = append(a.Packages, arg)
			if i+1 < len(args) && strings.HasPrefix(args[i+1], "-") {
				ended = true
			}
			continue
		}
		name, value, given := strings.Cut(name, "=")
		name = strings.TrimPrefix(name, "test.")
		flag := []string{arg}
		if !given && !slices.Contains(switches, name) && i+1 < len(args) {
			i++
			value = args[i]
			flag = append(flag, value)
		}
		a.Flags = append(a.Flags, flag...)
		if slices.Contains(building, name) {
			a.Build = append(a.Build, flag...)
		}
		a.JSON = a.JSON || name == "json" && value != "false"
	}
	return a
}

// flagLine matches the first line about a flag in the help of the go command: its name, then its value.
var flagLine = regexp.MustCompile(`(?m)^\t(-\w+)( .+)?$`)

// Flags returns the flags of go test, read from the help of the go command. The value says whether the flag
// takes one. Flags returns nil if there is no go command.
func Flags(ctx context.Context) map[string]bool {
	all := map[string]bool{}
	for _, topic := range []string{"build", "test", "testflag"} {
		text, err := new(Request).goCommand(ctx, []string{"help", topic}).Output()
		if err != nil {
			return nil
		}
		for _, m := range flagLine.FindAllStringSubmatch(string(text), -1) {
			all[m[1]] = m[2] != ""
		}
	}
	return all
}
