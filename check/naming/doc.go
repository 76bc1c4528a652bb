// Package naming writes values with the names that the user's package has for types, constants and
// characters. It does not know where the values come from.
package naming
