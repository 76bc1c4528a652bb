package effects

import (
	"flag"
	"go/types"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/rtest-dev/rtest/internal/longtest"
)

var update = flag.Bool("update", false, "write within_process.txt")

// TestKnownWithinProcess has functions of which everybody knows what they do.
func TestKnownWithinProcess(t *testing.T) {
	for _, name := range []string{
		"net.ParseIP", "net.ParseCIDR", "net.SplitHostPort", "(net.IP).To4", "(net.IPMask).Size", "(*net.IPNet).Contains", "net/http.StatusText",
		"(net/http.Header).Get", "(net/http.Header).Set", "(*net/http.Request).Cookie", "os.IsNotExist", "os.Expand", "(syscall.Errno).Error",
	} {
		if !strings.Contains(withinProcess, "\n"+name+"\n") {
			t.Errorf("%s is missing", name)
		}
	}
	for _, name := range []string{
		"net.Dial", "net.LookupHost", "(*net.Dialer).Dial", "net/http.Get", "(*net/http.Client).Do", "net/http.Handle", "os.Getenv", "os.Setenv", "os.ReadFile",
		"(*os.File).Write", "os.Exit", "(*os/exec.Cmd).Run", "syscall.Kill", "database/sql.Register", "(*net/rpc.Client).Call", "(*crypto/tls.Conn).Write",
		"(*net/smtp.Client).Mail", "(*testing.common).Fatal", "runtime/debug.SetGCPercent",
	} {
		if strings.Contains(withinProcess, "\n"+name+"\n") {
			t.Errorf("%s does not belong there", name)
		}
	}
}

// TestWithinProcess compares the list with the standard library at hand.
func TestWithinProcess(t *testing.T) {
	longtest.Only(t, "the standard library is read from source")
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax}, "std")
	if err != nil {
		t.Fatal(err)
	}
	prog, _ := ssautil.AllPackages(pkgs, ssa.InstantiateGenerics)
	prog.Build()
	l := library{prog: prog, callers: map[*ssa.Function][]*ssa.Function{}, outward: map[*ssa.Function]bool{}}
	l.read()
	got := "\n" + strings.Join(l.within(), "\n") + "\n"
	if *update {
		if err := os.WriteFile("within_process.txt", []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got != withinProcess {
		t.Errorf("within_process.txt does not fit the standard library of %s; -long -update writes it", runtime.Version())
	}
}

// A library is the standard library as a graph of who mentions whom.
type library struct {
	prog    *ssa.Program
	callers map[*ssa.Function][]*ssa.Function
	// outward are the functions that may reach beyond the process, or change package variables.
	outward map[*ssa.Function]bool
}

// read reads all functions.
func (l *library) read() {
	seen := ssautil.AllFunctions(l.prog)
	work := slices.Collect(maps.Keys(seen))
	var outward []*ssa.Function
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		mentioned, out := l.body(f)
		if out {
			outward = append(outward, f)
		}
		for _, m := range mentioned {
			l.callers[m] = append(l.callers[m], f)
			if !seen[m] {
				seen[m] = true
				work = append(work, m)
			}
		}
	}
	for len(outward) > 0 {
		f := outward[len(outward)-1]
		outward = outward[:len(outward)-1]
		if !l.outward[f] {
			l.outward[f] = true
			outward = append(outward, l.callers[f]...)
		}
	}
}

// within returns the exported functions of outward packages that do not reach out. Packages whose functions
// act on the process or on the test as a whole are left out.
func (l *library) within() []string {
	var names []string
	for f := range ssautil.AllFunctions(l.prog) {
		fn, ok := f.Object().(*types.Func)
		if !ok || f.Synthetic != "" || fn.Pkg() == nil || !fn.Exported() || l.outward[f] {
			continue
		}
		path := fn.Pkg().Path()
		if !isOutwardPackage(path) || strings.Contains(path+"/", "internal/") || path == "plugin" || strings.HasPrefix(path, "testing") || strings.HasPrefix(path, "runtime/") {
			continue
		}
		if recv := fn.Signature().Recv(); recv != nil {
			t := recv.Type()
			if p, ok := t.(*types.Pointer); ok {
				t = p.Elem()
			}
			if n, ok := t.(*types.Named); !ok || !n.Obj().Exported() {
				continue
			}
		}
		names = append(names, fn.Origin().FullName())
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// body returns the functions that f mentions, and the methods of types that it turns into interfaces. Out means that f
// itself reaches out, as far as can be told.
func (l *library) body(f *ssa.Function) (mentioned []*ssa.Function, out bool) {
	path := l.path(f)
	switch {
	case f.Object() != nil && slices.Contains(outwardFunctions, path+"."+f.Name()):
		return nil, true
	case l.notRead(path):
		return nil, false
	case len(f.Blocks) == 0:
		return nil, isOutwardPackage(path) || path == "internal/poll" || strings.HasPrefix(path, "internal/syscall") || strings.HasPrefix(path, "internal/runtime")
	}
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			if l.reachesOut(in) {
				return nil, true
			}
			if m, ok := in.(*ssa.MakeInterface); ok {
				set := l.prog.MethodSets.MethodSet(m.X.Type())
				for i := range set.Len() {
					if fn := l.prog.MethodValue(set.At(i)); fn != nil {
						mentioned = append(mentioned, fn)
					}
				}
			}
			if call, ok := in.(ssa.CallInstruction); ok && ofOnePackage(call.Common()) {
				mentioned = append(mentioned, l.implementations(call.Common())...)
			}
			for _, op := range in.Operands(nil) {
				if fn, ok := (*op).(*ssa.Function); ok {
					mentioned = append(mentioned, fn)
				}
			}
		}
	}
	return mentioned, false
}

