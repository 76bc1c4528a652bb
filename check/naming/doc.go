// Package naming gives values the names that the user's package has for their types, constants and
// characters. It does not know where the values come from.
package naming
