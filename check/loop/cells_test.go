package loop

import (
	"fmt"
	"testing"

	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/internal/form"
)

// TestShare: depths have equal parts first, then the sizes of each.
func TestShare(t *testing.T) {
	for _, c := range []struct {
		counts [][]int64
		budget int64
		want   string
	}{
		{nil, 5, "[]"},
		{[][]int64{{100, 100}, {100, 100, 100, 100}}, 80, "[[20 20] [10 10 10 10]]"},
		{[][]int64{{4}, {1, 100}, {}, {100, 100, 100}}, 64, "[[4] [1 29] [] [10 10 10]]"},
		{[][]int64{{2, 3}, {1}}, 100, "[[2 3] [1]]"},
		// The greatest depth gets as many as each other depth.
		{[][]int64{{5000, 5000}, {90000}, {400, 400, 90000}}, 30000, "[[5000 5000] [10000] [400 400 9200]]"},
	} {
		var depths [][]*cell
		for _, list := range c.counts {
			var cells []*cell
			for _, n := range list {
				cells = append(cells, &cell{count: n})
			}
			depths = append(depths, cells)
		}
		share(depths, c.budget)
		got := [][]int64{}
		for _, cells := range depths {
			quotas := []int64{}
			for _, x := range cells {
				quotas = append(quotas, x.quota)
			}
			got = append(got, quotas)
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("%d among %v: %v, want %s", c.budget, c.counts, got, c.want)
		}
	}
}

func TestSpentOver(t *testing.T) {
	l := &loop{Subject: &Subject{Function: &prepare.Function{}}}
	l.Limits.Inputs, l.Inputs, l.Depth = 100, 100, 4
	if got, want := l.spentOver(30, 3, 4), "the budget of 100 inputs ended, 30 of them spread over the sizes and shapes of depths 3 to 4"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	l.Inputs = 90
	if got, want := l.spentOver(30, 3, 6), "depth 3 does not fit into the budget of 100 inputs; 30 were found, spread over the sizes and shapes of depths 3 to 4, none of depths 5 to 6"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestForeseen checks that a form is foreseen to grow as those before it did.
func TestForeseen(t *testing.T) {
	of := func(vars ...int) []*question {
		var list []*question
		for _, n := range vars {
			list = append(list, &question{Problem: &prepare.Problem{Form: &form.Form{Vars: make([]form.Var, n)}}})
		}
		return list
	}
	for _, test := range []struct {
		vars []int
		want int
	}{
		{[]int{7}, 7},
		{[]int{7, 14}, 28},
		{[]int{1, 729, 19_000}, 19_000 * 26},
		{[]int{9, 5}, 5},
		{[]int{0, 3}, 9},
	} {
		if got := foreseen(of(test.vars...)); got != test.want {
			t.Errorf("behind %v: got %d, want %d", test.vars, got, test.want)
		}
	}
}
