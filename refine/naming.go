package refine

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// A HiddenError says that something cannot be named in the package of a file. Either another
// package does not export it, or the package redeclares a predeclared name (Shadowed).
type HiddenError struct {
	text     string
	Shadowed bool
}

func (e *HiddenError) Error() string { return e.text }

// Hidden returns the error for something that another package does not export.
func Hidden(format string, args ...any) *HiddenError {
	return &HiddenError{text: fmt.Sprintf(format, args...)}
}

// Shadowed returns the error for a predeclared name that the package redeclares.
func Shadowed(format string, args ...any) *HiddenError {
	return &HiddenError{text: fmt.Sprintf(format, args...), Shadowed: true}
}

// HidesPredeclared reports whether a package redeclares a predeclared name.
func HidesPredeclared(pkg *types.Package) bool {
	return slices.ContainsFunc(types.Universe.Names(), func(name string) bool { return pkg.Scope().Lookup(name) != nil })
}

// A Naming decides which types can be written in a package.
type Naming struct {
	Package *types.Package
	// Quoted means that redeclared predeclared names can be written by another name.
	Quoted bool
}

// Why returns why t cannot be written in the package, or nil.
func (n Naming) Why(t types.Type) error {
	switch t := t.(type) {
	case *types.Basic:
		if t.Info()&types.IsUntyped != 0 {
			return fmt.Errorf("the type %s has no values of its own", t)
		}
		if t.Kind() != types.UnsafePointer {
			return n.unshadowed(t.Name())
		}
	case *types.Named:
		return n.object(t.Obj(), t.TypeArgs())
	case *types.Alias:
		return n.object(t.Obj(), t.TypeArgs())
	case *types.Pointer:
		return n.Why(t.Elem())
	case *types.Slice:
		return n.Why(t.Elem())
	case *types.Array:
		return n.Why(t.Elem())
	case *types.Chan:
		return n.Why(t.Elem())
	case *types.Map:
		if err := n.Why(t.Key()); err != nil {
			return err
		}
		return n.Why(t.Elem())
	case *types.Struct:
		for v := range t.Fields() {
			if err := n.member(v, v.Type()); err != nil {
				return err
			}
			if v.Embedded() && Hides(n.Package, v.Name()) {
				return Shadowed("package %s declares %s, so a struct that embeds Go's own %s cannot be written there", n.Package.Name(), v.Name(), v.Name())
			}
		}
	case *types.Signature:
		return n.signature(t)
	case *types.Interface:
		for m := range t.Methods() {
			if err := n.member(m, m.Type()); err != nil {
				return err
			}
		}
	default:
		return fmt.Errorf("the type %s cannot be written", t)
	}
	return nil
}

// signature returns why a function type cannot be written in the package, or nil.
func (n Naming) signature(t *types.Signature) error {
	for _, tuple := range []*types.Tuple{t.Params(), t.Results()} {
		for v := range tuple.Variables() {
			if err := n.Why(v.Type()); err != nil {
				return err
			}
		}
	}
	return nil
}

// member returns why a field or method of a type literal cannot be written in the package, or nil.
func (n Naming) member(o types.Object, t types.Type) error {
	if !o.Exported() && !n.own(o.Pkg()) {
		return Hidden("%s of package %s is not exported", o.Name(), o.Pkg().Name())
	}
	return n.Why(t)
}

// object returns why an instance of a declared type cannot be written in the package, or nil.
func (n Naming) object(o *types.TypeName, args *types.TypeList) error {
	switch {
	case o.Pkg() == nil:
		return n.unshadowed(o.Name())
	case o.Parent() != o.Pkg().Scope():
		return Hidden("the type %s is declared inside a function", o.Name())
	case !o.Exported() && !n.own(o.Pkg()):
		return Hidden("the type %s of package %s is not exported", o.Name(), o.Pkg().Name())
	case o.Pkg().Name() == "main" && !n.own(o.Pkg()):
		return Hidden("the type %s belongs to a command, which cannot be imported", o.Name())
	}
	for t := range args.Types() {
		if err := n.Why(t); err != nil {
			return err
		}
	}
	return nil
}

// unshadowed returns an error if the package redeclares a predeclared name.
func (n Naming) unshadowed(name string) error {
	if o := n.Package.Scope().Lookup(name); o != nil && !n.Quoted {
		return Shadowed("package %s declares %s, so Go's own %s cannot be written there", n.Package.Name(), name, name)
	}
	return nil
}

// Hides reports whether a predeclared name means something else in a package.
func Hides(pkg *types.Package, name string) bool {
	return types.Universe.Lookup(name) != nil && pkg.Scope().Lookup(name) != nil
}

// own reports whether p is the package. An external test package is not the package it tests.
func (n Naming) own(p *types.Package) bool { return p != nil && p.Path() == n.Package.Path() }

// InputNames returns the names of the inputs in a form: arg0, arg1, … for unnamed ones.
func (c *Contract) InputNames() []string {
	var names []string
	for i, v := range c.Inputs() {
		name := v.Name
		if name == "" || name == "_" {
			name = fmt.Sprintf("arg%d", i)
		}
		names = append(names, name)
	}
	return names
}

// A ContractKey identifies a contract of a package by function and position. The position is needed
// because an external test package may have a function of the same name.
type ContractKey struct{ Function, Pos string }

// Key returns the key of the contract.
func (c *Contract) Key() ContractKey { return ContractKey{c.Name, c.Pos.String()} }

// Instantiation returns the type arguments of a generic function as a with directive lists them, such as [int, string]. It
// is empty for other functions.
func (c *Contract) Instantiation() string {
	if c.TypeArgs == nil {
		return ""
	}
	args := make([]string, len(c.TypeArgs))
	for i, t := range c.TypeArgs {
		args[i] = types.TypeString(t, (*types.Package).Name)
	}
	return "[" + strings.Join(args, ", ") + "]"
}
