package load

import (
	"errors"
	"go/scanner"
	"go/token"
	"go/types"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/rtest-dev/rtest/internal/diag"
)

// Broken returns why n does not compile, each mistake once, or nil. A dependency that does not
// compile is reported at its import. Its own mistakes are reported with its package if that was
// requested.
func (g *Graph) Broken(n *Package) []diag.Diagnostic {
	ds := n.mistakes(g.Fset)
	if len(ds) > 0 {
		return ds
	}
	for _, f := range n.Files {
		for _, spec := range f.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil || n.Meta.Imports[path] == nil {
				continue
			}
			imp := g.Nodes[n.Meta.Imports[path].ID]
			below := g.brokenBelow(imp)
			if below == nil {
				continue
			}
			ds = append(ds, diag.Diagnostic{
				Pos: g.Fset.Position(spec.Path.Pos()), End: g.Fset.Position(spec.Path.End()), Code: CodeCompile,
				Message: "could not import " + path + ": it does not compile",
			})
			if !slices.Contains(g.roots, below) {
				ds = append(ds, below.mistakes(g.Fset)...)
			}
		}
	}
	return diag.Sort(ds)
}

// WithoutBrokenTests replaces the target by the package without its test files, if only the test
// files do not compile. It returns their errors as warnings.
func (g *Graph) WithoutBrokenTests(t *Target) []diag.Diagnostic {
	if t.plain == nil {
		return nil
	}
	g.Load(t.Package)
	warnings := g.Broken(t.Package)
	if len(warnings) == 0 {
		return nil
	}
	g.Load(t.plain)
	if len(g.Broken(t.plain)) > 0 {
		return nil
	}
	for i := range warnings {
		warnings[i].Severity = diag.Warning
		warnings[i].Message += " (the package is tested without its test files)"
	}
	t.Package = t.plain
	return warnings
}

// brokenBelow returns the first package, among n and its dependencies loaded from source, that does
// not compile, or nil.
func (g *Graph) brokenBelow(n *Package) *Package {
	if n.checked {
		return n.brokenBelow
	}
	n.checked = true
	for _, imp := range g.Imports(n) {
		if b := g.brokenBelow(imp); b != nil {
			n.brokenBelow = b
			return b
		}
	}
	if len(n.Errs) > 0 {
		n.brokenBelow = n
	}
	return n.brokenBelow
}

// mistakes returns the mistakes of n itself.
func (n *Package) mistakes(fset *token.FileSet) []diag.Diagnostic {
	var ds []diag.Diagnostic
	if i := slices.IndexFunc(n.Meta.Errors, importCycle); i >= 0 {
		// Errors of the type checker follow from this.
		return []diag.Diagnostic{n.importCycle(fset, n.Meta.Errors[i])}
	}
	for _, err := range n.Errs {
		d := compileError(fset, err)
		d.Message = n.importError(d.Message) + n.directiveImport(fset, d)
		ds = append(ds, d)
	}
	if len(ds) == 0 {
		for _, e := range n.Meta.Errors {
			ds = append(ds, goMistake(e, n.Meta.Dir))
		}
	}
	return diag.Sort(ds)
}

// goMistake converts an error of the go command about the package in dir. A message of the compiler
// follows a line with the package, and has its own position.
func goMistake(e packages.Error, dir string) diag.Diagnostic {
	msg, pos := strings.TrimSpace(e.Msg), e.Pos
	if rest, found := strings.CutPrefix(msg, "# "); found {
		if _, output, more := strings.Cut(rest, "\n"); more {
			msg = output
		}
	}
	msg = FirstLine(msg)
	if m := compilerPlace.FindStringSubmatch(msg); m != nil && pos == "" {
		pos, msg = m[1], m[2]
	}
	if m := unknownPattern.FindStringSubmatch(msg); m != nil && pos == "" {
		msg += "; a folder is written ./" + m[1] + ", a function -run " + m[1]
	}
	return diag.Diagnostic{Pos: parsePosition(pos, dir), Code: CodeCompile, Message: msg}
}

// unknownPattern matches the go command's message about an argument that names no package. A word may be
// meant as a folder, or as a function.
var unknownPattern = regexp.MustCompile(`^package (\w+) is not in std`)

// compilerPlace matches a line of the compiler: a position and a message.
var compilerPlace = regexp.MustCompile(`^(\S+\.go:\d+(?::\d+)?): (.*)$`)

