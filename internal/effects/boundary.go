package effects

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/code"
	"github.com/rtest-dev/rtest/refine"
	"golang.org/x/tools/go/ssa"
)

// loaded reports whether the source of a package, which belongs to a module, is loaded.
func (x *Index) loaded(pkg *types.Package) bool {
	n := x.Packages[pkg]
	return n != nil && n.Info != nil && n.Module != ""
}

// withoutSource reports whether the source of a package is not loaded.
func (x *Index) withoutSource(pkg *types.Package) bool { return pkg != nil && !x.loaded(pkg) }

// isAnalyzed reports whether the body of a function is analyzed, and builds it. It is for functions
// of modules, and for the wrappers that the compiler makes.
func (x *Index) isAnalyzed(f *ssa.Function) bool {
	if isWrapper(f) {
		return true
	}
	if pkg := code.PackageOf(f); pkg == nil || !x.loaded(pkg) {
		return false
	}
	return x.Build(f) || f.Origin() != nil && len(f.Origin().Blocks) > 0
}

// isWrapper reports whether the compiler makes a function that only calls another one, such as the
// promoted method of an embedded http.ResponseWriter.
func isWrapper(f *ssa.Function) bool {
	return f.Synthetic != "" && f.Syntax() == nil && len(f.Blocks) > 0
}

// neverCalled reports whether nothing calls a function by itself: it is in a test file, or is main.
func neverCalled(fset *token.FileSet, f *ssa.Function) bool {
	if f.Name() == "main" && f.Pkg != nil && f.Pkg.Pkg.Name() == "main" {
		return true
	}
	return strings.HasSuffix(fset.Position(f.Pos()).Filename, "_test.go")
}

// outward returns the name of a function that reaches beyond the process, or "". Such a function
// belongs to package os or the like and is not known to stay within the process, or is written in C or assembly. It may also belong to a
// package of another module whose source is not loaded and that uses these.
func (x *Index) outward(f *ssa.Function) string {
	pkg := code.PackageOf(f)
	if pkg == nil || isWrapper(f) {
		return ""
	}
	name := x.name(f)
	if strings.HasPrefix(f.Name(), "_Cfunc_") || strings.HasPrefix(f.Name(), "_C2func_") {
		return name
	}
	n := x.Packages[pkg]
	switch {
	case n == nil || n.Module == "":
		if isOutwardPackage(pkg.Path()) && !staysWithinProcess(f) || slices.Contains(outwardFunctions, pkg.Path()+"."+f.Name()) {
			return name
		}
	case n.Info == nil:
		if f.Name() != "init" && x.importsOutward(n, map[*code.Package]bool{}) {
			return name
		}
	default:
		if d, ok := f.Syntax().(*ast.FuncDecl); ok && d.Body == nil {
			return name + ", which has no body in Go"
		}
	}
	return ""
}

// outwardVariable returns the name of a package variable whose value reaches beyond the process,
// for example http.DefaultTransport, or "". Errors do not.
func (x *Index) outwardVariable(g *ssa.Global) string {
	if g.Pkg == nil || g.Object() == nil || x.loaded(g.Pkg.Pkg) {
		return ""
	}
	n, t := x.Packages[g.Pkg.Pkg], g.Object().Type()
	if !types.IsInterface(t) || types.Implements(t, types.Universe.Lookup("error").Type().Underlying().(*types.Interface)) {
		return ""
	}
	if n == nil || n.Module == "" && !isOutwardPackage(n.Path) || n.Module != "" && !x.importsOutward(n, map[*code.Package]bool{}) {
		return ""
	}
	return g.Pkg.Pkg.Name() + "." + g.Name()
}

// reflects reports whether a function of package reflect calls other functions.
func reflects(f *ssa.Function) bool {
	pkg := code.PackageOf(f)
	if pkg == nil || pkg.Path() != "reflect" {
		return false
	}
	switch f.Name() {
	case "Call", "CallSlice", "Method", "MethodByName", "Seq", "Seq2":
		return f.Signature.Recv() != nil
	}
	return false
}

