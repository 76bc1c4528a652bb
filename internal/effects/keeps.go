package effects

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/code"
	"golang.org/x/tools/go/ssa"
)

// MayKeep reports whether a call of one of the functions may leave something that a later call can observe: in a
// package variable, in memory reachable from one, or outside the program. It returns false only if all reachable
// code is known, and only reads memory that outlives the call.
func MayKeep(p *code.Program, fns []*types.Func) bool {
	k := newKeeping(p)
	for _, fn := range fns {
		k.method(fn)
	}
	for len(k.queue) > 0 && !k.found {
		f := k.queue[len(k.queue)-1]
		k.queue = k.queue[:len(k.queue)-1]
		k.function(f)
	}
	return k.found || k.sharesErrors && k.changesErrors()
}

// OnlyRead reports whether calls of the functions only read the memory that their parameters refer to. It
// returns false if that is unknown, or if they store or return a reference to it.
func OnlyRead(p *code.Program, fns []*types.Func) bool {
	k := newKeeping(p)
	for _, fn := range fns {
		f := p.SSA.FuncValue(fn.Origin())
		if f == nil {
			return false
		}
		if pkg := code.PackageOf(f); pkg != nil && stateless(pkg.Path()) {
			if !reader(pkg.Path(), f) {
				return false
			}
			continue
		}
		if !k.Build(f) || len(f.Blocks) == 0 {
			return false
		}
		for _, x := range f.Params {
			if !k.only(x) {
				return false
			}
		}
	}
	return true
}

// A keeping looks for traces that a call may leave. seen are the functions found so far, queue those to visit,
// read the values that are only read. types are those whose methods packages without source may call. errors are
// the error types that the code uses by concrete type. sharesErrors means that it uses errors that outlive the
// call.
type keeping struct {
	*code.Program
	seen         map[*ssa.Function]bool
	queue        []*ssa.Function
	read         map[ssa.Value]bool
	types        map[types.Type]bool
	errors       []ssa.Value
	sharesErrors bool
	found        bool
	// operands is memory for the operands of one instruction.
	operands []*ssa.Value
}

func newKeeping(p *code.Program) *keeping {
	return &keeping{Program: p, seen: map[*ssa.Function]bool{}, read: map[ssa.Value]bool{}, types: map[types.Type]bool{}}
}

func (k *keeping) reach(f *ssa.Function) {
	if f == nil {
		k.found = true
	} else if !k.seen[f] {
		k.seen[f] = true
		k.queue = append(k.queue, f)
	}
}

// method reaches a function or a method by its declaration. Interface methods have no code.
func (k *keeping) method(fn *types.Func) {
	recv := fn.Signature().Recv()
	if recv != nil && types.IsInterface(recv.Type()) {
		k.named(fn.Name())
		return
	}
	if fn.Pkg() == nil || stateless(fn.Pkg().Path()) {
		return
	}
	k.reach(k.SSA.FuncValue(fn.Origin()))
}

// named reaches all methods of a name, because an interface may hold a value of any of their types. Values of
// the standard library are followed where they are made.
func (k *keeping) named(name string) {
	for _, m := range k.Methods(name) {
		if known := k.Packages[m.Pkg()]; known != nil && known.Module != "" {
			k.method(m)
		}
	}
}

// function searches the code of a function.
func (k *keeping) function(f *ssa.Function) {
	if pkg := code.PackageOf(f); pkg != nil && stateless(pkg.Path()) {
		k.found = k.found || leaves(pkg.Path(), f.Name())
		return
	}
	if !k.Build(f) {
		k.found = true
		return
	}
	blocks := f.Blocks
	if len(blocks) == 0 {
		blocks = f.Origin().Blocks
	}
	for _, b := range blocks {
		for _, in := range b.Instrs {
			k.instruction(in)
		}
	}
}

func (k *keeping) instruction(in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.Go:
		k.found = true // It may still run after the call.
	case *ssa.MakeInterface:
		k.handed(in.X.Type())
	case *ssa.ChangeInterface:
		k.handed(in.X.Type())
	case ssa.CallInstruction:
		c := in.Common()
		if f := c.StaticCallee(); f != nil && code.PackageOf(f) != nil && stateless(code.PackageOf(f).Path()) {
			for _, x := range c.Args {
				k.argument(x)
			}
		}
		if c.IsInvoke() {
			k.named(c.Method.Name())
		}
	}
	k.assertedErrors(in)
	k.operands = in.Operands(k.operands[:0])
	for _, x := range k.operands {
		switch v := (*x).(type) {
		case *ssa.Function:
			k.reach(v)
		case *ssa.Global:
			k.found = k.found || !k.readsOnly(v, in)
		}
	}
}

// only reports whether the code only reads a value that refers to memory outliving the call.
func (k *keeping) only(v ssa.Value) bool {
	if Frozen(v.Type()) {
		k.sharesErrors = k.sharesErrors || v.Type().String() == "error"
		return true
	}
	if k.read[v] {
		return true
	}
	k.read[v] = true
	return !slices.ContainsFunc(*v.Referrers(), func(in ssa.Instruction) bool { return !k.readsOnly(v, in) })
}

