package hints

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/internal/hints/texts"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// constant adds the characters of a constant.
func (s *summary) constant(v ssa.Value) {
	k, ok := v.(*ssa.Const)
	if !ok || k.Value == nil {
		return
	}
	switch {
	case k.Value.Kind() == constant.String:
		s.words = append(s.words, constant.StringVal(k.Value))
	case isCharacter(k.Type()):
		if n, ok := refine.Int64(k.Value); ok {
			s.ints = append(s.ints, n)
		}
	}
	list := characters(k.Value, k.Type())
	s.invalidUTF8 = s.invalidUTF8 || slices.ContainsFunc(list, isRaw)
	if len(list) == 1 || k.Value.Kind() != constant.String {
		s.chars = append(s.chars, list...)
	} else {
		s.letters = append(s.letters, list...)
	}
}

// characters returns the characters of a constant string, byte or rune.
func characters(v constant.Value, t types.Type) []rune {
	switch {
	case v == nil:
	case v.Kind() == constant.String:
		return value.Characters(constant.StringVal(v))
	case isCharacter(t):
		n, ok := refine.Int64(v)
		if !ok {
			return nil
		}
		if b := t.Underlying().(*types.Basic); b.Kind() != types.Uint8 {
			if n == utf8.RuneError {
				// Invalid UTF-8 is decoded as this character.
				return []rune{utf8.RuneError, value.RawByte + 0xff}
			}
			return []rune{rune(n)}
		}
		return value.Characters(string([]byte{byte(n)}))
	}
	return nil
}

// isRawByte reports whether a constant is a byte beyond ASCII.
func isRawByte(k *ssa.Const) bool {
	if k.Value == nil || k.Value.Kind() == constant.String {
		return false
	}
	return slices.ContainsFunc(characters(k.Value, k.Type()), isRaw)
}

// maskByte adds a byte beyond ASCII that the code uses to order bytes or to mask their bits. Such
// bytes are numbers, not text.
func (s *summary) maskByte(k *ssa.Const) {
	if isRawByte(k) {
		s.bytes = append(s.bytes, characters(k.Value, k.Type())...)
	}
}

// isTableElement reports whether v is an element of a table of the package: a number of some
// unknown meaning.
func isTableElement(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	at, ok := load.X.(*ssa.IndexAddr)
	if !ok {
		return false
	}
	table := at.X
	if slice, ok := table.(*ssa.UnOp); ok {
		table = slice.X
	}
	_, ok = table.(*ssa.Global)
	return ok
}

// isRaw reports whether c stands for a byte that is not part of a character.
func isRaw(c rune) bool { return c >= value.RawByte }

// distanceBase returns the character that v measures the distance from, as c - '0' does from '0'. A
// number that is compared with v is not a character itself. If the subtrahend is less than every
// printable character, v is a plain distance, as in c - 1.
func distanceBase(v ssa.Value) (base rune, ok bool) {
	if c, ok := v.(*ssa.Convert); ok {
		v = c.X
	}
	sub, ok := v.(*ssa.BinOp)
	if !ok || sub.Op != token.SUB {
		return 0, false
	}
	x := sub.X
	if c, ok := x.(*ssa.Convert); ok {
		x = c.X
	}
	k, isConst := sub.Y.(*ssa.Const)
	if !isConst || k.Value == nil || !isCharacterValue(x) && !isCharacter(sub.Type()) {
		return 0, false
	}
	n, ok := refine.Int64(k.Value)
	return rune(n), ok && ' ' <= n && n < utf8.RuneSelf
}

// isCharacterValue reports whether v is a character: of type byte or rune by that name, or a byte
// of a string.
func isCharacterValue(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Lookup:
		return refine.IsString(v.X.Type())
	case *ssa.Index:
		return refine.IsString(v.X.Type())
	}
	return isCharacter(v.Type())
}

