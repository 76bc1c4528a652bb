package decode

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/internal/value"
)

// A listed value is Go source of the user, known by its index.
type listed struct{ *value.Listed }

func (listed) read(r *reader, n *Node) { r.take(n) }

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

// constants is a value of an enumeration by the names of its constants, as the
// file writes them; "" where it is none.
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

// cases sets v to one of the values, and returns it.
func cases(head string, values []string) string {
	var b strings.Builder
	b.WriteString(head)
	for i, v := range values {
		fmt.Fprintf(&b, "case %d:\nv = %s\n", i, v)
	}
	return b.String() + "}\nreturn v\n"
}