// callsByName reports whether functions of a package find methods by name, without an interface.
func callsByName(pkg *types.Package) bool {
	return pkg != nil && slices.Contains([]string{"text/template", "html/template", "net/rpc", "testing/quick"}, pkg.Path())
}

// aboutStreams reports whether the interfaces of a package are for streams and files. Other packages do not test
// arbitrary values for these interfaces.
func aboutStreams(pkg *types.Package) bool {
	return pkg != nil && slices.Contains([]string{"io", "io/fs", "os", "net", "net/http", "syscall", "sync", "bufio", "hash", "database/sql/driver"}, pkg.Path())
}

// importsOutward reports whether a package of another module, or one that it imports, imports a
// package whose functions reach beyond the process.
func (x *Index) importsOutward(pkg *code.Package, seen map[*code.Package]bool) bool {
	if seen[pkg] {
		return false
	}
	seen[pkg] = true
	return slices.ContainsFunc(pkg.Imports, func(imp *code.Package) bool {
		return isOutwardPackage(imp.Path) || imp.Module != "" && x.importsOutward(imp, seen)
	})
}

// isOutwardPackage reports whether the functions of a package of the standard library, or of x/sys,
// reach beyond the process.
func isOutwardPackage(path string) bool {
	switch path {
	case "net/mail", "net/netip", "net/textproto", "net/url":
		return false
	case "os", "net", "syscall", "database/sql", "plugin", "testing", "expvar", "crypto/tls", "log/syslog", "runtime/debug", "runtime/pprof",
		"runtime/trace", "runtime/cgo", "runtime/coverage", "go/build", "go/importer":
		return true
	}
	return slices.ContainsFunc([]string{"os/", "net/", "testing/", "golang.org/x/sys/"}, func(p string) bool { return strings.HasPrefix(path, p) })
}

// outwardFunctions are single functions and methods that reach beyond the process.
var outwardFunctions = []string{
	"io/ioutil.ReadDir", "io/ioutil.ReadFile", "io/ioutil.TempDir", "io/ioutil.TempFile", "io/ioutil.WriteFile",
	"path/filepath.Abs", "path/filepath.EvalSymlinks", "path/filepath.Glob", "path/filepath.Walk", "path/filepath.WalkDir",
	"log.Fatal", "log.Fatalf", "log.Fatalln",
	"html/template.ParseFiles", "html/template.ParseGlob", "text/template.ParseFiles", "text/template.ParseGlob",
	"archive/zip.OpenReader", "debug/elf.Open", "debug/macho.Open", "debug/pe.Open", "debug/plan9obj.Open",
	"go/parser.ParseDir", "crypto/x509.SystemCertPool", "mime.TypeByExtension", "mime.ExtensionsByType",
	"time.LoadLocation", "mime/multipart.ReadForm", "debug/buildinfo.ReadFile",
}

// name returns a function as messages show it: os.ReadFile; os.File.Write for a method; for a
// function literal, the function around it, or its place.
func (x *Index) name(f *ssa.Function) string {
	literal := f
	for f.Parent() != nil {
		f = f.Parent()
	}
	if literal != f && (f.Name() == "init" || strings.HasPrefix(f.Name(), "init#")) {
		at := x.SSA.Fset.Position(literal.Pos())
		return fmt.Sprintf("the function at %s:%d", filepath.Base(at.Filename), at.Line)
	}
	name := f.Name()
	if o := f.Object(); o != nil {
		name = o.Name()
		if fn, ok := o.(*types.Func); ok && fn.Signature().Recv() != nil {
			if n, ok := types.Unalias(refine.Pointed(fn.Signature().Recv().Type())).(*types.Named); ok {
				name = n.Obj().Name() + "." + name
			}
		}
	}
	if pkg := code.PackageOf(f); pkg != nil && pkg != x.Root {
		return pkg.Name() + "." + name
	}
	return name
}
