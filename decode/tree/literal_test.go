package tree

import (
	"go/format"
	"slices"
	"strings"
	"testing"
)

func num(t, s string) *Value { return &Value{Kind: Scalar, Type: t, Text: s} }

func ints(xs ...string) *Value {
	v := &Value{Kind: Sequence, Type: "[]int"}
	for _, x := range xs {
		v.Elems = append(v.Elems, num("int", x))
	}
	return v
}

func structOf(t string, names string, elems ...*Value) *Value {
	return &Value{Kind: Compound, Type: t, Names: strings.Fields(names), Elems: elems}
}

func many(n int, v *Value) []*Value { return slices.Repeat([]*Value{v}, n) }

func to(v *Value) *Value { return &Value{Kind: Address, Type: "*" + v.Type, Elems: []*Value{v}} }

func boxed(v *Value) *Value { return &Value{Kind: Boxed, Type: "any", Elems: []*Value{v}} }

func null(t string) *Value { return &Value{Kind: Nil, Type: t} }

func tree(key string, left, right *Value) *Value {
	return to(structOf("Tree", "Key Left Right", num("int", key), left, right))
}

func cyclic() *Value {
	next := &Value{Kind: Shared, Type: "*Ring", ID: 1}
	v := to(structOf("Ring", "N Next", num("int", "1"), next))
	v.ID = 1
	return v
}

func twice() *Value {
	leaf := tree("1", null("*Tree"), null("*Tree"))
	leaf.ID = 2
	return tree("0", leaf, &Value{Kind: Shared, Type: "*Tree", ID: 2})
}

func longCycle() *Value {
	inner := to(structOf("Node", "Kids", &Value{Kind: Sequence, Type: "[]*Node", ID: 9, Elems: []*Value{
		{Kind: Shared, Type: "*Node", ID: 1}, null("*Node"),
	}}))
	inner.ID = 2
	v := to(structOf("Node", "Kids", &Value{Kind: Sequence, Type: "[]*Node", ID: 8, Elems: []*Value{inner}}))
	v.ID = 1
	return v
}

var none = null("*Tree")

func newError(s string) *Value {
	return boxed(to(structOf("errors.errorString", "s", num("string", s))))
}

func wrapError(msg string, err *Value) *Value {
	return boxed(to(structOf("fmt.wrapError", "msg err", num("string", msg), err)))
}

func joinError(errs ...*Value) *Value {
	return boxed(to(structOf("errors.joinError", "errs", &Value{Kind: Sequence, Type: "[]error", Elems: errs})))
}

