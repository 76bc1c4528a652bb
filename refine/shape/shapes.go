// Package shape gives the types of inputs bounded domains: shapes, from which forms, constructors
// and literals are made.
package shape

import (
	"fmt"
	"go/types"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// Options are what the shapes of a contract depend on besides the contract and the facts.
type Options struct {
	// Hints are what the code under test suggests about the inputs.
	Hints refine.Hints
	// Package is the package in which values are built; it must be able to name them. Nil means the
	// package of the contract's function.
	Package *types.Package
	// Ints are those of a flag, which override all directives; IntsFull means that the flag was
	// "full". DefaultInts are those of the configuration, which apply where nothing else does.
	Ints, DefaultInts []value.Range
	IntsFull          bool
	// ContractChars adds the characters that only the contract mentions to alphabets that no directive
	// fixes.
	ContractChars bool
	// Constant means that functions return constants instead of chosen answers.
	Constant bool
	// Shared are struct types that are treated as if a directive let pointers to them meet.
	Shared []types.Type
	// Builders numbers the types built by calls, across contracts. Nil means a new numbering.
	Builders *Builders
}

// Shapes returns the shapes of the inputs of c, in order. They depend on the types, the facts about
// them, and what the code distinguishes. The shape of an input that cannot be built contains an
// Unsupported.
func Shapes(c *refine.Contract, facts refine.Facts, opt Options) ([]value.Shape, error) {
	if facts == nil {
		facts = refine.NoFacts{}
	}
	if opt.Package == nil && c.Func != nil {
		opt.Package = c.Func.Pkg()
	}
	if opt.Builders == nil {
		opt.Builders = &Builders{}
	}
	world := newTypeGraph(facts, opt.Hints.Asserted, opt.errorTypes())
	objects := &heap{}
	shapes := make([]value.Shape, len(c.Inputs()))
	for i, v := range c.Inputs() {
		s := &shaper{c: c, facts: facts, opt: opt, graph: world, heap: objects, input: i, before: shapes[:i], made: map[string]value.Shape{}, helps: map[*value.Unsupported]func() string{}}
		shapes[i] = s.inputShape(v)
		s.addNilToEndless(shapes[i])
		s.refuseReferences(shapes[i])
		s.help(shapes[i])
		if err := value.Check(shapes[i]); err != nil {
			return nil, fmt.Errorf("%s: input %s: %w", c.Name, v.Name, err)
		}
	}
	share(c, shapes)
	objects.settle(shapes)
	if world.tooMany {
		return nil, fmt.Errorf("%s: its inputs reach more than %d types", c.Name, maxTypes)
	}
	return shapes, nil
}

// A shaper makes the shapes of the inputs, one after another.
type shaper struct {
	c     *refine.Contract
	facts refine.Facts
	opt   Options
	graph *typeGraph
	heap  *heap
	input int
	// before are the shapes of the earlier inputs.
	before []value.Shape
	made   map[string]value.Shape
	// helps proposes what to do about parts without values.
	helps map[*value.Unsupported]func() string
	// together caches the unions of refined function types of a field and of the sig.
	together map[[2]*refine.FuncParts]*refine.FuncParts
}

// unionParts returns the union of p and q, the same pointer for the same arguments.
func (s *shaper) unionParts(p, q *refine.FuncParts) *refine.FuncParts {
	key := [2]*refine.FuncParts{p, q}
	all, ok := s.together[key]
	if !ok {
		all = p.Both(q)
		if s.together == nil {
			s.together = map[[2]*refine.FuncParts]*refine.FuncParts{}
		}
		s.together[key] = all
	}
	return all
}

// A place is what the shape of a type depends on besides the type.
type place struct {
	// depthSpent means that a step of depth was already spent since the last container element, so that
	// entering a recursive type costs nothing.
	depthSpent bool
	// field has the bounds of the enclosing struct field.
	field *refine.Bounds
	// nilable means that the value at this place is compared with nil.
	nilable bool
	// parts are the refined function types at this place.
	parts *refine.FuncParts
	// onlyWritten means that the enclosing interface only writes to its value.
	onlyWritten bool
	// resultIsTypeParam means that the declared function type has a type parameter as its result.
	resultIsTypeParam bool
}

// inputShape returns the shape of the input v. Whether it can be nil depends on what the code
// compares.
func (s *shaper) inputShape(v *refine.Variable) value.Shape {
	isRecv := v == s.c.Recv
	if vs, ok := s.c.Values[s.input]; ok {
		return s.listedExprs(v.Type, vs)
	}
	if (v.Name == "" || v.Name == "_") && !s.c.MentionsInput(v) {
		if ptr, ok := v.Type.Underlying().(*types.Pointer); ok && isRecv {
			return &value.Pointer{T: v.Type, NotNil: true, Elem: value.Ref{Shape: &value.Zero{T: ptr.Elem()}}}
		}
		return &value.Zero{T: v.Type}
	}
	for i, d := range s.c.Draws {
		if d.Var == v {
			if vs := d.Written(); vs != nil {
				return s.listedExprs(v.Type, vs)
			}
			return &value.Drawn{T: v.Type, Draw: i}
		}
	}
	isNil := s.opt.Hints.NilInputs[s.input]
	if t, ok := s.c.As[s.input]; ok {
		shape := &value.Interface{T: v.Type, Nil: isNil}
		shape.Alts = []value.Alt{s.inhabitantShape(v.Type, refine.Inhabitant{T: t}, place{})}
		return shape
	}
	_, isFunc := v.Type.Underlying().(*types.Signature)
	shape := s.shape(v.Type, place{nilable: isFunc && isNil, parts: s.c.FuncParts[s.input], resultIsTypeParam: refine.Folds(s.c.DeclaredType(v))})
	if s.mayOmit() {
		if why := s.whyUnbuildable(shape); why != "" {
			return &value.Zero{T: v.Type, Why: why}
		}
	}
	switch shape := shape.(type) {
	case *value.Int:
		if !s.isSpanned() || shape.Ranges != nil {
			return shape
		}
		top := *shape
		top.Free = true
		return &top
	case *value.Pointer:
		top := *shape
		top.NotNil = (isRecv || shape.NotNil) && !isNil
		return &top
	case *value.Reference:
		top := *shape
		top.NotNil = (isRecv || shape.NotNil) && !isNil
		return &top
	case *value.Interface:
		top := *shape
		top.Nil = isNil
		return &top
	case *value.Func:
		top := *shape
		return &top
	default:
		return shape
	}
}

// isSpanned reports whether a range bounds the current input and the form sees the ends of the
// range. It does not see values known only when the input is built.
func (s *shaper) isSpanned() bool {
	ends, ok := s.c.Spanned[s.input]
	for _, i := range ends {
		value.Walk(s.before[i], func(part value.Shape) {
			switch part := part.(type) {
			case *value.Calls:
				ok = false
			case *value.Drawn:
				_, basic := part.T.Underlying().(*types.Basic)
				ok = ok && basic && s.c.Draws[part.Draw].Single
			}
		})
	}
	return ok
}

// shape returns the shape of t at a place. It makes only one for the same type and place.
func (s *shaper) shape(t types.Type, at place) value.Shape {
	t = types.Unalias(t)
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface, *types.Array:
	default:
		at.depthSpent = at.depthSpent && s.facts.Of(t) != nil && len(s.facts.Of(t).Via) > 0
	}
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface, *types.Signature:
	default:
		at.nilable = false
	}
	key := fmt.Sprintf("%s %t %p %t %p %t", refine.TypeKey(t), at.depthSpent, at.field, at.nilable, at.parts, at.resultIsTypeParam)
	if shape, ok := s.made[key]; ok {
		return shape
	}
	// Record the shape before its parts are made, because they may contain it.
	keep := func(shape value.Shape) { s.made[key] = shape }
	if s.standardError(t) {
		s.errors(t, at, keep)
		return s.made[key]
	}
	shape := s.special(t, at)
	if shape != nil {
		keep(shape)
		return shape
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		keep(s.basic(t, u, at))
	case *types.Pointer:
		s.pointer(t, u, at, keep)
	case *types.Struct:
		s.structure(t, u, at, keep)
	case *types.Array:
		s.array(t, u, at, keep)
	case *types.Slice:
		s.slice(t, u, at, keep)
	case *types.Map:
		s.mapping(t, u, at, keep)
	case *types.Interface:
		s.iface(t, u, at, keep)
	case *types.Signature:
		s.function(t, u, at, keep)
	case *types.Chan:
		keep(s.unsupported(t, "a channel", func() string { return s.helpWith(t) }))
	default:
		keep(&value.Unsupported{T: t, Why: "a type parameter", Help: "//rtest:with [int]"})
	}
	return s.made[key]
}

