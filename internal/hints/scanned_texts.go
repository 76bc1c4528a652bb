package hints

import (
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/hints/texts"
	"github.com/rtest-dev/rtest/refine"
	"golang.org/x/tools/go/ssa"
)

// keyPath adds the keys by which something is looked up in a map of anything, within other keys:
// m["a"].(map[string]any)["b"] has the path a, b. A call that gets such a value and a constant key
// also counts as a lookup.
func (s *summary) keyPath(in ssa.Instruction) {
	v, ok := in.(ssa.Value)
	if !ok {
		return
	}
	if path := pathTo(v, texts.MostNested); len(path) > 1 {
		s.paths = append(s.paths, path)
	}
}

// pathTo returns the keys that lead to a value, outermost first.
func pathTo(v ssa.Value, depth int) []string {
	for depth > 0 {
		switch x := v.(type) {
		case *ssa.Extract:
			v = x.Tuple
		case *ssa.TypeAssert:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.Phi:
			i := slices.IndexFunc(x.Edges, func(e ssa.Value) bool { _, ok := e.(*ssa.Const); return !ok })
			if i < 0 {
				return nil
			}
			v, depth = x.Edges[i], depth-1
		case *ssa.Lookup:
			if key := texts.Constant(x.Index); key != "" && carriesAny(x.X.Type()) {
				return append(pathTo(x.X, depth-1), key)
			}
			return nil
		case *ssa.UnOp:
			at, ok := x.X.(*ssa.IndexAddr)
			if !ok {
				return nil
			}
			return append(pathTo(at.X, depth-1), texts.ListElement)
		case *ssa.Call:
			for i, arg := range x.Call.Args {
				if key := texts.Constant(arg); key != "" && i > 0 && carriesAny(x.Call.Args[0].Type()) {
					return append(pathTo(x.Call.Args[0], depth-1), key)
				}
			}
			return nil
		default:
			return nil
		}
	}
	return nil
}

// carriesAny reports whether a type is the empty interface, or a map to it.
func carriesAny(t types.Type) bool {
	if m, ok := t.Underlying().(*types.Map); ok {
		t = m.Elem()
	}
	i, ok := t.Underlying().(*types.Interface)
	return ok && i.NumMethods() == 0
}

// text adds regular expressions of the texts that a call of the standard library reads or writes:
// the texts that a reader accepts, the texts of a format or layout by which it scans or parses, and
// of one by which it makes what the function returns. Code that reads such texts is often tested
// with code that writes them.
func (s *summary) text(in ssa.CallInstruction) {
	fn := in.Common().StaticCallee()
	if fn == nil || fn.Object() == nil || fn.Object().Pkg() == nil {
		return
	}
	add := func(p string) {
		if p != "" {
			s.patterns.scanned = append(s.patterns.scanned, p)
		}
	}
	args := in.Common().Args
	switch fn.Object().Pkg().Path() + "." + fn.Name() {
	case "fmt.Sscanf", "fmt.Fscanf":
		add(texts.Format(texts.Constant(args[1])))
	case "fmt.Sprintf":
		if returned(in) {
			add(texts.Format(texts.Constant(args[0])))
		}
	case "time.Parse", "time.ParseInLocation":
		add(texts.Layout(texts.Constant(args[0])))
	case "time.Format":
		if returned(in) {
			add(texts.Layout(texts.Constant(args[1])))
		}
	default:
		add(texts.Reader(fn.Object()))
	}
}

// returned reports whether the result of a call is returned unchanged.
func returned(in ssa.CallInstruction) bool {
	v, ok := in.(ssa.Value)
	return ok && slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool { _, is := ref.(*ssa.Return); return is })
}

// affixConstants adds the constants that a function of the standard library looks for at the
// beginning or the end of texts.
func (s *summary) affixConstants(fn *ssa.Function, args []ssa.Value) {
	obj := declaredFunction(fn)
	if obj == nil || obj.Pkg() == nil || obj.Pkg().Path() != "strings" && obj.Pkg().Path() != "bytes" || len(args) < 2 {
		return
	}
	to := &s.prefixes
	switch {
	case strings.Contains(obj.Name(), "Suffix"):
		to = &s.suffixes
	case !strings.Contains(obj.Name(), "Prefix"):
		return
	}
	eachArgument(args[1], func(v ssa.Value) {
		if k, ok := v.(*ssa.Const); ok && k.Value != nil && k.Value.Kind() == constant.String {
			*to = append(*to, constant.StringVal(k.Value))
		}
	})
}

// A decoding is the type of a value into which a text is decoded. xml says that the text is XML.
type decoding struct {
	t   types.Type
	xml bool
}

// decodes reports whether a function of the standard library decodes a text into a value of any
// type.
func decodes(fn *types.Func) bool {
	path := fn.Pkg().Path()
	return (path == "encoding/json" || path == "encoding/xml") && (fn.Name() == "Unmarshal" || fn.Name() == "Decode" || fn.Name() == "DecodeElement")
}

// decodes adds the types into which a call decodes texts. The callee is a function of the standard
// library, or one of the module that passes its argument to such a function.
func (s *summary) decodes(a *Program, callee *ssa.Function, args []ssa.Value) {
	for i, arg := range args {
		made, ok := arg.(*ssa.MakeInterface)
		if !ok {
			continue
		}
		if fn := a.decoderOf(callee, i, valueDepth); fn != nil {
			s.decodesInto(a, made.X.Type(), fn.Pkg().Path() == "encoding/xml")
		}
	}
}

// decoderOf returns the function of the standard library that decodes a text into the i-th argument
// of callee, or nil.
func (a *Program) decoderOf(callee *ssa.Function, i, depth int) *types.Func {
	fn := declaredFunction(callee)
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
				if fn := a.decoderOf(call.Common().StaticCallee(), k, depth-1); fn != nil {
					return fn
				}
			}
		}
	}
	return nil
}

// decodesInto adds a type into which a text is decoded, and the methods by which its values decode
// themselves, because reflection calls them.
func (s *summary) decodesInto(a *Program, t types.Type, xml bool) {
	s.decoded = append(s.decoded, decoding{t, xml})
	seen := map[types.Type]bool{}
	var walk func(t types.Type)
	walk = func(t types.Type) {
		t = types.Unalias(refine.Pointed(t))
		if seen[t] {
			return
		}
		seen[t] = true
		for _, name := range decoders {
			if m := texts.MethodOf(t, name); m != nil {
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
