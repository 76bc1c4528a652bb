package syntax

import (
	"strings"
	"testing"
)

// TestCheck breaks sound trees one part at a time.
func TestCheck(t *testing.T) {
	at := Span{10, 20}
	name := func(s string) *Name { return &Name{Ident{Span{11, 12}, s}} }
	x, y := name("x"), name("y")
	typ := &NamedType{Span: Span{13, 14}, Name: Ident{Span{13, 14}, "T"}}
	set := func(t RefType) *Quant { return &Quant{Span: at, Vars: []Ident{x.Ident}, Type: t, Body: y} }
	ref := func(n string) *RefName { return &RefName{Span: Span{13, 14}, Name: Ident{Span{13, 14}, n}} }
	pred := func(e Expr) Body { return &Pred{e} }
	for _, c := range []struct {
		body Body
		want string
	}{
		{pred(&Paren{at, x}), ""},
		{pred(&Paren{Span{}, x}), "no place"},
		{pred(&Paren{Span{11, 11}, x}), "no place"},
		{pred(&Paren{Span{12, 20}, x}), "stands outside"},
		{pred(&In{Span: at, X: x, Over: &Range{Span: at, Low: x, High: y}}), ""},
		{pred(&Paren{at, &Range{Span: at, Low: x, High: y}}), "not on the right of in"},
		{&Ints{Ranges: []Range{{Span: at, Low: x, High: y}}}, ""},
		{pred(&Composite{Span: at, Type: typ, Elems: []Element{{Value: &Composite{Span: at}}}}), ""},
		{pred(&Composite{Span: at}), "has no type"},
		{pred(&List{at, []Expr{x, y}}), ""},
		{pred(&List{at, []Expr{x}}), "wrong parts"},
		{pred(&Index{at, x, nil}), "wrong parts"},
		{pred(&Slice{Span: at, X: x, Max: y}), "wrong parts"},
		{pred(&Call{Span: at, Fun: x}), "wrong parts"},
		{pred(&Chain{Span: at, Operands: []Expr{x, y}}), "wrong parts"},
		{pred(&Bad{at}), "wrong parts"},
		{pred(set(ref("T"))), ""},
		{pred(&Quant{Span: at, Vars: []Ident{x.Ident}, Over: x, Type: ref("T"), Body: y}), "wrong parts"},
		{pred(set(&RefFunc{Span: at, Params: []Param{{x.Ident, ref("T")}, {Ident{}, ref("U")}}})), "named otherwise"},
		{pred(set(&RefFunc{Span: at, Params: []Param{{Type: &RefVariadic{at, ref("T")}}, {Type: ref("U")}}})), "variadic"},
		{&OneOf{Types: []TypeExpr{typ}, Nil: []bool{true}}, ""},
		{&OneOf{Types: []TypeExpr{typ}}, "words nil"},
		{&Sig{}, "0 lists"},
		{&Sig{[]ParamList{{at, []Param{{x.Ident, ref("T")}, {Ident{}, ref("U")}}}}}, "named otherwise"},
	} {
		err := (&Directive{Body: c.body}).Check()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: got %v, want %q", c.body, err, c.want)
		}
	}
}
