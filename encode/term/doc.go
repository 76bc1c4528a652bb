// Package term builds the terms of a form. It simplifies each requested operation, and equal terms
// are one.
//
// It takes operations on terms, and returns terms and finally a form. It knows nothing of Go
// programs.
package term
