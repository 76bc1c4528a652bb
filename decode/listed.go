package decode

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/shape"
)

// A listed value is Go source of the user, given by its index.
type listed struct {
	*value.Listed
	distinct
}

func (listed) read(r *reader, n *Node) { r.take(n) }
func (listed) data() (from int)        { return 0 }

func (s listed) literal(l *Literals, n *Node, at Spot) Expr {
	i := n.Own[0]
	values := l.Listed(s.Listed)
	if i < 0 || i >= int64(len(values)) {
		return l.Fail("%s has no value of number %d", s.T, i)
	}
	text, named := values[i], false
	if names := s.constants(l, s.Values[i]); names != "" {
		text, named = names, true
	}
	if at.Typed && !named && !token.IsIdentifier(text) && (s.Ints != nil || s.Strings != nil || text == "nil") {
		text = l.Convert(s.T, text)
	}
	return Expr{text, s.Ints != nil && s.Ints[i] == 0 || s.Strings != nil && s.Strings[i] == ""}
}

// constants writes a value of an enumeration as its constants, named as the file can refer to them.
// It returns "" for other values.
func (s listed) constants(l *Literals, value string) string {
	n, ok := types.Unalias(s.T).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return ""
	}
	pkg := n.Obj().Pkg()
	names := strings.Split(value, " | ")
	for i, name := range names {
		own := strings.TrimPrefix(name, pkg.Name()+".")
		c, ok := pkg.Scope().Lookup(own).(*types.Const)
		if !ok || !types.Identical(c.Type(), s.T) || pkg != l.Package && (!c.Exported() || own == name) {
			return ""
		}
		if names[i] = own; pkg != l.Package {
			names[i] = l.Import(pkg.Path()) + "." + own
		}
	}
	return strings.Join(names, " | ")
}

func (s listed) decode(d *Decoders) string {
	return d.function(s.Listed, func(d *Decoders) string {
		values := d.Listed(s.Listed)
		return cases(fmt.Sprintf("switch r.choice(%d) {\n", len(values)), values)
	})
}

// cases writes a switch that sets v to one of the values, and returns it.
func cases(head string, values []string) string {
	var b strings.Builder
	b.WriteString(head)
	for i, v := range values {
		fmt.Fprintf(&b, "case %d:\nv = %s\n", i, v)
	}
	return b.String() + "}\nreturn v\n"
}

func (s listed) set(c *Constructors, dst string) string { return c.function(dst, s.Listed, s.evaluate) }

// evaluate writes each value as the user's package would. The value is evaluated anew for every
// input, by a function of its own, in which no generated name is in scope.
func (s listed) evaluate(c *Constructors) string {
	var b strings.Builder
	b.WriteString("switch rtestg_r.Next() {\n")
	values := s.Values
	if s.Origin != nil {
		values = c.Listed(s.Listed)
	}
	for i, v := range values {
		if text := s.Values[i]; strings.HasPrefix(text, "func(") {
			v = fmt.Sprintf("%sLiteral[%s](%s, %q)", c.rt, c.Type(s.T), v, text)
		}
		if types.IsInterface(s.T) && shape.PackageVariable(s.Listed, i) {
			v = fmt.Sprintf("%sVariable(%s, %q)", c.rt, v, s.Values[i])
		}
		body := "return " + v
		if j, ok := shape.Wrapped(s.Listed, i); ok && types.IsInterface(s.T) {
			body = fmt.Sprintf("_ = %sVariable(%s, %q)\n", c.rt, values[j], s.Values[j]) + body
		}
		name := c.Name(fmt.Sprintf("value%d_%d", len(c.made), i))
		c.Func(name, nil, c.Type(s.T), body)
		value := name + "()"
		if _, ok := s.T.Underlying().(*types.Signature); ok && strings.HasSuffix(s.Values[i], ")") {
			value = fmt.Sprintf("%sSpelled(rtestg_r, %s, %q)", c.rt, value, s.Values[i])
		}
		fmt.Fprintf(&b, "case %d:\n", i)
		if n := s.noted(c, i); n >= 0 {
			fmt.Fprintf(&b, "rtestg_over := rtestg_r.Listing(%d)\n*rtestg_p = %s\nrtestg_over()\n", n, value)
			if refersTo(s.T) {
				fmt.Fprintf(&b, "%sNoteExpression(rtestg_r, rtestg_p, %q, %q)\n", c.rt, c.pkg.Types.Path(), shape.AsListed(s.Listed, i, c.pkg.Types))
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

// refersTo reports whether values of the type are pointers or can hold one.
func refersTo(t types.Type) bool {
	_, pointer := t.Underlying().(*types.Pointer)
	return pointer || types.IsInterface(t)
}

// noted returns the number of a value of a directive; a finding that its evaluation panicked or did
// not end refers to it. It returns -1 for a constant.
func (s listed) noted(c *Constructors, i int) int {
	exprs, _ := s.Origin.([]refine.Expr)
	if exprs == nil {
		return -1
	}
	if _, constant := exprs[i].(*refine.Const); constant {
		return -1
	}
	at := exprs[i].Src()
	cl := &refine.Clause{Kind: refine.ListedValue, Text: s.Values[i], Pos: c.pkg.Fset.Position(at.Pos), End: c.pkg.Fset.Position(at.End)}
	// Several shapes of a type share these values.
	if n := slices.IndexFunc(c.Listing, func(o *refine.Clause) bool { return o.Pos == cl.Pos && o.End == cl.End }); n >= 0 {
		return n
	}
	c.Listing = append(c.Listing, cl)
	return len(c.Listing) - 1
}
