// Package names knows what the names in the contracts of a package refer to.
//
// It takes a loaded package and returns its directives, the aliases, defs and imports that they
// declare, and scopes for looking up names. It knows nothing of how expressions are typed.
package names
