// Package effects finds out, without running it, how a function may reach beyond the process, and
// which package variables it sets.
package effects

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/internal/code"
)

// Of describes how a function without a contract may reach beyond the process: which function of
// package os, say, it leads to, and by which others. It returns "" if the function does not.
//
// It follows all that the function may call. It reports too much rather than too little, because
// nobody has said that the function may be called with made-up arguments:
//   - A function that is mentioned counts as called.
//   - A function value read from memory (a variable, field, map or channel) may be any function of
//     its type that is mentioned anywhere.
//   - An interface method may be that of any type that implements the interface.
//   - Code whose source is not loaded may call the methods of its arguments, even if it is called
//     through a variable or an interface. It may also call methods of what it was given when
//     packages were initialized.
//   - Memory converted by unsafe.Pointer may hold any function that is mentioned.
//   - A function without a body in Go may do anything.
func (x *Index) Of(fn *types.Func) string {
	f := x.SSA.FuncValue(fn)
	if f == nil {
		return ""
	}
	s := &effects{Index: x, seen: map[*ssa.Function]bool{}, lookedInto: map[*types.Package]bool{}, handovers: map[handover]bool{}}
	s.function(f)
	if s.found == "" {
		// No function seen has effects.
		for f := range s.seen {
			x.withoutEffects[f] = true
		}
		return ""
	}
	for _, step := range s.path {
		// A literal in the function has the function's name.
		if step != s.path[0] {
			return "it calls " + step + ", which leads to " + s.found
		}
	}
	return "it calls " + s.found
}

// effects is a search for a function that reaches beyond the process.
type effects struct {
	*Index
	seen map[*ssa.Function]bool
	// lookedInto are the packages without source whose kept values were followed.
	lookedInto map[*types.Package]bool
	// handovers are the handovers that were followed.
	handovers map[handover]bool
	// path are the functions from the first one to the current one. found is the name of the
	// function that reaches out, or empty.
	path  []string
	found string
}

// function looks into a function that may be called.
func (s *effects) function(f *ssa.Function) {
	if s.found != "" || s.seen[f] || s.withoutEffects[f] {
		return
	}
	s.seen[f] = true
	if s.IsOver() {
		s.found = "a function that was not looked at, because rtest was interrupted"
		return
	}
	if name := s.outward(f); name != "" {
		s.found = name
		return
	}
	if !s.isAnalyzed(f) {
		s.initialized(f)
		return
	}
	if len(f.Blocks) == 0 {
		f = f.Origin()
	}
	s.inStep(s.name(f), func() {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				s.instruction(in)
			}
		}
	})
}

// inStep calls look with step added to the way.
func (s *effects) inStep(step string, look func()) {
	s.path = append(s.path, step)
	look()
	if s.found == "" {
		s.path = s.path[:len(s.path)-1]
	}
}

func (s *effects) instruction(in ssa.Instruction) {
	for _, op := range in.Operands(nil) {
		switch x := (*op).(type) {
		case *ssa.Function:
			s.function(x)
		case *ssa.Global:
			if name := s.outwardVariable(x); name != "" && s.found == "" {
				s.found = name
			}
		}
	}
	if v, ok := in.(ssa.Value); ok && fromMemory(v) {
		if sig, ok := v.Type().Underlying().(*types.Signature); ok {
			s.storedFunctions(v, sig)
		}
	}
	if call, ok := in.(ssa.CallInstruction); ok {
		s.call(call.Common())
	}
	if reinterprets(in) {
		s.reflectionTargets("unsafe.Pointer")
	}
	if p, ok := in.(*ssa.Panic); ok {
		s.panicValue(p.X)
	}
}

// panicValue looks into the methods with which the runtime prints the value of a panic.
func (s *effects) panicValue(v ssa.Value) {
	if in, ok := v.(*ssa.MakeInterface); ok {
		for _, f := range s.methodsOf(in.X.Type(), s.printedMethods(nil)) {
			s.function(f)
		}
	}
}

func (s *effects) call(c *ssa.CallCommon) {
	switch f := c.StaticCallee(); {
	case c.IsInvoke():
		s.invoke(c.Value.Type(), c.Method)
		if c.Method.Exported() {
			// A type without source may have that method.
			s.passedArguments(recipient{c.Method.Pkg(), c.Method.Name()}, c.Args)
		}
	case f != nil:
		s.foreignCall(f, c.Args)
	default:
		if sig, ok := c.Value.Type().Underlying().(*types.Signature); ok {
			for _, f := range s.values(c.Value, sig) {
				s.foreignCall(f, c.Args)
			}
		}
	}
}

// foreignCall looks into a call of a function whose source is not loaded.
func (s *effects) foreignCall(f *ssa.Function, args []ssa.Value) {
	switch {
	case s.isAnalyzed(f):
	case reflects(f):
		s.reflectionTargets(s.name(f))
	default:
		s.passedArguments(recipient{code.PackageOf(f), s.name(f)}, args)
	}
}

// passedArguments looks into what code without source does with its arguments.
func (s *effects) passedArguments(to recipient, args []ssa.Value) {
	for _, arg := range args {
		s.passedValue(to, arg)
	}
}

// fromMemory reports whether other code may have made a value.
func fromMemory(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.UnOp, *ssa.Lookup, *ssa.TypeAssert, *ssa.Field, *ssa.Index:
		return true
	case *ssa.Extract:
		_, call := v.Tuple.(*ssa.Call)
		return !call
	}
	return false
}

// storedFunctions looks into the functions that a value read from memory may be.
func (s *effects) storedFunctions(v ssa.Value, sig *types.Signature) {
	for _, f := range s.values(v, sig) {
		s.function(f)
	}
}

// values returns the functions that a value of a signature may be.
func (s *effects) values(v ssa.Value, sig *types.Signature) []*ssa.Function {
	stored, ok := s.storedIn(v)
	if !ok {
		return s.takenAs(sig)
	}
	var list []*ssa.Function
	for _, v := range stored {
		if f := functionOf(v); f != nil {
			list = append(list, f)
		}
	}
	return list
}

// invoke looks into the methods that a call of an interface method may reach.
func (s *effects) invoke(t types.Type, method *types.Func) {
	if u, ok := t.Underlying().(*types.Interface); ok && s.found == "" {
		s.found = s.giverOf(u)
	}
	for _, f := range s.implementations(t, method) {
		s.function(f)
	}
	for _, k := range s.kept {
		// The value may be the result of a function without source.
		if k.results != nil && method.Exported() && s.implementedBy(t, k.results) {
			s.passedValue(k.recipient, k.value)
		}
	}
}

// implementedBy reports whether a value of interface t may be one of the results of a function. A
// result that is itself an interface counts if values are asserted to implement t.
func (x *Index) implementedBy(t types.Type, results *types.Tuple) bool {
	u, ok := t.Underlying().(*types.Interface)
	for v := range results.Variables() {
		if !ok || types.Implements(v.Type(), u) || types.IsInterface(v.Type()) && x.asserted.At(u) != nil {
			return true
		}
	}
	return false
}

// reflectionTargets looks into all that reflection may call.
func (s *effects) reflectionTargets(step string) {
	s.inStep(step, func() {
		for _, f := range s.allTaken {
			s.function(f)
		}
		for _, t := range s.dynamicTypes {
			for _, f := range s.methodsOf(t, (*types.Func).Exported) {
				s.function(f)
			}
		}
	})
}
