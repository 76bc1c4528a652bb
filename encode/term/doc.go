// Package term builds the terms of a form: each operation that is asked for comes back as the
// simplest term with its value, and equal terms are one. It knows nothing of Go programs.
package term
