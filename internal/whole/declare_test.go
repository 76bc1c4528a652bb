package whole

import (
	"fmt"
	"slices"
	"strings"
)

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
	for i := range g.r.IntN(3) {
		g.generic = append(g.generic, g.template(i))
	}
	if g.chance(2) {
		g.structs = append(g.structs, g.sized())
	}
	if g.chance(3) {
		g.structs = append(g.structs, g.given())
	}
	for i := range 4 + g.r.IntN(3) {
		g.structs = append(g.structs, g.of(&typ{kind: structure, name: fmt.Sprintf("S%d", i), rank: len(g.structs)}))
	}
	for i := range g.r.IntN(3) {
		g.sums = append(g.sums, g.of(&typ{kind: sum, name: fmt.Sprintf("I%d", i)}))
	}
	for _, s := range g.structs {
		if s.fields == nil {
			g.fill(s)
		}
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
		if g.chance(4) && !s.recursive() && !nil && s.law.c == "" {
			// Pointers to it are never nil, which the others have to know.
			s.law = same("true")
			lawful = append(lawful, s)
		}
	}
	for _, s := range lawful {
		g.invariant(s)
	}
}

// sized is a structure with a field that its invariant makes a function of the
// rest, whatever the depth.
func (g *generator) sized() *typ {
	t := g.of(&typ{kind: structure, name: "D0"})
	of := pick(g, intType, int16Type, byteType)
	t.fields = []field{{name: "xs", typ: g.sliceOf(pick(g, boolType, intType, stringType))}, {name: "size", typ: of}}
	t.stored = fmt.Sprintf("%s(len(self.xs))*%d + %d", of, 3+g.r.IntN(40), g.r.IntN(100))
	t.law = same("(self.size == %s)", t.stored).with([]string{"D0.xs", "D0.size"})
	return t
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
	} else if len(g.sums) > 0 && g.chance(5) {
		// It has the method of what the interface holds.
		i := pick(g, g.sums...)
		s.fields = append(s.fields, field{name: i.name, typ: i, embedded: true})
	}
}

// given is a structure of which some values are listed, one of them twice.
func (g *generator) given() *typ {
	t := g.of(&typ{kind: structure, name: "Given"})
	for i := range 1 + g.r.IntN(2) {
		t.fields = append(t.fields, field{name: fmt.Sprintf("f%d", i), typ: pick(g, intType, boolType, stringType)})
	}
	for range 2 + g.r.IntN(3) {
		var parts []string
		for _, f := range t.fields {
			parts = append(parts, pick(g, map[*typ][]string{
				intType: {"0", "1", "-1", "7"}, boolType: {"false", "true"}, stringType: {`""`, `"a"`, `"word"`},
			}[f.typ]...))
		}
		if v := fmt.Sprintf("Given{%s}", strings.Join(parts, ", ")); !slices.Contains(t.consts, v) {
			t.consts = append(t.consts, v)
		}
	}
	return t
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
	case 11:
		if t, ok := g.anyInstance(); ok {
			return pick(g, t, g.pointerTo(t))
		}
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
		if t.kind == slice && t.elem == byteType {
			t.elem = uintType // those of bytes are texts
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
		if g.sealed[t.name] == nil && t.stored == "" && g.chance(2) {
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
			case f.typ == s || slices.Contains(s.alts, f.typ):
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
	if len(g.built) > 0 && g.chance(6) {
		return g.builtType()
	}
	s := g.structs[g.r.IntN(len(g.structs))]
	switch g.r.IntN(21) {
	case 15:
		return g.of(&typ{kind: sequence, elem: pick(g, intType, boolType, int8Type, floatType, g.arrayOf(boolType), g.sliceOf(uintType))})
	case 14:
		if t, ok := g.anyInstance(); ok {
			return pick(g, t, g.pointerTo(t), g.pointerTo(t), g.sliceOf(t), g.mapOf(boolType, g.pointerTo(t)))
		}
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
