package harness

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/gosource"
	"github.com/rtest-dev/rtest/refine/shape"
)

// constructors writes the functions that build the values of shapes from a
// stream: one function func(r *rt.Reader, p *T) for each composite shape, which
// finds *p zero.
type constructors struct {
	f   *gosource.File
	pkg *types.Package
	// rt qualifies the runtime, as "rt.".
	rt string
	// noting is set when the memory of inputs must be known.
	noting bool
	made   map[value.Shape]string
	junked map[string]string
	// types are those of which values are taken from slabs, with the numbers of
	// these; slabs tells whether they may be.
	types map[string]int
	slabs bool
	// funcs are the functions that are asked, with their indices.
	funcs map[*value.Func]int
	// facts have the invariants, which hold of answers as of inputs.
	facts refine.Facts
	// listing are the listed values whose evaluation may not end well.
	listing []*refine.Clause
	fset    *token.FileSet
	err     error
}

func newConstructors(f *gosource.File, pkg *refine.Package, rt string, noting bool) *constructors {
	return &constructors{f: f, pkg: pkg.Types, fset: pkg.Fset, rt: rt, noting: noting, made: map[value.Shape]string{}, junked: map[string]string{}, types: map[string]int{}}
}

// set returns statements that set the variable dst, which is zero, to the next
// value of the shape.
func (c *constructors) set(dst string, s value.Shape) string {
	simple := func(t types.Type, call string) string {
		return fmt.Sprintf("%s = %s(rtestg_r.%s())\n", dst, c.conversion(t), call)
	}
	switch s := s.(type) {
	case *value.Bool:
		return simple(s.T, "Bool")
	case *value.Int:
		return simple(s.T, "Next")
	case *value.Float:
		return simple(s.T, "Float")
	case *value.Complex:
		return simple(s.T, "Complex")
	case *value.String:
		return simple(s.T, textReader(s.T))
	case *value.Zero:
		return ""
	case *value.Listed, *value.Pointer, *value.Struct, *value.Array, *value.Slice, *value.Map, *value.Interface:
		return fmt.Sprintf("%s(rtestg_r, &%s)\n", c.function(s), dst)
	case *value.Unsupported:
		c.fail("values of %s cannot be built: %s", s.T, s.Why)
	case *value.Drawn:
		c.fail("a value of %s is drawn where it is not an input", s.T)
	case *value.Func:
		return fmt.Sprintf("%s(rtestg_r, &%s)\n", c.function(s), dst)
	case *value.Calls:
		if decode.MayPointWithin(s.T) {
			return fmt.Sprintf("%sMoved(rtestg_r, %d, &%s)\n", c.rt, s.Builder, dst)
		}
		return fmt.Sprintf("%s = *%sBuilt[%s](rtestg_r, %d)\n", dst, c.rt, c.f.Type(s.T), s.Builder)
	default:
		c.fail("the shape %T is unknown", s)
	}
	return ""
}

func (c *constructors) fail(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
}

// conversion returns t as it stands before an operand in parentheses.
func (c *constructors) conversion(t types.Type) string {
	s := c.f.Type(t)
	if strings.HasPrefix(s, "*") || strings.HasPrefix(s, "func") {
		return "(" + s + ")"
	}
	return s
}

// textReader returns the Reader's method for a type made of characters.
func textReader(t types.Type) string {
	if s, ok := t.Underlying().(*types.Slice); ok {
		if b, ok := s.Elem().Underlying().(*types.Basic); ok && b.Kind() == types.Byte {
			return "Bytes"
		}
		return "Runes"
	}
	return "String"
}

