// Package rival tests the programs of this module with random inputs, by the
// libraries that Go programs use for that.
package rival

import (
	"fmt"
	"time"

	"github.com/rtest-dev/rtest/bench/random"
)

// A Rival is a library in one way of using it.
type Rival struct {
	// Name is that of the library, Way how inputs are made valid.
	Name, Way string
	// batch tests some inputs that a generator makes; each is given to see.
	batch func(gen func(random.Numbers) any, keep, see func(any) bool)
	// any means that inputs are filtered by the precondition.
	any bool
}

// Rivals are all there are.
var Rivals = []Rival{
	{"pgregory.net/rapid", "filtering", rapidBatch, true},
	{"pgregory.net/rapid", "generator", rapidBatch, false},
	{"gopter", "filtering", gopterBatch, true},
	{"gopter", "generator", gopterBatch, false},
	{"testing/quick", "filtering", quickBatch, true},
	{"testing/quick", "generator", quickBatch, false},
}

// A Result is what came of one run.
type Result struct {
	// Distinct counts the different inputs that satisfy the precondition. Tested counts all that do.
	Distinct, Tested int
	Elapsed          time.Duration
}

// Run tests a program with inputs up to a depth until the time is over or all inputs were generated.
func (r Rival) Run(p random.Program, depth, all int, most time.Duration) (Result, error) {
	var res Result
	var err error
	seen := make(map[string]struct{})
	var key []byte
	gen := p.Valid
	if r.any {
		gen = p.Any
	}
	see := func(input any) bool {
		if !p.Pre(input) {
			return true
		}
		if !p.Call(input) {
			err = fmt.Errorf("%v fails", input)
			return false
		}
		res.Tested++
		key = p.Key(key[:0], input)
		if _, met := seen[string(key)]; !met {
			seen[string(key)] = struct{}{}
		}
		return true
	}
	var keep func(any) bool
	if r.any {
		keep = p.Pre
	}
	start := time.Now()
	for err == nil && len(seen) < all && time.Since(start) < most {
		r.batch(func(draw random.Numbers) any { return gen(draw, depth) }, keep, see)
	}
	res.Elapsed, res.Distinct = time.Since(start), len(seen)
	return res, err
}

// batchSize is how many inputs are tested without a look at the clock.
const batchSize = 1000
