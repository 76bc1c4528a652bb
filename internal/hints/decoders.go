package hints

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A decoding is the type of a value into which a text is decoded, and whether that is one
// of XML.
type decoding struct {
	t   types.Type
	xml bool
}

// decodes tells whether a function of the standard library decodes a text into a value of
// any type.
func decodes(fn *types.Func) bool {
	path := fn.Pkg().Path()
	return (path == "encoding/json" || path == "encoding/xml") && (fn.Name() == "Unmarshal" || fn.Name() == "Decode" || fn.Name() == "DecodeElement")
}

// decodes adds the types into which a call has texts decoded: by a function of the standard
// library, or one of the module that hands its argument to such.
func (s *summary) decodes(a *Program, callee *ssa.Function, args []ssa.Value) {
	for i, arg := range args {
		made, ok := arg.(*ssa.MakeInterface)
		if !ok {
			continue
		}
		if fn := a.decoder(callee, i, valueDepth); fn != nil {
			s.decode(a, made.X.Type(), fn.Pkg().Path() == "encoding/xml")
		}
	}
}

// decoder is the function of the standard library that decodes a text into the i-th
// argument of a function, nil where there is none.
func (a *Program) decoder(callee *ssa.Function, i, depth int) *types.Func {
	fn := object(callee)
	if fn == nil || fn.Pkg() == nil || a.Packages[fn.Pkg()] == nil {
		return nil
	}
	if a.Packages[fn.Pkg()].Module == "" {
		if decodes(fn) {
			return fn
		}
		return nil
	}
	if depth == 0 || !a.Build(callee) || i >= len(callee.Params) || callee.Params[i].Referrers() == nil {
		return nil
	}
	for _, in := range *callee.Params[i].Referrers() {
		call, ok := in.(ssa.CallInstruction)
		if !ok || call.Common().StaticCallee() == nil {
			continue
		}
		for k, arg := range call.Common().Args {
			if arg == callee.Params[i] {
				if fn := a.decoder(call.Common().StaticCallee(), k, depth-1); fn != nil {
					return fn
				}
			}
		}
	}
	return nil
}

// decode adds a type into which a text is decoded, and the methods by which its values
// decode themselves: reflection calls them.
func (s *summary) decode(a *Program, t types.Type, xml bool) {
	s.decoded = append(s.decoded, decoding{t, xml})
	seen := map[types.Type]bool{}
	var walk func(t types.Type)
	walk = func(t types.Type) {
		t = types.Unalias(pointed(t))
		if seen[t] {
			return
		}
		seen[t] = true
		for _, name := range decoders {
			if m := method(t, name); m != nil {
				if fn := a.SSA.FuncValue(m.Origin()); fn != nil && a.Module(fn) != "" {
					s.mention(a, fn)
				}
			}
		}
		switch u := t.Underlying().(type) {
		case *types.Struct:
			for f := range u.Fields() {
				walk(f.Type())
			}
		case *types.Slice:
			walk(u.Elem())
		case *types.Array:
			walk(u.Elem())
		case *types.Map:
			walk(u.Key())
			walk(u.Elem())
		}
	}
	walk(t)
}

// decoders are the methods by which values decode themselves.
var decoders = [...]string{"UnmarshalJSON", "UnmarshalText"}