// function returns the name of the function that builds values of s.
func (c *constructors) function(s value.Shape) string {
	if name, ok := c.made[s]; ok {
		return name
	}
	name := c.f.Name(fmt.Sprintf("make%d", len(c.made)))
	c.made[s] = name
	body := ""
	switch s := s.(type) {
	case *value.Listed:
		body = c.listed(s)
	case *value.Pointer:
		body = c.pointer(s)
	case *value.Struct:
		body = c.fields(s)
	case *value.Array:
		if elem := c.set("rtestg_p[rtestg_i]", s.Elem.Shape); elem != "" {
			body = "for rtestg_i := range rtestg_p {\n" + elem + "}\n"
		}
	case *value.Slice:
		body = c.slice(s)
	case *value.Map:
		body = c.mapping(s)
	case *value.Interface:
		body = c.inhabitants(s)
	case *value.Func:
		rules, _ := s.Rules.([]*refine.Callback)
		body = c.asked("(*rtestg_p)", s, -1, rules, func(v *refine.Variable) string { return v.Name })
	}
	reader := gosource.Param{Name: "rtestg_r", Type: "*" + c.rt + "Reader"}
	c.f.Func(name, []gosource.Param{reader, {Name: "rtestg_p", Type: "*" + c.f.Type(s.Go())}}, "", body)
	return name
}

// listed writes each value as the user's package would: it is evaluated anew
// for every input, by a function of its own where no name of ours is in scope.
func (c *constructors) listed(s *value.Listed) string {
	var b strings.Builder
	b.WriteString("switch rtestg_r.Next() {\n")
	values := s.Values
	if s.Origin != nil {
		values = c.f.Listed(s)
	}
	for i, v := range values {
		if text := s.Values[i]; strings.HasPrefix(text, "func(") {
			v = fmt.Sprintf("%sLiteral[%s](%s, %q)", c.rt, c.f.Type(s.T), v, text)
		}
		if types.IsInterface(s.T) && shape.PackageVariable(s, i) {
			v = fmt.Sprintf("%sVariable(%s, %q)", c.rt, v, s.Values[i])
		}
		body := "return " + v
		if j, ok := shape.Wrapped(s, i); ok && types.IsInterface(s.T) {
			body = fmt.Sprintf("_ = %sVariable(%s, %q)\n", c.rt, values[j], s.Values[j]) + body
		}
		name := c.f.Name(fmt.Sprintf("value%d_%d", len(c.made), i))
		c.f.Func(name, nil, c.f.Type(s.T), body)
		value := name + "()"
		if _, ok := s.T.Underlying().(*types.Signature); ok && strings.HasSuffix(s.Values[i], ")") {
			value = fmt.Sprintf("%sSpelled(rtestg_r, %s, %q)", c.rt, value, s.Values[i])
		}
		fmt.Fprintf(&b, "case %d:\n", i)
		if n := c.noted(s, i); n >= 0 {
			fmt.Fprintf(&b, "rtestg_over := rtestg_r.Listing(%d)\n*rtestg_p = %s\nrtestg_over()\n", n, value)
			if refersTo(s.T) {
				fmt.Fprintf(&b, "%sNoteExpression(rtestg_r, rtestg_p, %q, %q)\n", c.rt, c.pkg.Path(), shape.AsListed(s, i, c.pkg))
			}
			continue
		}
		fmt.Fprintf(&b, "*rtestg_p = %s\n", value)
	}
	b.WriteString("}\n")
	if _, basic := s.T.Underlying().(*types.Basic); !basic {
		fmt.Fprintf(&b, "%sNoteListed(rtestg_r, rtestg_p)\n", c.rt)
	}
	return b.String()
}

// refersTo tells whether a value of the type is a pointer, or can hold one.
func refersTo(t types.Type) bool {
	_, pointer := t.Underlying().(*types.Pointer)
	return pointer || types.IsInterface(t)
}

// noted is the number of a value of a directive, by which a finding tells that its
// evaluation panicked or did not end; -1 for one that is a constant.
func (c *constructors) noted(s *value.Listed, i int) int {
	exprs, _ := s.Origin.([]refine.Expr)
	if exprs == nil {
		return -1
	}
	if _, constant := exprs[i].(*refine.Const); constant {
		return -1
	}
	at := exprs[i].Src()
	cl := &refine.Clause{Kind: refine.ListedValue, Text: s.Values[i], Pos: c.fset.Position(at.Pos), End: c.fset.Position(at.End)}
	// At each place where values of a type stand these are the same ones.
	if n := slices.IndexFunc(c.listing, func(o *refine.Clause) bool { return o.Pos == cl.Pos && o.End == cl.End }); n >= 0 {
		return n
	}
	c.listing = append(c.listing, cl)
	return len(c.listing) - 1
}

