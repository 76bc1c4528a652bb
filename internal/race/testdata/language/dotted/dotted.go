// Package dotted uses the names of a package as if they were its own.
package dotted

import . "time"

// OutsideDotted sleeps.
//
//rtest:via OutsideDotted{}, Run
//rtest:concurrent
type OutsideDotted struct{}

// Run sleeps.
func (OutsideDotted) Run() { Sleep(1) }

// OutsideToo does nothing, in the same package.
//
//rtest:via OutsideToo{}, Run
//rtest:concurrent
type OutsideToo struct{}

// Run does nothing.
func (OutsideToo) Run() {}
