package decode

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/refine/gosource"
)

// junkDepth bounds the nesting of the values after the length of a slice.
const junkDepth = 3

// junk writes a value other than zero, for the room after the length of a slice.
func (l *Literals) junk(t types.Type, depth int) string {
	if depth < junkDepth {
		switch u := t.Underlying().(type) {
		case *types.Basic:
			switch info := u.Info(); {
			case info&types.IsBoolean != 0:
				return "true"
			case info&types.IsString != 0:
				return `"?"`
			case info&types.IsNumeric != 0:
				return "99"
			}
		case *types.Pointer:
			return "new(" + l.Type(u.Elem()) + ")"
		case *types.Slice:
			return "make(" + l.Type(t) + ", 1)"
		case *types.Map:
			return l.Type(t) + "{}"
		case *types.Struct:
			var parts []string
			for v := range u.Fields() {
				if v.Name() != "_" && (v.Exported() || v.Pkg() == l.Package) {
					parts = append(parts, v.Name()+": "+l.junk(v.Type(), depth+1))
				}
			}
			return l.Type(t) + "{" + strings.Join(parts, ", ") + "}"
		}
	}
	return l.zero(t, Spot{})
}

// junk returns the name of a function func(p *T) that sets *p to a value other than zero, for the
// room after the length of a slice. It returns "" if it has no such value.
func (c *Constructors) junk(t types.Type, depth int) string {
	key := types.TypeString(t, nil)
	if name, ok := c.junked[key]; ok {
		return name
	}
	c.junked[key] = "" // a recursive type ends here
	body := c.junkBody(t, depth)
	if body == "" {
		return ""
	}
	name := c.Name(fmt.Sprintf("junk%d", len(c.junked)))
	c.junked[key] = name
	c.Func(name, []gosource.Param{{Name: "rtestg_p", Type: "*" + c.Type(t)}}, "", body)
	return name
}

func (c *Constructors) junkBody(t types.Type, depth int) string {
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
			return "*rtestg_p = '~'\n" // code hardly ever appends it
		case info&types.IsNumeric != 0:
			return "*rtestg_p = 99\n"
		}
	case *types.Pointer:
		body := fmt.Sprintf("*rtestg_p = %sNew[%s](%sNoReader(), -1)\n", c.rt, c.Type(u.Elem()), c.rt)
		if elem := c.junk(u.Elem(), depth+1); elem != "" {
			body += elem + "(*rtestg_p)\n"
		}
		return body
	case *types.Slice:
		return fmt.Sprintf("*rtestg_p = %sMakeSlice[%s](%sNoReader(), -1, 1, 0)\n", c.rt, c.Type(u.Elem()), c.rt)
	case *types.Map:
		return fmt.Sprintf("*rtestg_p = %sMakeMap[%s, %s](0)\n", c.rt, c.Type(u.Key()), c.Type(u.Elem()))
	case *types.Array:
		if elem := c.junk(u.Elem(), depth+1); elem != "" {
			return "for rtestg_i := range rtestg_p {\n" + elem + "(&rtestg_p[rtestg_i])\n}\n"
		}
	case *types.Struct:
		return c.junkFields(u, depth)
	}
	return ""
}

func (c *Constructors) junkFields(u *types.Struct, depth int) string {
	var b strings.Builder
	for v := range u.Fields() {
		if v.Name() == "_" || !v.Exported() && v.Pkg().Path() != c.pkg.Types.Path() {
			continue
		}
		if field := c.junk(v.Type(), depth+1); field != "" {
			fmt.Fprintf(&b, "%s(&rtestg_p.%s)\n", field, v.Name())
		}
	}
	return b.String()
}
