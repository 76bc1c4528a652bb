package duties

import (
	"go/types"
	"regexp"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/decode/tree"
)

// isUnset reports whether no field of a struct is set.
func isUnset(v *tree.Value) bool {
	if v == nil || v.Kind != tree.Compound {
		return false
	}
	return !slices.ContainsFunc(v.Elems, func(e *tree.Value) bool {
		if e == nil || e.Kind == tree.Nil || isUnset(e) {
			return false
		}
		return e.Kind != tree.Scalar || e.Text != "0" && e.Text != `""` && e.Text != "false"
	})
}

// structName returns the named struct type that a type is; nil for others.
func structName(t types.Type) *types.Named {
	if t == nil {
		return nil
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return nil
	}
	if _, isStruct := n.Underlying().(*types.Struct); !isStruct {
		return nil
	}
	return n
}

// isOwn reports whether a type is of the main module.
func (p *Finder) isOwn(n *types.Named) bool {
	return p.isMainPackage(n.Obj().Pkg())
}

// isMainPackage reports whether a package is of the main module.
func (p *Finder) isMainPackage(pkg *types.Package) bool {
	known := p.Packages[pkg]
	return known != nil && known.Main
}

// ownType returns the type of the main module with a name from a value tree, or the pointer to it. It returns
// nil for other types.
func (p *Finder) ownType(text string) types.Type {
	name, isPointer := strings.CutPrefix(text, "*")
	dot := strings.LastIndexByte(name, '.')
	for pkg, known := range p.Packages {
		if dot < 0 || !known.Main || known.Path != name[:dot] {
			continue
		}
		if n, ok := pkg.Scope().Lookup(name[dot+1:]).(*types.TypeName); ok && isPointer {
			return types.NewPointer(n.Type())
		} else if ok {
			return n.Type()
		}
	}
	return nil
}

// called returns the function that a statement of a tree.Called calls to make a value of type t, or nil if it is
// unknown.
func (p *Finder) called(t types.Type, text string) *types.Func {
	m := regexp.MustCompile(`(\w+)(\[[^(]*\])?\(` + tree.SlotArgs).FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	pkg := p.Root
	if n, ok := types.Unalias(pointed(t)).(*types.Named); ok && n.Obj().Pkg() != nil {
		pkg = n.Obj().Pkg()
	}
	if f, ok := pkg.Scope().Lookup(m[1]).(*types.Func); ok && !strings.Contains(text, tree.SlotFirst) && !strings.Contains(text, tree.SlotSelf+"."+m[1]) {
		return f
	}
	if of, _, _ := types.LookupFieldOrMethod(t, true, pkg, m[1]); of != nil {
		f, _ := of.(*types.Func)
		return f
	}
	if methods := p.Methods(m[1]); len(methods) == 1 {
		return methods[0]
	}
	return nil
}
