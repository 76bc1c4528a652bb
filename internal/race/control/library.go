package control

import (
	"go/ast"
	"go/types"
	"strings"
)

// readers are types of the standard library that are not safe for concurrent use, with the methods that only read a
// value. Others change it.
var readers = map[string]map[string]bool{
	"container/list.List": set("Front Back Len"),
	"container/ring.Ring": set("Do Len Next Prev Move"),
	"bytes.Buffer":        set("Available AvailableBuffer Bytes Cap Len String"),
	"strings.Builder":     set("Cap Len String"),
	"bufio.Reader":        set("Buffered Size"),
	"bufio.Writer":        set("Available AvailableBuffer Buffered Size"),
	"math/rand.Rand":      {},
	"math/rand/v2.Rand":   {},
}

// writers are the functions of the standard library that change the elements of a slice, of packages of which all others
// only read slices.
var writers = map[string]map[string]bool{
	"sort":    set("Float64s Ints Slice SliceStable Strings"),
	"slices":  set("Compact CompactFunc Delete DeleteFunc Insert Replace Reverse Sort SortFunc SortStableFunc"),
	"bytes":   {},
	"strings": {},
}

// receiver rewrites the value whose method is called, if that is of the standard library and reads or changes it. It
// returns false for other methods.
func (x *fileWriter) receiver(e *ast.SelectorExpr, sel *types.Selection) bool {
	method, ok := sel.Obj().(*types.Func)
	if !ok || len(sel.Index()) != 1 {
		return false
	}
	t, pointer := types.Unalias(x.Info.TypeOf(e.X)).(*types.Pointer)
	of := x.Info.TypeOf(e.X)
	if pointer {
		of = t.Elem()
	}
	n, ok := types.Unalias(of).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return false
	}
	only, known := readers[n.Obj().Pkg().Path()+"."+n.Obj().Name()]
	if !known || !pointer && !x.place(e.X) {
		return false
	}
	access := ".W("
	switch {
	case only[method.Name()]:
		access = ".R("
	case n.Obj().Pkg().Path() == "bytes":
		access = ".WriteBuffer("
	}
	x.open(x.offset(e.X.Pos()), scheduler+access)
	if pointer {
		x.value(e.X)
	} else {
		x.open(x.offset(e.X.Pos()), "&")
		x.address(e.X)
	}
	x.close(x.offset(e.X.End()), ", "+x.site(e.X.Pos())+")")
	return true
}

// arguments rewrites those of a call. Functions of the standard library read or change the elements of slices.
func (x *fileWriter) arguments(e *ast.CallExpr) {
	access := x.elementAccess(e.Fun)
	for _, a := range e.Args {
		if access == "" || e.Ellipsis.IsValid() || x.watchedElements(a) == nil {
			x.value(a)
			continue
		}
		x.open(x.offset(a.Pos()), scheduler+access)
		x.value(a)
		x.close(x.offset(a.End()), ", "+x.site(a.Pos())+")")
	}
}

// elementAccess returns what stands for the access to the elements of slices by a function, or "".
func (x *fileWriter) elementAccess(fun ast.Expr) string {
	if index, ok := fun.(*ast.IndexExpr); ok {
		fun = index.X
	}
	sel, ok := fun.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	f, ok := x.Info.Uses[sel.Sel].(*types.Func)
	if !ok || f.Pkg() == nil || f.Signature().Recv() != nil || strings.HasPrefix(f.Name(), "Append") {
		return ""
	}
	change, known := writers[f.Pkg().Path()]
	switch {
	case !known:
		return ""
	case change[f.Name()]:
		return ".WriteAll("
	}
	return ".ReadAll("
}
