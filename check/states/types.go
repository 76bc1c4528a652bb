package states

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/annotations"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/encode/vars"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/gosource"
	"github.com/rtest-dev/rtest/refine/shape"
)

// A Setting is what package states needs to know of a run.
type Setting struct {
	Config config.Config
	Prog   *annotations.Program
	Pkg    *refine.Package
	// HintsOf returns what the code suggests about the inputs of a contract.
	HintsOf func(*refine.Contract) refine.Hints
	// Shapes returns the shape options for inputs with the given hints.
	Shapes func(refine.Hints) shape.Options
	// Excluded says why no call of a contract can be compiled; it returns "" if one can.
	Excluded func(*refine.Contract) string
}

// Types holds the types of a package whose values are built by calls.
type Types struct {
	run Setting
	// Numbers assigns a number to each type; builders is indexed by it.
	Numbers  shape.Builders
	passed   []passedOn
	builders []*builder
	states   states
	// Vars knows which package variables change.
	Vars *vars.Analysis
	// contracted has the numbers of the types whose values are needed by a function with a
	// contract.
	contracted map[int]bool
}

// New returns a Types that knows no type yet.
func New(s Setting) *Types {
	b := &Types{run: s, contracted: map[int]bool{}}
	b.Numbers.Passing = b.passing
	return b
}

// A builder is one type built by calls.
type builder struct {
	t       types.Type
	Facts   *refine.TypeFacts
	within  *shape.Within
	Callees []*Callee
	// help is an example directive that makes a constructor callable.
	help string
	// uncallable says which constructors and steps cannot be called, and why.
	uncallable []string
	// reader is the function, or one of several, that receives the values.
	reader *shape.Reader
	// reads, unnamed and readsAll are the results of Types.fieldsRead; reads is nil until they are
	// needed.
	reads    map[*types.Var]bool
	unnamed  []*types.Struct
	readsAll bool
	// nested has the numbers of the types that occur in arguments of the calls.
	nested map[int]bool
}

// A Callee is a constructor or a step.
type Callee struct {
	*refine.Callee
	// hasContract means that the function has a contract of its own.
	hasContract bool
	// Contract is the function's contract. Shapes are those of its inputs.
	Contract *refine.Contract
	Hints    refine.Hints
	Shapes   []value.Shape
	// depth is the depth for arguments from the function's own depth directive, or -1.
	depth      int
	Target     int
	executable Executable
	// least is the result of leastArguments; it is valid if leastKnown is true.
	least      int
	leastKnown bool
}

// Arguments returns the shapes of the call's arguments. For a step this excludes the value that the step is
// applied to.
func (c *Callee) Arguments() []value.Shape {
	if c.Step {
		return c.Shapes[1:]
	}
	return c.Shapes
}

// Builder returns the builder of the i-th type. It makes it on first use.
func (b *Types) Builder(i int) *builder {
	for len(b.builders) <= i {
		b.builders = append(b.builders, nil)
	}
	if b.builders[i] != nil {
		return b.builders[i]
	}
	t := b.Numbers.List()[i].T
	of := b.Numbers.List()[i]
	x := &builder{t: t, within: of.Within, reader: of.Reader, Facts: b.run.Pkg.Facts.Of(t), nested: map[int]bool{}}
	// Set it first: a type whose calls take its own values requests it again below.
	b.builders[i] = x
	for _, via := range x.Facts.Via {
		c, why := b.callee(x, i, via)
		if why != "" {
			x.uncallable = append(x.uncallable, via.Name+" cannot be called: "+why)
			continue
		}
		x.Callees = append(x.Callees, c)
		for _, s := range c.Shapes {
			for _, j := range CallsIn(s) {
				x.nested[j] = true
			}
		}
	}
	return x
}

