package prepare

import (
	"fmt"
	"go/types"
	"maps"
	"slices"

	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/shape"
)

// maxDomain is the greatest number of values that a quantifier over a type ranges over, and of
// answers that a function chooses from.
const maxDomain = 100_000

// A TooMany says that a type has more values at a depth than a quantifier can range over.
type TooMany struct {
	what  string
	depth int
	// Missing says why values may be missing. If it is set, it is the whole message.
	Missing string
}

func (e *TooMany) Error() string {
	if e.Missing != "" {
		return e.Missing
	}
	return fmt.Sprintf("%s are more than %d at depth %d", e.what, maxDomain, e.depth)
}

// A domain is a type that a quantifier of some contract ranges over.
type domain struct {
	t types.Type
	// of has the contracts that range over the type.
	of map[*refine.Contract]bool
}

// domains finds the types over which the contracts quantify, and gives the unit their shapes. One
// process serves all contracts of the package, so the shapes vary in everything that any of them
// distinguishes.
func (r *Package) domains(u *Unit) error {
	var all refine.Hints
	for _, p := range u.Plans {
		if p.Shapes == nil {
			continue
		}
		for _, typ := range codegen.Quantified(p.Contract, r.Pkg.Facts) {
			i := slices.IndexFunc(u.domains, func(d *domain) bool { return types.Identical(d.t, typ) })
			if i < 0 {
				i = len(u.domains)
				u.domains = append(u.domains, &domain{typ, map[*refine.Contract]bool{}})
			}
			u.domains[i].of[p.Contract] = true
		}
		for _, a := range p.Hints.Asserted {
			if !slices.ContainsFunc(all.Asserted, func(b types.Type) bool { return types.Identical(a, b) }) {
				all.Asserted = append(all.Asserted, a)
			}
		}
		all.Unwraps = all.Unwraps || p.Hints.Unwraps
		for _, v := range p.Hints.Sentinels {
			if !slices.Contains(all.Sentinels, v) {
				all.Sentinels = append(all.Sentinels, v)
			}
		}
		for _, e := range p.Hints.ErrorTypes {
			if !slices.ContainsFunc(all.ErrorTypes, func(f types.Type) bool { return types.Identical(e, f) }) {
				all.ErrorTypes = append(all.ErrorTypes, e)
			}
		}
		if all.ZeroCompared == nil {
			all.ZeroCompared = map[*types.TypeName]bool{}
		}
		maps.Copy(all.ZeroCompared, p.Hints.ZeroCompared)
	}
	u.hints = all
	for _, d := range u.domains {
		c := &refine.Contract{Name: "quantifier", Bounds: refine.NoBounds()}
		shape, err := r.domainShape(u.hints, nil, c, d.t)
		if err != nil {
			return err
		}
		u.Targets.Domains = append(u.Targets.Domains, codegen.Domain{T: d.t, Shape: shape})
	}
	return nil
}

// domainShape returns the shape of the values of t over which c quantifies. It has the bounds and
// alphabet of c, but a structure that does not depend on c.
func (r *Package) domainShape(h refine.Hints, alphabet []rune, c *refine.Contract, t types.Type) (value.Shape, error) {
	of := &refine.Contract{Name: c.Name, Func: c.Func, Bounds: c.Bounds}
	of.Bounds.PerParam = nil
	h.ReadsAllFields, h.Alphabet = true, alphabet
	of.Params = []*refine.Variable{{Name: "x", Type: t}}
	shapes, err := shape.Shapes(of, r.Pkg.Facts, r.shapeOptions(h))
	if err != nil {
		return nil, fmt.Errorf("a quantifier over %s: %w", t, err)
	}
	return shapes[0], nil
}

// unquantifiable says why the values of a type that c quantifies over cannot be built. It returns
// nil if they can.
func (r *Package) unquantifiable(c *refine.Contract, h refine.Hints) (reason string, why *value.Unsupported) {
	h.ReadsAllFields = true
	for _, t := range codegen.Quantified(c, r.Pkg.Facts) {
		of := &refine.Contract{Name: c.Name, Func: c.Func, Bounds: c.Bounds}
		of.Params = []*refine.Variable{{Name: "x", Type: t}}
		shapes, err := shape.Shapes(of, r.Pkg.Facts, r.shapeOptions(h))
		if err != nil {
			return err.Error(), &value.Unsupported{}
		}
		name := refine.TypeName(t, r.Pkg.Types)
		if path, why := shape.UnsupportedPart("a value of "+name, shapes[0]); why != nil {
			return fmt.Sprintf("a quantifier ranges over %s: %s is %s", name, path, why.Why), why
		}
		if Functional(shapes) {
			why := &value.Unsupported{Help: "list the functions to try: //rtest:values F, G   (above a named function type)"}
			return fmt.Sprintf("a quantifier ranges over %s, whose functions have no results to choose from", name), why
		}
	}
	return "", nil
}

// A Bound is what the runner needs to know of a depth for its next jobs.
type Bound struct {
	Depth   int
	Domains [][][]int64
	Doubts  map[int]refine.Lack
	Answers [][]harness.Answers
}

// Giving returns a function that hands a Bound to the runner.
func Giving(runner *harness.Runner) func(Bound) {
	return func(b Bound) {
		runner.Depth, runner.Domains, runner.Doubts, runner.Answers = b.Depth, b.Domains, b.Doubts, b.Answers
	}
}
