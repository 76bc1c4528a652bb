package gosource

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

// forwardPrefix begins the names of forwarding functions and of their files. The functions are
// exported, and no user's name begins so.
const forwardPrefix = "Rtestforward"

// layForward adds the file of a forwarding function for o, unless it exists. Src is one
// declaration. It reports whether the file can be laid.
func layForward(w *refine.Forwards, o types.Object, name, src string, f *File) bool {
	return w.Add(o, name+".go", func() ([]byte, error) {
		f.Decl(src)
		return f.Bytes()
	})
}

// forwardObject returns the name of a function through which other packages use o, an unexported
// object at the top level of its package. For a function it does what o does; for a variable it
// returns a pointer to o. The name is empty if there is none.
func forwardObject(w *refine.Forwards, o types.Object) (name string, variable bool) {
	if w == nil {
		return "", false
	}
	f := New(o.Pkg(), Options{})
	switch o := o.(type) {
	case *types.Func:
		name = forwardPrefix + "_" + o.Name()
		sig := o.Signature()
		own, args := typeParams(f, sig.TypeParams())
		params, given := parameters(f, sig)
		src := fmt.Sprintf("func %s%s(%s) %s", name, own, strings.Join(params, ", "), statement(f, sig, f.Own(o.Name())+args+given))
		if layForward(w, o, name, src, f) {
			return name, false
		}
	case *types.Var:
		name = forwardPrefix + "Variable_" + o.Name()
		if layForward(w, o, name, fmt.Sprintf("func %s() *%s { return &%s }", name, f.Type(o.Type()), f.Own(o.Name())), f) {
			return name, true
		}
	}
	return "", false
}

// forwardMember returns the name of a function that takes a value of type t, and further arguments,
// and selects its unexported field or calls its unexported method. The name is empty if there is
// none, as for members of an embedded field.
func forwardMember(w *refine.Forwards, t types.Type, member types.Object) string {
	if w == nil {
		return ""
	}
	t = types.Unalias(t)
	p, pointer := t.(*types.Pointer)
	if pointer {
		t = types.Unalias(p.Elem())
	}
	named, ok := t.(*types.Named)
	if !ok || named.Obj().Pkg() != member.Pkg() || named.Obj().Parent() != named.Obj().Pkg().Scope() {
		return ""
	}
	if _, index, _ := types.LookupFieldOrMethod(named, true, member.Pkg(), member.Name()); len(index) != 1 {
		return ""
	}
	f := New(named.Obj().Pkg(), Options{})
	star, kind := "", "Value"
	if pointer {
		star, kind = "*", "Pointer"
	}
	name := fmt.Sprintf("%s%s%d_%s_%s", forwardPrefix, kind, len(named.Obj().Name()), named.Obj().Name(), member.Name())
	self, head, end := forwardPrefix+"_self", "", ""
	switch o := member.(type) {
	case *types.Func:
		sig := o.Origin().Signature()
		own, args := typeParams(f, sig.RecvTypeParams())
		params, given := parameters(f, sig)
		params = append([]string{self + " " + star + f.Own(named.Obj().Name()) + args}, params...)
		head = fmt.Sprintf("func %s%s(%s)", name, own, strings.Join(params, ", "))
		end = statement(f, sig, self+"."+o.Name()+given)
	case *types.Var:
		own, args := typeParams(f, named.TypeParams())
		head = fmt.Sprintf("func %s%s(%s %s%s)", name, own, self, star, f.Own(named.Obj().Name())+args)
		end = fmt.Sprintf("%s { return %s.%s }", f.genericType(o.Origin().Type()), self, o.Name())
	}
	if head == "" || !layForward(w, member, name, head+" "+end, f) {
		return ""
	}
	return name
}

// genericType returns t as Go source. It may contain type parameters.
func (f *File) genericType(t types.Type) string {
	return types.TypeString(t, f.qualify)
}

// typeParams returns a list of type parameters as in a declaration, and as type arguments. Both are
// empty if there are none.
func typeParams(f *File, list *types.TypeParamList) (decl, args string) {
	if list.Len() == 0 {
		return "", ""
	}
	var decls, names []string
	for t := range list.TypeParams() {
		names = append(names, t.Obj().Name())
		decls = append(decls, t.Obj().Name()+" "+f.genericType(t.Constraint()))
	}
	return "[" + strings.Join(decls, ", ") + "]", "[" + strings.Join(names, ", ") + "]"
}

// parameters returns the parameters of a signature as in a declaration, and as the arguments of a
// call.
func parameters(f *File, sig *types.Signature) (decls []string, call string) {
	var args []string
	for i := range sig.Params().Len() {
		name := fmt.Sprintf("%s_%d", forwardPrefix, i)
		t := sig.Params().At(i).Type()
		text := f.genericType(t)
		if s, ok := t.(*types.Slice); ok && sig.Variadic() && i == sig.Params().Len()-1 {
			text = "..." + f.genericType(s.Elem())
			decls, args = append(decls, name+" "+text), append(args, name+"...")
			continue
		}
		decls, args = append(decls, name+" "+text), append(args, name)
	}
	return decls, "(" + strings.Join(args, ", ") + ")"
}

// statement returns the results of a signature, and a body that returns the call.
func statement(f *File, sig *types.Signature, call string) string {
	if sig.Results().Len() == 0 {
		return "{ " + call + " }"
	}
	var results []string
	for r := range sig.Results().Variables() {
		results = append(results, f.genericType(r.Type()))
	}
	return "(" + strings.Join(results, ", ") + ") { return " + call + " }"
}
