// Package gosource writes expressions, types and contracts as Go source of the package
// under test.
package gosource

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"go/types"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/rtest-dev/rtest/refine"
)

// Options are the choices of a File; each has a usable zero value.
type Options struct {
	// Prefix begins every name that the file declares or binds, "rtest_" when
	// empty. Two files of one package need different prefixes.
	Prefix string
	// Runtime is the import path of the package with the functions that
	// printed expressions call: Equal(x, y any) bool, Same(x, y any) bool,
	// Values[T any]() []T, Lacking[T any](Lack), Calls[T any](input int) []T.
	// Without it expressions that need them are errors.
	Runtime string
	// Readable asks for loops as one writes them by hand, instead of those that
	// are lifted into logic best. They do not say what they lack.
	Readable bool
	// Version is a language version such as go1.26, which the file asks for
	// by a build constraint; none when empty.
	Version string
	// Forwards are laid into other packages for what these do not export; nil
	// where nothing is laid.
	Forwards *refine.Forwards
}

// A File is one Go source file of a package under test while it is written:
// the predicates printed so far, the functions that they call, the imports
// that both need. Everything in it compiles inside the package pkg, whatever
// names that package declares.
type File struct {
	pkg     *types.Package
	opt     Options
	imports map[string]string
	taken   map[string]bool
	// made has the names of generated functions, by kind and type.
	made    map[string]string
	counts  map[string]int
	decls   []string
	clauses []*refine.Clause
	holders []Holder
	leftOut []*refine.Clause
	errs    []error
	// hides says that the package declares predeclared names.
	hides bool
}

// New returns an empty file of the package pkg.
func New(pkg *types.Package, opt Options) *File {
	if opt.Prefix == "" {
		opt.Prefix = "rtest_"
	}
	return &File{
		pkg: pkg, opt: opt,
		imports: map[string]string{}, taken: map[string]bool{},
		made: map[string]string{}, counts: map[string]int{},
		hides: refine.HidesPredeclared(pkg),
	}
}

// A Param is one parameter of a Func: a name and a type, both Go source.
type Param struct{ Name, Type string }

// Func adds the declaration of a function. The result is Go source, empty for
// none; the body is what stands between the braces.
func (f *File) Func(name string, params []Param, result, body string) {
	ps := make([]string, len(params))
	for i, p := range params {
		ps[i] = p.Name + " " + p.Type
	}
	f.taken[name] = true
	f.Decl(fmt.Sprintf("func %s(%s) %s {\n%s\n}", name, strings.Join(ps, ", "), result, body))
}

// Decl adds a declaration, as Go source.
func (f *File) Decl(source string) { f.decls = append(f.decls, f.quoted(source)) }

// Name returns a name that nothing else at the top level of the package has:
// the prefix and stem, with a number behind where that is taken.
func (f *File) Name(stem string) string {
	name := f.opt.Prefix + stem
	for i := 2; f.taken[name] || f.pkg.Scope().Lookup(name) != nil; i++ {
		name = fmt.Sprintf("%s%s_%d", f.opt.Prefix, stem, i)
	}
	f.taken[name] = true
	return name
}

// Import returns the name under which the file imports the package path. It
// is empty for the file's own package.
func (f *File) Import(importPath string) string {
	if importPath == f.pkg.Path() {
		return ""
	}
	if name, ok := f.imports[importPath]; ok {
		return name
	}
	stem := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return '_'
	}, path.Base(importPath))
	if len(stem) < 3 {
		stem += "_package" // Variables of generated functions have short names.
	}
	name := f.Name(stem)
	f.imports[importPath] = name
	return name
}

// Clauses are the clauses to which the functions of InvariantCheck refer, by
// index.
func (f *File) Clauses() []*refine.Clause { return f.clauses }

// A Holder is what a clause of an invariant is said of: a variable of this name
// and type, in Go's syntax, of which Self is the operand of the clause.
type Holder struct{ Name, Type, Self string }

// Holder returns that of the i-th clause.
func (f *File) Holder(i int) Holder { return f.holders[i] }

// LeftOut are the clauses of types of other packages that cannot be written in
// this package, because they speak of unexported things. The functions made by
// InvariantFunc and InvariantCheck do not check them.
func (f *File) LeftOut() []*refine.Clause { return f.leftOut }

