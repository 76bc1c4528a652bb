package memory

// linearKeys is the number of keys up to which few searches linearly.
const linearKeys = 16

// keyNumbers numbers keys in the order of their first use. Most values have few parts, and then it allocates no
// map. The zero keyNumbers has no keys.
type keyNumbers[K comparable] struct {
	n     int
	first [linearKeys]K
	rest  map[K]int
}

// find returns the number of a key, if it has one.
func (f *keyNumbers[K]) find(k K) (n int, known bool) {
	for i := range min(f.n, linearKeys) {
		if f.first[i] == k {
			return i, true
		}
	}
	n, known = f.rest[k]
	return n, known
}

// number returns the number of a key, and whether the key came before.
func (f *keyNumbers[K]) number(k K) (n int, known bool) {
	if n, known = f.find(k); known {
		return n, true
	}
	n = f.n
	f.n++
	if n < linearKeys {
		f.first[n] = k
		return n, false
	}
	if f.rest == nil {
		f.rest = map[K]int{}
	}
	f.rest[k] = n
	return n, false
}