// readsOnly is only for one of the instructions that use the value.
func (k *keeping) readsOnly(v ssa.Value, in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.UnOp:
		return in.Op != token.ARROW && k.only(in)
	case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Field, *ssa.Index, *ssa.Lookup, *ssa.Range, *ssa.Next, *ssa.Extract, *ssa.Slice, *ssa.Phi, *ssa.ChangeType, *ssa.TypeAssert:
		return k.only(in.(ssa.Value))
	case *ssa.BinOp, *ssa.If, *ssa.DebugRef:
		return true
	case ssa.CallInstruction:
		return k.callReads(v, in)
	}
	return false
}

// callReads reports whether a call only reads an argument.
func (k *keeping) callReads(v ssa.Value, in ssa.CallInstruction) bool {
	c := in.Common()
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return b.Name() == "len" || b.Name() == "cap"
	}
	f := c.StaticCallee()
	if f == nil || c.Value == v || !slices.Contains(c.Args, v) {
		return false
	}
	if pkg := code.PackageOf(f); pkg != nil && stateless(pkg.Path()) {
		if pkg.Path() == "sync" {
			return f.Name() == "Unlock" || f.Name() == "RUnlock" || isReleased(v, in, f.Name())
		}
		return reader(pkg.Path(), f) && (!strings.HasSuffix(declaredName(f), "Func") || Frozen(elementTypes(v.Type())))
	}
	if !k.Build(f) || len(f.Params) != len(c.Args) || len(f.Blocks) == 0 {
		return false
	}
	for i, a := range c.Args {
		if a == v && !k.only(f.Params[i]) {
			return false
		}
	}
	return true
}

// reader reports whether a function of the standard library leaves its arguments alone and returns
// nothing that refers to them.
func reader(path string, f *ssa.Function) bool {
	switch path {
	case "slices", "strings", "bytes", "maps", "unicode":
		return slices.ContainsFunc([]string{"Contains", "Index", "LastIndex", "BinarySearch", "Equal", "Compare", "Has", "Count", "Join", "Is", "In"}, func(p string) bool {
			return strings.HasPrefix(f.Name(), p) && declaredName(f) != "Insert"
		})
	}
	return false
}

// declaredName returns the name of a function without type arguments.
func declaredName(f *ssa.Function) string {
	name, _, _ := strings.Cut(f.Name(), "[")
	return name
}

// elementTypes returns the type of the elements of a slice, the types of the keys and values of a map, or t
// itself.
func elementTypes(t types.Type) types.Type {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return u.Elem()
	case *types.Map:
		return types.NewTuple(types.NewVar(token.NoPos, nil, "", u.Key()), types.NewVar(token.NoPos, nil, "", u.Elem()))
	}
	return t
}

// leaves reports whether a function of a stateless package starts something that may run after the call, or
// changes a value of a frozen type.
func leaves(path, name string) bool {
	switch name {
	case "AfterFunc":
		return true
	case "Go":
		return path == "sync"
	case "Longest", "UnmarshalText":
		return path == "regexp"
	}
	return false
}

// Holds reports whether a package variable of a type may hold memory that can be changed through values read
// from it. The elements of slices, arrays and maps count as such values.
func Holds(t types.Type) bool {
	if a, ok := t.Underlying().(*types.Array); ok {
		return !Frozen(a.Elem())
	}
	return !Frozen(elementTypes(t))
}

// Frozen reports whether nothing can be changed through a value of a type.
func Frozen(t types.Type) bool {
	switch t.String() {
	case "error", "*regexp.Regexp", "*strings.Replacer", "*unicode.RangeTable", "*time.Location":
		return true
	}
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Kind() != types.UnsafePointer
	case *types.Array:
		return Frozen(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			if !Frozen(f.Type()) {
				return false
			}
		}
		return true
	case *types.Tuple:
		for v := range t.Variables() {
			if !Frozen(v.Type()) {
				return false
			}
		}
		return true
	}
	return false
}

// stateless reports whether the functions of a standard library package keep state only in their arguments.
func stateless(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	switch first {
	case "strings", "strconv", "bytes", "slices", "maps", "sort", "math", "unicode", "errors", "cmp", "fmt", "iter", "regexp", "container", "time", "hash", "html", "io", "bufio", "sync", "unsafe":
		return path != "io/ioutil"
	}
	switch path {
	case "path", "net/url", "net/netip", "text/tabwriter", "text/scanner", "crypto/md5", "crypto/sha1", "crypto/sha256", "crypto/sha512", "index/suffixarray",
		"encoding/base32", "encoding/base64", "encoding/binary", "encoding/csv", "encoding/hex", "encoding/json", "encoding/ascii85":
		return true
	}
	return false
}
