package control

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"go/version"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Package is the code that is rewritten.
type Package struct {
	Types *types.Package
	Info  *types.Info
	Fset  *token.FileSet
	// Ours reports whether the variables of a package are watched.
	Ours func(*types.Package) bool
	// Outside reports whether the functions of a package run outside the schedule.
	Outside func(*types.Package) bool
	// Scheduler is the import path of the scheduler. The replacements of sync, sync/atomic, time and
	// context are below it.
	Scheduler string
	// Copied means that the files are laid in another module.
	Copied bool
	// Moved has the import paths at which rewritten packages are found, by their own paths.
	Moved map[string]string
}

// A File is a source file.
type File struct {
	Name   string
	Syntax *ast.File
	Text   []byte
}

// An Uncontrolled is something that the scheduler cannot control.
type Uncontrolled struct {
	Pos token.Position
	Why string
}

// A Site is an access to memory in rewritten code.
type Site struct{ Pos token.Position }

// A Writer rewrites files. Sites are numbered across all of them, from 1.
type Writer struct {
	Sites        []Site
	Uncontrolled []Uncontrolled
	// linked holds the full names of functions linked to code that cannot be seen.
	linked map[string]bool
}

// Scheduler is the name of the scheduler in rewritten files.
const Scheduler = scheduler

// The name of the scheduler, and the begin of names of variables.
const (
	scheduler = "rtestg_sched"
	temporary = "rtestg_"
)

// replaced maps packages to their replacements.
var replaced = map[string]string{"sync": "/sync", "sync/atomic": "/atomic", "hash/maphash": "/maphash", "weak": "/weak"}

// moved holds the functions and types that are replaced in packages replaced only in part.
var moved = map[string]map[string]bool{
	"time":          set("Sleep After AfterFunc NewTimer NewTicker Tick Now Since Until Timer Ticker"),
	"context":       set("WithCancel WithCancelCause WithTimeout WithTimeoutCause WithDeadline WithDeadlineCause WithoutCancel AfterFunc Cause"),
	"runtime":       set("Gosched SetFinalizer AddCleanup Cleanup NumCPU GOMAXPROCS LockOSThread UnlockOSThread Callers Stack"),
	"runtime/debug": set("Stack"),
	"maps":          set("All Keys Values Insert Clone Copy Equal EqualFunc DeleteFunc"),
	"io":            set("Pipe PipeReader PipeWriter"),
	"net":           set("Pipe"),
	"math/rand": set(`Int Intn Int31 Int31n Int63 Int63n Uint32 Uint64 Float32 Float64 NormFloat64 ExpFloat64
		Perm Shuffle Read Seed`),
	"math/rand/v2": set(`Int IntN Int32 Int32N Int64 Int64N Uint UintN Uint32 Uint32N Uint64 Uint64N N Float32 Float64
		NormFloat64 ExpFloat64 Perm Shuffle`),
}

// Concerns reports whether a package that imports another has something that must be controlled.
func Concerns(path string) bool {
	return replaced[path] != "" || moved[path] != nil && path != "io" && path != "runtime/debug" || outside[path] != nil && path != "os" && path != "reflect"
}

func set(names string) map[string]bool {
	out := map[string]bool{}
	for _, n := range strings.Fields(names) {
		out[n] = true
	}
	return out
}

// stays holds permitted uses of names that are otherwise replaced.
var stays = map[string]string{
	"time": "%s.Duration", "context": "%s.Context", "runtime": "%s.Error", "io": "%s.Reader", "net": "%s.Conn", "maps": "= %s.Keys[map[int]int]",
	"slices": "= %s.Clip[[]int]", "sort": "%s.Interface", "runtime/debug": "%s.BuildInfo",
}

// A fileWriter rewrites one file.
type fileWriter struct {
	*Writer
	Package
	File
	edits
	// shared are the local variables that several functions use.
	shared map[*types.Var]bool
	// extra are the packages below the scheduler that the file needs; kept are packages that must stay in use.
	extra map[string]bool
	kept  map[*types.PkgName]string
	// made is the function or method of the call being rewritten, if it is made at once. deferred is a call that is made
	// later. also holds other calls to defer after it.
	made     *ast.SelectorExpr
	deferred *ast.CallExpr
	also     []string
	// results are those of the function being rewritten, if they have names.
	results []*types.Var
	// last is the variable that says whether its first deferred call reads these, or empty.
	last string
	// header means that the statement is one of a header, where no block can be.
	header bool
	names  int
}

// Rewrite returns the text of a file with everything controlled.
func (w *Writer) Rewrite(p Package, f File) []byte {
	x := &fileWriter{Writer: w, Package: p, File: f, extra: map[string]bool{}, kept: map[*types.PkgName]string{}, shared: map[*types.Var]bool{}}
	for _, imp := range f.Syntax.Imports {
		x.importSpec(imp)
	}
	findShared(p.Info, f.Syntax, x.older("go1.22"), x.shared)
	for _, d := range f.Syntax.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			x.signature(d.Type)
			if d.Body != nil {
				x.function(d.Type, d.Body)
			} else {
				x.replaceLinked(d)
			}
		case *ast.GenDecl:
			x.genDecl(d)
		}
	}
	head := fmt.Sprintf("; import %s %q", scheduler, p.Scheduler)
	for _, name := range slices.Sorted(maps.Keys(x.extra)) {
		head += fmt.Sprintf("; import %s%s %q", temporary, name, p.Scheduler+"/"+name)
	}
	x.close(x.offset(f.Syntax.Name.End()), head)
	out := x.apply(f.Text, 0, len(f.Text))
	out = append(out, "\nvar _ = "+scheduler+".Gosched\n"...)
	for pkg, use := range x.kept {
		out = append(out, fmt.Sprintf("var _ "+use+"\n", pkg.Name())...)
	}
	return x.constrained(out)
}

