package generalize

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/annotations"
	"github.com/rtest-dev/rtest/check/naming"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// A Vocabulary has the conditions on the inputs of a contract, in its own words, that failing
// inputs may have in common.
type Vocabulary struct {
	Terms []codegen.Term
	Atoms []harness.Atom
	words []word
}

// A word is an atom as text, with the text of its opposite. Inputs are the indices of the inputs
// that it mentions. It has a meaning only where its guards hold. Its cost is greater the less
// simple it is.
type word struct {
	text, not string
	guards    []guard
	inputs    []int
	cost      int
	atom      harness.Atom
	// clause is the clause that the word states in full, or nil.
	clause *refine.Clause
}

// A guard is a condition with its opposite.
type guard struct{ text, not string }

// A noun is a term while the vocabulary is made.
type noun struct {
	text     string
	not      string
	guards   []guard
	input    []int
	t        types.Type
	cost     int
	length   bool
	constant []int64
	// names maps values to names of constants.
	names  map[int64]string
	index  int
	clause *refine.Clause
}

// NewVocabulary makes the vocabulary of a contract. Declared is the contract as written in pkg,
// bound the same with the limits of the run; shapes are the shapes of its inputs. The program parses the
// conditions. A condition that the language of contracts cannot express is left out.
func NewVocabulary(prog *annotations.Program, pkg *refine.Package, declared, bound *refine.Contract, h refine.Hints, shapes []value.Shape) *Vocabulary {
	c := bound
	b := &lexicon{prog: prog, pkg: pkg, Naming: naming.NewNaming(pkg), declared: declared, contract: c, hints: h, asked: answeringInputs(shapes), seen: map[string]bool{}}
	for i, v := range c.Inputs() {
		if v.Name == "" || v.Name == "_" {
			continue
		}
		b.addValue(v.Name, v.Type, noun{input: []int{i}})
		if s, ok := shapes[i].(*value.Interface); ok {
			b.addDynamicTypes(v.Name, s, i)
		}
	}
	b.addSharing()
	b.addMembership()
	b.addClauses()
	return b.vocabulary()
}

// A lexicon collects nouns.
type lexicon struct {
	prog *annotations.Program
	pkg  *refine.Package
	*naming.Naming
	declared, contract *refine.Contract
	hints              refine.Hints
	// asked says, for each input, whether it contains functions whose answers are chosen when they
	// are called.
	asked []bool
	seen  map[string]bool
	nouns []noun
	// whole is the clause whose parts are being added.
	whole *refine.Clause
	// containers and scalars are inputs that are tested for membership in each other.
	containers, scalars []noun
}

// add adds a noun unless there is one with its text.
func (b *lexicon) add(n noun) {
	if !b.seen[n.text] {
		b.seen[n.text] = true
		b.nouns = append(b.nouns, n)
	}
}

// addTruth adds a noun of type bool with its opposite.
func (b *lexicon) addTruth(of noun, text, not string, cost int) {
	of.text, of.not, of.t, of.cost = text, not, types.Typ[types.Bool], of.cost+cost
	b.add(of)
}

// addValue adds the conditions on a value.
func (b *lexicon) addValue(text string, t types.Type, of noun) {
	of.text, of.t = text, t
	switch u := t.Underlying().(type) {
	case *types.Basic:
		b.addBasic(of, u)
	case *types.Slice:
		b.addTruth(of, text+" == nil", text+" != nil", 2)
		b.addLength(of)
		b.addElements(of, u.Elem())
	case *types.Array:
		b.addElements(of, u.Elem())
	case *types.Map:
		b.addTruth(of, text+" == nil", text+" != nil", 2)
		b.addLength(of)
		b.containers = append(b.containers, of)
	case *types.Pointer:
		b.addTruth(of, text+" == nil", text+" != nil", 0)
		if s, ok := u.Elem().Underlying().(*types.Struct); ok && len(of.guards) == 0 {
			of.guards = []guard{{text: text + " != nil", not: text + " == nil"}}
			b.addFields(of, s)
		}
	case *types.Struct:
		b.addFields(of, u)
	case *types.Interface, *types.Signature, *types.Chan:
		b.addTruth(of, text+" == nil", text+" != nil", 0)
	}
}

