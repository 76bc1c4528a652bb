package resolve

import (
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

// functionName is the name by which go doc calls the function.
func functionName(s *subject, targs []types.Type, several bool) string {
	return nameWith(s, targs, several, (*types.Package).Name)
}

// nameWith is functionName with packages by the names that qualify gives.
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

// tellApart gives each of several contracts a name of its own: where functions, or
// type arguments, are of packages that have one name, the packages go by the ends of
// their paths, as short as they can be. of are the contracts of each subject.
func tellApart(subjects []*subject, of [][]*refine.Contract) {
	groups := map[string][]shown{}
	for i, s := range subjects {
		for _, c := range of[i] {
			groups[c.Name] = append(groups[c.Name], shown{s, c, len(of[i]) > 1})
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

// A shown contract is one of a subject, and of several where that is tested with
// several instantiations.
type shown struct {
	s       *subject
	c       *refine.Contract
	several bool
}

// pathEnd is the end of a package's path, so many elements, with points between them,
// and whether that is the whole path.
func pathEnd(p *types.Package, elements int) (end string, whole bool) {
	parts := strings.Split(p.Path(), "/")
	from := max(0, len(parts)-elements)
	return strings.Join(parts[from:], "."), from == 0
}
