package whole

import (
	"fmt"
	"slices"
	"strings"
)

// A kind is what values of a type are made of.
type kind int

const (
	boolean kind = iota
	number       // any integer
	float
	complexNumber
	text       // string
	characters // []byte, []rune
	enum       // a named type with constants
	slice
	array
	mapping
	pointer
	structure
	sum // an interface
	function
)

// A typ describes a Go type. There is one of each spelling in a generator.
type typ struct {
	kind   kind
	name   string // of basic and named types, and of characters
	named  bool   // a declared type that is none of the kinds with names
	base   string // what a named type is declared as
	oneof  string // the directive of a sum
	key    *typ
	elem   *typ
	n      int // of an array
	fields []field
	alts   []*typ   // the inhabitants of a sum
	nils   []*typ   // those of them that may be nil pointers
	own    []*typ   // those of them that have its method themselves
	consts []string // of an enum
	text   bool     // an enum of strings
	law    ex       // the invariant over self, none where empty
	built  *built   // how values come about by calls, nil for otherwise
	rank   int      // of a structure: those of lower rank may be fields by value
	params []*typ   // of a function
	result []*typ
}

// A field is one of a structure; an embedded one has the name of its type.
type field struct {
	name     string
	typ      *typ
	embedded bool
}

func (t *typ) String() string {
	if t.named {
		return t.name
	}
	return t.literal()
}

// literal is t written out, where it is made of others.
func (t *typ) literal() string {
	switch t.kind {
	case slice:
		return "[]" + t.elem.String()
	case array:
		return fmt.Sprintf("[%d]%s", t.n, t.elem)
	case mapping:
		return "map[" + t.key.String() + "]" + t.elem.String()
	case pointer:
		return "*" + t.elem.String()
	case function:
		return "func(" + list(t.params) + ") (" + list(t.result) + ")"
	}
	return t.name
}

func list(types []*typ) string {
	var all []string
	for _, t := range types {
		all = append(all, t.String())
	}
	return strings.Join(all, ", ")
}

var (
	boolType   = &typ{kind: boolean, name: "bool"}
	intType    = &typ{kind: number, name: "int"}
	int8Type   = &typ{kind: number, name: "int8"}
	int16Type  = &typ{kind: number, name: "int16"}
	float32T   = &typ{kind: float, name: "float32"}
	complexT   = &typ{kind: complexNumber, name: "complex128"}
	uintType   = &typ{kind: number, name: "uint"}
	byteType   = &typ{kind: number, name: "byte"}
	floatType  = &typ{kind: float, name: "float64"}
	stringType = &typ{kind: text, name: "string"}
	bytesType  = &typ{kind: characters, name: "[]byte"}
	runesType  = &typ{kind: characters, name: "[]rune"}
)

// ordered tells whether Go orders values of t.
func (t *typ) ordered() bool {
	return t.kind == number || t.kind == float || t.kind == text || t.kind == enum
}

// comparable tells whether Go has == on t.
func (t *typ) comparable() bool {
	switch t.kind {
	case slice, characters, mapping, function:
		return false
	case array:
		return t.elem.comparable()
	case structure:
		return !slices.ContainsFunc(t.fields, func(f field) bool { return !f.typ.comparable() })
	}
	return true // that of an interface may fail
}

// parts are the types that values of t hold.
func (t *typ) parts() []*typ {
	var all []*typ
	for _, p := range []*typ{t.key, t.elem} {
		if p != nil {
			all = append(all, p)
		}
	}
	for _, f := range t.fields {
		all = append(all, f.typ)
	}
	return append(all, t.alts...)
}

// reach lists all types that values of t reach, t itself only where it is recursive.
func (t *typ) reach() []*typ {
	all := t.parts()
	for i := 0; i < len(all); i++ {
		for _, p := range all[i].parts() {
			if !slices.Contains(all, p) {
				all = append(all, p)
			}
		}
	}
	return all
}

func (t *typ) recursive() bool { return slices.Contains(t.reach(), t) }

// of is the one description with the spelling of t.
func (g *generator) of(t *typ) *typ {
	if known, ok := g.known[t.String()]; ok {
		return known
	}
	g.known[t.String()] = t
	return t
}

func (g *generator) pointerTo(t *typ) *typ { return g.of(&typ{kind: pointer, elem: t}) }
func (g *generator) sliceOf(t *typ) *typ   { return g.of(&typ{kind: slice, elem: t}) }
func (g *generator) mapOf(k, v *typ) *typ  { return g.of(&typ{kind: mapping, key: k, elem: v}) }
func (g *generator) arrayOf(t *typ) *typ   { return g.of(&typ{kind: array, n: 2, elem: t}) }

