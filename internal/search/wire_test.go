package search

import (
	"fmt"
	"math/rand"
	"reflect"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/form/formtest"
)

func TestWireRoundTrip(t *testing.T) {
	forms := []*form.Form{formtest.RedBlackTrees(3, false, 5), formtest.SortedLists(3, true, 3, -2, 2, ".A", ".B"), formtest.Pigeons(3, 4)}
	for seed := range 500 {
		forms = append(forms, randomForm(rand.New(rand.NewSource(int64(seed)))))
	}
	for _, f := range forms {
		b := f.AppendBinary([]byte("head"))[4:]
		g, err := form.ParseForm(b)
		if err != nil {
			t.Fatalf("%v\n%v", err, f)
		}
		if f.String() != g.String() || !reflect.DeepEqual(f.Vars, g.Vars) || string(g.AppendBinary(nil)) != string(b) {
			t.Fatalf("got %v, want %v", g, f)
		}
		for n := range b {
			if _, err := form.ParseForm(b[:n]); err == nil {
				t.Fatalf("the first %d of %d bytes are a form too:\n%v", n, len(b), f)
			}
		}
		if _, err := form.ParseForm(append(b, 0)); err == nil {
			t.Fatal("a byte too many is no error")
		}
	}
}

func FuzzParseForm(f *testing.F) {
	f.Add(formtest.RedBlackTrees(2, false, 2).AppendBinary(nil))
	for seed := range 20 {
		f.Add(randomForm(rand.New(rand.NewSource(int64(seed)))).AppendBinary(nil))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		g, err := form.ParseForm(b)
		if err != nil {
			return
		}
		h, err := form.ParseForm(g.AppendBinary(nil))
		if err != nil || h.String() != g.String() {
			t.Fatalf("%v: got %v, want %v", err, h, g)
		}
		if greatestSize(g) > 1000 || g.Level > 1000 {
			return // Sizes are tried one by one, and so are the values below a level.
		}
		s, err := New(g)
		if err != nil {
			t.Fatal(err)
		}
		s.Options.Stall = 50
		n := 0
		for x := range s.Solutions() {
			ok, level, size, err := g.Eval(x)
			if err != nil || !ok || !g.Admits(level) || size < s.size {
				t.Fatalf("%v is no solution: %v, level %d, size %d, %v\n%v", x, ok, level, size, err, g)
			}
			if n++; n == 100 {
				break
			}
		}
	})
}

// greatestSize bounds the sizes of the solutions of a form.
func greatestSize(f *form.Form) float64 {
	sum := 0.0
	for _, v := range f.Vars {
		most := 0.0
		for _, c := range v.Choice {
			most = max(most, float64(c.Size))
		}
		sum += most
	}
	return sum
}