// special returns the shape that directives, enumerations and the standard library define, or nil.
func (s *shaper) special(t types.Type, at place) value.Shape {
	if tf := s.facts.Of(t); tf != nil {
		if tf.Values != nil && len(at.parts.Functions()) > 0 {
			return &value.Unsupported{T: t, Why: "a type with listed values that is refined as a part of another type", Help: "refine the values' own functions, or list fewer values"}
		}
		if tf.Values != nil {
			if tf.Standard {
				return s.listedExprs(t, s.files(t, tf.Values))
			}
			return s.listedExprs(t, tf.Values)
		}
		if len(tf.Via) > 0 {
			calls := s.calls(t, at)
			if _, ok := t.Underlying().(*types.Signature); types.IsInterface(t) || ok && at.nilable {
				return withNil(t, calls, at.nilable)
			}
			return calls
		}
	}
	n, ok := t.(*types.Named)
	if !ok {
		return nil
	}
	if isSync(n) {
		return &value.Zero{T: t}
	}
	if consts, flags := s.facts.Constants(n); len(consts) > 0 && !isDuration(n) {
		return s.listedConsts(n, consts, flags)
	}
	if pkg := n.Obj().Pkg(); pkg != nil && s.foreign(pkg) && !n.Obj().Exported() {
		return s.unsupported(t, "an unexported type of package "+pkg.Name(), func() string { return s.helpWith(t) })
	}
	return nil
}

// withNil returns the shape of an interface or function type that calls build, with nil if isNil is
// set.
func withNil(t types.Type, calls *value.Calls, isNil bool) value.Shape {
	return &value.Interface{T: t, Nil: isNil, Alts: []value.Alt{{T: t, Ref: value.Ref{Shape: calls}}}}
}

func isSync(n *types.Named) bool {
	pkg := n.Obj().Pkg()
	return pkg != nil && (pkg.Path() == "sync" || pkg.Path() == "sync/atomic")
}

func isDuration(n *types.Named) bool {
	pkg := n.Obj().Pkg()
	return pkg != nil && pkg.Path() == "time" && n.Obj().Name() == "Duration"
}

// foreign reports whether p is not the package in which values are built.
func (s *shaper) foreign(p *types.Package) bool {
	return p != nil && s.opt.Package != nil && p.Path() != s.opt.Package.Path()
}
