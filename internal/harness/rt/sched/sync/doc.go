// Package sync replaces the standard package of that name in rewritten code.
package sync
