package refine

import (
	"fmt"
	"go/types"
	"strings"
)

// Type returns t as Go source of this file.
func (f *GoFile) Type(t types.Type) string {
	if err := f.nameable(t); err != nil {
		f.fail("%w", err)
	}
	return types.TypeString(t, f.qualify)
}

// Names tells whether t can be written in the file's package.
func (f *GoFile) Names(t types.Type) bool { return f.nameable(t) == nil }

// nameable returns why t cannot be written in the file's package, or nil.
func (f *GoFile) nameable(t types.Type) error {
	switch t := t.(type) {
	case *types.Basic:
		if t.Info()&types.IsUntyped != 0 {
			return fmt.Errorf("the type %s has no values of its own", t)
		}
		if t.Kind() != types.UnsafePointer {
			return f.unshadowed(t.Name())
		}
	case *types.Named:
		return f.nameableObject(t.Obj(), t.TypeArgs())
	case *types.Alias:
		return f.nameableObject(t.Obj(), t.TypeArgs())
	case *types.Pointer:
		return f.nameable(t.Elem())
	case *types.Slice:
		return f.nameable(t.Elem())
	case *types.Array:
		return f.nameable(t.Elem())
	case *types.Chan:
		return f.nameable(t.Elem())
	case *types.Map:
		if err := f.nameable(t.Key()); err != nil {
			return err
		}
		return f.nameable(t.Elem())
	case *types.Struct:
		for v := range t.Fields() {
			if err := f.nameableMember(v, v.Type()); err != nil {
				return err
			}
			if v.Embedded() && f.hidden(v.Name()) {
				return shadowed("package %s declares %s, so a struct that embeds Go's own %s cannot be written there", f.pkg.Name(), v.Name(), v.Name())
			}
		}
	case *types.Signature:
		return f.nameableSignature(t)
	case *types.Interface:
		for m := range t.Methods() {
			if err := f.nameableMember(m, m.Type()); err != nil {
				return err
			}
		}
	default:
		return fmt.Errorf("the type %s cannot be written", t)
	}
	return nil
}

func (f *GoFile) nameableSignature(t *types.Signature) error {
	for _, tuple := range []*types.Tuple{t.Params(), t.Results()} {
		for v := range tuple.Variables() {
			if err := f.nameable(v.Type()); err != nil {
				return err
			}
		}
	}
	return nil
}

func (f *GoFile) nameableMember(o types.Object, t types.Type) error {
	if !o.Exported() && !f.own(o.Pkg()) {
		return hidden("%s of package %s is not exported", o.Name(), o.Pkg().Name())
	}
	return f.nameable(t)
}

func (f *GoFile) nameableObject(o *types.TypeName, args *types.TypeList) error {
	switch {
	case o.Pkg() == nil:
		return f.unshadowed(o.Name())
	case o.Parent() != o.Pkg().Scope():
		return hidden("the type %s is declared inside a function", o.Name())
	case !o.Exported() && !f.own(o.Pkg()):
		return hidden("the type %s of package %s is not exported", o.Name(), o.Pkg().Name())
	case o.Pkg().Name() == "main" && !f.own(o.Pkg()):
		return hidden("the type %s belongs to a command, which cannot be imported", o.Name())
	}
	for t := range args.Types() {
		if err := f.nameable(t); err != nil {
			return err
		}
	}
	return nil
}

// unshadowed returns an error where the package declares a predeclared name.
func (f *GoFile) unshadowed(name string) error {
	if o := f.pkg.Scope().Lookup(name); o != nil && f.opt.Runtime == "" {
		return shadowed("package %s declares %s, so Go's own %s cannot be written there", f.pkg.Name(), name, name)
	}
	return nil
}

// own tells whether p is the file's package. An external test package is
// another one than the package it tests.
func (f *GoFile) own(p *types.Package) bool { return p != nil && p.Path() == f.pkg.Path() }

// object returns o, a package-level object, as an operand.
func (f *GoFile) object(o types.Object) string {
	if o.Pkg() == nil {
		return f.predeclared(o.Name())
	}
	if f.own(o.Pkg()) {
		return f.Own(o.Name())
	}
	if !o.Exported() {
		switch fun, variable := f.opt.Forwards.object(o); {
		case variable:
			return "(*" + f.Import(o.Pkg().Path()) + "." + fun + "())"
		case fun != "":
			return f.Import(o.Pkg().Path()) + "." + fun
		}
		f.fail("%w", hidden("%s of package %s is not exported", o.Name(), o.Pkg().Name()))
	}
	return f.Import(o.Pkg().Path()) + "." + o.Name()
}

// typeKey identifies t within a run; []byte and []uint8 have different keys.
func typeKey(t types.Type) string {
	return types.TypeString(types.Unalias(t), func(p *types.Package) string { return p.Path() })
}

// isBool tells whether t is the type bool itself.
func isBool(t types.Type) bool { return types.Identical(t, types.Typ[types.Bool]) }

// elemType returns the type of the elements of a slice, an array or a pointer
// to one, of the runes of a string, of the values of a map, or nil.
func elemType(t types.Type) types.Type {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return u.Elem()
	case *types.Array:
		return u.Elem()
	case *types.Map:
		return u.Elem()
	case *types.Pointer:
		if a, ok := u.Elem().Underlying().(*types.Array); ok {
			return a.Elem()
		}
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			return types.Typ[types.Int32]
		}
	}
	return nil
}

// HasReferences tells whether a value of type t, or one of the values of a tuple,
// holds something that has an identity: a pointer, a channel, an interface, below
// arrays and structs also what slices and maps refer to.
func HasReferences(t types.Type) bool { return references(t, map[string]bool{}) }

func references(t types.Type, seen map[string]bool) bool {
	if seen[typeKey(t)] {
		return false
	}
	seen[typeKey(t)] = true
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Chan, *types.Interface:
		return true
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Slice:
		return references(u.Elem(), seen)
	case *types.Array:
		return references(u.Elem(), seen)
	case *types.Map:
		return references(u.Key(), seen) || references(u.Elem(), seen)
	case *types.Struct:
		for v := range u.Fields() {
			if references(v.Type(), seen) {
				return true
			}
		}
	case *types.Tuple:
		for v := range u.Variables() {
			if references(v.Type(), seen) {
				return true
			}
		}
	}
	return false
}

// FuncType writes the type of a function; params may have names.
func FuncType(params, results []string) string {
	head := "func(" + strings.Join(params, ", ") + ")"
	switch len(results) {
	case 0:
		return head
	case 1:
		return head + " " + results[0]
	}
	return head + " (" + strings.Join(results, ", ") + ")"
}
