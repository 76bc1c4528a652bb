package control

import (
	"go/ast"
	"go/types"
)

// operand rewrites the operand of a selection. Embedded pointers on the way to what is selected are read. So is the
// receiver of a method that gets a copy of it.
func (x *fileWriter) operand(e *ast.SelectorExpr) {
	sel := x.Info.Selections[e]
	pointer := isPointer(x.Info.TypeOf(e.X))
	path, copied := x.path(sel), copies(sel)
	behind := copied && isPointer(x.Info.TypeOf(e.X))
	if len(path) > 0 {
		behind = copied && isPointer(path[len(path)-1].Type())
	}
	read, ends := scheduler+".R(", ", "+x.site(e.Sel.Pos())+"))"
	if behind {
		x.open(x.offset(e.X.Pos()), "(*"+read)
	}
	text, reads := "", 0
	watched := pointer || x.place(e.X)
	for i, f := range path {
		text += "." + f.Name()
		if watched && (isPointer(f.Type()) || copied && i == len(path)-1) {
			text += ends
			reads++
		}
		watched = watched || isPointer(f.Type())
	}
	for range reads {
		x.open(x.offset(e.X.Pos()), "(*"+read+"&")
	}
	if pointer || copied && direct(sel) {
		x.value(e.X)
	} else {
		x.address(e.X)
	}
	if reads > 0 || behind {
		if behind {
			text += ends
		}
		x.close(x.offset(e.X.End()), text)
	}
}

// direct reports whether a selection passes through no embedded field.
func direct(sel *types.Selection) bool { return sel == nil || len(sel.Index()) == 1 }

// copies reports whether a method is selected that gets a copy of its receiver.
func copies(sel *types.Selection) bool {
	if sel == nil {
		return false
	}
	f, ok := sel.Obj().(*types.Func)
	if !ok {
		return false
	}
	_, parameter := types.Unalias(sel.Recv()).(*types.TypeParam)
	return !parameter && !isPointer(f.Signature().Recv().Type())
}

// path returns the embedded fields that a selection passes through, or nil if the package cannot name one of them.
func (x *fileWriter) path(sel *types.Selection) (out []*types.Var) {
	if direct(sel) {
		return nil
	}
	t := sel.Recv()
	for _, i := range sel.Index()[:len(sel.Index())-1] {
		u := under(t)
		if p, ok := u.(*types.Pointer); ok {
			u = under(p.Elem())
		}
		s, ok := u.(*types.Struct)
		if !ok || !s.Field(i).Exported() && s.Field(i).Pkg() != x.Types {
			return nil
		}
		out, t = append(out, s.Field(i)), s.Field(i).Type()
	}
	return out
}

// sorter rewrites sort.IntSlice or one of its kind whose method Sort is called. It returns false for other selections.
func (x *fileWriter) sorter(e *ast.SelectorExpr, sel *types.Selection) bool {
	if e != x.made || sel.Obj().Name() != "Sort" || !isSorter(sel.Recv()) {
		return false
	}
	x.open(x.offset(e.X.Pos()), scheduler+".Sorting(")
	x.value(e.X)
	x.close(x.offset(e.X.End()), ", "+x.site(e.Sel.Pos())+")")
	return true
}