// notRead reports whether functions of a package are known to do no more than call what they are given.
func (l *library) notRead(path string) bool {
	internal := strings.HasPrefix(path, "internal/") || strings.HasPrefix(path, "vendor/")
	return path != "" && !isOutwardPackage(path) && !internal || path == "internal/godebug" || path == "internal/race"
}

// path returns the package of a function, or "" for what the compiler makes.
func (l *library) path(f *ssa.Function) string {
	if o := f.Origin(); o != nil {
		f = o
	}
	switch {
	case f.Pkg != nil:
		return f.Pkg.Pkg.Path()
	case f.Object() != nil && f.Object().Pkg() != nil:
		return f.Object().Pkg().Path()
	}
	return ""
}

// reachesOut reports whether an instruction starts a goroutine, changes a package variable, or calls what
// neither an argument nor a mention gives: it may be anything. The same goes for what it calls with an interface
// that it reads from memory.
func (l *library) reachesOut(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.Go:
		return true
	case *ssa.Store:
		return ofPackage(in.Addr)
	case *ssa.MapUpdate:
		return ofPackage(in.Map)
	}
	call, ok := in.(ssa.CallInstruction)
	if !ok {
		return false
	}
	c := call.Common()
	if _, builtin := c.Value.(*ssa.Builtin); !builtin && c.StaticCallee() == nil && !isError(c.Value.Type()) && !ofOnePackage(c) {
		switch c.Value.(type) {
		case *ssa.Parameter, *ssa.FreeVar, *ssa.Function, *ssa.MakeClosure, *ssa.MakeInterface:
		default:
			return true
		}
	}
	callee := c.StaticCallee()
	unread := callee != nil && l.notRead(l.path(callee))
	return slices.ContainsFunc(c.Args, func(a ssa.Value) bool {
		_, pointer := a.Type().Underlying().(*types.Pointer)
		anything := types.IsInterface(a.Type()) && !isError(a.Type())
		if ofPackage(a) {
			return pointer && !unnoticed(a.Type()) || anything
		}
		_, loaded := a.(*ssa.UnOp)
		return loaded && (anything || unread && wraps(a.Type()))
	})
}

// ofOnePackage reports whether a call is one of an interface that only its own package can implement, because a method
// or the interface itself is not exported.
func ofOnePackage(c *ssa.CallCommon) bool {
	n, ok := c.Value.Type().(*types.Named)
	return c.IsInvoke() && (!c.Method.Exported() || ok && !n.Obj().Exported())
}

// implementations returns the methods of a package that a call of an interface of that package may call.
func (l *library) implementations(c *ssa.CallCommon) (list []*ssa.Function) {
	u := c.Value.Type().Underlying().(*types.Interface)
	scope := c.Method.Pkg().Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || types.IsInterface(tn.Type()) {
			continue
		}
		if t := types.NewPointer(tn.Type()); types.Implements(t, u) {
			if m := l.prog.LookupMethod(t, c.Method.Pkg(), c.Method.Name()); m != nil {
				list = append(list, m)
			}
		}
	}
	return list
}

// wraps reports whether a type is a pointer to a struct around an interface, as *bufio.Writer is.
func wraps(t types.Type) bool {
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	s, ok := p.Elem().Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range s.Fields() {
		if types.IsInterface(f.Type()) && !isError(f.Type()) {
			return true
		}
	}
	return false
}

func isError(t types.Type) bool {
	return types.Implements(t, types.Universe.Lookup("error").Type().Underlying().(*types.Interface))
}

// unnoticed reports whether nobody notices a change of a package variable of the type.
func unnoticed(t types.Type) bool {
	return slices.Contains([]string{"*sync.Pool", "*sync.Once", "*internal/godebug.Setting", "*strings.Replacer", "*encoding/base64.Encoding"}, t.String())
}

// ofPackage reports whether an address or value is that of a package variable, or of a part of it.
func ofPackage(v ssa.Value) bool {
	for {
		switch x := v.(type) {
		case *ssa.Global:
			return true
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.IndexAddr:
			v = x.X
		case *ssa.UnOp:
			v = x.X
		case *ssa.Slice:
			v = x.X
		case *ssa.Lookup:
			v = x.X
		case *ssa.Field:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		default:
			return false
		}
	}
}
