package gosource

import (
	"go/types"

	"github.com/rtest-dev/rtest/refine"
)

// Type returns t as Go source of this file.
func (f *File) Type(t types.Type) string {
	if err := f.naming().Why(t); err != nil {
		f.fail("%w", err)
	}
	return types.TypeString(t, f.qualify)
}

// naming returns the rules by which the file's package names types.
func (f *File) naming() refine.Naming {
	return refine.Naming{Package: f.pkg, Quoted: f.opt.Runtime != ""}
}

// Names reports whether t can be written in the file's package.
func (f *File) Names(t types.Type) bool { return f.naming().Why(t) == nil }

// own reports whether p is the file's package. An external test package is not the package it
// tests.
func (f *File) own(p *types.Package) bool { return p != nil && p.Path() == f.pkg.Path() }

// object returns o, a package-level object, as an operand.
func (f *File) object(o types.Object) string {
	if o.Pkg() == nil {
		return f.predeclared(o.Name())
	}
	if f.own(o.Pkg()) {
		return f.Own(o.Name())
	}
	if !o.Exported() {
		switch fun, variable := forwardObject(f.opt.Forwards, o); {
		case variable:
			return "(*" + f.Import(o.Pkg().Path()) + "." + fun + "())"
		case fun != "":
			return f.Import(o.Pkg().Path()) + "." + fun
		}
		f.fail("%w", refine.Hidden("%s of package %s is not exported", o.Name(), o.Pkg().Name()))
	}
	return f.Import(o.Pkg().Path()) + "." + o.Name()
}
