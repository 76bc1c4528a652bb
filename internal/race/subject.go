package race

import (
	"cmp"
	"fmt"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/harness/rt/concurrent"
	"github.com/rtest-dev/rtest/refine"
)

// A subject is a type that promises concurrent use, with the calls that are made.
type subject struct {
	name   string
	t      types.Type
	facts  *refine.TypeFacts
	makers []call
	steps  []call
	// numbered are steps that take a number.
	numbered []call
	// leftOut are functions that are not called, with the reasons.
	leftOut     []string
	unsupported string
}

// A call is a function with arguments.
type call struct {
	*refine.Callee
	pkg  *refine.Package
	args []string
	// words holds the arguments as they are shown, if they differ from args.
	words []string
	// rank is the index of args among the lists of arguments.
	rank                int
	concurrent, relaxed bool
}

// subjectsOf returns the types of a package that promise concurrent use, by name.
func subjectsOf(q Request, pkg *refine.Package) (out []*subject) {
	if pkg.Types == nil || pkg.Facts == nil {
		return nil
	}
	scope := pkg.Types.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() {
			continue
		}
		t := tn.Type()
		if n, ok := t.(*types.Named); ok && n.TypeParams().Len() > 0 {
			if t = instance(pkg, n); t == nil {
				continue
			}
		}
		facts := pkg.Facts.Of(t)
		if facts == nil || facts.Concurrent == nil || !facts.Concurrent.Promised || !q.Selects(pkg.Path, name) {
			continue
		}
		s := &subject{name: name, t: t, facts: facts}
		s.find(pkg)
		out = append(out, s)
	}
	return out
}

// Names returns the names of the types of a package that promise concurrent use; none if it does not compile.
func Names(pkg *refine.Package) (names []string) {
	if pkg.Broken {
		return nil
	}
	for _, s := range subjectsOf(Request{}, pkg) {
		names = append(names, s.name)
	}
	return names
}

// instance returns a generic type with int or string for each parameter, of these the first that
// has a constructor: via may name the type arguments. It is nil if none fits the constraints.
func instance(pkg *refine.Package, n *types.Named) (first types.Type) {
	choices := [][]types.Type{nil}
	for range n.TypeParams().Len() {
		var next [][]types.Type
		for _, head := range choices {
			for _, k := range []types.BasicKind{types.Int, types.String} {
				next = append(next, append(slices.Clip(head), types.Typ[k]))
			}
		}
		choices = next[:min(len(next), mostInstances)]
	}
	for _, args := range choices {
		t, err := types.Instantiate(nil, n, args, true)
		if err != nil {
			continue
		}
		if facts := pkg.Facts.Of(t); facts != nil && slices.ContainsFunc(facts.Via, func(c *refine.Callee) bool { return !c.Step }) {
			return t
		}
		if first == nil {
			first = t
		}
	}
	return first
}

// mostInstances is how many lists of type arguments are tried.
const mostInstances = 256

// find finds the calls.
func (s *subject) find(pkg *refine.Package) {
	c := s.facts.Concurrent
	for _, via := range s.facts.Via {
		list, why := arguments(pkg, s, via)
		if why != "" {
			s.leftOut = append(s.leftOut, via.Name+": "+why)
			continue
		}
		for rank, args := range list {
			x := call{Callee: via, pkg: pkg, args: args, rank: rank}
			if !via.Step {
				s.makers = append(s.makers, x)
				continue
			}
			x.concurrent = len(c.Steps) == 0 || slices.Contains(c.Steps, via.Name)
			x.relaxed = slices.Contains(c.Relaxed, via.Name)
			s.steps = append(s.steps, x)
			if rank == 0 {
				s.numbered = append(s.numbered, numbered(pkg, x, stepParams(via, s.t))...)
			}
		}
	}
	switch {
	case len(s.makers) == 0 && types.IsInterface(s.t):
		s.unsupported = "it is an interface, and no constructor returns it: write the directives above a type that implements it"
	case len(s.makers) == 0:
		s.unsupported = "no constructor can be called"
	case !slices.ContainsFunc(s.steps, func(c call) bool { return c.concurrent }):
		s.unsupported = "no step can be called at the same time as others"
	}
	if s.unsupported != "" && len(s.leftOut) > 0 {
		s.unsupported += ": " + strings.Join(s.leftOut, "; ")
	}
}

// text returns the call as the user would write it, with the variable c for the value.
func (c call) text() string {
	words := c.args
	if c.words != nil {
		words = c.words
	}
	args := unqualified(c.pkg, shown.Replace(strings.Join(words, ", ")))
	switch {
	case c.Literal != nil:
		return c.Name
	case c.Step && c.isMethod():
		return "c." + c.methodName() + "(" + args + ")"
	case c.Step:
		return c.Name + "(" + strings.TrimSuffix("c, "+args, ", ") + ")"
	}
	return c.Name + "(" + args + ")"
}

// shown replaces the names of generated functions by expressions that users know.
var shown = strings.NewReplacer("rtestgPause(); ", "", "{ rtestgPause() }", "{}", "rtestgContext.", "context.", "rtestgCanceled()", "canceledContext", "rtestgError(", "errors.New(")

func (c call) isMethod() bool { return c.Func != nil && c.Func.Signature().Recv() != nil }

