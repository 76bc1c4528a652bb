package naming

import (
	"cmp"
	"go/constant"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// Local returns the values with types as the package writes them: its own types unqualified, others
// with the package name instead of the path. Constants of named types get their names.
func Local(pkg *refine.Package, vs []*tree.Value) []*tree.Value {
	return NewNaming(pkg).values(nil, vs)
}

// A Naming maps package paths to packages, and type names to enumerations. The function constants
// finds the constants of a type.
type Naming struct {
	own       *types.Package
	fset      *token.FileSet
	packages  map[string]*types.Package
	enums     map[string]*Enumeration
	constants func(*types.Named) (consts []*types.Const, flags bool)
	// Hints say which numbers are characters; nil means none.
	Hints *refine.Hints
}

// NewNaming returns the naming of a package.
func NewNaming(pkg *refine.Package) *Naming {
	n := &Naming{own: pkg.Types, fset: pkg.Fset, packages: map[string]*types.Package{}, enums: map[string]*Enumeration{}}
	if pkg.Facts != nil {
		n.constants = pkg.Facts.Constants
	}
	n.collect(pkg.Types)
	return n
}

// Constant returns the name of the constant that a literal of the given type denotes, or else a
// character literal, or else the literal itself.
func (n *Naming) Constant(typ, literal string) string {
	of := n.typeOfValue(nil, &tree.Value{Type: typ})
	if typ == "byte" {
		of = types.Universe.Lookup(typ).Type()
	}
	return cmp.Or(n.name(typ, literal), n.character(of, literal), literal)
}

// name returns the constant, or expression over constants, that the text of a scalar denotes, or
// "".
func (n *Naming) name(typ, text string) string {
	if d, err := strconv.ParseInt(text, 10, 64); err == nil && typ == "time.Duration" {
		return value.Duration(time.Duration(d), "time")
	}
	return n.Enum(typ).name(text)
}

func (n *Naming) collect(p *types.Package) {
	if _, known := n.packages[p.Path()]; known {
		return
	}
	n.packages[p.Path()] = p
	for _, imp := range p.Imports() {
		n.collect(imp)
	}
}

func (n *Naming) value(v *tree.Value) *tree.Value { return n.valueOf(v, nil) }

// valueOf returns a value in the names of the package. T is the type of its place, nil if unknown.
func (n *Naming) valueOf(v *tree.Value, t types.Type) *tree.Value {
	if v == nil {
		return nil
	}
	t = n.typeOfValue(t, v)
	out := *v
	out.Type = n.typeText(n.spelledType(t, v))
	if v.Kind == tree.Scalar && len(v.Elems) == 0 {
		out.Const, out.Char = n.name(v.Type, v.Text), n.character(t, v.Text)
	}
	if v.Kind == tree.Function {
		out.Text = n.function(v.Text)
	}
	out.Elems = nil
	for i, e := range v.Elems {
		out.Elems = append(out.Elems, n.valueOf(e, partType(t, v, i)))
	}
	out.Room = nil
	for _, e := range v.Room {
		out.Room = append(out.Room, n.value(e))
	}
	return &out
}

// function returns the name of a function as the package writes it. The name begins with the path
// of its package; other texts are returned unchanged.
func (n *Naming) function(s string) string {
	if strings.HasPrefix(s, "func(") {
		if strings.HasSuffix(s, " {…}") {
			return n.typeText(s) // Only the type is known.
		}
		return s
	}
	s, args := cutArgs(s)
	args = n.typeText(args)
	slash := strings.LastIndexByte(s, '/') + 1
	// The last element of a path may contain dots.
	for at := slash; ; {
		dot := strings.IndexByte(s[at:], '.')
		if dot < 0 {
			return s + args
		}
		at += dot + 1
		pkg := n.packages[s[:at-1]]
		switch {
		case pkg == nil:
		case pkg == n.own:
			return s[at:] + args
		default:
			return pkg.Name() + "." + s[at:] + args
		}
	}
}

// cutArgs cuts the type arguments from the name of a function.
func cutArgs(s string) (name, args string) {
	if i := strings.IndexByte(s, '['); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
}

// An Enumeration has the constants of a type, as a package names them. A nil Enumeration has none.
type Enumeration struct {
	consts []*types.Const
	flags  bool
	// open means that the type has other values as well. prefix is the package qualifier.
	open   bool
	prefix string
}

// Enum returns the Enumeration of the type with the given name, or nil.
func (n *Naming) Enum(t string) *Enumeration {
	if e, known := n.enums[t]; known {
		return e
	}
	n.enums[t] = nil
	dot := strings.LastIndexByte(t, '.')
	if dot < 0 || n.constants == nil || n.packages[t[:dot]] == nil {
		return nil
	}
	pkg := n.packages[t[:dot]]
	tn, ok := pkg.Scope().Lookup(t[dot+1:]).(*types.TypeName)
	if !ok {
		return nil
	}
	named, ok := tn.Type().(*types.Named)
	if !ok || named.TypeParams().Len() > 0 {
		return nil
	}
	e := &Enumeration{}
	e.consts, e.flags = n.constants(named)
	if len(e.consts) == 0 {
		e.consts, e.open = n.declaredConstants(tn), true
	}
	if pkg != n.own {
		e.prefix = pkg.Name() + "."
	}
	n.enums[t] = e
	return e
}

// declaredConstants returns the constants of a type in source order. It leaves out constants of
// test files unless the type is declared in one.
func (n *Naming) declaredConstants(t *types.TypeName) []*types.Const {
	scope := t.Pkg().Scope()
	var list []*types.Const
	for _, name := range scope.Names() {
		if c, ok := scope.Lookup(name).(*types.Const); ok && types.Identical(c.Type(), t.Type()) && (n.inTestFile(t) || !n.inTestFile(c)) {
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(a, b *types.Const) int { return cmp.Compare(a.Pos(), b.Pos()) })
	return list
}

// inTestFile reports whether an object is declared in a test file.
func (n *Naming) inTestFile(o types.Object) bool {
	return n.fset != nil && strings.HasSuffix(n.fset.Position(o.Pos()).Filename, "_test.go")
}

// Numbers returns the values of the first constants of an Enumeration and their names. For flags it
// adds the others. For an open Enumeration list has only the others, because the constants are no
// more likely.
func (e *Enumeration) Numbers(others []int64) (list []int64, names map[int64]string) {
	const most = 8
	names = map[int64]string{}
	for _, c := range e.consts {
		n, exact := constant.Int64Val(constant.ToInt(c.Val()))
		name := e.name(c.Val().ExactString())
		switch {
		case !exact || name == "" || names[n] != "":
		case e.open:
			names[n] = name
		case len(list) < most:
			list, names[n] = append(list, n), name
		}
	}
	if !e.flags && len(list) > 0 {
		return list, names
	}
	for _, n := range others {
		if !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	return list, names
}

// name returns the constant, or the union of flags, with the value that the text of a scalar
// denotes. It returns "" if there is none.
func (e *Enumeration) name(text string) string {
	if e == nil {
		return ""
	}
	var union []string
	bits := constant.MakeInt64(0)
	for _, c := range e.consts {
		if e.prefix != "" && !c.Exported() {
			continue
		}
		if c.Val().ExactString() == text {
			return e.prefix + c.Name()
		}
		if !e.flags {
			continue
		}
		if v, has := constant.ToInt(c.Val()), flagsOf(text); has != nil && constant.Compare(constant.BinaryOp(v, token.AND, has), token.EQL, v) {
			union = append(union, e.prefix+c.Name())
			bits = constant.BinaryOp(bits, token.OR, v)
		}
	}
	if len(union) > 0 && bits.ExactString() == text {
		return strings.Join(union, " | ")
	}
	return ""
}

// flagsOf returns the integer that a text denotes, or nil.
func flagsOf(text string) constant.Value {
	if v := constant.MakeFromLiteral(text, token.INT, 0); v.Kind() == constant.Int {
		return v
	}
	return nil
}

// typeText rewrites every qualified name in a type.
func (n *Naming) typeText(s string) string {
	var b strings.Builder
	for s != "" {
		end := strings.IndexAny(s, "[]*(){}, ;")
		word := s
		if end >= 0 {
			word = s[:end]
		}
		b.WriteString(n.word(word))
		s = s[len(word):]
		if s != "" {
			b.WriteByte(s[0])
			if s[0] == ',' && !strings.HasPrefix(s, ", ") {
				b.WriteByte(' ')
			}
			s = s[1:]
		}
	}
	return b.String()
}

// word rewrites one qualified name.
func (n *Naming) word(s string) string {
	if of, variadic := strings.CutPrefix(s, "..."); variadic {
		return "..." + n.word(of)
	}
	dot := strings.LastIndexByte(s, '.')
	if dot <= 0 || strings.HasSuffix(s, "...") {
		return s
	}
	from, name := s[:dot], s[dot+1:]
	switch known, ok := n.packages[from]; {
	case from == n.own.Path():
		return name
	case ok:
		return known.Name() + "." + name
	}
	return path.Base(from) + "." + name
}
