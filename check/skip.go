package check

// skip leaves out several calls of those that make a value, one behind the other:
// half of them, a quarter, two. Of a hundred calls mostly few matter, and to leave
// out each by itself takes as many rounds.
func (s *simplifier) skip(nodes []*node) {
	behind := map[*node]bool{}
	for _, n := range nodes {
		if n.callee == nil || behind[n] {
			continue
		}
		chain := []*node{n}
		for last := n; last != nil; {
			var parts []*node
			under(last, last.kids, &parts)
			if last = nil; len(parts) > 0 && parts[0].callee != nil {
				last = parts[0]
				behind[last] = true
				chain = append(chain, last)
			}
		}
		for part := len(chain) / 2; part > 1; part /= 2 {
			for at := 0; at+part < len(chain); at += part {
				s.with(chain[at], *chain[at+part])
			}
		}
	}
}
