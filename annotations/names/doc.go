// Package names knows what the names in the contracts of a package mean.
//
// In goes a loaded package, out come its directives, the aliases, defs and imports that
// they declare, and scopes in which names are looked up. It knows nothing of how
// expressions are typed.
package names