// types makes the named types of a package.
func (g *generator) types() {
	for _, e := range []*typ{
		{kind: enum, name: "Color", consts: []string{"Red", "Green", "Blue"}},
		{kind: enum, name: "Mode", consts: []string{"Read", "Write"}, text: true},
	} {
		if g.chance(2) {
			g.enums = append(g.enums, e)
		}
	}
	g.declared()
	for i := range 4 + g.r.IntN(3) {
		g.structs = append(g.structs, g.of(&typ{kind: structure, name: fmt.Sprintf("S%d", i), rank: i}))
	}
	for i := range g.r.IntN(3) {
		g.sums = append(g.sums, g.of(&typ{kind: sum, name: fmt.Sprintf("I%d", i)}))
	}
	for _, s := range g.structs {
		g.fill(s)
	}
	for i, s := range g.sums {
		g.inhabit(i, s)
	}
	for _, s := range g.sums {
		g.promote(s)
		g.listed(s)
	}
	g.open()
	var lawful []*typ
	for _, s := range g.structs {
		nil := slices.ContainsFunc(g.sums, func(i *typ) bool { return slices.Contains(i.nils, g.pointerTo(s)) })
		if g.chance(4) && !s.recursive() && !nil {
			// Pointers to it are never nil, which the others have to know.
			s.law = same("true")
			lawful = append(lawful, s)
		}
	}
	for _, s := range lawful {
		g.invariant(s)
	}
}

// fill gives a structure its fields.
func (g *generator) fill(s *typ) {
	for i := range 1 + g.r.IntN(3) {
		name := fmt.Sprintf("%c%d", "Ff"[g.r.IntN(2)], i)
		s.fields = append(s.fields, field{name: name, typ: g.fieldType(s)})
	}
	if s.rank > 0 && g.chance(5) {
		e := g.structs[g.r.IntN(s.rank)]
		s.fields = append(s.fields, field{name: e.name, typ: e, embedded: true})
	}
}

// fieldType picks the type of a field of s. By value it holds structures of lower
// rank only, so that none holds itself.
func (g *generator) fieldType(s *typ) *typ {
	other := g.structs[g.r.IntN(len(g.structs))]
	switch g.r.IntN(15) {
	case 0:
		return g.pointerTo(other)
	case 1, 2:
		return g.pointerTo(s)
	case 3:
		return g.sliceOf(other)
	case 4:
		return g.sliceOf(g.pointerTo(s))
	case 5:
		return g.mapOf(g.keyType(), g.basic())
	case 6:
		return g.mapOf(g.keyType(), pick(g, s, g.pointerTo(s)))
	case 7:
		return g.arrayOf(pick(g, g.basic(), g.pointerTo(s)))
	case 8:
		if len(g.sums) > 0 {
			return g.sums[g.r.IntN(len(g.sums))]
		}
	case 9:
		if s.rank > 0 {
			return g.structs[g.r.IntN(s.rank)]
		}
	case 10:
		return g.sliceOf(g.basic())
	}
	return g.basic()
}

func (g *generator) basic() *typ {
	if len(g.enums) > 0 && g.chance(6) {
		return pick(g, g.enums...)
	}
	if len(g.named) > 0 && g.chance(6) {
		return pick(g, g.named...)
	}
	return pick(g, intType, intType, intType, boolType, stringType, int8Type, byteType, uintType, floatType, int16Type, float32T, complexT)
}

func (g *generator) keyType() *typ {
	if g.chance(4) {
		keys := []*typ{g.arrayOf(boolType), g.arrayOf(byteType)}
		for _, t := range slices.Concat(g.enums, g.named) {
			if t.plainKey() {
				keys = append(keys, t)
			}
		}
		return pick(g, keys...)
	}
	return pick(g, intType, stringType, boolType, byteType)
}

// plainKey tells whether values of t are equal exactly when they look so.
func (t *typ) plainKey() bool {
	return t.comparable() && t.law.c == "" && !slices.ContainsFunc(append(t.reach(), t), func(p *typ) bool {
		return p.kind == float || p.kind == complexNumber || p.kind == pointer || p.kind == sum || p.law.c != ""
	}) && (t.kind != structure || len(t.fields) > 0)
}

