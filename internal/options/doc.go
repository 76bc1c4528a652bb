// Package options reads what a user asks for: the arguments of a command and rtest.toml, and what both
// mean to package check. It knows flags, not what commands do with them.
package options
