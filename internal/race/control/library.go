package control

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// readers are types of the standard library that are not safe for concurrent use, with the methods that only read a
// value. Others change it.
var readers = map[string]map[string]bool{
	"container/ring.Ring": set("Do Len Next Prev Move"),
	"bytes.Buffer":        set("Available AvailableBuffer Bytes Cap Len String"),
	"strings.Builder":     set("Cap Len String"),
	"bufio.Reader":        set("Buffered Size"),
	"bufio.Writer":        set("Available AvailableBuffer Buffered Size"),
	"math/rand.Rand":      {},
	"math/rand/v2.Rand":   {},
}

// lists are the types of container/list, with the functions of package list of the scheduler that stand for their methods.
var lists = map[string]string{"container/list.List": "On", "container/list.Element": "At"}

// A library says what the functions of a package of the standard library do with the elements of slices. Others only read
// them.
type library struct {
	// order are the functions that change their order, sort those that do so unless they are sorted, move those that
	// change some, as functions of the scheduler do.
	order, sort, move map[string]bool
	// aloof are those that do not even read them.
	aloof map[string]bool
}

var libraries = map[string]library{
	"sort": {sort: set("Float64s Ints Strings"), move: set("Slice SliceStable")},
	"slices": {
		order: set("Reverse"),
		sort:  set("Sort"),
		move:  set("Compact CompactFunc Delete DeleteFunc Insert Replace SortFunc SortStableFunc"),
		aloof: set("Chunk Clip Grow"),
	},
	"bytes":   {aloof: set("NewBuffer NewReader")},
	"strings": {},
}

// numbers are the methods of byte orders, with their access to the bytes that they read or write.
var numbers = map[string]string{
	"Uint16": ".ReadFirst(2, ", "Uint32": ".ReadFirst(4, ", "Uint64": ".ReadFirst(8, ",
	"PutUint16": ".WriteFirst(2, ", "PutUint32": ".WriteFirst(4, ", "PutUint64": ".WriteFirst(8, ",
}

// A Receiver is a value of the standard library that a method reads or changes. Path leads from the
// value written in the code to the embedded field; it is empty if they are the same. Access is the
// function of the scheduler that is called with a pointer to the value and returns the pointer, or, with Instead, one of package list there,
// which returns what has the methods of the value. Pointer means that the value is a pointer.
type Receiver struct {
	Path, Access     string
	Pointer, Instead bool
}

// ReceiverOf returns the one of a method that a package finds by an index of fields in values of a type. It returns false for
// methods that do neither, or on types that the package cannot name.
func ReceiverOf(pkg *types.Package, of types.Type, index []int, method *types.Func) (r Receiver, watched bool) {
	for _, i := range index[:len(index)-1] {
		t := under(of)
		if p, ok := t.(*types.Pointer); ok {
			t = under(p.Elem())
		}
		s, ok := t.(*types.Struct)
		if !ok || !s.Field(i).Exported() && s.Field(i).Pkg() != pkg {
			return r, false
		}
		r.Path, of = r.Path+"."+s.Field(i).Name(), s.Field(i).Type()
	}
	t, pointer := types.Unalias(of).(*types.Pointer)
	if pointer {
		of = t.Elem()
	}
	n, ok := types.Unalias(of).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return r, false
	}
	name := n.Obj().Pkg().Path() + "." + n.Obj().Name()
	r.Pointer, r.Access = pointer, "W"
	if access := lists[name]; access != "" {
		r.Access, r.Instead = access, true
		return r, true
	}
	only, known := readers[name]
	switch name := method.Name(); {
	case only[name]:
		r.Access = "R"
	case n.Obj().Pkg().Path() == "bytes" && (strings.HasPrefix(name, "Write") && name != "WriteTo" || name == "ReadFrom"):
		r.Access = "WriteBuffer"
	case n.Obj().Name() == "Rand" && name != "Read" && name != "Seed":
		r.Access = "TakeRandom"
	}
	return r, known
}

// receiver rewrites the receiver of a method call if it is a value of the standard library and the
// method reads or changes it. It returns false for other methods.
func (x *fileWriter) receiver(e *ast.SelectorExpr, sel *types.Selection) bool {
	method, ok := sel.Obj().(*types.Func)
	if !ok {
		return false
	}
	r, watched := ReceiverOf(x.Types, sel.Recv(), sel.Index(), method)
	if !watched || !r.Pointer && r.Path == "" && !x.place(e.X) {
		return false
	}
	access, end, made := scheduler+"."+r.Access+"(", "", e == x.made || r.Instead
	if r.Instead {
		x.extra["list"] = true
		access = temporary + "list." + r.Access + "("
	}
	if !made { // Whoever calls it later may hold a lock then.
		x.open(x.offset(e.Pos()), scheduler+".Bound(")
		access, end = scheduler+".Held(", scheduler+"."+r.Access+", "
	}
	x.open(x.offset(e.X.Pos()), access)
	if !r.Pointer {
		x.open(x.offset(e.X.Pos()), "&")
	}
	if r.Pointer && r.Path == "" || isPointer(x.Info.TypeOf(e.X)) {
		x.value(e.X)
	} else {
		x.address(e.X)
	}
	x.close(x.offset(e.X.End()), r.Path+", "+end+x.site(e.X.Pos())+")")
	if !made {
		x.close(x.offset(e.End()), ")")
	}
	return true
}

