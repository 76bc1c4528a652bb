// Package term builds the terms of a form. It simplifies each requested operation, and equal terms
// are one.
//
// In come operations on terms; out come terms and, in the end, a form. It knows nothing of Go
// programs.
package term