var literalTests = []struct {
	v    *Value
	want string
}{
	{num("int", "-3"), "-3"},
	{num("Color", "2"), "2"},
	{boxed(&Value{Kind: Scalar, Type: "Color", Text: "2", Const: "Blue"}), "Blue"},
	{&Value{Kind: Sequence, Type: "[]Color", Elems: []*Value{{Kind: Scalar, Type: "Color", Text: "3", Const: "R | G"}}}, "[]Color{R | G}"},
	{newError(`"no \"x\""`), `errors.New("no \"x\"")`},
	{wrapError(`"at 3%: EOF, EOF!"`, newError(`"EOF"`)), `fmt.Errorf("at 3%%: EOF, %w!", errors.New("EOF"))`},
	{wrapError(`"a: b: c"`, wrapError(`"b: c"`, newError(`"c"`))), `fmt.Errorf("a: %w", fmt.Errorf("b: %w", errors.New("c")))`},
	{wrapError(`"a: b"`, boxed(num("Errno", "2"))), `&fmt.wrapError{msg: "a: b", err: Errno(2)}`},
	{joinError(newError(`"a"`), newError(`"b"`)), `errors.Join(errors.New("a"), errors.New("b"))`},
	{wrapError(`"x: a\nb"`, joinError(newError(`"a"`), newError(`"b"`))), `fmt.Errorf("x: %w", errors.Join(errors.New("a"), errors.New("b")))`},
	{to(structOf("mine.errorString", "s", num("string", `"a"`))), `&mine.errorString{s: "a"}`},
	{num("float64", "0.5"), "0.5"},
	{num("float64", "NaN"), "math.NaN()"},
	{num("float32", "-Inf"), "float32(math.Inf(-1))"},
	{num("float64", "-0"), "math.Copysign(0, -1)"},
	{num("string", `"a\n"`), `"a\n"`},
	{null("[]int"), "nil"},
	{ints("1", "0"), "[]int{1, 0}"},
	{ints(), "[]int{}"},
	{boxed(num("int", "1")), "1"},
	{boxed(num("int8", "1")), "int8(1)"},
	{boxed(num("float64", "1")), "1.0"},
	{boxed(num("float64", "1e+20")), "1e+20"},
	{boxed(num("Name", `"x"`)), `Name("x")`},
	{boxed(null("*Tree")), "(*Tree)(nil)"},
	{boxed(num("bool", "true")), "true"},
	{boxed(num("Flag", "true")), "Flag(true)"},
	{&Value{Kind: Scalar, Type: "Piece", Text: "98", Char: "'b'"}, "'b'"},
	{boxed(&Value{Kind: Scalar, Type: "Piece", Text: "98", Char: "'b'"}), "Piece('b')"},
	{&Value{Kind: Scalar, Type: "complex128", Elems: []*Value{{Text: "1"}, {Text: "-2"}}}, "complex(1, -2)"},
	{boxed(&Value{Kind: Scalar, Type: "complex64", Elems: []*Value{{Text: "1"}, {Text: "NaN"}}}), "complex64(complex(1, math.NaN()))"},
	{tree("1", none, none), "&Tree{Key: 1}"},
	{tree("0", none, none), "&Tree{}"},
	{tree("2", tree("-1", none, none), none), "&Tree{Key: 2, Left: &Tree{Key: -1}}"},
	{structOf("Pair", "A B", num("uint8", "0"), ints()), "Pair{B: []int{}}"},
	{&Value{Kind: Sequence, Type: "[]*Tree", Elems: []*Value{tree("1", none, none), none}}, "[]*Tree{{Key: 1}, nil}"},
	{&Value{Kind: Sequence, Type: "[][]int", Elems: []*Value{ints("1"), null("[]int")}}, "[][]int{{1}, nil}"},
	{&Value{Kind: Sequence, Type: "[2]int", Elems: []*Value{num("int", "0"), num("int", "0")}}, "[2]int{}"},
	{&Value{Kind: Sequence, Type: "[]byte", Elems: []*Value{num("uint8", "97"), num("uint8", "34")}}, `[]byte("a\"")`},
	{&Value{Kind: Sequence, Type: "[]byte", Elems: []*Value{num("uint8", "1")}}, "[]byte{1}"},
	{&Value{Kind: Sequence, Type: "[]byte", Elems: append(many(1, num("uint8", "7")), many(31, num("uint8", "0"))...)}, "[]byte{7" + strings.Repeat(", 0", 31) + "}"},
	{&Value{Kind: Sequence, Type: "[]byte", Elems: append(many(1, num("uint8", "7")), many(32, num("uint8", "0"))...)}, "[]byte{7, 32: 0}"},
	{&Value{Kind: Sequence, Type: "[]byte", Elems: many(1, num("uint8", "7")), Room: many(99, num("uint8", "0"))}, "[]byte{7, 99: 0}[:1]"},
	{&Value{Kind: Sequence, Type: "[33]uint8", Elems: append(many(1, num("uint8", "7")), many(32, num("uint8", "0"))...)}, "[33]uint8{7}"},
	{&Value{Kind: Sequence, Type: "[]*Tree", Elems: many(40, none)}, "[]*Tree{39: nil}"},
	{&Value{Kind: Sequence, Type: "[]int32", Elems: []*Value{num("int32", "233")}}, `[]rune("é")`},
	{&Value{Kind: Sequence, Type: "[]any", Elems: []*Value{boxed(ints("1")), boxed(tree("1", none, none)), null("any")}}, "[]any{[]int{1}, &Tree{Key: 1}, nil}"},
	{&Value{Kind: Mapping, Type: "map[string]Pair", Elems: []*Value{num("string", `"a"`), structOf("Pair", "A", num("int", "1"))}}, `map[string]Pair{"a": {A: 1}}`},
	{to(num("int", "5")), "&[]int{5}[0]"},
	{to(num("int", "0")), "new(int)"},
	{to(null("[]int")), "new([]int)"},
	{to(ints("1")), "&[]int{1}"},
	{to(to(num("int", "1"))), "&[]*int{&[]int{1}[0]}[0]"},
	{&Value{Kind: Sequence, Type: "[]*int", Elems: []*Value{to(num("int", "5"))}}, "[]*int{&[]int{5}[0]}"},
	{&Value{Kind: Channel, Type: "chan struct{}", Text: "0"}, "make(chan struct{})"},
	{&Value{Kind: Channel, Type: "Signals", Text: "2", Cap: 9}, "make(Signals, 9 /* holds 2 */)"},
	{&Value{Kind: Function, Text: "func(x int) int { return 0 }"}, "func(x int) int { return 0 }"},
	{cyclic(), "func() *Ring {\n\tv1 := &Ring{N: 1}\n\tv1.Next = v1\n\treturn v1\n}()"},
	{twice(), "func() *Tree {\n\tv1 := &Tree{Key: 1}\n\treturn &Tree{Left: v1, Right: v1}\n}()"},
	{longCycle(), "func() *Node {\n\tv1 := &Node{Kids: []*Node{{Kids: []*Node{nil, nil}}}}\n\tv1.Kids[0].Kids[0] = v1\n\treturn v1\n}()"},
}

