package decode

import (
	"fmt"
	"go/types"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/gosource"
)

// Constructors writes the functions that build the values of shapes from a
// stream in the harness: one func(r *read.Reader, p *T) for each composite shape,
// which finds *p zero.
type Constructors struct {
	*gosource.File
	// Functions are those that are asked, with their indices.
	Functions map[*value.Func]int
	// Listing are the listed values whose evaluation may not end well.
	Listing []*refine.Clause
	// Err is the first error.
	Err error

	pkg *refine.Package
	// rt qualifies the runtime, as "rt.".
	rt string
	// noting is set when the memory of inputs must be known.
	noting bool
	made   map[value.Shape]string
	junked map[string]string
	// slabs are the types of which values are taken from slabs, with their numbers.
	slabs map[string]int
}

// NewConstructors returns what writes constructors of values of the package into a
// file. With noting the memory of inputs is known.
func NewConstructors(f *gosource.File, pkg *refine.Package, rt string, noting bool) *Constructors {
	return &Constructors{File: f, pkg: pkg, rt: rt, noting: noting, made: map[value.Shape]string{}, junked: map[string]string{}, slabs: map[string]int{}}
}

// Set returns statements that set the variable dst, which is zero, to the next
// value of the shape.
func (c *Constructors) Set(dst string, s value.Shape) string { return kindOf(s).set(c, dst) }

// fail notes an error, and returns no statements.
func (c *Constructors) fail(format string, args ...any) string {
	if c.Err == nil {
		c.Err = fmt.Errorf(format, args...)
	}
	return ""
}

// assign returns the assignment of what a method of the Reader returns.
func (c *Constructors) assign(dst string, t types.Type, method string) string {
	return fmt.Sprintf("%s = %s(rtestg_r.%s())\n", dst, conversion(c.Type(t)), method)
}

// function returns a call of the function that builds values of s in dst.
func (c *Constructors) function(dst string, s value.Shape, body func(*Constructors) string) string {
	name, ok := c.made[s]
	if !ok {
		name = c.Name(fmt.Sprintf("make%d", len(c.made)))
		c.made[s] = name
		reader := gosource.Param{Name: "rtestg_r", Type: "*" + c.rt + "Reader"}
		text := body(c)
		c.Func(name, []gosource.Param{reader, {Name: "rtestg_p", Type: "*" + c.Type(s.Go())}}, "", text)
	}
	return fmt.Sprintf("%s(rtestg_r, &%s)\n", name, dst)
}

// alloc returns an expression for a pointer to a new zero value.
func (c *Constructors) alloc(t types.Type) string {
	if !c.pkg.Finalizes || c.noting || c.shadowed("new") {
		return fmt.Sprintf("%sNew[%s](rtestg_r, %d)", c.rt, c.Type(t), c.slab(t))
	}
	return "new(" + c.Type(t) + ")"
}

// slab is the number of the slab from which values of t are taken, -1 for none.
func (c *Constructors) slab(t types.Type) int {
	if c.pkg.Finalizes {
		return -1
	}
	text := c.Type(t)
	n, known := c.slabs[text]
	if !known {
		n = len(c.slabs)
		c.slabs[text] = n
	}
	return n
}

// shadowed tells whether the package means something else by a predeclared name.
func (c *Constructors) shadowed(name string) bool { return c.pkg.Types.Scope().Lookup(name) != nil }
