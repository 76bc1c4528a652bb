package refine

import (
	"go/constant"
	"go/types"
	"strconv"
	"strings"
	"unicode/utf8"
)

// constant writes a constant as the contract has it: by its name, as a character,
// or by its value.
func (p *printer) constant(e *Const) (string, int) {
	if e.Obj != nil {
		return p.object(&Object{Obj: e.Obj}), levelPrimary
	}
	u, ok := e.T.Underlying().(*types.Basic)
	if !ok {
		return e.Value.ExactString(), levelPrimary
	}
	if r, ok := constant.Int64Val(constant.ToInt(e.Value)); e.Char && ok && utf8.ValidRune(rune(r)) && r == int64(rune(r)) {
		return strconv.QuoteRune(rune(r)), levelPrimary
	}
	s := literal(e.Value, u)
	if u.Info()&types.IsFloat != 0 && constant.ToInt(e.Value).Kind() == constant.Int {
		s = constant.ToInt(e.Value).ExactString()
		if len(s) > 15 {
			s = literal(e.Value, u)
		}
	}
	if _, named := types.Unalias(e.T).(*types.Named); named && !p.text {
		return p.typ(e.T) + "(" + s + ")", levelPrimary
	}
	if strings.HasPrefix(s, "-") {
		return s, levelUnary
	}
	return s, levelPrimary
}