// importCycle reports whether an error is an import cycle.
func importCycle(e packages.Error) bool { return strings.HasPrefix(e.Msg, "import cycle not allowed") }

// importCycle returns the diagnostic for a cycle, at the import of n that is part of it.
func (n *Package) importCycle(fset *token.FileSet, e packages.Error) diag.Diagnostic {
	d := diag.Diagnostic{Pos: parsePosition(e.Pos, n.Meta.Dir), Code: CodeCompile, Message: FirstLine(e.Msg)}
	_, stack, _ := strings.Cut(d.Message, "[")
	cycle := strings.Fields(strings.TrimSuffix(stack, "]"))
	for _, f := range n.Files {
		for _, spec := range f.Imports {
			if path, err := strconv.Unquote(spec.Path.Value); err == nil && slices.Contains(cycle, path) && !d.Pos.IsValid() {
				d.Pos, d.End = fset.Position(spec.Path.Pos()), fset.Position(spec.Path.End())
			}
		}
	}
	return d
}

// importError replaces the type checker's message about a missing package by that of the go
// command.
func (n *Package) importError(message string) string {
	rest, ok := strings.CutPrefix(message, "could not import ")
	if !ok {
		return message
	}
	path, _, _ := strings.Cut(rest, " ")
	if imp := n.Meta.Imports[path]; imp != nil && len(imp.Errors) > 0 {
		return "could not import " + path + ": " + FirstLine(imp.Errors[0].Msg)
	}
	return message
}

// unusedImport matches the error for an import that Go code does not use.
var unusedImport = regexp.MustCompile(`^"([^"]+)" imported (?:as (\S+) )?and not used$`)

// directiveImport says what to write instead of an import that only directives use.
func (n *Package) directiveImport(fset *token.FileSet, d diag.Diagnostic) string {
	m := unusedImport.FindStringSubmatch(d.Message)
	if m == nil {
		return ""
	}
	spec, name := strconv.Quote(m[1]), m[2]
	if name == "" {
		name = m[1][strings.LastIndexByte(m[1], '/')+1:]
	} else {
		spec = name + " " + spec
	}
	uses := regexp.MustCompile(`(?m)^\s*//rtest:.*\b` + regexp.QuoteMeta(name) + `\.`)
	for _, f := range n.Files {
		if fset.Position(f.FileStart).Filename == d.Pos.Filename && uses.Match(n.Sources[f]) {
			return " (only directives use it: write //rtest:import " + spec + " instead)"
		}
	}
	return ""
}

func compileError(fset *token.FileSet, err error) diag.Diagnostic {
	d := diag.Diagnostic{Code: CodeCompile, Message: err.Error()}
	if e, ok := errors.AsType[types.Error](err); ok {
		d.Pos, d.Message = fset.Position(e.Pos), e.Msg
	} else if e, ok := errors.AsType[*scanner.Error](err); ok {
		d.Pos, d.Message = e.Pos, e.Msg
	}
	d.Message = strings.ReplaceAll(d.Message, "\n\t", " ")
	return d
}

// parsePosition parses file:line:col, which the go command prints relative to dir. It returns the
// zero Position if s has another form.
func parsePosition(s, dir string) token.Position {
	parts := strings.Split(s, ":")
	if len(parts) < 2 {
		return token.Position{}
	}
	line, err := strconv.Atoi(parts[1])
	if err != nil {
		return token.Position{}
	}
	pos := token.Position{Filename: parts[0], Line: line, Column: 1}
	if len(parts) > 2 {
		if col, err := strconv.Atoi(parts[2]); err == nil {
			pos.Column = col
		}
	}
	if !filepath.IsAbs(pos.Filename) && dir != "" {
		pos.Filename = filepath.Join(dir, pos.Filename)
	}
	return pos
}

// FirstLine returns the first line of the go command's output. If it ends in a colon, the next
// line, a command to run, is appended.
func FirstLine(s string) string {
	line, rest, _ := strings.Cut(strings.TrimSpace(s), "\n")
	if strings.HasSuffix(line, ":") {
		next, _, _ := strings.Cut(strings.TrimSpace(rest), "\n")
		line = strings.TrimSpace(line + " " + next)
	}
	return line
}

// CodeCompile is the code of a diagnostic that says why a package does not compile.
const CodeCompile diag.Code = "compile"