func (c *constructors) pointer(s *value.Pointer) string {
	elem := s.T.Underlying().(*types.Pointer).Elem()
	if calls, ok := s.Elem.Shape.(*value.Calls); ok {
		// The very pointer that the calls gave.
		return fmt.Sprintf("if rtestg_r.Next() != 0 {\n*rtestg_p = %sBuilt[%s](rtestg_r, %d)\n}\n", c.rt, c.f.Type(elem), calls.Builder)
	}
	return fmt.Sprintf("if rtestg_r.Next() != 0 {\nrtestg_q := %s\n%s*rtestg_p = rtestg_q\n}\n", c.alloc(elem), c.set("(*rtestg_q)", s.Elem.Shape))
}

// alloc returns an expression for a pointer to a new zero value.
func (c *constructors) alloc(t types.Type) string {
	if c.slabs || c.noting || c.shadowed("new") {
		return fmt.Sprintf("%sNew[%s](rtestg_r, %d)", c.rt, c.f.Type(t), c.slab(t))
	}
	return "new(" + c.f.Type(t) + ")"
}

// slab is the number of the slab from which values of t are taken, -1 for none.
func (c *constructors) slab(t types.Type) int {
	if !c.slabs {
		return -1
	}
	text := c.f.Type(t)
	n, known := c.types[text]
	if !known {
		n = len(c.types)
		c.types[text] = n
	}
	return n
}

// shadowed tells whether the package means something else by a predeclared name.
func (c *constructors) shadowed(name string) bool { return c.pkg.Scope().Lookup(name) != nil }

func (c *constructors) fields(s *value.Struct) string {
	var b strings.Builder
	for _, f := range s.Fields {
		b.WriteString(c.set("rtestg_p."+f.Name, f.Shape))
	}
	return b.String()
}

func (c *constructors) slice(s *value.Slice) string {
	elem := s.T.Underlying().(*types.Slice).Elem()
	room := "0"
	if s.Room {
		room = "rtestg_r.RoomAfter(rtestg_n)"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "rtestg_n := rtestg_r.Next()\nrtestg_v := %sMakeSlice[%s](rtestg_r, %d, rtestg_n, %s)\n", c.rt, c.f.Type(elem), c.slab(elem), room)
	if set := c.set("rtestg_v[rtestg_i]", s.Elem.Shape); set != "" {
		fmt.Fprintf(&b, "for rtestg_i := range rtestg_v {\n%s}\n", set)
	}
	if junk := c.junk(elem, 0); s.Room && junk != "" {
		fmt.Fprintf(&b, "for rtestg_i := range %sRoom(rtestg_v) {\n%s(&%sRoom(rtestg_v)[rtestg_i])\n}\n", c.rt, junk, c.rt)
	}
	b.WriteString("*rtestg_p = rtestg_v\n")
	return b.String()
}

func (c *constructors) mapping(s *value.Map) string {
	m := s.T.Underlying().(*types.Map)
	key, elem := c.f.Type(m.Key()), c.f.Type(m.Elem())
	return fmt.Sprintf("rtestg_n := rtestg_r.Next()\nif rtestg_n < 0 {\nreturn\n}\nrtestg_m := %sMakeMap[%s, %s](rtestg_n)\nrtestg_o := %sInOrder(rtestg_r, rtestg_m)\nfor range rtestg_n {\nvar rtestg_k %s\n%svar rtestg_e %s\n%srtestg_o.Put(rtestg_k, rtestg_e)\n}\nrtestg_o.End()\n%s*rtestg_p = rtestg_m\n",
		c.rt, key, elem, c.rt, key, c.set("rtestg_k", s.Key.Shape), elem, c.set("rtestg_e", s.Elem.Shape), c.distinct(s))
}