// Bytes returns the file, formatted. The error lists what could not be
// written, such as a type that has no name in this package.
func (f *File) Bytes() ([]byte, error) {
	if len(f.errs) > 0 {
		return nil, errors.Join(f.errs...)
	}
	body := strings.Join(f.decls, "\n\n")
	var b bytes.Buffer
	if f.opt.Version != "" {
		fmt.Fprintf(&b, "//go:build %s\n\n", f.opt.Version)
	}
	fmt.Fprintf(&b, "// Code generated by rtest. DO NOT EDIT.\n\npackage %s\n\n", f.pkg.Name())
	var paths []string
	for p, name := range f.imports {
		// A type may have been printed and then not been used.
		if strings.Contains(body, name+".") {
			paths = append(paths, p)
		}
	}
	slices.Sort(paths)
	for _, p := range paths {
		fmt.Fprintf(&b, "import %s %q\n", f.imports[p], p)
	}
	b.WriteString("\n" + body + "\n")
	out, err := format.Source(b.Bytes())
	if err != nil {
		return nil, fmt.Errorf("generated Go of package %s is not well formed: %w", f.pkg.Path(), err)
	}
	return out, nil
}

// Unwritten returns what could not be written since it was last called, or since
// the file was new, and forgets it: Bytes does not return it any more, but returns
// what may not compile.
func (f *File) Unwritten() error {
	err := errors.Join(f.errs...)
	f.errs = nil
	return err
}

// fail notes something that cannot be written; Bytes returns it.
func (f *File) fail(format string, args ...any) {
	err := fmt.Errorf(format, args...)
	for _, e := range f.errs {
		if e.Error() == err.Error() {
			return
		}
	}
	f.errs = append(f.errs, err)
}

// predeclared returns name, which must be Go's own in this package.
func (f *File) predeclared(name string) string {
	if f.pkg.Scope().Lookup(name) != nil && f.opt.Runtime == "" {
		f.fail("%w", refine.Shadowed("package %s declares %s, so a predicate cannot use Go's own %s there", f.pkg.Name(), name, name))
	}
	return name
}

// local returns a name for a local variable that hides nothing in the package.
func (f *File) local(name string) string {
	if f.pkg.Scope().Lookup(name) != nil {
		return f.opt.Prefix + name
	}
	return name
}

// runtime returns the qualified name of a function of the runtime package.
func (f *File) runtime(name string) string {
	if f.opt.Runtime == "" {
		f.fail("%s is needed, and there is no runtime package", name)
		return name
	}
	return f.Import(f.opt.Runtime) + "." + name
}

// generate returns the name of the function of this kind for the type t. It is
// written by build, once.
func (f *File) generate(kind string, t types.Type, build func(name string) string) string {
	return f.generateAs(kind, kind, t, build)
}

// builtinCall matches a call of one of Go's builtin functions in a generated one.
var builtinCall = regexp.MustCompile(`\b(append|cap|copy|delete|len|make|max|min|new|panic)\(`)

// generateOwn is generate for a function in which no expression of the user stands:
// the names in it are Go's own.
func (f *File) generateOwn(kind string, t types.Type, build func(name string) string) string {
	return f.generateOwnAs(kind, kind, t, build)
}

func (f *File) generateOwnAs(kind, id string, t types.Type, build func(name string) string) string {
	return f.generateAs(kind, id, t, func(name string) string {
		text := build(name)
		for _, m := range builtinCall.FindAllStringSubmatch(text, -1) {
			f.predeclared(m[1])
		}
		return text
	})
}

// generateAs is generate where the kind is more than the stem of the name.
func (f *File) generateAs(kind, id string, t types.Type, build func(name string) string) string {
	key := id + " " + f.Type(t)
	if name, ok := f.made[key]; ok {
		return name
	}
	f.counts[kind]++
	name := f.Name(fmt.Sprintf("%s_%d", kind, f.counts[kind]))
	f.made[key] = name
	// The place is kept, so that a function stands before those it calls.
	at := len(f.decls)
	f.decls = append(f.decls, "")
	f.decls[at] = f.quoted(build(name))
	return name
}