// addBasic adds the conditions on a value of a basic type.
func (b *lexicon) addBasic(of noun, u *types.Basic) {
	switch info := u.Info(); {
	case info&types.IsBoolean != 0:
		b.addTruth(of, of.text, "!"+of.text, 0)
	case info&types.IsInteger != 0:
		of.constant = b.constants(u)
		if e := b.Naming.Enum(types.TypeString(of.t, nil)); e != nil {
			of.constant, of.names = e.Numbers(of.constant)
		}
		b.add(of)
		b.scalars = append(b.scalars, of)
	case info&types.IsString != 0:
		for _, w := range b.hints.Words[:min(6, len(b.hints.Words))] {
			b.addTruth(of, of.text+" == "+strconv.Quote(w), of.text+" != "+strconv.Quote(w), 3)
		}
		b.addLength(of)
		b.scalars = append(b.scalars, of)
	case info&types.IsFloat != 0:
		for _, op := range [...][2]string{{"==", "!="}, {"<", ">="}, {">", "<="}} {
			b.addTruth(of, of.text+" "+op[0]+" 0", of.text+" "+op[1]+" 0", 1)
		}
		b.addNaN(of)
		b.scalars = append(b.scalars, of)
	}
}

// addNaN adds the condition that a floating-point number is NaN. It calls math.IsNaN if that name
// is in scope, and else compares the number with itself.
func (b *lexicon) addNaN(of noun) {
	x := of.text
	if !types.Identical(of.t, types.Typ[types.Float64]) {
		x = "float64(" + x + ")"
	}
	text := "math.IsNaN(" + x + ")"
	if b.parse(text) == nil {
		b.addTruth(of, of.text+" != "+of.text, of.text+" == "+of.text, 3)
		return
	}
	b.addTruth(of, text, "!"+text, 3)
}

// constants returns the constants that integers of a type are compared with: 0, 1, -1 and those of
// the code.
func (b *lexicon) constants(u *types.Basic) []int64 {
	list := []int64{0, 1}
	if !value.Unsigned(u) {
		list = append(list, -1)
	}
	for _, c := range b.hints.Ints {
		if len(list) < 8 && !slices.Contains(list, c) && value.Representable(c, u) {
			list = append(list, c)
		}
	}
	return list
}

// addLength adds the length of a container.
func (b *lexicon) addLength(of noun) {
	text := of.text
	of.text, of.t, of.length, of.cost = "len("+text+")", types.Typ[types.Int], true, of.cost+1
	of.constant = []int64{0, 1, 2}
	for _, c := range b.hints.Ints {
		if len(of.constant) < 6 && c > 2 && c < 1<<16 {
			of.constant = append(of.constant, c)
		}
	}
	b.add(of)
}

// addElements adds the conditions on the elements of a list.
func (b *lexicon) addElements(of noun, elem types.Type) {
	basic, ok := elem.Underlying().(*types.Basic)
	if types.Comparable(elem) {
		b.addTruth(of, "distinct("+of.text+")", "!distinct("+of.text+")", 3)
		b.containers = append(b.containers, of)
	}
	if !ok {
		return
	}
	if basic.Info()&types.IsOrdered != 0 {
		b.addTruth(of, "sorted("+of.text+")", "!sorted("+of.text+")", 3)
	}
	if basic.Info()&types.IsInteger != 0 {
		b.addTruth(of, "0 in "+of.text, "!(0 in "+of.text+")", 4)
		if !value.Unsigned(basic) {
			x := b.freshName()
			b.addTruth(of, fmt.Sprintf("exists %s in %s: %s < 0", x, of.text, x), fmt.Sprintf("forall %s in %s: %s >= 0", x, of.text, x), 5)
		}
	}
	if _, isSlice := of.t.Underlying().(*types.Slice); !isSlice || basic.Info()&types.IsInteger == 0 || len(of.guards) > 0 {
		return
	}
	for rank, at := range [...]string{"0", "len(" + of.text + ")-1"} {
		end := of
		end.guards = []guard{{text: "len(" + of.text + ") > 0", not: "len(" + of.text + ") == 0"}}
		end.text, end.t, end.cost, end.constant = of.text+"["+at+"]", elem, of.cost+3+rank, []int64{0}
		b.add(end)
	}
}

// freshName returns a variable name that no input has.
func (b *lexicon) freshName() string {
	for _, name := range [...]string{"x", "e", "v", "elem"} {
		if !slices.ContainsFunc(b.contract.Inputs(), func(v *refine.Variable) bool { return v.Name == name }) {
			return name
		}
	}
	return "elem_"
}

// addFields adds the conditions on the fields of a struct.
func (b *lexicon) addFields(of noun, s *types.Struct) {
	const most = 8
	if strings.Count(of.text, ".") > 1 {
		return
	}
	for i := range min(most, s.NumFields()) {
		f := s.Field(i)
		if f.Name() == "_" || !f.Exported() && f.Pkg() != b.pkg.Types {
			continue
		}
		part := of
		part.cost += 2
		b.addValue(of.text+"."+f.Name(), f.Type(), part)
	}
}

