package oracle

import (
	"go/types"
	"math/rand/v2"

	"github.com/rtest-dev/rtest/refine"
)

// World is the package testdata/world, over whose types random predicates range.
type World = world

// LoadWorld loads the package.
var LoadWorld = loadWorld

// Package is that of the world's types.
func (w *world) Package() *types.Package { return w.pkg }

// Predicate is a random predicate, as a precondition may be one, over variables
// of up to three random types, without Old.
func (w *world) Predicate(r *rand.Rand, height int) (refine.Expr, []*refine.Variable) {
	m := &maker{world: &world{pkg: w.pkg, types: w.types}, r: r, before: true}
	for _, i := range r.Perm(len(w.vars))[:1+r.IntN(3)] {
		v := *w.vars[i]
		v.Index = len(m.vars)
		m.vars = append(m.vars, &v)
	}
	return m.expr(m.t("bool"), height), m.vars
}

// Outcome evaluates a predicate over the values of its variables: T, F, or P for
// a panic.
func (w *world) Outcome(e refine.Expr, vals []Val) (byte, error) { return outcome(w, e, vals, vals) }

// GoSource is a value as Go source of the world.
var GoSource = source

// WriteWorld writes the package, and what its predicates need at run time, into
// a directory.
var WriteWorld = writeWorld