// distance adds the character at the distance k from base.
func (s *summary) distance(base rune, k *ssa.Const) {
	if k.Value == nil {
		return
	}
	if n, ok := refine.Int64(k.Value); ok && 0 <= int64(base)+n && int64(base)+n < utf8.RuneSelf {
		s.chars = append(s.chars, base+rune(n))
	}
}

// keys adds the constant keys of a map in which something is looked up, and the characters among
// its values. The map is made in the function, or is the initial value of a package variable.
func (s *summary) keys(a *Program, m ssa.Value) {
	switch m := m.(type) {
	case *ssa.MakeMap:
		for _, ref := range *m.Referrers() {
			if up, ok := ref.(*ssa.MapUpdate); ok && up.Map == m {
				s.number(up.Key)
				s.constant(up.Key)
				if isCharacter(up.Value.Type()) {
					s.constant(up.Value)
				}
			}
		}
	case *ssa.UnOp:
		g, ok := m.X.(*ssa.Global)
		if !ok || g.Pkg == nil || a.Unseen(g.Pkg.Pkg) {
			return
		}
		g.Pkg.Build()
		for _, b := range g.Pkg.Func("init").Blocks {
			for _, in := range b.Instrs {
				if st, ok := in.(*ssa.Store); ok && st.Addr == g {
					if made, ok := st.Val.(*ssa.MakeMap); ok {
						s.keys(a, made)
					}
				}
			}
		}
	}
}

// searching are the packages whose functions search strings for their constant arguments.
var searching = map[string]bool{"strings": true, "bytes": true, "slices": true, "unicode/utf8": true, "path": true, "path/filepath": true}

// otherModule adds what the call of a function of the standard library, or of another module,
// suggests about the characters of strings.
func (s *summary) otherModule(a *Program, fn *ssa.Function, args []ssa.Value) {
	obj := fn.Object()
	if o := fn.Origin(); o != nil {
		obj = o.Object()
	}
	if obj == nil || obj.Pkg() == nil {
		return
	}
	n := a.Packages[obj.Pkg()]
	if n == nil || n.Main {
		return
	}
	s.parses, s.rangesRunes = s.parses || parsesNumbers(obj), s.rangesRunes || decodesRunes(obj)
	s.invalidUTF8 = s.invalidUTF8 || validates(obj)
	if readsBinary(obj) {
		s.bytes = append(s.bytes, value.RawByte+utf8.RuneSelf)
	}
	if n.Module == "" && !(fn.Signature.Recv() == nil && searches(obj)) {
		return
	}
	for _, arg := range args {
		s.argument(arg)
		if n.Module == "" {
			s.spellings(a, arg)
		}
	}
}

// parsesNumbers reports whether a function of the standard library reads numbers.
func parsesNumbers(fn types.Object) bool {
	switch fn.Pkg().Path() {
	case "strconv":
		return strings.HasPrefix(fn.Name(), "Parse") && fn.Name() != "ParseBool" || fn.Name() == "Atoi"
	case "math/big":
		return fn.Name() == "SetString"
	case "fmt":
		return strings.HasPrefix(fn.Name(), "Sscan")
	}
	return false
}

// charactersOfJSON are the characters of JSON texts.
const charactersOfJSON = `{}"1[]:,`

// readsJSON reports whether a function of the standard library reads JSON.
func readsJSON(fn types.Object) bool {
	return fn.Pkg().Path() == "encoding/json" && (fn.Name() == "Valid" || fn.Name() == "Unmarshal" || fn.Name() == "Decode" || fn.Name() == "Token")
}

// decodesRunes reports whether a function of the standard library looks at characters instead of
// bytes.
func decodesRunes(fn types.Object) bool {
	return fn.Pkg().Path() == "unicode/utf8" || fn.Pkg().Path() == "unicode"
}

// validates reports whether a function of the standard library distinguishes valid UTF-8 from
// invalid.
func validates(fn types.Object) bool {
	return fn.Pkg().Path() == "unicode/utf8" && strings.HasPrefix(fn.Name(), "Valid") || fn.Name() == "ToValidUTF8"
}

