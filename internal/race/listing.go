package race

import (
	"slices"

	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/refine"
)

// A Listed is a type that promises to be safe for concurrent use, with its constructors and the steps
// that are called, each once.
type Listed struct {
	Name string
	// Concurrent lists the steps called concurrently with others, Before those called only before and
	// after them. The results of the steps in Relaxed may be those of any moment.
	Makers, Concurrent, Before, Relaxed []string
	// LeftOut are functions that are not called, with the reasons. Unsupported says why the type is not tested, or is empty.
	LeftOut     []string
	Unsupported string
}

// List returns the types of a package that are selected and promise concurrent use, by name; none if it does not compile.
func List(cfg config.Config, pkg *refine.Package) (out []Listed) {
	if pkg.Broken {
		return nil
	}
	for _, s := range subjectsOf(Request{Config: cfg}, pkg) {
		l := Listed{Name: s.name, LeftOut: s.leftOut, Unsupported: s.unsupported}
		for _, c := range s.makers {
			note(&l.Makers, c)
		}
		for _, c := range s.steps {
			if c.concurrent {
				note(&l.Concurrent, c)
			} else {
				note(&l.Before, c)
			}
			if c.relaxed {
				note(&l.Relaxed, c)
			}
		}
		out = append(out, l)
	}
	return out
}

// note adds the name of a call.
func note(names *[]string, c call) {
	if !slices.Contains(*names, c.Name) {
		*names = append(*names, c.Name)
	}
}
