package advise

import (
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/refine"
)

// A Checked is an expression that go/types has checked, with the results.
type Checked struct {
	// Unit is that of the contract. Scope is that of the expression.
	Unit  *names.Unit
	Scope *names.Scope
	Info  *types.Info
	// Objects are what the identifiers of the expression refer to. Open has the placeholders of
	// constants without a constant.
	Objects map[string]types.Object
	Open    map[*ast.Ident]bool
}

const (
	// WantName is the name of the synthetic function around an expression that must have a certain
	// type.
	WantName = "·want"
	// BadMark ends the names of placeholders for things that were reported.
	BadMark = "\x00"
)

// IsOfPlaceholder reports whether an error is about the placeholder of something wrong, for example
// that it is a variable and not a type.
func IsOfPlaceholder(err types.Error) bool { return strings.Contains(err.Msg, BadMark+" (") }

// GoError says what go/types finds wrong with the expression e, and what was probably meant. It
// returns nil if the cause was already reported.
func (c Checked) GoError(e ast.Expr, err types.Error) *Advice {
	if call, ok := e.(*ast.CallExpr); ok && strings.HasPrefix(err.Msg, "too many arguments in call to "+WantName) {
		arg := call.Args[0]
		if c.Info.Types[arg].Type == nil {
			return nil // Part of it is wrong.
		}
		err.Msg = fmt.Sprintf("multiple-value %s (value of type %s) in single-value context", types.ExprString(arg), c.Unit.TypeName(c.Info.Types[arg].Type))
	}
	msg, near := c.adaptMessage(err.Msg), ""
	if strings.Contains(msg, " has no field or method ") && !strings.Contains(msg, ", but does have ") {
		if near = c.nearestMember(e, err); near != "" {
			msg += " (did you mean " + near + "?)"
		} else if f := c.asFunction(e, err); f != "" {
			msg += " (did you mean " + f + "?)"
		} else {
			msg += c.elsewhereDeclared(e, err)
		}
	}
	if strings.HasSuffix(msg, "in single-value context") {
		msg += ComparedAsList
	}
	msg += c.instanceHint(msg) + c.uncalledHint(e, err) + c.resultsHint(msg)
	if name := c.shadowedResult(msg); name != "" {
		msg += " (did you mean " + name + "?)"
	}
	if x := c.pointerArgument(e, err); x != "" {
		msg += " (did you mean &" + x + "?)"
	}
	at := c.Scope.Token(err.Pos)
	if near != "" {
		at.To = misspeltIn(e, err).Sel.End()
	}
	if char, lit := asCharacter(e, err); char != "" {
		msg, near, at = msg+" (did you mean "+char+"?)", char, lit
	} else if isPower(e, err) {
		msg += " (there is no operator **)"
	}
	return &Advice{At: at, Code: codes.TypeError, Fix: near, Message: msg}
}

// resultsHint returns a suffix for a message about an index or a selector after result in a
// function with several results: their names.
func (c Checked) resultsHint(msg string) string {
	own := c.Scope.Owns()
	if own["result1"] == nil || !strings.HasPrefix(msg, "cannot index result (") && !strings.HasPrefix(msg, "result.err undefined") {
		return ""
	}
	if own["err"] != nil {
		return "; " + resultNames(own) + ", the error is err as well"
	}
	return "; " + resultNames(own)
}

// instanceHint returns a suffix for a message about a generic type without type arguments: how to
// write an instance, with the type parameters in scope.
func (c Checked) instanceHint(msg string) string {
	name, ok := strings.CutPrefix(msg, "cannot use generic type ")
	if name, _, _ = strings.Cut(name, "["); !ok || c.Unit.Node.Types == nil {
		return ""
	}
	obj, _ := c.Unit.Node.Types.Scope().Lookup(name).(*types.TypeName)
	if obj == nil {
		return ""
	}
	g, ok := obj.Type().(interface{ TypeParams() *types.TypeParamList })
	if !ok {
		return ""
	}
	var args []string
	for p := range g.TypeParams().TypeParams() {
		arg := "int"
		if names.NamesType(c.Scope.Lookup(p.Obj().Name(), true)) {
			arg = p.Obj().Name()
		}
		args = append(args, arg)
	}
	return fmt.Sprintf("; write its type arguments, as in %s[%s]", name, strings.Join(args, ", "))
}

// shadowedResult returns the name of the result that the user meant by a type in an expression. The
// type is error, or one of the package called result or err.
func (c Checked) shadowedResult(msg string) string {
	name, ok := strings.CutSuffix(msg, " (type) is not an expression")
	own := c.Scope.Owns()
	switch {
	case !ok:
	case name == "error" && own["err"] != nil:
		return "err"
	case (name == "result" || name == "err") && own["result0"] != nil:
		last := "result0"
		for i := 1; name == "err" && own[fmt.Sprintf("result%d", i)] != nil; i++ {
			last = fmt.Sprintf("result%d", i)
		}
		return last
	}
	return ""
}

