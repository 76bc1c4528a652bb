package tree

import (
	"slices"
	"strings"
	"testing"
)

// node returns a node with an ID that points to next.
func node(id int, next *Value) *Value {
	v := to(structOf("Node", "Next", next))
	v.ID = id
	return v
}

func again(id int) *Value { return &Value{Kind: Shared, Type: "*Node", ID: id} }

func list(vs ...*Value) *Value { return &Value{Kind: Sequence, Elems: vs} }

// TestQuestionsHaveTheirOwnIDs calls a function input with nodes whose numbers equal those of other
// inputs.
func TestQuestionsHaveTheirOwnIDs(t *testing.T) {
	types := func(t string) *Value { return list(&Value{Type: t}) }
	f := &Value{Kind: Asked, Elems: []*Value{
		types("*Node"), types("bool"),
		list(node(1, null("*Node"))), list(num("bool", "false")),
		list(node(1, node(2, again(1)))), list(num("bool", "true")),
	}}
	stmts, exprs := Named([]string{"f", "n", "m"}, []*Value{f, list(node(1, null("*Node"))), node(2, again(1))})
	want := []string{"v1 := &Node{Next: &Node{}}", "v1.Next.Next = v1", "v2 := &Node{}"}
	if !slices.Equal(stmts, want) {
		t.Errorf("the statements are %q, not %q", stmts, want)
	}
	if !strings.Contains(exprs[0], "reflect.DeepEqual(x, &Node{}):") || !strings.Contains(exprs[0], "reflect.DeepEqual(x, v1):") {
		t.Errorf("the function is %s", exprs[0])
	}
	if exprs[2] != "&Node{Next: v2}" {
		t.Errorf("the node is %s", exprs[2])
	}
	if m := Apart(again(1), []*Value{f}); m.Kind != Shared {
		t.Errorf("what a question calls 1 stands for an input: %s", Literal(m))
	}
}

func TestMeets(t *testing.T) {
	one := node(1, null("*Node"))
	tests := []struct {
		name  string
		parts []*Value
		vs    []*Value
		want  bool
	}{
		{"one", []*Value{one}, []*Value{list(one)}, false},
		{"twice among the parts", []*Value{one, again(1)}, []*Value{list(one, again(1))}, true},
		{"first met as a part", []*Value{one}, []*Value{list(one), again(1)}, true},
		{"within a part", []*Value{node(2, again(1))}, []*Value{one, list(node(2, again(1)))}, true},
		{"elsewhere", []*Value{node(3, null("*Node"))}, []*Value{one, again(1), list(node(3, null("*Node")))}, false},
	}
	for _, tt := range tests {
		if got := Meets(tt.parts, tt.vs); got != tt.want {
			t.Errorf("%s: Meets is %v", tt.name, got)
		}
	}
}