// arguments rewrites those of a call. Functions of the standard library read or change the elements of slices.
func (x *fileWriter) arguments(e *ast.CallExpr) {
	access := x.elementAccess(e)
	for i, a := range e.Args {
		switch {
		case access == "" || x.watchedElements(a) == nil || e.Ellipsis.IsValid() && i == len(e.Args)-1:
			x.value(a)
		case access != moves && e == x.deferred:
			x.value(a)
			x.later(access, a)
		case access == moves:
			if x.value(a); i == 0 {
				x.close(x.offset(a.End()), ", "+x.site(a.Pos()))
			}
		default:
			x.open(x.offset(a.Pos()), scheduler+access)
			x.value(a)
			x.close(x.offset(a.End()), ", "+x.site(a.Pos())+")")
		}
	}
}

// deferStmt rewrites a deferred call. What it does with memory comes when it is made, in another deferred call. A method that is found by its
// name stays the one that is deferred, as it may recover.
func (x *fileWriter) deferStmt(s *ast.DeferStmt) {
	deferred, also := x.deferred, x.also
	x.deferred, x.also = s.Call, nil
	end := ""
	if e, ok := s.Call.Fun.(*ast.SelectorExpr); ok && x.isByName(e) && x.leaves(x.Info.Uses[e.Sel]) == "" {
		v := x.name()
		x.replace(x.offset(s.Pos()), x.offset(e.Pos()), "{ "+v+" := ")
		method := x.named(e)
		x.close(x.offset(e.X.End()), "; defer "+v)
		x.also, end = append(x.also, scheduler+".Behind("+v+method+")"), " }"
	}
	x.call(s.Call)
	for _, a := range x.also {
		x.close(x.offset(s.End()), "; defer "+a)
	}
	x.close(x.offset(s.End()), end)
	x.deferred, x.also = deferred, also
}

// later has an access to an argument come with the deferred call, unless its place cannot be computed twice.
func (x *fileWriter) later(access string, place ast.Expr) {
	twice := true
	ast.Inspect(place, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr, *ast.FuncLit:
			twice = false
		case *ast.UnaryExpr:
			twice = twice && n.Op != token.ARROW
		}
		return twice
	})
	if twice {
		x.also = append(x.also, scheduler+access+x.text(place)+", "+x.site(place.Pos())+")")
	}
}

// moves means that a function of the scheduler replaces the called one.
const moves = "moves"

// elementAccess rewrites the function of a call. It returns the kind of its access to the elements of
// slices, or "".
func (x *fileWriter) elementAccess(e *ast.CallExpr) string {
	fun := ast.Unparen(e.Fun)
	index, instance := fun.(*ast.IndexExpr)
	if instance {
		fun = index.X
	}
	sel, ok := fun.(*ast.SelectorExpr)
	x.made = nil
	if e != x.deferred {
		x.made = sel
	}
	x.value(e.Fun)
	if x.Info.Types[fun].IsType() {
		return x.conversion(e)
	}
	if !ok {
		return ""
	}
	f, ok := x.Info.Uses[sel.Sel].(*types.Func)
	if ok && f.Pkg() != nil && f.Pkg().Path() == "encoding/binary" {
		return numbers[f.Name()]
	}
	if !ok || f.Pkg() == nil || f.Signature().Recv() != nil || strings.HasPrefix(f.Name(), "Append") {
		return ""
	}
	name := f.Name()
	switch of, known := libraries[f.Pkg().Path()]; {
	case !known || of.aloof[name]:
		return ""
	case of.move[name] && !instance && x.watchedElements(e.Args[0]) != nil:
		x.rename(e, "."+name)
		if id, ok := sel.X.(*ast.Ident); ok {
			pkg := x.Info.Uses[id].(*types.PkgName)
			x.kept[pkg] = stays[f.Pkg().Path()]
		}
		return moves
	case name == "Reverse" && x.isSortable(f, e):
		return ".SortingBack("
	case of.sort[name] || x.isSortable(f, e):
		return ".Sorting("
	case of.move[name] || of.order[name]:
		return ".WriteAll("
	}
	return ".ReadAll("
}

// isSortable reports whether a function of package sort sorts what the package has types for: others have methods that are watched. What
// sort.Reverse returns is taken to be sorted.
func (x *fileWriter) isSortable(f *types.Func, e *ast.CallExpr) bool {
	if f.Pkg().Path() != "sort" || len(e.Args) != 1 || f.Name() != "Sort" && f.Name() != "Stable" && f.Name() != "Reverse" {
		return false
	}
	return isSorter(x.Info.TypeOf(e.Args[0]))
}

// isSorter reports whether a type is sort.IntSlice or one of its kind.
func isSorter(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "sort" && strings.HasSuffix(n.Obj().Name(), "Slice")
}

// conversion returns the kind of access of a conversion to the elements of a slice, or "".
func (x *fileWriter) conversion(e *ast.CallExpr) string {
	if _, array := under(x.Info.TypeOf(e)).(*types.Array); array || x.isString(e) {
		return ".ReadAll("
	}
	return ""
}
