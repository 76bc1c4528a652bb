package resolve

import (
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

// functionName returns the function's name as go doc writes it.
func functionName(s *subject, targs []types.Type, several bool) string {
	return nameWith(s, targs, several, (*types.Package).Name)
}

// nameWith is functionName with packages named by qualify.
func nameWith(s *subject, targs []types.Type, several bool, qualify types.Qualifier) string {
	name := s.fn.Name()
	if recv := s.fn.Signature().Recv(); recv != nil {
		if n, ok := types.Unalias(refine.Pointed(recv.Type())).(*types.Named); ok {
			if s.promoted != nil {
				n = s.promoted.outer
			}
			name = n.Obj().Name() + "." + name
		}
	}
	if s.foreign {
		name = qualify(s.fn.Pkg()) + "." + name
	}
	if several && len(targs) > 0 {
		var args []string
		for _, t := range targs {
			args = append(args, strings.ReplaceAll(types.TypeString(t, qualify), " ", ""))
		}
		name += "[" + strings.Join(args, ",") + "]"
	}
	return name
}

// distinguishNames gives several contracts of the same name distinct ones. If functions or type
// arguments belong to packages of the same name, it uses the ends of the package paths, as short as
// possible. Of has the contracts of each subject.
func distinguishNames(subjects []*subject, of [][]*refine.Contract) {
	groups := map[string][]namedContract{}
	for i, s := range subjects {
		for _, c := range of[i] {
			groups[c.Name] = append(groups[c.Name], namedContract{s, c, len(of[i]) > 1})
		}
	}
	for _, g := range groups {
		for elements := 2; len(g) > 1; elements++ {
			more, differ := false, map[string]bool{}
			for _, n := range g {
				n.c.Name = nameWith(n.s, n.c.TypeArgs, n.several, func(p *types.Package) string {
					end, whole := pathEnd(p, elements)
					more = more || !whole
					return end
				})
				differ[n.c.Name] = true
			}
			if len(differ) == len(g) || !more {
				break
			}
		}
	}
}

// A namedContract belongs to a subject, which may have several instantiations.
type namedContract struct {
	s       *subject
	c       *refine.Contract
	several bool
}

// pathEnd returns the last elements of a package's path, joined by dots, and whether that is the
// whole path.
func pathEnd(p *types.Package, elements int) (end string, whole bool) {
	parts := strings.Split(p.Path(), "/")
	from := max(0, len(parts)-elements)
	return strings.Join(parts[from:], "."), from == 0
}
