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
	sequence // an iterator
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
	consts []string // of an enum, or of a structure of which some values are listed
	text   bool     // an enum of strings
	rule   *rule    // the method of a sum with a contract, nil for none
	law    ex       // the invariant over self, none where empty
	stored string   // what the field size of a structure is, none where empty
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

// origin is the name of a structure without its type arguments.
func (t *typ) origin() string {
	name, _, _ := strings.Cut(t.name, "[")
	return name
}

// instance tells whether t is a generic structure at some type arguments.
func (t *typ) instance() bool { return t.kind == structure && strings.Contains(t.name, "[") }

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
	case sequence:
		return "iter.Seq[" + t.elem.String() + "]"
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
	case slice, characters, mapping, function, sequence:
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
