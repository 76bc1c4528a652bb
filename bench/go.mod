module github.com/rtest-dev/rtest/bench

go 1.26.0

require (
	github.com/leanovate/gopter v0.2.11
	pgregory.net/rapid v1.3.0
)