// callee determines how a constructor or step is called. If it cannot be called, why says so.
func (b *Types) callee(x *builder, i int, via *refine.Callee) (c *Callee, why string) {
	r := b.run
	contract, own := r.Prog.Callee(r.Pkg, via)
	if own && via.Literal != nil {
		// The literal's arguments become inputs of the call, so that its contract is checked.
		call := *via
		call.Literal, via = nil, &call
	}
	if contract.Unsupported != "" {
		return nil, contract.Unsupported
	}
	if fn := via.Func; fn != nil && !fn.Exported() && (fn.Pkg() == nil || fn.Pkg().Path() != r.Pkg.Types.Path()) {
		return nil, "it is not exported"
	}
	h := r.HintsOf(contract)
	if via.Whole {
		contract, h = x.within.Bind(contract, h)
	}
	bound, _ := r.Config.Bounded(contract)
	if why := dropUnchecked(r.Pkg, bound); why != "" {
		return nil, why
	}
	if why := r.Excluded(bound); why != "" {
		return nil, why
	}
	// Arguments are values of their own. The expressions they would be drawn from act as a filter.
	bound.Shared = nil
	bound.Draws = slices.DeleteFunc(slices.Clone(bound.Draws), func(d *refine.Draw) bool { return d.Written() == nil })
	h = b.extendHints(x, h)
	opt := r.Shapes(h)
	opt.Constant = true
	shapes, err := shape.Shapes(bound, r.Pkg.Facts, opt)
	if err != nil {
		return nil, err.Error()
	}
	if via.Step {
		shapes[0] = stepReceiver(bound.Inputs()[0].Type, x.t, i)
	}
	if path, why := shape.Unsupported(bound.Inputs(), shapes); why != nil {
		if !via.Step && why.Help != "" && x.help == "" {
			x.help = "// above " + r.directiveLine(via) + ":\n" + why.Help
		}
		return nil, path + " is " + why.Why
	}
	for _, s := range shapes {
		if _, ok := s.(*value.Heap); ok {
			return nil, "its arguments may share memory, and those of a call that makes values cannot"
		}
		if why, help := b.Empty(s); why != "" {
			x.help = cmp.Or(x.help, help)
			return nil, why
		}
	}
	c = &Callee{Callee: via, hasContract: own, depth: -1}
	c.Contract, c.Hints, c.Shapes = bound, h, shapes
	if contract.Bounds.Depth >= 0 && (!r.Config.Fixed.Depth || x.Facts.Standard && !own) {
		c.depth = contract.Bounds.Depth
	}
	return c, ""
}

// directiveLine returns the line above which a directive for the constructor can be written.
func (s *Setting) directiveLine(via *refine.Callee) string {
	if fn := via.Func; fn != nil && fn.Pkg() != nil && fn.Pkg().Path() != s.Pkg.Types.Path() {
		return "var _ = " + via.Name + ", in a contract file"
	}
	return via.Name
}

// dropUnchecked removes the clauses of a contract that calls building values do not check: classes, clauses that
// quantify over types, and clauses that name unexported things of another package. A quantifier may range over
// the very values being built. If the precondition has such a clause, the function cannot be called, and why
// says so.
func dropUnchecked(pkg *refine.Package, c *refine.Contract) (why string) {
	quantifies := func(cl *refine.Clause) bool {
		return len(codegen.Quantified(&refine.Contract{Post: []*refine.Clause{cl}}, nil)) > 0
	}
	if slices.ContainsFunc(c.Pre, quantifies) {
		return "its precondition quantifies over the values of a type"
	}
	for _, cl := range c.Pre {
		if err := gosource.Writable(pkg.Types, pkg.Forwards, cl.Expr); err != nil {
			return "its precondition cannot be written there: " + err.Error()
		}
	}
	c.Classes = nil
	if slices.ContainsFunc(c.Lets, func(l *refine.Let) bool { return gosource.Writable(pkg.Types, pkg.Forwards, l.Value) != nil }) {
		c.Lets, c.Post = nil, nil
	}
	c.Post = slices.DeleteFunc(slices.Clone(c.Post), func(cl *refine.Clause) bool {
		return quantifies(cl) || gosource.Writable(pkg.Types, pkg.Forwards, cl.Expr) != nil
	})
	if c.Panics != nil && gosource.Writable(pkg.Types, pkg.Forwards, c.Panics.Expr) != nil {
		c.Panics = nil
	}
	return ""
}

// stepReceiver returns the shape of the value that a step is applied to.
func stepReceiver(t, of types.Type, i int) value.Shape {
	calls := &value.Calls{T: of, Builder: i, Given: true}
	if _, ok := types.Unalias(t).(*types.Pointer); ok {
		return &value.Pointer{T: t, NotNil: true, Elem: value.Ref{Shape: calls}}
	}
	return calls
}

