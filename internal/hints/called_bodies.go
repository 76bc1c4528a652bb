package hints

import (
	"maps"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/refine"
)

// A bodyKey is a function that predicates call, and the module whose functions are under test.
type bodyKey struct {
	fn     *ssa.Function
	module string
}

// body returns what a function that predicates call suggests, together with the functions it calls.
// Nobody changes the result. All but its suggestions is empty.
func (a *Program) body(key bodyKey) *hinter {
	h := a.bodies[key]
	if h != nil {
		return h
	}
	h = newHinter(a, &refine.Contract{})
	h.module, h.includesStandard = key.module, true
	h.visitBody(key.fn)
	h.chars.join(h.letters)
	h.chars.join(h.contractChars)
	h.chars.sorted()
	a.bodies[key] = h
	return h
}

// visitBody gathers the suggestions of fn and of what it calls.
func (h *hinter) visitBody(fn *ssa.Function) {
	if h.seen[fn] {
		return
	}
	h.seen[fn] = true
	s := h.a.summary(fn)
	h.suggestions(fn, s)
	for _, callee := range s.callees {
		h.visitBody(callee)
	}
}

// readBody adds what a function that predicates call reads, together with the functions it calls.
func (h *hinter) readBody(fn *ssa.Function) {
	if h.reads.bodies[fn] {
		return
	}
	h.reads.bodies[fn] = true
	s := h.a.summary(fn)
	h.addReads(fn, s, true)
	for _, callee := range s.callees {
		h.readBody(callee)
	}
}

// addBody adds what a function that a predicate reaches reads, and the characters that it looks
// for. A predicate that calls a function twice counts its characters twice.
func (h *hinter) addBody(fn *ssa.Function) {
	h.readBody(fn)
	inner := h.a.body(bodyKey{fn, h.module})
	if h.inClauses && h.module != "" {
		h.out.NilSlices = h.out.NilSlices || inner.out.NilSlices
	}
	h.addContractCharacters(inner.parses, '0', '1')
	h.addContractCharacters(inner.rangesRunes, 'é')
	h.out.InvalidUTF8 = h.out.InvalidUTF8 || inner.out.InvalidUTF8
	// The code may have forgotten cases that the contract distinguishes.
	if h.a.Module(fn) == h.module {
		maps.Copy(h.thresholds, inner.ints)
		maps.Copy(h.thresholds, inner.thresholds)
		maps.Copy(h.words, inner.words)
	}
	for _, r := range inner.chars.order {
		h.contractChars.add(r)
	}
	maps.Copy(h.patterns, inner.patterns)
	h.decoded, h.formats = append(h.decoded, inner.decoded...), append(h.formats, inner.formats...)
}
