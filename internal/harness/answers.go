package harness

import (
	"go/types"

	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/harness/process"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// questionLog collects the questions to the functions of one input, as they come.
type questionLog struct {
	// shapes are the indices of the functions' shapes. The function with number n is at index n-1.
	shapes     []int
	byFunction map[int][]*tree.Value
}

// take reads a question.
func (a *questionLog) take(m process.Message) error {
	var q wire.Answered
	if err := process.Unmarshal(m, &q); err != nil {
		return err
	}
	if a.byFunction == nil {
		a.byFunction = map[int][]*tree.Value{}
	}
	a.shapes = q.Shapes
	list := func(vs []*tree.Value) *tree.Value { return &tree.Value{Kind: tree.Sequence, Elems: vs} }
	a.byFunction[q.Func] = append(a.byFunction[q.Func], list(q.Args), list(q.Results))
	return nil
}

// show replaces the functions that were asked by their answers.
func (a *questionLog) show(t *codegen.Target, vs []*tree.Value) {
	shapes := t.Functions()
	for _, v := range vs {
		if v == nil {
			continue
		}
		if v.Kind != tree.Function || v.ID == 0 {
			a.show(t, v.Elems)
			continue
		}
		n := v.ID
		if n > len(a.shapes) || a.shapes[n-1] >= len(shapes) {
			continue
		}
		sig := shapes[a.shapes[n-1]].T
		v.Kind, v.ID, v.Text = tree.Asked, 0, ""
		v.Elems = append([]*tree.Value{typeList(sig.Params()), typeList(sig.Results())}, a.questions(sig, n)...)
		if sig.Variadic() {
			v.Text = "..."
		}
		// A function that is shown once is not shown within itself.
		asked := a.byFunction[n]
		delete(a.byFunction, n)
		a.show(t, v.Elems[2:])
		if asked != nil {
			a.byFunction[n] = asked
		}
	}
}

// questions returns the questions to a function with their answers. Several arguments come as the
// fields of a struct.
func (a *questionLog) questions(sig *types.Signature, n int) []*tree.Value {
	var out []*tree.Value
	for i, v := range a.byFunction[n] {
		if i%2 == 0 && sig.Params().Len() != 1 && len(v.Elems) == 1 {
			v = &tree.Value{Kind: tree.Sequence, Elems: v.Elems[0].Elems}
		}
		out = append(out, clone(v))
	}
	return out
}

func clone(v *tree.Value) *tree.Value {
	out := *v
	out.Elems = nil
	for _, e := range v.Elems {
		out.Elems = append(out.Elems, clone(e))
	}
	out.Room = nil
	for _, e := range v.Room {
		out.Room = append(out.Room, clone(e))
	}
	return &out
}

// typeList returns a list of values that have only types, and names if the variables have them.
func typeList(list *types.Tuple) *tree.Value {
	out := &tree.Value{Kind: tree.Sequence}
	for v := range list.Variables() {
		name := types.TypeString(v.Type(), func(p *types.Package) string { return p.Path() })
		out.Elems = append(out.Elems, &tree.Value{Kind: tree.Nil, Type: name})
		if v.Name() != "" {
			out.Names = append(out.Names, v.Name())
		}
	}
	return out
}