// searches reports whether a function of the standard library searches strings for its constant
// arguments.
func searches(fn types.Object) bool {
	return searching[fn.Pkg().Path()] && fn.Name() != "Repeat" && fn.Name() != "Join"
}

// texts adds what a predicate suggests about strings.
func (h *hinter) texts(e refine.Expr) {
	refine.Inspect(e, func(x refine.Expr) bool {
		h.text(x)
		return true
	})
}

// text adds what a node of the contract's predicates suggests about strings.
func (h *hinter) text(x refine.Expr) {
	switch x := x.(type) {
	case *refine.Compare:
		h.addContractConstant(x.X)
		h.addContractConstant(x.Y)
	case *refine.In:
		h.addContractConstant(x.X)
		h.addContractConstant(x.Over.X)
	case *refine.Quant:
		h.addContractConstant(x.Over.X)
		_, constant := x.Over.X.(*refine.Const)
		h.addContractCharacters(x.Over.Kind == refine.Runes && !constant, 'é')
	case *refine.Convert:
		if sl, ok := x.T.Underlying().(*types.Slice); ok && refine.IsString(x.X.Type()) {
			b, ok := types.Unalias(sl.Elem()).(*types.Basic)
			h.addContractCharacters(ok && b.Kind() == types.Int32, 'é')
		}
	case *refine.Object:
		h.tablePatterns(x.Obj)
	case *refine.Call:
		fn := callee(x)
		if fn == nil || fn.Pkg() == nil {
			return
		}
		h.addContractCharacters(parsesNumbers(fn), '0', '1')
		h.addContractCharacters(decodesRunes(fn), 'é')
		h.addContractCharacters(readsJSON(fn), []rune(charactersOfJSON)...)
		h.addContractCharacters(validates(fn), value.RawByte+0xff)
		h.addContractCharacters(looksForBlanks(fn), ' ', '\t')
		h.addContractCharacters(true, classCharacters(fn)...)
		if foldsCase(fn) {
			h.unusualChars = append(h.unusualChars, foldings[:]...)
		}
		if p := texts.Reader(fn); p != "" {
			h.patterns[p] = true
		}
		if texts.Compiles(fn) {
			if k, ok := x.Args[0].(*refine.Const); ok && k.Value.Kind() == constant.String {
				h.expression(constant.StringVal(k.Value), true)
			}
		}
		for _, arg := range x.Args {
			if _, ok := types.Unalias(arg.Type()).(*types.Pointer); ok && decodes(fn) {
				h.decoded = append(h.decoded, decoding{arg.Type(), fn.Pkg().Path() == "encoding/xml"})
			}
		}
		if n := h.a.Packages[fn.Pkg()]; n != nil && n.Module == "" && !(fn.Signature().Recv() == nil && searches(fn)) {
			return
		}
		for _, a := range x.Args {
			h.addContractConstant(a)
		}
	}
}

// addContractCharacters adds characters that the contract calls for.
func (h *hinter) addContractCharacters(yes bool, chars ...rune) {
	for _, r := range chars {
		if yes {
			h.contractChars.add(r)
			h.out.InvalidUTF8 = h.out.InvalidUTF8 || isRaw(r)
		}
	}
}

// addContractConstant adds the characters of a constant, or of the constants in a list.
func (h *hinter) addContractConstant(x refine.Expr) {
	switch x := x.(type) {
	case *refine.Const:
		for _, r := range characters(x.Value, x.T) {
			h.contractChars.add(r)
			h.out.InvalidUTF8 = h.out.InvalidUTF8 || isRaw(r)
		}
	case *refine.Composite:
		for _, v := range x.Values {
			h.addContractConstant(v)
		}
	}
}

// callee returns the function or method that is called by name, or nil.
func callee(x *refine.Call) *types.Func {
	var obj types.Object
	switch f := x.Fun.(type) {
	case *refine.Object:
		obj = f.Obj
	case *refine.Method:
		obj = f.Sel.Obj()
	}
	fn, _ := obj.(*types.Func)
	return fn
}
