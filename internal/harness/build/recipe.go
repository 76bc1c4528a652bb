package build

import (
	"bytes"
	"context"
	"encoding/json"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/cache"
	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
	"github.com/rtest-dev/rtest/internal/wholefile"
)

// A recipe is how the go command built a program of its own when only the package under test and
// package main had to be compiled: the commands, and the files that these read. As long as all else
// stays the same, the program can be built again with the same commands. That takes half the time,
// because the go command first finds out what all else is.
type recipe struct {
	// Key is a hash of everything that the commands depend on, except the content of the package's files.
	Key string
	// Package, Main and Link are the commands, with workName for the folder of the build.
	Package, Main, Link []string
	// Configs are the files, by their names in that folder.
	Configs map[string]string
}

// workName is the name for the folder of a build in the output of go build -x.
const workName = "$WORK"

// ownBuildID replaces build IDs: the go command must not take the program for its own.
const ownBuildID = "rtest/rtest"

// plainFlags are the flags of the go command that do not change how a package is compiled, but
// which files it has.
var plainFlags = []string{"-tags", "-mod", "-buildvcs", "-vet", "-p"}

// recipeKey returns the key of the recipe for the program, or "" if it must be built by the go
// command.
func (e *Executable) recipeKey() string {
	p := e.unit.Pkg
	if !e.how.own || p.Imports.Fingerprint == "" {
		return ""
	}
	for _, f := range append(strings.Fields(e.tools.GOFLAGS), e.opt.Flags...) {
		name, _, ok := strings.Cut("-"+strings.TrimLeft(f, "-"), "=")
		if !ok || !slices.Contains(plainFlags, name) {
			return ""
		}
	}
	parts := []string{p.Path, p.Dir, p.Imports.Fingerprint, e.opt.Dir, e.tools.all}
	for _, name := range []string{e.tools.GOMOD, e.tools.GOWORK} {
		text, _ := os.ReadFile(name)
		parts = append(parts, name, string(text))
	}
	parts = append(parts, e.goVariables()...)
	parts = append(parts, e.tools.linkFlags(e.opt.Flags)...)
	parts = append(parts, e.tools.compileFlags(p.Path, e.opt.Flags)...)
	for _, path := range slices.Sorted(maps.Keys(e.files.replace)) {
		parts = append(parts, path)
		if filepath.Dir(path) != p.Dir {
			parts = append(parts, e.files.replace[path])
		}
	}
	names, imports, ok := e.packageFiles()
	if !ok {
		return ""
	}
	return cache.Sum(slices.Concat(parts, names, imports)...)
}