// TestYielded: what an iterator yielded looks like a literal, and is none.
func TestYielded(t *testing.T) {
	for _, c := range []struct {
		v    *Value
		want string
	}{
		{yielded("iter.Seq[int]", "", []*Value{num("int", "0")}, []*Value{num("int", "1")}), "iter.Seq[int]{0, 1}"},
		{yielded("iter.Seq[*Tree]", "…", []*Value{tree("1", none, none)}), "iter.Seq[*Tree]{{Key: 1}, …}"},
		{yielded("iter.Seq2[int, string]", "…", []*Value{num("int", "0"), num("string", `"a"`)}), `iter.Seq2[int, string]{0: "a", …}`},
		{yielded("iter.Seq[int]", ""), "iter.Seq[int]{}"},
	} {
		if got := Literal(c.v); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

func yielded(typ, more string, rows ...[]*Value) *Value {
	v := &Value{Kind: Yielded, Type: typ, Text: more}
	for _, r := range rows {
		v.Elems = append(v.Elems, &Value{Kind: Sequence, Elems: r})
	}
	return v
}

func TestLiteral(t *testing.T) {
	for _, test := range literalTests {
		got := Literal(test.v)
		if got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
		src := "package p\n\nvar x = " + got + "\n"
		out, err := format.Source([]byte(src))
		if err != nil {
			t.Errorf("%s: %v", got, err)
		} else if string(out) != src {
			t.Errorf("gofmt makes of %s\n%s", got, out)
		}
	}
}

func TestRoom(t *testing.T) {
	v := ints("1", "2")
	v.Cap, v.Room = 4, []*Value{num("int", "99"), num("int", "98")}
	bytes := &Value{Kind: Sequence, Type: "[]byte", Cap: 1, Room: []*Value{num("uint8", "97")}}
	for _, test := range []struct {
		v    *Value
		want string
	}{
		{v, "[]int{1, 2, 99, 98}[:2]"},
		{to(v), "&[][]int{[]int{1, 2, 99, 98}[:2]}[0]"},
		{bytes, "[]byte{'a'}[:0]"},
		{&Value{Kind: Sequence, Type: "[][]int", Elems: []*Value{v}}, "[][]int{[]int{1, 2, 99, 98}[:2]}"},
	} {
		if got := Literal(test.v); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}

func TestReferences(t *testing.T) {
	list := func(ids ...int) *Value {
		v := null("*List")
		for i := len(ids) - 1; i >= 0; i-- {
			v = to(structOf("List", "Next", v))
			v.ID = ids[i]
		}
		return v
	}
	same := func(id int) *Value { return &Value{Kind: Shared, Type: "*List", ID: id} }
	lists := &Value{Kind: Sequence, Type: "[]*List", ID: 9, Elems: []*Value{list(1), list(2, 3)}}
	for _, test := range []struct {
		vs    []*Value
		stmts string
		want  string
	}{
		{[]*Value{list(1, 2, 3), same(2)}, "l := &List{Next: &List{Next: &List{}}}", "l, l.Next"},
		{[]*Value{list(1), same(1)}, "l := &List{}", "l, l"},
		{[]*Value{lists, same(3), same(1)}, "l := []*List{{}, {Next: &List{}}}", "l, l[1].Next, l[0]"},
		{[]*Value{cyclic(), {Kind: Shared, Type: "*Ring", ID: 1}}, "l := &Ring{N: 1}; l.Next = l", "l, l"},
		{[]*Value{num("int", "1"), list(1, 2), same(2)}, "m := &List{Next: &List{}}", "1, m, m.Next"},
	} {
		stmts, exprs := Named([]string{"l", "m"}, test.vs)
		if got := strings.Join(stmts, "; "); got != test.stmts {
			t.Errorf("declared %s, want %s", got, test.stmts)
		}
		if got := strings.Join(exprs, ", "); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}

// TestApart shows values that refer to parts of one before them without it.
func TestApart(t *testing.T) {
	list := func(id int, text string) *Value {
		return &Value{Kind: Sequence, Type: "[]int", ID: id, Elems: []*Value{num("int", text)}}
	}
	pair := func(vs ...*Value) *Value { return &Value{Kind: Sequence, Type: "[2][]int", Elems: vs} }
	same := func(id int) *Value { return &Value{Kind: Shared, Type: "[]int", ID: id} }
	first := pair(list(1, "0"), list(2, "1"))
	for _, test := range []struct {
		v    *Value
		want string
	}{
		{pair(same(2), list(3, "5")), "[2][]int{{1}, {5}}"},
		{pair(same(2), same(2)), "func() [2][]int {\n\tv1 := []int{1}\n\treturn [2][]int{v1, v1}\n}()"},
		{&Value{Kind: Shared, Type: "*Ring", ID: 7}, "func() *Ring {\n\tv1 := &Ring{N: 1}\n\tv1.Next = v1\n\treturn v1\n}()"},
	} {
		ring := cyclic()
		ring.ID, ring.Elems[0].Elems[1].ID = 7, 7
		if got := Literal(Apart(test.v, []*Value{first, nil, ring})); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}

// TestLiteralBeside prints values with operands for what they share with others.
func TestLiteralBeside(t *testing.T) {
	ring := cyclic() // r, whose Next is r itself.
	list := &Value{Kind: Sequence, Type: "[]int", ID: 3, Elems: []*Value{num("int", "4")}}
	held := &Value{Kind: Mapping, Type: "map[int][]int", ID: 2, Elems: []*Value{num("int", "5"), list}}
	same := func(id int) *Value { return &Value{Kind: Shared, ID: id} }
	operands := Operands([]string{"r", "_", "m"}, []*Value{ring, nil, held})
	for _, test := range []struct {
		v    *Value
		want string
	}{
		{to(structOf("Ring", "Next", same(1))), "&Ring{Next: r}"},
		{to(structOf("Ring", "Next", ring)), "&Ring{Next: r}"},
		{structOf("P", "A B", same(3), same(3)), "P{A: m[5], B: m[5]}"},
		{&Value{Kind: Boxed, Elems: []*Value{same(2)}}, "m"},
		{to(structOf("Ring", "Next", to(structOf("Ring", "N", num("int", "2"))))), "&Ring{Next: &Ring{N: 2}}"},
	} {
		if got := LiteralBeside("v", test.v, operands); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}

func TestSharedAcrossValues(t *testing.T) {
	list := cyclic()
	stmts, exprs := Literals([]*Value{list, {Kind: Shared, Type: "*Ring", ID: 1}})
	if got, want := strings.Join(stmts, "; "), "v1 := &Ring{N: 1}; v1.Next = v1"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if exprs[0] != "v1" || exprs[1] != "v1" {
		t.Errorf("got %q", exprs)
	}
}

func TestCut(t *testing.T) {
	for _, test := range []struct {
		s     string
		limit int
		want  string
	}{
		{"abc", 3, "abc"},
		{"äbcd", 2, "äb… (2 characters more)"},
	} {
		if got := Cut(test.s, test.limit); got != test.want {
			t.Errorf("Cut(%q, %d) = %q, want %q", test.s, test.limit, got, test.want)
		}
	}
}

func window(array, at int, xs ...string) *Value {
	v := ints(xs...)
	v.Array, v.At = array, at
	return v
}

func TestWindows(t *testing.T) {
	for _, c := range []struct {
		names string
		vs    []*Value
		want  string
	}{
		{"dst src", []*Value{window(1, 0, "0", "1"), window(1, 1, "1", "2")}, "a := []int{0, 1, 2}; a[0:2], a[1:3]"},
		{"dst src", []*Value{window(1, 2, "5"), window(1, 0, "3", "4")}, "a := []int{3, 4, 5}; a[2:3], a[0:2]"},
		{"dst src", []*Value{window(1, 0), window(1, 0, "3")}, "a := []int{3}; a[0:0], a[0:1]"},
		{"a n b c d", []*Value{window(2, 0, "1"), num("int", "7"), window(1, 0, "2"), window(2, 0, "1", "3"), window(1, 1)},
			"e := []int{1, 3}; f := []int{2}; e[0:1], 7, f[0:1], e[0:2], f[1:1]"},
		{"xs ys", []*Value{window(1, 0, "1"), ints("1")}, "[]int{1}, []int{1}"},
	} {
		stmts, exprs := Named(strings.Fields(c.names), c.vs)
		if got := strings.Join(append(stmts, strings.Join(exprs, ", ")), "; "); got != c.want {
			t.Errorf("got %s\nwant %s", got, c.want)
		}
	}
}