// Empty says why no call makes values of some part of a shape, with an example of what helps. It
// returns "" if all parts have values.
func (b *Types) Empty(s value.Shape) (why, help string) {
	for _, i := range CallsIn(s) {
		x := b.Builder(i)
		if slices.ContainsFunc(x.Callees, func(c *Callee) bool { return !c.Step }) {
			continue
		}
		if len(x.Callees) == 0 && len(x.uncallable) == 0 {
			continue // This type is being built further up the stack.
		}
		why := "no constructor makes " + refine.TypeName(x.t, b.run.Pkg.Types)
		return strings.Join(append([]string{why}, x.uncallable...), "; "), x.help
	}
	return "", ""
}

// Claim records the types whose values a function with a contract needs, given the shapes of its
// inputs.
func (b *Types) Claim(shapes []value.Shape) {
	for _, s := range shapes {
		for _, i := range CallsIn(s) {
			b.claimType(i)
		}
	}
}

func (b *Types) claimType(i int) {
	if b.contracted[i] {
		return
	}
	b.contracted[i] = true
	for j := range b.Builder(i).nested {
		b.claimType(j)
	}
}

// isUncontracted reports whether only functions without a contract need values of the i-th type.
func (b *Types) isUncontracted(i int) bool { return !b.contracted[i] }

// CallsIn returns the numbers of the types built by calls in a shape, without the value that a step
// is applied to.
func CallsIn(s value.Shape) []int {
	var found []int
	value.Walk(s, func(s value.Shape) {
		if c, ok := s.(*value.Calls); ok && !c.Given && !slices.Contains(found, c.Builder) {
			found = append(found, c.Builder)
		}
	})
	return found
}

// How describes the calls that build the values of a depth.
func (b *Types) How(i, depth int) string {
	x := b.Builder(i)
	var makers, steps []string
	for _, c := range x.Callees {
		if c.Step {
			steps = append(steps, c.Name)
		} else {
			makers = append(makers, c.Name)
		}
	}
	text := strings.Join(makers, ", ")
	if n := depth; len(steps) > 0 {
		if x.Facts.Depth >= 0 {
			n = min(n, x.Facts.Depth)
		}
		text += fmt.Sprintf(" and up to %s: %s", diag.Count(n, "step"), strings.Join(steps, ", "))
	}
	for _, why := range x.uncallable {
		text += "; " + why
	}
	return text
}

// Extend adds to a unit a target for each callee, and its builders.
func (b *Types) Extend(u *codegen.Unit) {
	// Arguments of a callee may add types to the list.
	for i := 0; i < len(b.Numbers.List()); i++ {
		x := b.Builder(i)
		hb := &codegen.Builder{T: x.t, Facts: x.Facts}
		for _, c := range x.Callees {
			c.Target = len(u.Targets)
			u.Targets = append(u.Targets, &codegen.Target{Contract: c.Contract, Shapes: c.Shapes, Hints: c.Hints, Literal: c.Literal, Builds: true})
			hb.Callees = append(hb.Callees, &codegen.Callee{Callee: c.Callee, Target: c.Target})
		}
		u.Builders = append(u.Builders, hb)
	}
}

// Lift stores the lifted form of all callees, and the analysis of the package variables that they read.
func (b *Types) Lift(known *vars.Analysis, lift func(*codegen.Target) (Executable, error), u *codegen.Unit) error {
	b.Vars = known
	for _, x := range b.builders {
		for _, c := range x.Callees {
			var err error
			if c.executable, err = lift(u.Targets[c.Target]); err != nil {
				return fmt.Errorf("%s: %w", c.Name, err)
			}
		}
	}
	return nil
}

// recursesThrough reports whether values of type i take arguments of type j that in turn take
// arguments of type i. As in every recursive type, such an argument costs one level of depth.
func (b *Types) recursesThrough(i, j int) bool {
	seen := map[int]bool{}
	var reaches func(from int) bool
	reaches = func(from int) bool {
		if from == i {
			return true
		}
		if seen[from] {
			return false
		}
		seen[from] = true
		for next := range b.builders[from].nested {
			if reaches(next) {
				return true
			}
		}
		return false
	}
	return reaches(j)
}

// ContentsIn reports whether some values in shapes are built by a call that takes plain text as
// their content.
func (b *Types) ContentsIn(shapes []value.Shape) bool {
	return slices.ContainsFunc(shapes, func(s value.Shape) bool {
		return slices.ContainsFunc(CallsIn(s), func(i int) bool { return b.Builder(i).within != nil })
	})
}