// packageFiles returns the compiled files of the package under test, in the order of their names, and their
// imports. Ok is false if the package has files that are not Go.
func (e *Executable) packageFiles() (paths, imports []string, ok bool) {
	dir := e.unit.Pkg.Dir
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil, false
	}
	for _, entry := range entries {
		switch filepath.Ext(entry.Name()) {
		case ".s", ".S", ".c", ".cc", ".cpp", ".cxx", ".m", ".h", ".hh", ".hpp", ".hxx", ".f", ".F", ".for", ".f90", ".swig", ".swigcxx", ".syso", ".sx":
			return nil, nil, false
		}
	}
	paths = slices.Clone(e.unit.Pkg.GoFiles)
	for path, by := range e.files.replace {
		if by != "" && filepath.Dir(path) == dir && strings.HasPrefix(filepath.Base(path), stack.GeneratedPrefix) {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	for _, path := range paths {
		name := path
		if by, is := e.files.replace[path]; is {
			name = by
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly|parser.ParseComments)
		if err != nil || filepath.Dir(path) != dir {
			return nil, nil, false
		}
		for _, spec := range f.Imports {
			imports = append(imports, spec.Path.Value)
		}
	}
	slices.Sort(imports)
	return paths, slices.Compact(imports), true
}

// packageCommand returns the command for the package with its present files.
func (e *Executable) packageCommand(command []string) ([]string, bool) {
	paths, _, ok := e.packageFiles()
	pack, trim, id := slices.Index(command, "-pack"), slices.Index(command, "-trimpath"), slices.Index(command, "-buildid")
	if !ok || min(pack, trim, id) < 0 {
		return nil, false
	}
	out := slices.Clone(command[:pack+1])
	var trimmed []string
	for _, path := range paths {
		by, is := e.files.replace[path]
		if !is {
			out = append(out, "./"+filepath.Base(path))
			continue
		}
		trimmed = append(trimmed, by+"=>"+path)
		out = append(out, by)
	}
	last := command[trim+1][strings.LastIndexByte(command[trim+1], ';')+1:]
	out[trim+1] = strings.Join(append(trimmed, last), ";")
	return out, true
}

// record keeps the recipe if output of go build -x shows the whole build. It makes sure that packageCommand
// returns the very command.
func (e *Executable) record(key, file, output string) {
	if key == "" {
		return
	}
	r := readCommands(output, e.unit.Pkg.Path)
	if r == nil {
		return
	}
	again, ok := e.packageCommand(r.Package)
	if !ok || !slices.Equal(again, r.Package) {
		return
	}
	for _, config := range r.Configs {
		// Other packages compiled by this build are in the cache only from the next build on.
		rest := strings.ReplaceAll(strings.ReplaceAll(config, "="+workName+"/b001/_pkg_.a\n", ""), "="+workName+"/"+packageFolder(r.Package)+"/_pkg_.a\n", "")
		if strings.Contains(rest, workName) {
			return
		}
	}
	r.Key = key
	if data, err := json.Marshal(r); err == nil {
		_ = wholefile.Write(file, data, 0o666) // Without it the go command builds.
	}
}

// packageFolder returns the folder of a command, below that of the build.
func packageFolder(command []string) string {
	i := slices.Index(command, "-o")
	return filepath.Base(filepath.Dir(command[i+1]))
}

// readCommands reads what go build -x prints. It returns nil unless that is one compilation of the
// package, one of package main, and the link.
func readCommands(output, path string) *recipe {
	r := &recipe{Configs: map[string]string{}}
	_, rest, ok := strings.Cut(output, "WORK=")
	work, rest, more := strings.Cut(rest, "\n")
	if !ok || !more {
		return nil
	}
	for rest != "" {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		if name, is := strings.CutPrefix(line, "cat >"); is {
			name, _, is = strings.Cut(name, " << 'EOF'")
			text, after, ended := strings.Cut(rest, "EOF\n")
			name = strings.ReplaceAll(name, work, workName)
			if !is || !ended || !strings.HasPrefix(name, workName+"/") {
				return nil
			}
			r.Configs[strings.TrimPrefix(name, workName+"/")] = strings.ReplaceAll(text, work, workName)
			rest = after
			continue
		}
		if !strings.Contains(line, "/pkg/tool/") {
			continue
		}
		words := splitCommand(strings.ReplaceAll(line, work, workName))
		for len(words) > 0 && strings.Contains(words[0], "=") {
			words = words[1:]
		}
		if len(words) < 3 || slices.Index(words, "-o") < 0 {
			return nil
		}
		i := slices.Index(words, "-p")
		switch tool := filepath.Base(words[0]); {
		case tool == "compile" && i >= 0 && i+1 < len(words) && words[i+1] == path && r.Package == nil:
			r.Package = words
		case tool == "compile" && i >= 0 && i+1 < len(words) && words[i+1] == "main" && r.Main == nil:
			r.Main = words
		case tool == "link" && r.Link == nil:
			r.Link = words
		default:
			return nil
		}
	}
	if r.Package == nil || r.Main == nil || r.Link == nil || slices.Contains(r.Package, "-embedcfg") || !slices.Contains(r.Package, "-complete") {
		return nil
	}
	return r
}

// splitCommand splits a command into its words, as a shell does. It returns nil if the command has more than
// plain quotes.
func splitCommand(line string) []string {
	var words []string
	var word strings.Builder
	quote := rune(0)
	for _, c := range line + " " {
		switch {
		case c == '\\' || c == '`':
			return nil
		case c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case quote == 0 && c == ' ':
			if word.Len() > 0 {
				words = append(words, word.String())
			}
			word.Reset()
		default:
			word.WriteRune(c)
		}
	}
	if quote != 0 {
		return nil
	}
	return words
}

// follow builds the program with a kept recipe. It returns false if there is none for the key, or
// if a command fails: the go command then says why.
func (e *Executable) follow(ctx context.Context, key, file, out string) bool {
	data, err := os.ReadFile(file)
	var r recipe
	if key == "" || err != nil || json.Unmarshal(data, &r) != nil || r.Key != key {
		return false
	}
	pkg, ok := e.packageCommand(r.Package)
	if !ok {
		return false
	}
	work := filepath.Join(e.built.Dir, "work")
	for name, text := range r.Configs {
		path := filepath.Join(work, filepath.FromSlash(name))
		if os.MkdirAll(filepath.Dir(path), 0o777) != nil || os.WriteFile(path, []byte(strings.ReplaceAll(text, workName, work)), 0o666) != nil {
			return false
		}
	}
	program := filepath.Join(work, "program")
	for _, command := range [][]string{pkg, r.Main, r.Link} {
		if !e.runTool(ctx, work, program, command) {
			return false
		}
	}
	return os.Rename(program, out) == nil
}

// runTool runs one command of a recipe, which writes the program if it is the link. It reports
// whether it succeeded.
func (e *Executable) runTool(ctx context.Context, work, program string, command []string) bool {
	args := slices.Clone(command)
	for i, a := range args {
		switch {
		case strings.HasPrefix(a, "-buildid="):
			args[i] = "-buildid=" + ownBuildID
		case i > 0 && args[i-1] == "-buildid":
			args[i] = ownBuildID
		case i > 0 && args[i-1] == "-o" && filepath.Base(args[0]) == "link":
			args[i] = program
		default:
			args[i] = strings.ReplaceAll(a, workName, work)
		}
	}
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir = e.unit.Pkg.Dir
	cmd.Env = append(append(e.goEnvironment(), "PWD="+cmd.Dir), e.tools.environment()...)
	var text bytes.Buffer
	cmd.Stdout, cmd.Stderr = &text, &text
	return e.opt.Guard.Run(cmd) == nil
}
