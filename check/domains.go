package check

import (
	"errors"
	"fmt"
	"go/types"
	"maps"
	"slices"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// maxDomain is how many values a quantifier over a type may range over, and how
// many answers a function may choose from.
const maxDomain = 100_000

// A tooMany says that a type has more values at a depth than are ranged over.
type tooMany struct {
	what  string
	depth int
	// cut says, instead, that not all were found and why.
	cut string
}

func (e *tooMany) Error() string {
	if e.cut != "" {
		return e.cut
	}
	return fmt.Sprintf("%s are more than %d at depth %d", e.what, maxDomain, e.depth)
}

// A domain is a type over which a quantifier of some contract ranges.
type domain struct {
	t types.Type
	// of says which contracts range over it.
	of map[*refine.Contract]bool
}

// domains finds the types over which the contracts quantify, and gives the unit
// their shapes. One process serves all contracts of the package, so the shapes
// are made of what all of them can tell apart.
func (r *run) domains(u *unit) error {
	var hints refine.Hints
	for _, t := range u.targets.Targets {
		for _, typ := range harness.Quantified(t.Contract, r.pkg.Facts) {
			i := slices.IndexFunc(u.domains, func(d *domain) bool { return types.Identical(d.t, typ) })
			if i < 0 {
				i = len(u.domains)
				u.domains = append(u.domains, &domain{typ, map[*refine.Contract]bool{}})
			}
			u.domains[i].of[t.Contract] = true
		}
		for _, a := range t.Contract.Hints.Asserted {
			if !slices.ContainsFunc(hints.Asserted, func(b types.Type) bool { return types.Identical(a, b) }) {
				hints.Asserted = append(hints.Asserted, a)
			}
		}
		for _, v := range t.Contract.Hints.Sentinels {
			if !slices.Contains(hints.Sentinels, v) {
				hints.Sentinels = append(hints.Sentinels, v)
			}
		}
		for _, e := range t.Contract.Hints.ErrorTypes {
			if !slices.ContainsFunc(hints.ErrorTypes, func(f types.Type) bool { return types.Identical(e, f) }) {
				hints.ErrorTypes = append(hints.ErrorTypes, e)
			}
		}
		if hints.Zero == nil {
			hints.Zero = map[*types.TypeName]bool{}
		}
		maps.Copy(hints.Zero, t.Contract.Hints.Zero)
	}
	u.hints = hints
	for _, d := range u.domains {
		c := &refine.Contract{Name: "quantifier", Bounds: refine.NoBounds()}
		shape, err := r.domainShape(u, c, d.t)
		if err != nil {
			return err
		}
		u.targets.Domains = append(u.targets.Domains, harness.Domain{T: d.t, Shape: shape})
	}
	return nil
}

// domainShape is the shape of the values of t over which c quantifies: with its
// bounds, and with a structure that does not depend on it.
func (r *run) domainShape(u *unit, c *refine.Contract, t types.Type) (value.Shape, error) {
	of := &refine.Contract{Name: c.Name, Func: c.Func, Bounds: c.Bounds, Hints: u.hints}
	of.Bounds.PerParam = nil
	of.Hints.ReadAll, of.Hints.Alphabet = true, c.Hints.Alphabet
	of.Params = []*refine.Variable{{Name: "x", Type: t}}
	shapes, err := refine.Shapes(of, r.pkg.Facts, r.shapeOptions())
	if err != nil {
		return nil, fmt.Errorf("a quantifier over %s: %w", t, err)
	}
	return shapes[0], nil
}

// unquantifiable says why the values of a type over which c quantifies cannot
// be built, nil when they can.
func (r *run) unquantifiable(c *refine.Contract) (reason string, why *value.Unsupported) {
	for _, t := range harness.Quantified(c, r.pkg.Facts) {
		of := &refine.Contract{Name: c.Name, Func: c.Func, Bounds: c.Bounds, Hints: c.Hints}
		of.Hints.ReadAll = true
		of.Params = []*refine.Variable{{Name: "x", Type: t}}
		shapes, err := refine.Shapes(of, r.pkg.Facts, r.shapeOptions())
		if err != nil {
			return err.Error(), &value.Unsupported{}
		}
		name := types.TypeString(t, qualifier(r.pkg.Types))
		if path, why := unsupportedPart("a value of "+name, shapes[0], map[value.Shape]bool{}); why != nil {
			return fmt.Sprintf("a quantifier ranges over %s: %s is %s", name, path, why.Why), why
		}
		if functional(shapes) {
			why := &value.Unsupported{Help: "list the functions to try: //rtest:values F, G   (above a named function type)"}
			return fmt.Sprintf("a quantifier ranges over %s, whose functions have no answers of their own", name), why
		}
	}
	return "", nil
}

// ranges returns the function that gives the streams of the values of each
// domain at a depth, in order.
func (r *run) ranges(u *unit, c *refine.Contract) func(depth int) ([][][]int64, error) {
	var done [][][]int64
	shapes := make([]value.Shape, len(u.domains))
	next := 0
	return func(depth int) ([][][]int64, error) {
		if done == nil {
			done = make([][][]int64, len(u.domains))
		}
		if depth < next {
			done, next = make([][][]int64, len(u.domains)), 0
		}
		for ; next <= depth; next++ {
			for i, d := range u.domains {
				if !d.of[c] {
					continue
				}
				if shapes[i] == nil {
					var err error
					if shapes[i], err = r.domainShape(u, c, d.t); err != nil {
						return nil, err
					}
				}
				what := "the values of " + types.TypeString(d.t, qualifier(r.pkg.Types)) + ", over which a quantifier ranges,"
				of := []value.Shape{shapes[i]}
				cut, err := r.built.prepare(of, next)
				if err == nil && cut != "" {
					err = &tooMany{cut: cut}
				}
				if err != nil {
					return nil, err
				}
				if done[i], err = appendValues(done[i], of, encode.Options{Depth: next, Calls: r.built.classes}, what); err != nil {
					return nil, err
				}
			}
		}
		return done, nil
	}
}

// appendValues appends the streams of the values of shapes at exactly this
// depth, in order.
func appendValues(to [][]int64, shapes []value.Shape, opt encode.Options, what string) ([][]int64, error) {
	names := make([]string, len(shapes))
	for i := range names {
		names[i] = fmt.Sprint("x", i)
	}
	q, err := encode.Encode(names, shapes, nil, opt)
	if err != nil {
		return nil, err
	}
	s, err := search.New(q.Form)
	if err != nil {
		return nil, err
	}
	for x := range s.Solutions() {
		if len(to) == maxDomain {
			return nil, &tooMany{what: what, depth: opt.Depth}
		}
		to = append(to, slices.Clone(x))
	}
	return to, nil
}

// A bound is what a runner's next jobs need to know of their depth.
type bound struct {
	depth   int
	domains [][][]int64
	answers [][]harness.Answers
}

// giving returns the function that tells a runner.
func giving(runner *harness.Runner) func(bound) {
	return func(b bound) { runner.Depth, runner.Domains, runner.Answers = b.depth, b.domains, b.answers }
}

// bind makes the runner's next jobs those of a depth.
func (s *subject) bind(depth int) error {
	if s.ranges == nil || s.give == nil {
		return nil
	}
	b := bound{depth: depth}
	var err error
	if b.domains, err = s.ranges(depth); err != nil {
		return err
	}
	if s.answers != nil {
		if b.answers, err = s.answers(depth); err != nil {
			return err
		}
	}
	s.give(b)
	return nil
}

// enter binds a depth; it is false, and the function undecided, where a type has
// too many values for that.
func (l *loop) enter(depth int) (bool, error) {
	err := l.bind(depth)
	if many, ok := errors.AsType[*tooMany](err); ok {
		l.undecided, l.help = many.Error(), "lower the depth, or narrow the values (//rtest:ints, //rtest:chars)"
		return false, nil
	}
	return err == nil, err
}
