package solve

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/longtest"
)

// TestSmaller checks with random forms that a solution of the least size is found from the last one, and from none; and that nothing
// is found from the first one, which has the least data of its shape, unless another shape of its size has a smaller first number.
func TestSmaller(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 2))
	forms, fewer, less := 0, 0, 0
	for forms < longtest.Cases(40, 300) {
		f := randomForm(rng)
		want, ok := bruteForce(f, 1500)
		if !ok || len(want) < 2 {
			continue
		}
		forms++
		first := form.ReadSolution(f, want[0])
		for _, known := range [][]int64{want[len(want)-1], want[0], nil} {
			x, err := open(t, f, Options{}).Smaller(known)
			if err != nil {
				t.Fatalf("%v\n%v", err, f)
			}
			if x == nil {
				x = known
			}
			if !slices.ContainsFunc(want, func(w []int64) bool { return slices.Equal(w, x) }) {
				t.Fatalf("%v is no solution, want one of %v\n%v", x, want, f)
			}
			found := form.ReadSolution(f, x)
			if found.Size != first.Size {
				t.Fatalf("%v has size %d, %v has %d\n%v", x, found.Size, want[0], first.Size, f)
			}
			for _, w := range want {
				if s := form.ReadSolution(f, w); s.Size == found.Size && slices.Equal(s.Shape, found.Shape) && s.CompareData(f, found) < 0 {
					t.Fatalf("from %v: %v is found, %v is smaller\n%v", known, x, w, f)
				}
			}
			if known != nil {
				from := form.ReadSolution(f, known)
				if from.Size > found.Size {
					fewer++
				} else if !slices.Equal(x, known) {
					less++
				}
			}
		}
	}
	if fewer == 0 || less == 0 {
		t.Errorf("%d became fewer, %d less: the forms are no good", fewer, less)
	}
}