func (c call) methodName() string { return c.Func.Name() }

// arguments returns the lists of arguments with which a constructor or step is called, simplest
// first. Why says why it cannot be called.
func arguments(pkg *refine.Package, s *subject, via *refine.Callee) (lists [][]string, why string) {
	if via.Literal != nil {
		return [][]string{nil}, ""
	}
	if via.Func == nil {
		return nil, "it is no function"
	}
	params := stepParams(via, s.t)
	constants, conditional := constantsOf(pkg, via)
	var values [][]string
	for i, t := range params {
		if via.Func.Signature().Variadic() && i == len(params)-1 {
			t = t.(*types.Slice).Elem()
		}
		list := valuesOf(pkg, t, 0)
		if len(list) == 0 {
			return nil, fmt.Sprintf("there are no values of %s", refine.TypeName(t, pkg.Types))
		}
		values = append(values, withConstants(t, list, constants))
	}
	most := mostArguments
	if len(params) > 2 {
		most = concurrent.MostArguments
	}
	if !via.Step {
		most = concurrent.MostMakers
	}
	if conditional {
		most = mostCandidates // The process chooses.
	}
	switch {
	case len(values) > 2:
		lists = varied(values)
	case via.Step:
		return spread(product(values), most), ""
	default:
		lists = product(values)
	}
	return lists[:min(len(lists), most)], ""
}

// product returns the lists with a value of each parameter, but not too many.
func product(values [][]string) [][]string {
	lists := [][]string{nil}
	for _, list := range values {
		var next [][]string
		for _, head := range lists {
			for _, v := range list {
				next = append(next, append(slices.Clip(head), v))
			}
		}
		lists = next[:min(len(next), mostLists)]
	}
	return lists
}

// varied returns lists for many parameters: the first values, then those that differ from these in one parameter, then
// in all, and then others.
func varied(values [][]string) (lists [][]string) {
	add := func(list []string) {
		if !slices.ContainsFunc(lists, func(l []string) bool { return slices.Equal(l, list) }) {
			lists = append(lists, list)
		}
	}
	all := func(k int) (list []string) {
		for _, v := range values {
			list = append(list, v[min(k, len(v)-1)])
		}
		return list
	}
	for k := 1; k < mostCandidates; k++ {
		add(all(0))
		for i, v := range values {
			one := all(0)
			one[i] = v[min(k, len(v)-1)]
			add(one)
		}
		add(all(k))
	}
	for _, list := range product(values) {
		add(list)
	}
	return lists
}

// constantsOf returns the constants in the preconditions of a callee, and whether it has preconditions.
func constantsOf(pkg *refine.Package, via *refine.Callee) (out []constant.Value, conditional bool) {
	for _, c := range pkg.Contracts {
		if c.Func == nil || c.Func != via.Func {
			continue
		}
		for _, cl := range c.Pre {
			conditional = true
			refine.Inspect(cl.Expr, func(e refine.Expr) bool {
				if x, ok := e.(*refine.Const); ok && x.Value != nil && len(out) < mostConstants {
					out = append(out, x.Value)
				}
				return true
			})
		}
	}
	return out, conditional
}

// mostArguments limits the argument lists of a step with few parameters. mostLists limits the argument
// lists considered for a function. With a precondition, mostCandidates limits those that the process
// chooses from and mostConstants the constants taken from the precondition.
const (
	mostArguments  = 4
	mostLists      = 100
	mostCandidates = 24
	mostConstants  = 8
)

// spread takes n of some lists, those with the first values first.
func spread(lists [][]string, n int) [][]string {
	if len(lists) <= n {
		return lists
	}
	rank := map[string]int{}
	for i, l := range lists {
		rank[strings.Join(l, "\x00")] = i
	}
	distance := func(l []string) int {
		d := 0
		for i, v := range l {
			for k, w := range lists {
				if w[i] == v {
					d += k * (i + 1)
					break
				}
			}
		}
		return d
	}
	sorted := slices.Clone(lists)
	slices.SortStableFunc(sorted, func(a, b []string) int { return cmp.Compare(distance(a), distance(b)) })
	return sorted[:n]
}

// stepParams returns the types of the parameters of a callee, without the value that a step takes.
func stepParams(via *refine.Callee, t types.Type) []types.Type {
	params := paramsOf(via, t)
	if via.Step && via.Func.Signature().Recv() == nil {
		params = params[1:]
	}
	return params
}

// paramsOf returns the types of the parameters of a callee, with its type arguments.
func paramsOf(via *refine.Callee, t types.Type) (out []types.Type) {
	sig := via.Func.Signature()
	if recv := sig.Recv(); recv != nil {
		of := t
		if via.Recv != nil {
			of = via.Recv
		}
		obj, _, _ := types.LookupFieldOrMethod(of, true, via.Func.Pkg(), via.Func.Name())
		if m, ok := obj.(*types.Func); ok {
			sig = m.Signature()
		}
	} else if len(via.TypeArgs) > 0 {
		if inst, err := types.Instantiate(nil, sig, via.TypeArgs, false); err == nil {
			sig = inst.(*types.Signature)
		}
	}
	for p := range sig.Params().Variables() {
		out = append(out, p.Type())
	}
	return out
}
