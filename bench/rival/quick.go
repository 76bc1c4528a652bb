package rival

import (
	"math/rand"
	"reflect"
	"testing/quick"

	"github.com/rtest-dev/rtest/bench/random"
)

// quickBatch runs one check of testing/quick. The property holds for inputs that do not satisfy the
// precondition.
func quickBatch(input func(random.Numbers) any, _, see func(any) bool) {
	quick.Check(see, &quick.Config{
		MaxCount: batchSize,
		Values: func(args []reflect.Value, rng *rand.Rand) {
			x := input(func(lo, hi int) int { return lo + rng.Intn(hi-lo+1) })
			args[0] = reflect.ValueOf(&x).Elem()
		},
	})
}
