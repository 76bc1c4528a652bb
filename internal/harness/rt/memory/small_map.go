package memory

// fewKeys is up to how many keys are looked for one after the other.
const fewKeys = 16

// few numbers keys in the order in which they come. Values mostly have few
// parts, and then it takes no map. The zero few has no key.
type few[K comparable] struct {
	n     int
	first [fewKeys]K
	rest  map[K]int
}

// find gives the number of a key that came before.
func (f *few[K]) find(k K) (n int, known bool) {
	for i := range min(f.n, fewKeys) {
		if f.first[i] == k {
			return i, true
		}
	}
	n, known = f.rest[k]
	return n, known
}

// number gives the number of a key and tells whether it came before.
func (f *few[K]) number(k K) (n int, known bool) {
	if n, known = f.find(k); known {
		return n, true
	}
	n = f.n
	f.n++
	if n < fewKeys {
		f.first[n] = k
		return n, false
	}
	if f.rest == nil {
		f.rest = map[K]int{}
	}
	f.rest[k] = n
	return n, false
}