// pointerArgument returns the argument that an error is about, if the parameter is a pointer to its
// type. For example self is a value if no method has a pointer receiver.
func (c Checked) pointerArgument(e ast.Expr, err types.Error) (text string) {
	ast.Inspect(e, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		sig, ok := c.Info.Types[call.Fun].Type.(*types.Signature)
		for i, arg := range call.Args {
			id, isName := arg.(*ast.Ident)
			if !ok || !isName || arg.Pos() != err.Pos || i >= sig.Params().Len() || c.Scope.Lookup(id.Name, false) == nil {
				continue
			}
			p, isPointer := sig.Params().At(i).Type().(*types.Pointer)
			if t := c.Info.Types[arg].Type; isPointer && t != nil && types.Identical(p.Elem(), t) {
				text = id.Name
			}
		}
		return text == ""
	})
	return text
}

// misspeltIn returns the selection whose name an error is about, or nil.
func misspeltIn(e ast.Expr, err types.Error) *ast.SelectorExpr {
	var found *ast.SelectorExpr
	ast.Inspect(e, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && sel.Sel.Pos() == err.Pos {
			found = sel
		}
		return found == nil
	})
	return found
}

// nearestMember returns the field or method that a misspelt selection probably means, or "".
func (c Checked) nearestMember(e ast.Expr, err types.Error) string {
	sel := misspeltIn(e, err)
	if sel == nil || c.Info.Types[sel.X].Type == nil {
		return ""
	}
	t := c.Info.Types[sel.X].Type
	var names []string
	if s, _ := refine.Struct(t); s != nil {
		for f := range s.Fields() {
			names = append(names, f.Name())
		}
	}
	of := t
	if !types.IsInterface(t) {
		of = types.NewPointer(refine.Pointed(t))
	}
	for m := range types.NewMethodSet(of).Methods() {
		names = append(names, m.Obj().Name())
	}
	here := c.Scope.Unit.Node.Types
	var visible []string
	for _, name := range names {
		if obj, _, _ := types.LookupFieldOrMethod(t, true, here, name); obj != nil {
			visible = append(visible, name)
		}
	}
	return diag.Nearest(sel.Sel.Name, visible)
}

// adaptMessage adapts a message of go/types. The type checker saw a synthetic function in place of
// a required type, variables in place of forms of contracts, and a package other than the
// contract's.
func (c Checked) adaptMessage(msg string) string {
	msg = strings.ReplaceAll(msg, " value in argument to "+WantName, " value")
	msg = strings.ReplaceAll(msg, "(package-level variable)", "(variable)")
	msg = strings.ReplaceAll(msg, "untyped bool variable", "untyped bool value")
	msg = strings.ReplaceAll(msg, BadMark, "")
	msg = strings.Replace(msg, "\n\t", ": ", 1)
	msg = strings.ReplaceAll(msg, "\n\t", ", ")
	if call, param, ok := strings.Cut(msg, ", cannot infer "); ok {
		param, _, _ = strings.Cut(param, " (declared at ")
		msg = call + ", cannot infer " + param + ": write " + strings.TrimPrefix(call, "in call to ") + "[…](…)"
	}
	for id := range c.Open {
		// The user did not write this constant.
		for _, text := range []string{id.Name, "(" + id.Name + ")"} {
			before, rest, ok := strings.Cut(msg, text+" (untyped ")
			kind, behind, constant := strings.Cut(rest, " constant ")
			if _, tail, closed := strings.Cut(behind, ")"); ok && constant && closed && !strings.ContainsAny(kind, " )") {
				msg = before + text + " (untyped " + kind + " value)" + tail
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.Objects)) {
		// The name of a refined type argument is its text and a space.
		if strings.HasSuffix(name, " ") {
			msg = strings.NewReplacer(name+",", strings.TrimSpace(name)+",", name+"]", strings.TrimSpace(name)+"]").Replace(msg)
		}
	}
	if c.Scope.Directive == nil {
		return msg
	}
	pkg := c.Scope.Unit.Node.Types
	for _, name := range pkg.Scope().Names() {
		qualified := pkg.Name() + "." + name
		if _, ok := pkg.Scope().Lookup(name).(*types.TypeName); ok && !strings.Contains(c.Scope.Directive.Text, qualified) {
			msg = replaceWord(msg, qualified, name)
		}
	}
	return msg
}

// replaceWord replaces old in s where no letter, digit or dot is adjacent.
func replaceWord(s, old, new string) string {
	var b strings.Builder
	for {
		i := strings.Index(s, old)
		if i < 0 {
			return b.String() + s
		}
		end := i + len(old)
		if i > 0 && wordByte(s[i-1]) || end < len(s) && s[end] != '.' && wordByte(s[end]) {
			b.WriteString(s[:end])
		} else {
			b.WriteString(s[:i] + new)
		}
		s = s[end:]
	}
}

func wordByte(c byte) bool {
	return c == '_' || c == '/' || c == '.' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}