// declared makes some named types that have no constants.
func (g *generator) declared() {
	for i, t := range []*typ{
		{kind: number, name: "int"}, {kind: number, name: "uint16"}, {kind: text, name: "string"}, {kind: float, name: "float64"},
		{kind: slice, elem: g.basic()}, {kind: mapping, key: g.keyType(), elem: g.basic()}, {kind: array, n: 2, elem: g.basic()},
	} {
		if !g.chance(4) {
			continue
		}
		t.base, t.named, t.name = t.literal(), true, fmt.Sprintf("N%d", i)
		if t.base == "uint16" {
			t.name = "uN1"
		}
		g.named = append(g.named, g.of(t))
	}
	for i := range 2 {
		if !g.chance(4) {
			continue
		}
		t := &typ{kind: slice, named: true, name: fmt.Sprintf("R%dec", i)}
		t.elem, t.base = t, "[]"+t.name
		if i == 1 {
			t.kind, t.key, t.base = mapping, boolType, "map[bool]"+t.name
		}
		g.named = append(g.named, g.of(t))
	}
}

// inhabit gives a sum the types that have its method: no structure has two.
func (g *generator) inhabit(i int, s *typ) {
	for _, t := range g.structs {
		if g.sealed[t.name] == nil && g.chance(2) {
			s.alts = append(s.alts, pick(g, t, g.pointerTo(t)))
			g.sealed[t.name] = s
		}
	}
	leaf := g.of(&typ{kind: number, name: fmt.Sprintf("Leaf%d", i)})
	g.leaves = append(g.leaves, leaf)
	g.sealed[leaf.name] = s
	s.alts = append(s.alts, leaf)
}

// promote adds the structures that have the method of a sum from one that they
// embed.
func (g *generator) promote(s *typ) {
	s.own = slices.Clone(s.alts)
	for _, t := range g.structs {
		for _, f := range t.fields {
			switch {
			case !f.embedded || slices.Contains(s.alts, t) || slices.Contains(s.alts, g.pointerTo(t)):
			case slices.Contains(s.alts, f.typ):
				s.alts = append(s.alts, t)
			case slices.Contains(s.alts, g.pointerTo(f.typ)):
				s.alts = append(s.alts, g.pointerTo(t))
			}
		}
	}
}

// listed gives some sums a list of their inhabitants, nil pointers perhaps.
func (g *generator) listed(s *typ) {
	if !g.chance(3) {
		return
	}
	g.r.Shuffle(len(s.alts), func(i, j int) { s.alts[i], s.alts[j] = s.alts[j], s.alts[i] })
	s.alts = s.alts[:1+g.r.IntN(len(s.alts))]
	g.list(s)
}

// list writes the directive for the inhabitants of s.
func (g *generator) list(s *typ) {
	var all []string
	for _, a := range s.alts {
		name := a.String()
		if a.kind == pointer && g.chance(3) {
			name = "nil " + name
			s.nils = append(s.nils, a)
		}
		all = append(all, name)
	}
	s.oneof = strings.Join(all, ", ")
}

// open makes an interface without methods, of listed types.
func (g *generator) open() {
	if !g.chance(3) {
		return
	}
	s := g.of(&typ{kind: sum, name: "Open"})
	for _, t := range []*typ{intType, stringType, boolType, g.sliceOf(intType), g.mapOf(boolType, intType), g.arrayOf(boolType), g.structs[0], g.pointerTo(g.structs[1])} {
		if g.chance(3) {
			s.alts = append(s.alts, t)
		}
	}
	if len(s.alts) > 0 {
		g.list(s)
		g.sums = append(g.sums, s)
	}
}

// paramType picks the type of a parameter.
func (g *generator) paramType() *typ {
	if g.built != nil && g.chance(6) {
		return g.builtType()
	}
	s := g.structs[g.r.IntN(len(g.structs))]
	switch g.r.IntN(19) {
	case 13:
		if s.plainKey() {
			return g.mapOf(s, pick(g, boolType, intType, g.sliceOf(boolType)))
		}
	case 12:
		if len(g.named) > 0 {
			return pick(g, g.named...)
		}
	case 0, 1, 2:
		return g.pointerTo(s)
	case 3:
		return s
	case 4, 5:
		return g.sliceOf(g.basic())
	case 6:
		return g.sliceOf(pick(g, s, g.sliceOf(g.basic()), g.arrayOf(g.basic())))
	case 7:
		return g.mapOf(g.keyType(), pick(g, g.basic(), s, g.sliceOf(g.basic())))
	case 8:
		return g.arrayOf(pick(g, g.basic(), s, g.sliceOf(intType)))
	case 9:
		return pick(g, bytesType, runesType)
	case 10:
		if len(g.sums) > 0 {
			return g.sums[g.r.IntN(len(g.sums))]
		}
	case 11:
		return g.pointerTo(g.basic())
	}
	return g.basic()
}
