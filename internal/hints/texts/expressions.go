package texts

import (
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/refine"
)

// compilers returns the functions of package regexp whose first argument is a regular expression.
func compilers() []string {
	return []string{"Compile", "CompilePOSIX", "Match", "MatchReader", "MatchString", "MustCompile", "MustCompilePOSIX"}
}

// expressionDepth bounds the parts of a constant text that are followed.
const expressionDepth = 3

// Compiles reports whether a function is one of package regexp whose first argument is a regular expression.
func Compiles(f *types.Func) bool {
	return f.Pkg() != nil && f.Pkg().Path() == "regexp" && f.Signature().Recv() == nil && slices.Contains(compilers(), f.Name())
}

// Expression returns the regular expression that a call of package regexp compiles. It returns false for other
// calls, and if the expression is not made of constants.
func Expression(fn *types.Func, args []ssa.Value) (string, bool) {
	if fn == nil || !Compiles(fn) {
		return "", false
	}
	return constantText(args[0], expressionDepth)
}

// constantText returns the text of a value that is made of constants and of package variables that are set once,
// where they are declared.
func constantText(v ssa.Value, depth int) (string, bool) {
	if depth < 0 || !refine.IsString(v.Type()) {
		return "", false
	}
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value != nil && v.Value.Kind() == constant.String {
			return constant.StringVal(v.Value), true
		}
	case *ssa.BinOp:
		left, ok := constantText(v.X, depth-1)
		right, also := constantText(v.Y, depth-1)
		return left + right, ok && also && v.Op == token.ADD
	case *ssa.UnOp:
		if g, ok := v.X.(*ssa.Global); ok && v.Op == token.MUL {
			if set := initialValue(g); set != nil {
				return constantText(set, depth-1)
			}
		}
	case *ssa.Call:
		fn := v.Call.StaticCallee()
		if fn == nil || len(v.Call.Args) != 1 {
			break
		}
		if f, ok := fn.Object().(*types.Func); ok && f.FullName() == "regexp.QuoteMeta" {
			text, ok := constantText(v.Call.Args[0], depth-1)
			return regexp.QuoteMeta(text), ok
		}
	}
	return "", false
}

// initialValue returns the value that the initialization of a package stores in a variable, or nil unless it is one
// value.
func initialValue(g *ssa.Global) (set ssa.Value) {
	if g.Pkg == nil {
		return nil
	}
	g.Pkg.Build()
	for _, b := range g.Pkg.Func("init").Blocks {
		for _, in := range b.Instrs {
			store, ok := in.(*ssa.Store)
			switch {
			case !ok || store.Addr != g:
			case set != nil:
				return nil
			default:
				set = store.Val
			}
		}
	}
	return set
}