// constraint is the build constraint of a file.
var constraint = regexp.MustCompile(`(?m)^//go:build .*$`)

// constrained returns the text of a file with the language version that it needs: type arguments of calls of the
// scheduler are inferred, and a copy is in a module that may have another version than its own.
func (x *fileWriter) constrained(text []byte) []byte {
	v := version.Lang(x.Types.GoVersion())
	if x.older("go1.21") {
		v = "go1.21"
	} else if !x.Copied {
		return text
	}
	line, place := "//go:build "+v, "//line "+x.Name+":1\n"
	if at := constraint.FindIndex(text); at != nil && at[0] < x.offset(x.Syntax.Package) {
		return slices.Concat([]byte(place), text[:at[0]], []byte(line), text[at[1]:])
	}
	return append([]byte(line+"\n\n"+place), text...)
}

// older reports whether the language version of the package is older than another.
func (x *fileWriter) older(than string) bool {
	v := x.Types.GoVersion()
	if v == "" {
		return x.Copied // An old module names no version.
	}
	return version.Compare(v, than) < 0
}

// offset returns where a position is in the file.
func (x *fileWriter) offset(pos token.Pos) int { return x.Fset.PositionFor(pos, false).Offset }

// source returns the text of a node.
func (x *fileWriter) source(n ast.Node) string {
	return string(x.Text[x.offset(n.Pos()):x.offset(n.End())])
}

// refuse notes that something cannot be controlled.
func (x *fileWriter) refuse(pos token.Pos, why string) {
	x.Uncontrolled = append(x.Uncontrolled, Uncontrolled{x.Fset.Position(pos), why})
}

// site returns the number of a new site.
func (x *fileWriter) site(pos token.Pos) string {
	x.Sites = append(x.Sites, Site{x.Fset.Position(pos)})
	return strconv.Itoa(len(x.Sites))
}

// name returns a new name.
func (x *fileWriter) name() string {
	x.names++
	return temporary + strconv.Itoa(x.names)
}

func (x *fileWriter) importSpec(imp *ast.ImportSpec) {
	path, err := strconv.Unquote(imp.Path.Value)
	if err != nil {
		return
	}
	to, ok := x.Moved[path]
	if below, standard := replaced[path]; standard {
		to, ok = x.Scheduler+below, true
	}
	if ok {
		x.replace(x.offset(imp.Path.Pos()), x.offset(imp.Path.End()), strconv.Quote(to))
	}
	if path == "C" {
		x.refuse(imp.Pos(), "cgo runs outside the schedule")
	}
	if imp.Name != nil && imp.Name.Name == "." && moved[path] != nil {
		x.refuse(imp.Pos(), "its functions are used without the name of the package")
	}
}

// genDecl rewrites the values of variables.
func (x *fileWriter) genDecl(d *ast.GenDecl) {
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.ValueSpec:
			if s.Type != nil {
				x.typeExpr(s.Type)
			}
			x.values(s.Values, len(s.Names))
		case *ast.TypeSpec:
			x.typeExpr(s.Type)
		}
	}
}

// values rewrites a list of values that is assigned to n variables.
func (x *fileWriter) values(list []ast.Expr, n int) {
	if n == 2 && len(list) == 1 {
		x.twoValues(list[0])
		return
	}
	for _, e := range list {
		x.value(e)
	}
}

// signature rewrites the types of parameters and results.
func (x *fileWriter) signature(t *ast.FuncType) { x.typeExpr(t) }

// typeExpr rewrites the names within a type.
func (x *fileWriter) typeExpr(e ast.Expr) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			return !x.movedName(n)
		case *ast.ArrayType:
			if n.Len != nil && x.padding(n.Len) {
				x.typeExpr(n.Elt)
				return false
			}
		}
		return true
	})
}

// padding writes an array length that depends on the size of other types as a number, since the
// replacements of these types may be larger. It returns false for other lengths.
func (x *fileWriter) padding(length ast.Expr) (is bool) {
	v := x.Info.Types[length].Value
	if v == nil {
		return false
	}
	ast.Inspect(length, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if pkg, isPkg := x.Info.Uses[id].(*types.PkgName); ok && isPkg && pkg.Imported() == types.Unsafe {
			x.kept[pkg], is = "%s.Pointer", true
		}
		return true
	})
	if is {
		x.replace(x.offset(length.Pos()), x.offset(length.End()), v.ExactString())
	}
	return is
}

// movedName rewrites a name of another package that has a replacement.
func (x *fileWriter) movedName(sel *ast.SelectorExpr) bool {
	id, ok := sel.X.(*ast.Ident)
	if !ok {
		return false
	}
	pkg, ok := x.Info.Uses[id].(*types.PkgName)
	if !ok {
		return false
	}
	path := pkg.Imported().Path()
	if !moved[path][sel.Sel.Name] {
		x.leave(sel, x.Info.Uses[sel.Sel])
		return true
	}
	if x.kept[pkg] = stays[path]; x.kept[pkg] == "" {
		x.kept[pkg] = "%s.Source"
	}
	if path == "runtime/debug" {
		x.replace(x.offset(sel.Pos()), x.offset(sel.End()), scheduler+".StackText")
		return true
	}
	name := scheduler
	if path != "runtime" {
		below := strings.TrimSuffix(strings.TrimPrefix(path, "math/"), "/v2")
		x.extra[below] = true
		name = temporary + below
	}
	x.replace(x.offset(id.Pos()), x.offset(id.End()), name)
	return true
}
