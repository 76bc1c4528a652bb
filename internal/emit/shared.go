package emit

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/value"
)

// same returns the index of the earlier input that input i is as a whole.
func same(nodes []*decode.Node, i int) (with int, ok bool) {
	with, offset, ok := decode.RelationOf(nodes[i])
	if !ok {
		return 0, false
	}
	array, _, _ := decode.Union(nodes[with], nodes[i], offset)
	return with, array == nil
}

// sameAs returns the variable of an earlier input, which it declares unless there is one, as the
// expression of input i.
func (c *contract) sameAs(l *literal, n *decode.Node, i, with int, exprs []string) string {
	name := c.in[with]
	if exprs[with] != name {
		text := exprs[with]
		if !value.OfCalls(n.Shape) {
			text = l.Value(n, decode.Spot{Typed: true}).Text
		}
		l.stmts, exprs[with] = append(l.stmts, name+" := "+text), name
	}
	if t := c.inputs[i].Type; c.w.Type(t) != c.w.Type(c.inputs[with].Type) {
		return l.Convert(t, name)
	}
	return name
}

// windows replaces the expressions of input i and of the earlier one that is a window of the same
// array by parts of a variable that holds the array.
func (c *contract) windows(l *literal, nodes []*decode.Node, i int, exprs []string) {
	with, offset, ok := decode.RelationOf(nodes[i])
	if !ok {
		return
	}
	array, from, begin := decode.Union(nodes[with], nodes[i], offset)
	defer func(used map[string]bool) { c.used = used }(maps.Clone(c.used))
	for _, s := range l.stmts {
		name, _, _ := strings.Cut(s, " ")
		c.used[name] = true
	}
	name := c.take("a", "b", "array")
	l.stmts = append(l.stmts, name+" := "+l.Value(array, decode.Spot{Typed: true}).Text)
	part := func(at, n int) string { return fmt.Sprintf("%s[%d:%d]", name, at, at+n) }
	exprs[with], exprs[i] = part(from, decode.Length(nodes[with])), part(begin, decode.Length(nodes[i]))
}

// shares reports whether some inputs may be the same memory.
func (c *contract) shares() bool {
	return slices.ContainsFunc(c.from.Shapes, func(s value.Shape) bool { return value.AliasedOf(s) != nil })
}

// decoding writes how a fuzz test builds input i, which may be the memory of an earlier one.
func (c *contract) decoding(d *decode.Decoders, i int, s *value.Aliased) string {
	relation := c.in[i] + "Relation"
	var b strings.Builder
	fmt.Fprintf(&b, "%s := %s.next()\n%s := %s\n", relation, c.reader, c.in[i], d.Next(s.Own.Shape))
	fmt.Fprintf(&b, "switch %s {\n", relation)
	for _, n := range s.Numbers(fuzzedOffset) {
		r, _ := s.Relation(n)
		p, q := c.in[s.With[r.With]], c.in[i]
		fmt.Fprintf(&b, "case %d:\n", n)
		if s.Windows() {
			fmt.Fprintf(&b, "%s, %s = %sShareArray(%s, %s, %d)\n", p, q, c.w.rt, p, q, r.Offset)
			continue
		}
		fmt.Fprintf(&b, "if %s != nil {\n%s = %s\n}\n", p, q, d.Convert(c.inputs[i].Type, p))
	}
	return b.String() + "}\n"
}

// fuzzedOffset is how far apart windows of one array begin at most in a fuzz test.
const fuzzedOffset = 4
