package emit

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/value"
)

// A decoder writes functions that build values from the bytes of a fuzz test:
// one func(r *Reader) T for each shape that has parts.
type decoder struct {
	w *writer
	// r is the reader's name.
	r string
}

// value returns an expression for the next value of a shape.
func (d *decoder) value(s value.Shape) string {
	t := func() string { return conversion(d.w.Type(s.Go())) }
	switch s := s.(type) {
	case *value.Bool:
		if types.Identical(s.T, types.Typ[types.Bool]) {
			return d.r + ".next() != 0"
		}
		return t() + "(" + d.r + ".next() != 0)"
	case *value.Int:
		return t() + "(" + d.r + ".next())"
	case *value.Float:
		return t() + "(" + d.float() + ")"
	case *value.Complex:
		return t() + "(complex(" + d.float() + ", " + d.float() + "))"
	case *value.String:
		if sl, ok := s.T.Underlying().(*types.Slice); ok && types.Identical(sl.Elem().Underlying(), types.Typ[types.Int32]) {
			if d.w.Type(s.T) == "[]rune" || d.w.Type(s.T) == "[]int32" {
				return d.r + ".runes()"
			}
			return t() + "(" + d.r + ".runes())"
		}
		if types.Identical(s.T, types.Typ[types.String]) {
			return d.r + ".text()"
		}
		return t() + "(" + d.r + ".text())"
	case *value.Zero:
		return d.w.literal(nil).ZeroValue(s.T, decode.Spot{Typed: true}).Text
	case *value.Listed, *value.Pointer, *value.Struct, *value.Array, *value.Slice, *value.Map, *value.Interface, *value.Func:
		return d.function(s) + "(" + d.r + ")"
	case *value.Calls:
		if harness.PointsWithin(s.T) {
			d.fail("a %s that calls made may point into itself, and is part of another value: Go has no expression for that", s.T)
		}
		return "*" + d.calls(s) + "(" + d.r + ")"
	}
	if d.w.err == nil {
		d.w.err = fmt.Errorf("values of %s cannot be decoded", s.Go())
	}
	return "nil"
}

func conversion(t string) string {
	if strings.HasPrefix(t, "*") || strings.HasPrefix(t, "func") {
		return "(" + t + ")"
	}
	return t
}

func (d *decoder) float() string {
	return d.w.Import("math") + ".Float64frombits(uint64(" + d.r + ".next()))"
}

// function returns the name of the function for a shape; shapes that print
// alike have one.
func (d *decoder) function(s value.Shape) string {
	key := d.w.Type(s.Go()) + "\n" + value.Dump(s)
	if name, ok := d.w.made[key]; ok {
		return name
	}
	name := d.w.Name("decode" + typeStem(s.Go()))
	d.w.made[key] = name
	d.w.Decl(fmt.Sprintf("func %s(r *%sReader) (v %s) {\n%s}", name, d.w.rt, d.w.Type(s.Go()), (&decoder{d.w, "r"}).body(s)))
	return name
}

func (d *decoder) body(s value.Shape) string {
	switch s := s.(type) {
	case *value.Listed:
		return d.listed(s)
	case *value.Func:
		return d.answering(s)
	case *value.Pointer:
		if calls, ok := s.Elem.Shape.(*value.Calls); ok {
			if s.NotNil {
				return "r.next()\nreturn " + d.calls(calls) + "(r)\n"
			}
			return "if r.next() == 0 {\nreturn nil\n}\nreturn " + d.calls(calls) + "(r)\n"
		}
		elem := s.T.Underlying().(*types.Pointer).Elem()
		set := fmt.Sprintf("v = new(%s)\n*v = %s\n", d.w.Type(elem), d.value(s.Elem.Shape))
		if s.NotNil {
			return "r.next()\n" + set + "return v\n"
		}
		return "if r.next() == 0 {\nreturn nil\n}\n" + set + "return v\n"
	case *value.Struct:
		var b strings.Builder
		for _, f := range s.Fields {
			if _, zero := f.Shape.(*value.Zero); !zero {
				fmt.Fprintf(&b, "v.%s = %s\n", f.Name, d.value(f.Shape))
			}
		}
		return b.String() + "return v\n"
	case *value.Array:
		return fmt.Sprintf("for i := range v {\nv[i] = %s\n}\nreturn v\n", d.value(s.Elem.Shape))
	case *value.Slice:
		return d.slice(s)
	case *value.Map:
		return fmt.Sprintf("n := r.length()\nif n < 0 {\nreturn nil\n}\nv = %s{}\nfor ; n > 0; n-- {\nk := %s\nv[k] = %s\n}\nreturn v\n",
			d.w.Type(s.T), d.value(s.Key.Shape), d.value(s.Elem.Shape))
	case *value.Interface:
		return d.inhabitant(s)
	}
	return "return v\n"
}

func (d *decoder) listed(s *value.Listed) string {
	var b strings.Builder
	values := d.w.Listed(s)
	fmt.Fprintf(&b, "switch r.choice(%d) {\n", len(values))
	for i, v := range values {
		fmt.Fprintf(&b, "case %d:\nv = %s\n", i, v)
	}
	return b.String() + "}\nreturn v\n"
}

func (d *decoder) slice(s *value.Slice) string {
	elem := s.T.Underlying().(*types.Slice).Elem()
	var b strings.Builder
	b.WriteString("n := r.length()\n")
	if s.Room {
		b.WriteString("room := 0\nif n >= 0 {\nroom = r.length()\n}\n")
	}
	if s.EmptyToo {
		fmt.Fprintf(&b, "if n < 0 {\nv = %s{}\n}\n", d.w.Type(s.T))
	}
	fmt.Fprintf(&b, "for i := 0; i < n; i++ {\nv = append(v, %s)\n}\n", d.value(s.Elem.Shape))
	if !s.Room {
		b.WriteString("return v\n")
		return b.String()
	}
	junk := d.w.literal(nil).Junk(elem)
	fmt.Fprintf(&b, "if room <= 0 {\nreturn v\n}\nfor i := 0; i < room; i++ {\nv = append(v, %s)\n}\nreturn v[:len(v)-room:len(v)]\n", junk)
	return b.String()
}

func (d *decoder) inhabitant(s *value.Interface) string {
	var b strings.Builder
	if s.Nil {
		b.WriteString("i := r.next()\nif i < 0 {\nreturn nil\n}\n")
		fmt.Fprintf(&b, "switch i %% %d {\n", max(len(s.Alts), 1))
	} else {
		fmt.Fprintf(&b, "switch r.choice(%d) {\n", max(len(s.Alts), 1))
	}
	for i, a := range s.Alts {
		fmt.Fprintf(&b, "case %d:\nv = %s\n", i, d.value(a.Shape))
	}
	return b.String() + "}\nreturn v\n"
}
