package minimize

import (
	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/value"
)

// dropHalvesOfCalls drops calls from the sequence that builds a value: half of them, then a
// quarter, and so on down to two. hoist drops single calls.
func (s *simplifier) dropHalvesOfCalls(nodes []*decode.Node) {
	for _, chain := range callChains(nodes) {
		for part := len(chain) / 2; part > 1; part /= 2 {
			for at := 0; at+part < len(chain); at += part {
				s.attemptWith(chain[at], *chain[at+part])
			}
		}
	}
}

// dropPairsOfCalls drops two calls from the sequence that builds a value, and decreases another integer by up to two: an
// index that counts what the calls have added.
func (s *simplifier) dropPairsOfCalls(nodes []*decode.Node) {
	for _, chain := range callChains(nodes) {
		for at := 0; at+2 < len(chain); at++ {
			for later := at + 1; later+1 < len(chain) && !s.exhausted(); later++ {
				was, wasLater := *chain[at], *chain[later]
				*chain[later] = *chain[later+1]
				*chain[at] = *chain[at+1]
				s.attempt()
				s.decreaseOutside(chain[0], 2)
				*chain[at], *chain[later] = was, wasLater
			}
		}
	}
}

// decreaseOutside attempts each integer of the input outside a value decreased by up to most.
func (s *simplifier) decreaseOutside(value *decode.Node, most int64) {
	inside := map[*decode.Node]bool{}
	decode.Each([]*decode.Node{value}, func(n *decode.Node) { inside[n] = true })
	decode.Each(s.roots, func(n *decode.Node) {
		if inside[n] || !isInt(n.Shape) {
			return
		}
		was := n.Own[0]
		for by := int64(1); by <= most; by++ {
			if n.Own[0] = was - by; decode.Admits(n.Shape, n.Own[0]) {
				s.attempt()
			}
		}
		n.Own[0] = was
	})
}

// callChains returns the calls of each value built by calls, from the last to the first.
func callChains(nodes []*decode.Node) (list [][]*decode.Node) {
	behind := map[*decode.Node]bool{}
	for _, n := range nodes {
		if n.Callee == nil || behind[n] {
			continue
		}
		chain := []*decode.Node{n}
		for last := n; last != nil; {
			var parts []*decode.Node
			outermostAlike(last, last.Kids, &parts)
			if last = nil; len(parts) > 0 && parts[0].Callee != nil {
				last = parts[0]
				behind[last] = true
				chain = append(chain, last)
			}
		}
		list = append(list, chain)
	}
	return list
}

// foldCallsIntoNumbers drops calls and increases an integer of a remaining call instead: by the
// number of dropped calls, or by the sum of their first integers. One call with a great number is
// simpler than many calls.
func (s *simplifier) foldCallsIntoNumbers(nodes []*decode.Node) {
	for _, chain := range callChains(nodes) {
		for part := len(chain) - 1; part > 0; part /= 2 {
			for at := 0; at+part < len(chain); at += part {
				s.replaceChain(chain, at, part)
			}
		}
	}
}

// replaceChain drops part calls of a chain, starting at index at. It attempts the input with an
// increased integer of the call made before the dropped ones, or of the first call of the chain.
func (s *simplifier) replaceChain(chain []*decode.Node, at, part int) {
	more := []int64{int64(part)}
	sum := int64(0)
	for _, n := range chain[at : at+part] {
		if ints := integersOf(n); len(ints) > 0 {
			sum += ints[0].Own[0]
		}
	}
	if sum != 0 && sum != int64(part) {
		more = append(more, sum)
	}
	was := *chain[at]
	*chain[at] = *chain[at+part]
	for _, i := range [...]int{at, len(chain) - 1} {
		for _, n := range integersOf(chain[i]) {
			before := n.Own[0]
			for _, by := range more {
				if n.Own[0] = before + by; decode.Admits(n.Shape, n.Own[0]) {
					s.attempt()
				}
			}
			n.Own[0] = before
		}
	}
	*chain[at] = was
}

// integersOf returns the integers that a call takes, without those in its receiver.
func integersOf(call *decode.Node) (list []*decode.Node) {
	for _, k := range call.Kids {
		if _, ok := k.Shape.(*value.Int); ok {
			list = append(list, k)
		}
	}
	return list
}
