package whole

import (
	"fmt"
	"strings"
)

// A generic is a structure with two type parameters, K and V.
type generic struct {
	name   string
	fields []genericField
}

// A genericField is one of its fields: how it is written, and what it is at type
// arguments, of which self is the structure.
type genericField struct {
	name, text string
	at         func(g *generator, k, v, self *typ) *typ
}

// template makes the i-th generic structure.
func (g *generator) template(i int) *generic {
	t := &generic{name: fmt.Sprintf("G%d", i)}
	self := t.name + "[K, V]"
	kinds := []genericField{
		{text: "K", at: func(_ *generator, k, _, _ *typ) *typ { return k }},
		{text: "V", at: func(_ *generator, _, v, _ *typ) *typ { return v }},
		{text: "[]V", at: func(g *generator, _, v, _ *typ) *typ { return g.sliceOf(v) }},
		{text: "map[K]V", at: func(g *generator, k, v, _ *typ) *typ { return g.mapOf(k, v) }},
		{text: "[2]K", at: func(g *generator, k, _, _ *typ) *typ { return g.arrayOf(k) }},
		{text: "*V", at: func(g *generator, _, v, _ *typ) *typ { return g.pointerTo(v) }},
		{text: "*" + self, at: func(g *generator, _, _, self *typ) *typ { return g.pointerTo(self) }},
		{text: "[]" + self, at: func(g *generator, _, _, self *typ) *typ { return g.sliceOf(self) }},
		{text: "map[K]*" + self, at: func(g *generator, k, _, self *typ) *typ { return g.mapOf(k, g.pointerTo(self)) }},
		{text: "bool", at: func(*generator, *typ, *typ, *typ) *typ { return boolType }},
	}
	for n := range 2 + g.r.IntN(2) {
		f := pick(g, kinds...)
		f.name = fmt.Sprintf("%c%d", "Ff"[g.r.IntN(2)], n)
		t.fields = append(t.fields, f)
	}
	return t
}

// source is its declaration.
func (t *generic) source() string {
	var b strings.Builder
	fmt.Fprintf(&b, "type %s[K comparable, V any] struct {\n", t.name)
	for _, f := range t.fields {
		fmt.Fprintf(&b, "\t%s %s\n", f.name, f.text)
	}
	b.WriteString("}\n\n")
	return b.String()
}

// instance is the structure at type arguments.
func (g *generator) instance(t *generic, k, v *typ) *typ {
	name := fmt.Sprintf("%s[%s, %s]", t.name, k, v)
	s := g.of(&typ{kind: structure, name: name})
	if s.fields != nil {
		return s
	}
	g.instances = append(g.instances, s)
	for _, f := range t.fields {
		s.fields = append(s.fields, field{name: f.name, typ: f.at(g, k, v, s)})
	}
	return s
}

// anyInstance is one at random, where the package has a generic structure.
func (g *generator) anyInstance() (*typ, bool) {
	if len(g.generic) == 0 {
		return nil, false
	}
	k := pick(g, intType, stringType, boolType, byteType)
	v := pick(g, intType, stringType, boolType, floatType, g.sliceOf(boolType), g.arrayOf(boolType), g.pointerTo(intType))
	return g.instance(pick(g, g.generic...), k, v), true
}
