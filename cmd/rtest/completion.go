package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/gotest"
	"github.com/rtest-dev/rtest/internal/options"
	"github.com/rtest-dev/rtest/internal/report"
)

// shells are the scripts with which a shell asks rtest for completions.
var shells = map[string]string{
	"bash": `_rtest() {
	local IFS=$'\n'
	COMPREPLY=($(rtest completion -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _rtest rtest
`,
	"zsh": `_rtest() {
	local -a fitting
	fitting=("${(@f)$(rtest completion -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
	fitting=(${fitting:#})
	if (( $#fitting )); then compadd -a fitting; else _files; fi
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
compdef _rtest rtest
`,
	"fish": `complete -c rtest -a '(rtest completion -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
`,
}

// completion prints the script of a shell. After "--" it prints the words that complete a command
// line.
func (t *tool) completion(args []string) int {
	switch {
	case len(args) > 0 && args[0] == "--":
		for _, word := range t.fitting(args[1:]) {
			fmt.Fprintln(t.stdout, word)
		}
		return report.ExitOK
	case len(args) == 1 && asksHelp(args[0]):
		return t.help([]string{"completion"})
	case len(args) == 1 && shells[args[0]] != "":
		fmt.Fprint(t.stdout, shells[args[0]])
		return report.ExitOK
	}
	return t.usage("completion wants the name of a shell: rtest completion bash, zsh or fish")
}

// fitting returns the completions of the last word.
func (t *tool) fitting(words []string) []string {
	if len(words) == 0 {
		words = []string{""}
	}
	// Bash passes the = between a flag and its value as a separate word.
	if n := len(words); words[n-1] == "=" {
		words[n-1] = ""
	} else if n > 1 && words[n-2] == "=" {
		words = slices.Delete(words, n-2, n-1)
	}
	last := words[len(words)-1]
	var all []string
	if len(words) == 1 {
		all = append(all, commands[:]...)
	}
	command := "check"
	if len(words) > 1 && slices.Contains(commands[:], words[0]) {
		command, words = words[0], words[1:]
	}
	all = append(all, t.candidates(command, words)...)
	return slices.DeleteFunc(all, func(word string) bool { return !strings.HasPrefix(word, last) })
}

// candidates returns the words that may follow a command.
func (t *tool) candidates(command string, words []string) []string {
	flags := t.flagsOf(command)
	if flags == nil {
		switch command {
		case "help":
			return append(t.names(), "-man")
		case "completion":
			return []string{"bash", "zsh", "fish"}
		}
		return nil
	}
	last, before := words[len(words)-1], words[:len(words)-1]
	if name, _, ok := strings.Cut(last, "="); ok && flags[name] {
		all := valuesOf(command, name)
		for i := range all {
			all[i] = name + "=" + all[i]
		}
		return all
	}
	if strings.HasPrefix(last, "-") {
		return slices.Sorted(maps.Keys(flags))
	}
	if n := len(before); n > 0 && flags[before[n-1]] {
		return valuesOf(command, before[n-1])
	}
	switch command {
	case "merge":
		return nil
	case "find", "show", "infer", "rank", "diff":
		return append(functions(false), packages()...)
	}
	return packages()
}

// flagsOf returns the flags of a command, and whether each takes a value. It returns nil if the
// command has none.
func (t *tool) flagsOf(command string) map[string]bool {
	if command == "test" {
		return gotest.Flags(t.ctx)
	}
	more, ok := ownFlags()[command]
	if !ok {
		return nil
	}
	own, shared := options.Flags(command, more...)
	flags := map[string]bool{}
	for _, f := range slices.Concat(own, shared) {
		b, ok := f.Value.(interface{ IsBoolFlag() bool })
		flags["-"+f.Name] = !ok || !b.IsBoolFlag()
	}
	return flags
}

// valuesOf returns the values of a flag, or nil if it names a file or has too many.
func valuesOf(command, flag string) []string {
	switch flag {
	case "-run", "-func", "-skip", "-bench", "-fuzz", "-list":
		return functions(command == "test")
	case "-engine":
		return []string{"auto", "search", "z3"}
	}
	return nil
}

// testFunction matches the names of functions that go test runs.
var testFunction = regexp.MustCompile(`^(Test|Benchmark|Fuzz|Example)`)

// functions returns the names of functions of the package in the working folder, as go doc writes
// them: those that go test runs, or the others.
func functions(tests bool) (names []string) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		return nil
	}
	for _, name := range files {
		if tests && !strings.HasSuffix(name, "_test.go") {
			continue
		}
		// A file that does not parse still has the functions before the error.
		f, _ := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if f == nil {
			continue
		}
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && testFunction.MatchString(d.Name.Name) == tests {
				names = append(names, receiverOf(d)+d.Name.Name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// receiverOf returns the name of a method's type and a dot, or "" for a function.
func receiverOf(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return ""
	}
	name := ""
	ast.Inspect(d.Recv.List[0].Type, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && name == "" {
			name = id.Name + "."
		}
		return true
	})
	return name
}

// mostFolders is the greatest number of folders searched for packages.
const mostFolders = 2000

// packages returns patterns for the folders with Go files here and below.
func packages() []string {
	list := []string{"./..."}
	seen := 0
	// A folder that cannot be read has no packages.
	_ = filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return nil
		}
		base := d.Name()
		if seen++; seen > mostFolders {
			return fs.SkipAll
		}
		if path != "." && (strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") || base == "testdata" || base == "vendor" || base == "node_modules") {
			return fs.SkipDir
		}
		if files, err := os.ReadDir(path); err == nil && slices.ContainsFunc(files, func(f fs.DirEntry) bool { return strings.HasSuffix(f.Name(), ".go") }) {
			name := "."
			if path != name {
				name = "./" + filepath.ToSlash(path)
			}
			list = append(list, name)
		}
		return nil
	})
	return list
}
