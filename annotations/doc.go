// Package annotations turns directive comments into contracts: it loads Go packages and resolves
// the directives in their doc comments.
//
// It takes package patterns of the go command and returns [refine.Package] values: contracts with
// aliases and defs unfolded, facts about types, and mistakes with positions. It does not depend on
// how inputs are found or run.
//
// Its subpackages, in the order of the work, are load (packages), syntax (the text of directives), names
// (what names refer to), typing (predicates and refined types), facts (types) and resolve
// (functions). Package advise suggests what was probably meant, codes lists the mistakes, generics
// finds type arguments.
package annotations