// addDynamicTypes adds the dynamic types of an interface.
func (b *lexicon) addDynamicTypes(text string, s *value.Interface, input int) {
	const most = 8
	for _, a := range s.Alts[:min(most, len(s.Alts))] {
		t := refine.TypeName(a.T, b.pkg.Types)
		b.addTruth(noun{input: []int{input}}, text+" is "+t, "!("+text+" is "+t+")", 2)
	}
}

// addMembership adds whether inputs are elements of others, or equal to others.
func (b *lexicon) addMembership() {
	for _, in := range b.containers {
		elem := in.t.Underlying()
		switch u := elem.(type) {
		case *types.Slice:
			elem = u.Elem()
		case *types.Array:
			elem = u.Elem()
		case *types.Map:
			elem = u.Key()
		}
		for _, x := range b.scalars {
			if types.Identical(x.t, elem) && x.input[0] != in.input[0] {
				both := combined(x, in)
				b.addTruth(both, x.text+" in "+in.text, "!("+x.text+" in "+in.text+")", 2)
			}
		}
	}
	for i, x := range b.scalars {
		for _, y := range b.scalars[i+1:] {
			basic, _ := x.t.Underlying().(*types.Basic)
			if types.Identical(x.t, y.t) && basic.Info()&types.IsInteger == 0 {
				b.addTruth(combined(x, y), x.text+" == "+y.text, x.text+" != "+y.text, 3)
				b.addTruth(combined(x, y), x.text+" < "+y.text, x.text+" >= "+y.text, 4)
				b.addTruth(combined(x, y), x.text+" > "+y.text, x.text+" <= "+y.text, 4)
			}
		}
	}
}

// combined returns a noun with the inputs, the guards and the cost of both.
func combined(x, y noun) noun {
	n := noun{cost: x.cost + y.cost}
	n.input = slices.Compact(slices.Sorted(slices.Values(slices.Concat(x.input, y.input))))
	n.guards = slices.Clone(x.guards)
	for _, g := range y.guards {
		if !slices.ContainsFunc(n.guards, func(h guard) bool { return h.text == g.text }) {
			n.guards = append(n.guards, g)
		}
	}
	return n
}

// vocabulary makes the words of all nouns, the simplest first.
func (b *lexicon) vocabulary() *Vocabulary {
	slices.SortStableFunc(b.nouns, func(x, y noun) int { return cmp.Compare(x.cost, y.cost) })
	v := &Vocabulary{}
	var nouns []noun
	for _, n := range b.nouns {
		if n.index = b.term(v, n.text, n.guards); n.index < 0 {
			continue
		}
		nouns = append(nouns, n)
	}
	for i, x := range nouns {
		v.words = append(v.words, wordsAbout(x)...)
		for _, y := range nouns[i+1:] {
			v.words = append(v.words, wordsComparing(x, y)...)
		}
	}
	slices.SortStableFunc(v.words, func(x, y word) int { return cmp.Compare(x.cost, y.cost) })
	v.words = v.words[:min(len(v.words), harness.MaxAtoms)]
	for _, w := range v.words {
		v.Atoms = append(v.Atoms, w.atom)
	}
	return v
}

// term returns the index of the term with the given text, adding it if needed. It returns -1 if the
// text does not parse.
func (b *lexicon) term(v *Vocabulary, text string, guards []guard) int {
	e := b.parse(text)
	if e == nil {
		return -1
	}
	for i, t := range v.Terms {
		if refine.Text(t.Expr, b.pkg.Types) == refine.Text(e, b.pkg.Types) {
			return i
		}
	}
	t := codegen.Term{Expr: e}
	if len(guards) > 0 {
		var all []string
		for _, g := range guards {
			all = append(all, g.text)
		}
		if t.Guard = b.parse(strings.Join(all, " && ")); t.Guard == nil {
			return -1
		}
	}
	if len(v.Terms) == harness.MaxTerms {
		return -1
	}
	v.Terms = append(v.Terms, t)
	return len(v.Terms) - 1
}

// parse reads an expression over the inputs. It may be a predicate or an integer; the latter is
// parsed as a comparison with itself.
func (b *lexicon) parse(text string) refine.Expr {
	if c, diags := b.prog.Predicate(b.declared, text); len(diags) == 0 && c != nil {
		return c.Expr
	}
	c, diags := b.prog.Predicate(b.declared, text+" == "+text)
	if len(diags) > 0 || c == nil {
		return nil
	}
	if cmp, ok := c.Expr.(*refine.Compare); ok {
		return cmp.X
	}
	return nil
}
