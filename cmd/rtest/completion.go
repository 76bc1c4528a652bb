package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/options"
	"github.com/rtest-dev/rtest/internal/report"
)

// shells are the scripts that have a shell ask for the words that fit.
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

// completion writes the script of a shell or, after --, the words that fit behind others.
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

// fitting returns what the last of some words may become.
func (t *tool) fitting(words []string) []string {
	if len(words) == 0 {
		words = []string{""}
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

// candidates returns what may stand in the place of the last word behind a command.
func (t *tool) candidates(command string, words []string) []string {
	more, hasFlags := ownFlags()[command]
	if !hasFlags {
		switch command {
		case "help":
			return append(t.names(), "-man")
		case "completion":
			return []string{"bash", "zsh", "fish"}
		}
		return nil
	}
	last, before := words[len(words)-1], words[:len(words)-1]
	own, shared := options.Flags(command, more...)
	flags := map[string]bool{} // Whether it takes a word.
	for _, f := range slices.Concat(own, shared) {
		b, ok := f.Value.(interface{ IsBoolFlag() bool })
		flags["-"+f.Name] = !ok || !b.IsBoolFlag()
	}
	if strings.HasPrefix(last, "-") {
		var names []string
		for name := range flags {
			names = append(names, name)
		}
		slices.Sort(names)
		return names
	}
	if n := len(before); n > 0 && flags[before[n-1]] {
		switch before[n-1] {
		case "-run", "-func":
			return functions()
		case "-engine":
			return []string{"auto", "search", "z3"}
		}
		return nil // A file, or a value of which there are many.
	}
	switch command {
	case "merge":
		return nil
	case "find", "show", "infer", "rank", "diff":
		return append(functions(), packages()...)
	}
	return packages()
}

// functions are those of the package here, as go doc names them.
func functions() (names []string) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		return nil
	}
	for _, name := range files {
		// What does not parse has no functions; what was read of it has.
		f, _ := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if f == nil {
			continue
		}
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && !strings.HasPrefix(d.Name.Name, "Test") {
				names = append(names, receiverOf(d)+d.Name.Name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// receiverOf returns the name of the type of a method with a point behind it, "" for a function.
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

// mostFolders is how many folders are looked at for packages.
const mostFolders = 2000

// packages are the folders here and below that have Go files, as patterns.
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
