package form_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/internal/form"
)

// pair is the question for a pointer p that is not nil, to a number with x < y.
func pair() *form.Form {
	pointer := form.Var{Name: "p", Kind: form.Int64, Parent: -1, Choice: []form.Alt{{Value: 0}, {Value: 1, Size: 1}}}
	x := form.Var{Name: "p.x", Kind: form.Int64, Parent: 0, When: form.Span{Lo: 1, Hi: 1}, Dom: []form.Span{{Lo: -2, Hi: 2}}, ByMagnitude: true}
	y := form.Var{Name: "y", Kind: form.Int64, Parent: -1, Dom: []form.Span{{Lo: 0, Hi: 1}}}
	return &form.Form{
		Vars: []form.Var{pointer, x, y},
		Nodes: []form.Node{
			{Op: form.Ref, Kind: form.Int64, Val: 1},
			{Op: form.Ref, Kind: form.Int64, Val: 2},
			{Op: form.Lt, Kind: form.Bool, Args: []int32{0, 1}},
		},
		Root: 2, Level: 2, Below: true,
	}
}

// TestEval: a stream has the values of the realized variables alone.
func TestEval(t *testing.T) {
	for _, c := range []struct {
		stream      []int64
		ok          bool
		level, size int32
	}{
		{[]int64{0, 0}, false, 0, 0}, // p is nil: its x has the default 0.
		{[]int64{0, 1}, true, 0, 0},
		{[]int64{1, -2, 0}, true, 2, 1},
		{[]int64{1, 1, 1}, false, 1, 1},
	} {
		ok, level, size, err := pair().Eval(c.stream)
		if err != nil || ok != c.ok || level != c.level || size != c.size {
			t.Errorf("%v: %v, level %d, size %d, %v; want %v, %d, %d", c.stream, ok, level, size, err, c.ok, c.level, c.size)
		}
	}
	for _, stream := range [][]int64{nil, {2, 0}, {0, 5}, {0, 1, 1}, {1, 3, 0}} {
		if _, _, _, err := pair().Eval(stream); err == nil {
			t.Errorf("%v is a stream of the form", stream)
		}
	}
}

// TestWire checks that a written form is read again, and that a truncated one is an error.
func TestWire(t *testing.T) {
	f := pair()
	b := f.AppendBinary(nil)
	g, err := form.ParseForm(b)
	if err != nil || !reflect.DeepEqual(f.Vars, g.Vars) || f.String() != g.String() {
		t.Errorf("read %v, %v; want %v", g, err, f)
	}
	for n := range b {
		if _, err := form.ParseForm(b[:n]); err == nil {
			t.Errorf("%d of %d bytes are a form", n, len(b))
		}
	}
}

// TestCheck: each mistake is named.
func TestCheck(t *testing.T) {
	if err := pair().Check(); err != nil {
		t.Fatal(err)
	}
	for want, spoil := range map[string]func(*form.Form){
		"root 3":      func(f *form.Form) { f.Root = 3 },
		"not bool":    func(f *form.Form) { f.Root = 0 },
		"default":     func(f *form.Form) { f.Vars[2].Default = 7 },
		"node 2":      func(f *form.Form) { f.Nodes[2].Args = []int32{0, 2} },
		"is negative": func(f *form.Form) { f.Level = -1 },
		"variable 1":  func(f *form.Form) { f.Vars[1].Parent = 1 },
	} {
		f := pair()
		spoil(f)
		if err := f.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want %q", err, want)
		}
	}
}
