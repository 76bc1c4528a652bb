package beyond

import (
	"math"
	"math/rand/v2"
	"slices"
)

// randomFractions is the number of random fractions.
const randomFractions = 20

// askFractions asks for floating-point numbers that are decimal fractions or large.
func askFractions(q *asker) {
	if q.target.Floating {
		b := q.near
		b.Floats = fractions(q.target.Seed)
		q.add(q.depth, q.share, b)
	}
}

// fractions returns floating-point numbers that are not sums of few powers of two, as prices and
// measures are. They include those at which decimals or digits get lost, and random ones.
func fractions(seed uint64) []float64 {
	list := []float64{
		0.1, 0.2, 0.3, 0.7, 0.9, 1.1, 0.01, 0.05, 0.29, 0.57, 0.99, 1.005, 1.15, 2.675, 4.35, 9.95, 99.995, 0.999999,
		1. / 3, 2. / 3, 1e-3, 1e-6, 1e-7, 1e-20, 1000, 999.5, 999_999.5, 12_345.678, 1e6, 1e9, 1 << 31, 1 << 32,
		1e15, 1 << 53, 1<<53 + 2, 1e16, 1 << 63, 1 << 64, 1e21, 1e100,
	}
	r := rand.New(rand.NewPCG(seed, 3))
	for i := range randomFractions {
		list = append(list, float64(r.IntN(100_000))/math.Pow10(1+i%5))
	}
	for _, x := range slices.Clone(list) {
		list = append(list, -x)
	}
	return list
}
