// Package arch holds the rules that the source of rtest keeps: which package
// may import which, who may write to standard output and start processes, how
// long files and functions may be. Its test is the rules; there is no code.
package arch
