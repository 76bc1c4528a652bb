// Package annotations turns directive comments into contracts: it loads Go
// packages and resolves the directives in their doc comments.
//
// In come package patterns of the go command, out come [refine.Package] values with
// contracts whose aliases and defs are unfolded, facts about types, and mistakes, each at
// its place. It knows nothing of how inputs are found or run.
//
// Its rooms, in the order of the work: load (packages), syntax (the text of directives),
// names (what names mean), typing (predicates and refined types), facts (types), resolve
// (functions). Advise says what was probably meant, codes lists the mistakes, generics
// finds type arguments.
package annotations
