// Package dep has aliases that others use. // want package:"sources"
package dep

import "net/http"

//rtest:type Sorted = {xs []int | ascending(xs)}
//rtest:type Few(n int) = {h map[string][]string | small(h) && len(h) < n}

func ascending(xs []int) bool {
	for i := 1; i < len(xs); i++ {
		if xs[i-1] > xs[i] {
			return false
		}
	}
	return true
}

func small(h http.Header) bool { return len(h) < 3 }

// None is exported.
const None = 0