// TestCheck breaks a good form in one place each.
func TestCheck(t *testing.T) {
	for _, c := range []struct {
		want  string
		spoil func(f *form.Form)
	}{
		{"level -1 is negative", func(f *form.Form) { f.Level = -1 }},
		{"cannot be asked for exactly", func(f *form.Form) { f.Level, f.Below = 1<<31-1, false }},
		{"variable 1 (t.Key): no kind 9", func(f *form.Form) { f.Vars[1].Kind = 9 }},
		{"parent 1 does not precede it", func(f *form.Form) { f.Vars[1].Parent = 1 }},
		{"parent -2 does not precede it", func(f *form.Form) { f.Vars[1].Parent = -2 }},
		{"parent 1 is not a choice variable", func(f *form.Form) { f.Vars[2].Parent = 1 }},
		{"when 2..1 is not a range", func(f *form.Form) { f.Vars[1].When = form.Span{Lo: 2, Hi: 1} }},
		{"not in preorder", func(f *form.Form) { f.Vars[7].Parent = 3 }},
		{"default 9 is not in the domain", func(f *form.Form) { f.Vars[1].Default = 9 }},
		{"default 2 is not a value of bool", func(f *form.Form) { f.Vars[2].Default = 2 }},
		{"default 2 is not in the domain", func(f *form.Form) { f.Vars[0].Default = 2 }},
		{"a choice variable with spans", func(f *form.Form) { f.Vars[0].Dom = []form.Span{{Lo: 0, Hi: 1}} }},
		{"alternative 0 occurs twice", func(f *form.Form) { f.Vars[0].Choice[1].Value = 0 }},
		{"alternative 1 has a negative level or size", func(f *form.Form) { f.Vars[0].Choice[1].Size = -1 }},
		{"more than an int32 holds", func(f *form.Form) { f.Vars[0].Choice[1].Size = 1<<31 - 1 }},
		{"neither alternatives nor a domain", func(f *form.Form) { f.Vars[1].Dom = nil }},
		{"span 1..0 is not a range", func(f *form.Form) { f.Vars[1].Dom[0] = form.Span{Lo: 1, Hi: 0} }},
		{"spans 0 and 1 are not disjoint", func(f *form.Form) { f.Vars[1].Dom = []form.Span{{Lo: 0, Hi: 2}, {Lo: 2, Hi: 3}} }},
		{"level -3 is negative", func(f *form.Form) { f.Vars[1].Level = -3 }},
		{fmt.Sprintf("no operation %d", form.Ops), func(f *form.Form) { f.Nodes[0].Op = form.Ops }},
		{"argument 0 does not precede it", func(f *form.Form) { f.Nodes[0] = form.Node{Op: form.Not, Args: []int32{0}} }},
		{"0 arguments, want 1", func(f *form.Form) { f.Nodes[0] = form.Node{Op: form.Not} }},
		{"0 arguments, want 2 or more", func(f *form.Form) { f.Nodes[0] = form.Node{Op: form.And} }},
		{"no variable 99", func(f *form.Form) { f.Nodes[0] = form.Node{Op: form.Ref, Val: 99} }},
		{"of kind int8, the variable of int64", func(f *form.Form) { f.Nodes[0] = form.Node{Op: form.Ref, Kind: form.Int8} }},
		{"300 is not a value of uint8", func(f *form.Form) { f.Nodes[0] = form.Node{Op: form.Const, Kind: form.Uint8, Val: 300} }},
		{"does not go with arguments of kinds [bool bool]", func(f *form.Form) {
			r := f.Root
			f.Nodes = append(f.Nodes, form.Node{Op: form.Lt, Args: []int32{r, r}})
		}},
		{"root 9999 is not one of", func(f *form.Form) { f.Root = 9999 }},
		{"of kind int64, not bool", func(f *form.Form) { f.Root = 0 }},
	} {
		f := formtest.RedBlackTrees(2, true, 2)
		if err := f.Check(); err != nil {
			t.Fatal(err)
		}
		c.spoil(f)
		err := f.Check()
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
		if _, err := New(f); err == nil {
			t.Errorf("New takes a form with: %s", c.want)
		}
	}
}

func TestString(t *testing.T) {
	f := formtest.SortedLists(1, false, 2, -1, 1, "")
	f.Vars[1].Dom = append(f.Vars[1].Dom, form.Span{Lo: 5, Hi: 5})
	f.Vars[2].Ascending = true
	const want = `form level 1 root n10
v0 len(s) int64 choose 0 level 0 size 0 | 1 level 1 size 1 | 2 level 2 size 2 default 0
v1 s[0] int64 if v0 in 1..2 in -1..1, 5 level 0 by magnitude default 0
v2 s[1] int64 if v0 in 2 in -1..1 level 0 by magnitude ascending default 0
n0 bool true
n1 int64 v0
n2 int64 0
n3 bool le n1 n2
n4 int64 1
n5 bool le n1 n4
n6 int64 v1
n7 int64 v2
n8 bool le n6 n7
n9 bool or n5 n8
n10 bool and n0 n0 n9
`
	if got := f.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
