// Package sync stands for the standard package of that name in rewritten code.
package sync
