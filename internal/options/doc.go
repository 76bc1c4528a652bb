// Package options reads the requests of a user: it takes the arguments of a command and rtest.toml, and returns
// a configuration for package check. It knows flags, not what commands do with them.
package options
