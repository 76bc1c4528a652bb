package form

import (
	"fmt"
	"strconv"
	"strings"
)

// String returns a readable dump of the form: a line for the question, one for each variable and
// one for each node. It works on forms that Check rejects, too.
func (f *Form) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "form level %d", f.Level)
	if f.Below {
		b.WriteString(" and below")
	}
	fmt.Fprintf(&b, " root n%d\n", f.Root)
	for i := range f.Vars {
		fmt.Fprintf(&b, "v%d %v\n", i, &f.Vars[i])
	}
	for i := range f.Nodes {
		fmt.Fprintf(&b, "n%d %v\n", i, &f.Nodes[i])
	}
	return b.String()
}

// String returns a dump of the variable on one line.
func (v *Var) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %v", v.Name, v.Kind)
	if v.Parent >= 0 {
		fmt.Fprintf(&b, " if v%d in %s", v.Parent, v.Kind.span(v.When))
	}
	for i, a := range v.Choice {
		b.WriteString([]string{" | ", " choose "}[Truth(i == 0)])
		fmt.Fprintf(&b, "%s level %d size %d", v.Kind.format(a.Value), a.Level, a.Size)
	}
	for i, s := range v.Dom {
		b.WriteString([]string{", ", " in "}[Truth(i == 0)] + v.Kind.span(s))
	}
	if len(v.Choice) == 0 {
		fmt.Fprintf(&b, " level %d", v.Level)
	}
	if v.ByMagnitude {
		b.WriteString(" by magnitude")
	}
	if v.Ascending {
		b.WriteString(" ascending")
	}
	return b.String() + " default " + v.Kind.format(v.Default)
}

// String returns a dump of the node on one line.
func (n *Node) String() string {
	switch n.Op {
	case Const:
		return fmt.Sprintf("%v %s", n.Kind, n.Kind.format(n.Val))
	case Ref:
		return fmt.Sprintf("%v v%d", n.Kind, n.Val)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%v %v", n.Kind, n.Op)
	for _, a := range n.Args {
		fmt.Fprintf(&b, " n%d", a)
	}
	return b.String()
}

func (k Kind) format(v int64) string {
	switch {
	case k == Bool && v == 0:
		return "false"
	case k == Bool && v == 1:
		return "true"
	case k == Uint64:
		return strconv.FormatUint(uint64(v), 10)
	}
	return strconv.FormatInt(v, 10)
}

func (k Kind) span(s Span) string {
	if s.Lo == s.Hi {
		return k.format(s.Lo)
	}
	return k.format(s.Lo) + ".." + k.format(s.Hi)
}

// String returns the name of the kind in Go.
func (k Kind) String() string {
	names := [...]string{"bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"}
	if int(k) < len(names) {
		return names[k]
	}
	return "kind" + strconv.Itoa(int(k))
}

// String returns the name of the operation in lower case.
func (o Op) String() string {
	names := [...]string{"const", "ref", "not", "and", "or", "ite", "eq", "lt", "le", "add", "sub", "mul", "quo",
		"rem", "bitand", "bitor", "bitxor", "andnot", "shl", "shr", "conv",
		"fadd", "fsub", "fmul", "fdiv", "fsqrt", "ffloor", "fceil", "ftrunc", "feven", "faway", "feq", "flt", "fle", "fofint", "ftoint", "fconv",
		"var", "member", "realized", "sizes", "diffle", "diffne", "diffeq"}
	if int(o) < len(names) {
		return names[o]
	}
	return "op" + strconv.Itoa(int(o))
}
