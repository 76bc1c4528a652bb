// Package gosource writes expressions, types and contracts as Go source of the package under test.
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

// Options are the options of a File. The zero value of each is usable.
type Options struct {
	// Prefix begins every name that the file declares or binds; empty means "rtest_". Two files of
	// one package need different prefixes.
	Prefix string
	// Runtime is the import path of the package with the functions that printed expressions call:
	// Equal(x, y any) bool, Same(x, y any) bool, Values[T any]() []T, Lacking[T any](Lack), Calls[T
	// any](input int) []T. Without it, expressions that need them are errors.
	Runtime string
	// Readable asks for loops as written by hand, instead of those that lift best. They do not
	// report their lacks.
	Readable bool
	// Version is a language version such as go1.26, for a build constraint of the file. Empty means
	// no constraint.
	Version string
	// Forwards are functions added to other packages to reach their unexported members. It is nil if nothing can
	// be added.
	Forwards *refine.Forwards
	// Kept returns the operand that holds the value of an old expression. It returns "" if the expression must
	// be evaluated over the variables from before the call. Kept may be nil.
	Kept func(*refine.Old) string
}

// A File is a Go source file of a package under test while it is written. It has the predicates
// printed so far, the functions they call, and the imports of both. All of it compiles inside
// package pkg, whatever names that package declares.
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
	// hides means that the package redeclares predeclared names.
	hides bool
}

// New returns an empty file of package pkg.
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

// A Param is one parameter of a Func. Name and Type are Go source.
type Param struct{ Name, Type string }

// Func adds the declaration of a function. Result is Go source, or empty. Body is the text between
// the braces.
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

// Name returns a name that is unused at the top level of the package: prefix and stem, followed by
// a number if that is taken.
func (f *File) Name(stem string) string {
	name := f.opt.Prefix + stem
	for i := 2; f.taken[name] || f.pkg.Scope().Lookup(name) != nil; i++ {
		name = fmt.Sprintf("%s%s_%d", f.opt.Prefix, stem, i)
	}
	f.taken[name] = true
	return name
}

// Import returns the name under which the file imports the package path. It returns "" for the
// file's own package.
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

// Clauses returns the clauses that the functions of InvariantCheck refer to, by index.
func (f *File) Clauses() []*refine.Clause { return f.clauses }

// A Holder is the variable that a clause of an invariant is about: its name and type in Go syntax.
// Self is the operand of the clause.
type Holder struct{ Name, Type, Self string }

// Holder returns the holder of the i-th clause.
func (f *File) Holder(i int) Holder { return f.holders[i] }

// LeftOut returns the clauses of types of other packages that cannot be written in this package,
// because they mention unexported things. The functions made by InvariantFunc and InvariantCheck do
// not check them.
func (f *File) LeftOut() []*refine.Clause { return f.leftOut }

// Keeps reports whether an operand holds the value of an old expression.
func (f *File) Keeps(e *refine.Old) bool { return f.opt.Kept != nil && f.opt.Kept(e) != "" }

// Bytes returns the file, formatted. The error lists what could not be written, such as a type that
// has no name in this package.
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
		// A type may have been printed without being used.
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

// Unwritten returns and forgets the errors about expressions that could not be written. Bytes then no longer
// returns them, and its result may not compile.
func (f *File) Unwritten() error {
	err := errors.Join(f.errs...)
	f.errs = nil
	return err
}

// fail records something that cannot be written. Bytes returns it as an error.
func (f *File) fail(format string, args ...any) {
	err := fmt.Errorf(format, args...)
	for _, e := range f.errs {
		if e.Error() == err.Error() {
			return
		}
	}
	f.errs = append(f.errs, err)
}

// predeclared returns name, which must have Go's own meaning in this package.
func (f *File) predeclared(name string) string {
	if f.pkg.Scope().Lookup(name) != nil && f.opt.Runtime == "" {
		f.fail("%w", refine.Shadowed("package %s declares %s, so a predicate cannot use Go's own %s there", f.pkg.Name(), name, name))
	}
	return name
}

// local returns a name for a local variable that hides nothing of the package.
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

// generate returns the name of the function of the given kind for type t. Build writes it, once.
func (f *File) generate(kind string, t types.Type, build func(name string) string) string {
	return f.generateAs(kind, kind, t, build)
}

// builtinCall matches a call of a Go builtin in a generated function.
var builtinCall = regexp.MustCompile(`\b(append|cap|copy|delete|len|make|max|min|new|panic)\(`)

// generateOwn is generate for a function that contains no expression of the user. All predeclared
// names in it are Go's own.
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

// generateAs is generate with an id that distinguishes more than the kind in the name.
func (f *File) generateAs(kind, id string, t types.Type, build func(name string) string) string {
	key := id + " " + f.Type(t)
	if name, ok := f.made[key]; ok {
		return name
	}
	f.counts[kind]++
	name := f.Name(fmt.Sprintf("%s_%d", kind, f.counts[kind]))
	f.made[key] = name
	// Reserve the place, so that a function precedes those it calls.
	at := len(f.decls)
	f.decls = append(f.decls, "")
	f.decls[at] = f.quoted(build(name))
	return name
}
