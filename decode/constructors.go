package decode

import (
	"fmt"
	"go/types"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/gosource"
)

// Constructors writes the functions that build values from a stream in the harness. There is one
// func(r *read.Reader, p *T) for each composite shape; the caller passes a p that points to a zero
// value.
type Constructors struct {
	*gosource.File
	// Functions are the function inputs, with their indices.
	Functions map[*value.Func]int
	// Listing are the listed values whose evaluation may panic or not end.
	Listing []*refine.Clause
	// Err is the first error.
	Err error

	pkg *refine.Package
	// rt qualifies names of the runtime, such as "rt.".
	rt string
	// noting is set if the harness must know the memory of inputs.
	noting bool
	made   map[value.Shape]string
	junked map[string]string
	// slabs maps the types whose values come from slabs to the numbers of the slabs.
	slabs map[string]int
	// heaps numbers the kinds of objects that may share memory.
	heaps map[*value.Objects]int
}

// NewConstructors returns a writer of constructors for values of the package into a file. noting
// says that the harness must know the memory of inputs.
func NewConstructors(f *gosource.File, pkg *refine.Package, rt string, noting bool) *Constructors {
	return &Constructors{File: f, pkg: pkg, rt: rt, noting: noting, made: map[value.Shape]string{}, junked: map[string]string{}, slabs: map[string]int{}, heaps: map[*value.Objects]int{}}
}

// Set writes statements that set the variable dst, which is zero, to the next value of the shape.
func (c *Constructors) Set(dst string, s value.Shape) string { return kindOf(s).set(c, dst) }

// fail records an error unless there is one. It returns no statements.
func (c *Constructors) fail(format string, args ...any) string {
	if c.Err == nil {
		c.Err = fmt.Errorf(format, args...)
	}
	return ""
}

// assign writes an assignment to dst of the result of a method of the Reader.
func (c *Constructors) assign(dst string, t types.Type, method string) string {
	return fmt.Sprintf("%s = %s(rtestg_r.%s())\n", dst, conversion(c.Type(t)), method)
}

// function writes a call of the function that builds a value of s in dst. It writes the function
// first if it does not exist.
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

// alloc writes an expression for a pointer to a new zero value.
func (c *Constructors) alloc(t types.Type) string {
	if !c.pkg.Imports.Finalizes || c.noting || c.shadowed("new") {
		return fmt.Sprintf("%sNew[%s](rtestg_r, %d)", c.rt, c.Type(t), c.slab(t))
	}
	return "new(" + c.Type(t) + ")"
}

// slab returns the number of the slab from which values of t come; -1 for none.
func (c *Constructors) slab(t types.Type) int {
	if c.pkg.Imports.Finalizes {
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

// heap returns the number of a kind of objects.
func (c *Constructors) heap(k *value.Objects) int {
	n, known := c.heaps[k]
	if !known {
		n = len(c.heaps)
		c.heaps[k] = n
	}
	return n
}

// shadowed reports whether the package redeclares a predeclared name.
func (c *Constructors) shadowed(name string) bool { return c.pkg.Types.Scope().Lookup(name) != nil }

// flat writes statements that set the variable dst, which is zero, to a value of the shape. It reads the numbers
// of rtestg_s from index from. width is the count of these numbers. ok is false if the count varies between
// values, or if the value needs the Reader.
func (c *Constructors) flat(dst string, s value.Shape, from int) (text string, width int, ok bool) {
	switch s := s.(type) {
	case *value.Int:
		return fmt.Sprintf("%s = %s(rtestg_s[%d])\n", dst, conversion(c.Type(s.T)), from), 1, true
	case *value.Bool:
		return fmt.Sprintf("%s = %s(rtestg_s[%d] != 0)\n", dst, conversion(c.Type(s.T)), from), 1, true
	case *value.Struct:
		for _, f := range s.Fields {
			field, n, ok := c.flat(dst+"."+f.Name, f.Shape, from+width)
			if !ok {
				return "", 0, false
			}
			text, width = text+field, width+n
		}
		return text, width, true
	}
	return "", 0, false
}

// elements writes statements that set the elements of the slice rtestg_v.
func (c *Constructors) elements(elem value.Shape) string {
	const dst = "rtestg_v[rtestg_i]"
	if text, width, ok := c.flat(dst, elem, 0); ok && width > 0 {
		return fmt.Sprintf("rtestg_all := %sRun(rtestg_r, rtestg_v, %d)\nfor rtestg_i := range rtestg_v {\nrtestg_s := rtestg_all[%d*rtestg_i:][:%d]\n%s}\n",
			c.rt, width, width, width, text)
	}
	if set := c.Set(dst, elem); set != "" {
		return fmt.Sprintf("for rtestg_i := range rtestg_v {\n%s}\n", set)
	}
	return ""
}

// fields writes statements that set the fields of the structure dst. Adjacent fields that are numbers are read
// from the stream together.
func (c *Constructors) fields(dst string, s *value.Struct) string {
	all, text, width := "", "", 0
	end := func() {
		if width > 0 {
			all += fmt.Sprintf("{\nrtestg_s := rtestg_r.Take(%d)\n%s}\n", width, text)
		}
		text, width = "", 0
	}
	for _, f := range s.Fields {
		at := dst + "." + f.Name
		if field, n, ok := c.flat(at, f.Shape, width); ok {
			text, width = text+field, width+n
			continue
		}
		end()
		all += c.Set(at, f.Shape)
	}
	end()
	return all
}
