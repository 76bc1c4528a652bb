package rival

import (
	"reflect"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/prop"
	"github.com/rtest-dev/rtest/bench/random"
)

// gopterBatch runs one check of gopter.
func gopterBatch(input func(random.Numbers) any, keep, see func(any) bool) {
	var gen gopter.Gen = func(p *gopter.GenParameters) *gopter.GenResult {
		x := input(func(lo, hi int) int { return lo + p.Rng.Intn(hi-lo+1) })
		return &gopter.GenResult{Result: x, ResultType: reflect.TypeOf(x), Shrinker: gopter.NoShrinker}
	}
	if keep != nil {
		gen = gen.SuchThat(keep)
	}
	params := gopter.DefaultTestParameters()
	params.MinSuccessfulTests = batchSize
	prop.ForAll1(gen, func(v any) (any, error) { return see(v), nil }).Check(params)
}