// distinct writes the check that no two keys are equal that calls build or that
// are listed and no constants, which the search cannot see.
func (c *constructors) distinct(s *value.Map) string {
	found := false
	value.Walk(s.Key.Shape, func(s value.Shape) {
		_, calls := s.(*value.Calls)
		l, listed := s.(*value.Listed)
		found = found || calls || listed && l.Ints == nil && l.Strings == nil
	})
	if !found {
		return ""
	}
	return fmt.Sprintf("%sDistinct(%sCount(rtestg_m), rtestg_n)\n", c.rt, c.rt)
}

func (c *constructors) inhabitants(s *value.Interface) string {
	var b strings.Builder
	b.WriteString("switch rtestg_r.Next() {\n")
	for i, a := range s.Alts {
		fmt.Fprintf(&b, "case %d:\nvar rtestg_v %s\n%s*rtestg_p = rtestg_v\n", i, c.f.Type(a.T), c.set("rtestg_v", a.Shape))
	}
	b.WriteString("}\n")
	return b.String()
}

// junkDepth bounds what is put behind the length of a slice.
const junkDepth = 3

// junk returns the name of a function func(p *T) that sets a value other than
// zero, for the room behind a slice; it is empty where there is none.
func (c *constructors) junk(t types.Type, depth int) string {
	key := types.TypeString(t, nil)
	if name, ok := c.junked[key]; ok {
		return name
	}
	c.junked[key] = "" // a recursive type ends here
	body := c.junkBody(t, depth)
	if body == "" {
		return ""
	}
	name := c.f.Name(fmt.Sprintf("junk%d", len(c.junked)))
	c.junked[key] = name
	c.f.Func(name, []gosource.Param{{Name: "rtestg_p", Type: "*" + c.f.Type(t)}}, "", body)
	return name
}

func (c *constructors) junkBody(t types.Type, depth int) string {
	if depth > junkDepth {
		return ""
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch info := u.Info(); {
		case info&types.IsBoolean != 0:
			return "*rtestg_p = 0 == 0\n"
		case info&types.IsString != 0:
			return "*rtestg_p = \"room\"\n"
		case u.Kind() == types.Uint8 || u == types.Universe.Lookup("rune").Type():
			return "*rtestg_p = '~'\n" // hardly any code appends it
		case info&types.IsNumeric != 0:
			return "*rtestg_p = 99\n"
		}
	case *types.Pointer:
		body := fmt.Sprintf("*rtestg_p = %sNew[%s](%sNoReader(), -1)\n", c.rt, c.f.Type(u.Elem()), c.rt)
		if elem := c.junk(u.Elem(), depth+1); elem != "" {
			body += elem + "(*rtestg_p)\n"
		}
		return body
	case *types.Slice:
		return fmt.Sprintf("*rtestg_p = %sMakeSlice[%s](%sNoReader(), -1, 1, 0)\n", c.rt, c.f.Type(u.Elem()), c.rt)
	case *types.Map:
		return fmt.Sprintf("*rtestg_p = %sMakeMap[%s, %s](0)\n", c.rt, c.f.Type(u.Key()), c.f.Type(u.Elem()))
	case *types.Array:
		if elem := c.junk(u.Elem(), depth+1); elem != "" {
			return "for rtestg_i := range rtestg_p {\n" + elem + "(&rtestg_p[rtestg_i])\n}\n"
		}
	case *types.Struct:
		return c.junkFields(u, depth)
	}
	return ""
}

func (c *constructors) junkFields(u *types.Struct, depth int) string {
	var b strings.Builder
	for v := range u.Fields() {
		if v.Name() == "_" || !v.Exported() && v.Pkg().Path() != c.pkg.Path() {
			continue
		}
		if field := c.junk(v.Type(), depth+1); field != "" {
			fmt.Fprintf(&b, "%s(&rtestg_p.%s)\n", field, v.Name())
		}
	}
	return b.String()
}
