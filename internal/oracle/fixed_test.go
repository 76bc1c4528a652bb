package oracle

import (
	"go/constant"
	"go/token"
	"testing"

	"github.com/rtest-dev/rtest/refine"
)

// TestFixedLength checks that the operand of len is not evaluated if Go does not evaluate it: if it is
// an array without calls in it.
func TestFixedLength(t *testing.T) {
	w := loadWorld(t)
	m := &maker{world: w}
	two := &refine.Const{T: m.t("int"), Value: constant.MakeInt64(2)}
	key := m.field(&refine.Nil{T: m.t("*Tree")}, "Key", nil)
	length := func(x refine.Expr) refine.Expr {
		array := &refine.Composite{T: m.t("[2]int"), Values: []refine.Expr{x}}
		return &refine.Compare{Op: token.EQL, X: &refine.Builtin{Name: "len", Args: []refine.Expr{array}, T: m.t("int")}, Y: two}
	}
	exprs := []refine.Expr{length(key), length(m.call("Double", nil, m.t("int"), key))}
	vals := [][]Val{nil}
	for _, v := range w.vars {
		vals[0] = append(vals[0], ZeroVal(v.Type))
	}
	got := runGo(t, w, exprs, vals, vals)
	for i, want := range []byte("TP") {
		said, err := outcome(w, exprs[i], vals[0], vals[0])
		if err != nil || said != want || got[i] != want {
			t.Errorf("%s: Eval says %c (%v), Go %c, want %c", refine.Print(exprs[i], w.pkg), said, err, got[i], want)
		}
	}
}
