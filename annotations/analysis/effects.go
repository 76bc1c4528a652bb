package analysis

import (
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/refine"
	"golang.org/x/tools/go/ssa"
)

// Effect tells how a function without a contract may reach beyond the process:
// which function of package os, say, it mentions, and by way of which others.
// Empty where it does not.
//
// What is mentioned counts as called, and a call of an interface's method as one
// of each implementation in the modules that are loaded from source: this rather
// finds too much, because nobody has said that the function may be called with
// made-up arguments.
func (p *Program) Effect(fn *types.Func) string {
	f := p.ssa.FuncValue(fn)
	if f == nil {
		return ""
	}
	s := &effects{Program: p, seen: map[*ssa.Function]bool{}, vars: map[*ssa.Global]bool{}}
	s.function(f)
	switch n := len(s.way); {
	case s.found == "":
		return ""
	case n <= 1:
		return "it calls " + s.found
	default:
		return "it calls " + s.way[1] + ", which leads to " + s.found
	}
}

// effects is a search for a function that reaches beyond the process.
type effects struct {
	*Program
	seen map[*ssa.Function]bool
	vars map[*ssa.Global]bool
	// way are the functions from the first one to the one at hand, until found
	// names what was sought.
	way   []string
	found string
}

// function looks into one that is mentioned.
func (s *effects) function(f *ssa.Function) {
	if s.found != "" || s.seen[f] {
		return
	}
	s.seen[f] = true
	if s.outward(f) {
		s.found = s.name(f)
		return
	}
	if s.standard(f) || !s.build(f) && f.Origin() == nil {
		return
	}
	if len(f.Blocks) == 0 {
		f = f.Origin()
	}
	s.way = append(s.way, s.name(f))
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			s.instruction(in)
		}
	}
	if s.found == "" {
		s.way = s.way[:len(s.way)-1]
	}
}

func (s *effects) instruction(in ssa.Instruction) {
	for _, op := range in.Operands(nil) {
		switch x := (*op).(type) {
		case *ssa.Function:
			s.function(x)
		case *ssa.Global:
			s.variable(x)
		}
	}
	call, ok := in.(ssa.CallInstruction)
	if !ok || !call.Common().IsInvoke() {
		return
	}
	c := call.Common()
	iface, ok := c.Value.Type().Underlying().(*types.Interface)
	if !ok {
		return
	}
	for _, m := range s.methods(c.Method.Name()) {
		recv := m.Signature().Recv().Type()
		f := s.ssa.FuncValue(m)
		generic := m.Signature().RecvTypeParams().Len() > 0
		if f != nil && !s.standard(f) && (generic || types.Implements(recv, iface)) {
			s.function(f)
		}
	}
}

// variable looks at what a package keeps in a variable: functions, and values
// with methods, that it calls later.
func (s *effects) variable(g *ssa.Global) {
	if s.vars[g] || g.Pkg == nil || s.unseen(g.Pkg.Pkg) || s.packages[g.Pkg.Pkg].Module == "" {
		return
	}
	s.vars[g] = true
	g.Pkg.Build()
	for _, m := range g.Pkg.Members {
		f, ok := m.(*ssa.Function)
		if !ok {
			continue
		}
		for _, f := range withAnonymous(f) {
			for _, b := range f.Blocks {
				for _, in := range b.Instrs {
					if st, ok := in.(*ssa.Store); ok && st.Addr == g {
						s.value(st.Val, 0)
					}
				}
			}
		}
	}
}

// value looks at the functions from which a value is made.
func (s *effects) value(v ssa.Value, depth int) {
	const deepest = 20
	switch v := v.(type) {
	case *ssa.Function:
		s.function(v)
		return
	case *ssa.Global:
		s.variable(v)
		return
	}
	in, ok := v.(ssa.Instruction)
	if !ok || depth > deepest {
		return
	}
	for _, op := range in.Operands(nil) {
		if *op != nil {
			s.value(*op, depth+1)
		}
	}
}

// standard tells of functions of the standard library.
func (s *effects) standard(f *ssa.Function) bool {
	pkg := packageOf(f)
	if pkg == nil {
		return false
	}
	n := s.packages[pkg]
	return n != nil && n.Module == ""
}

// outward tells whether a function reaches beyond the process: it is one of
// package os and its like, or one of another module whose source is not loaded
// and whose package uses these, or one written in C.
func (s *effects) outward(f *ssa.Function) bool {
	pkg := packageOf(f)
	if pkg == nil {
		return false
	}
	if strings.HasPrefix(f.Name(), "_Cfunc_") || strings.HasPrefix(f.Name(), "_C2func_") {
		return true
	}
	n := s.packages[pkg]
	if n == nil || n.Module == "" {
		return outwardPackage(pkg.Path()) || slices.Contains(outwardFunctions, pkg.Path()+"."+f.Name())
	}
	if n.Info != nil || f.Name() == "init" {
		return false
	}
	return s.uses(n, map[*Package]bool{})
}

// uses tells whether a package of another module, or one below it, imports a
// package whose functions reach beyond the process.
func (s *effects) uses(pkg *Package, seen map[*Package]bool) bool {
	if seen[pkg] {
		return false
	}
	seen[pkg] = true
	for _, imp := range pkg.Imports {
		if outwardPackage(imp.Path) || imp.Module != "" && s.uses(imp, seen) {
			return true
		}
	}
	return false
}

// outwardPackage tells of the packages of the standard library, and of x/sys,
// whose functions reach beyond the process.
func outwardPackage(path string) bool {
	switch path {
	case "net/mail", "net/netip", "net/textproto", "net/url":
		return false
	case "os", "net", "syscall", "database/sql", "plugin", "testing", "expvar", "crypto/tls", "log/syslog", "runtime/debug", "runtime/pprof",
		"runtime/trace", "go/build", "go/importer":
		return true
	}
	return slices.ContainsFunc([]string{"os/", "net/", "testing/", "golang.org/x/sys/"}, func(p string) bool { return strings.HasPrefix(path, p) })
}

// outwardFunctions are single functions, and methods, that do so.
var outwardFunctions = []string{
	"io/ioutil.ReadDir", "io/ioutil.ReadFile", "io/ioutil.TempDir", "io/ioutil.TempFile", "io/ioutil.WriteFile",
	"path/filepath.Abs", "path/filepath.EvalSymlinks", "path/filepath.Glob", "path/filepath.Walk", "path/filepath.WalkDir",
	"log.Fatal", "log.Fatalf", "log.Fatalln",
	"html/template.ParseFiles", "html/template.ParseGlob", "text/template.ParseFiles", "text/template.ParseGlob",
	"archive/zip.OpenReader", "debug/elf.Open", "debug/macho.Open", "debug/pe.Open", "debug/plan9obj.Open",
	"go/parser.ParseDir", "crypto/x509.SystemCertPool", "mime.TypeByExtension", "mime.ExtensionsByType",
	"time.LoadLocation",
}

// packageOf is the package in which a function is declared, nil for what the
// compiler makes.
func packageOf(f *ssa.Function) *types.Package {
	if o := f.Object(); o != nil {
		return o.Pkg()
	}
	if f.Pkg != nil {
		return f.Pkg.Pkg
	}
	if f.Parent() != nil {
		return packageOf(f.Parent())
	}
	return nil
}

// name is a function as it is told: os.ReadFile, File.Write of package os
// as os.File.Write, a function literal as the function around it.
func (s *effects) name(f *ssa.Function) string {
	for f.Parent() != nil {
		f = f.Parent()
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
	if pkg := packageOf(f); pkg != nil && pkg != s.root {
		return pkg.Name() + "." + name
	}
	return name
}
