package brute

import "reflect"

// An Answer is what rtest must find.
type Answer struct {
	Counts []int // cumulative, for each depth
	At     int   // least depth of a counterexample, -1: none
	Fails  int   // failing at that depth
	Say    string
	Solver bool // only Z3 finds all inputs
}

// Solve finds the answer for a case.
func (c Case) Solve() Answer {
	m := c.Max
	if m == 0 {
		m = 3
	}
	a := Answer{At: -1, Say: c.Say, Solver: c.Solver}
	for d := 0; d <= m; d++ {
		if c.Count != nil {
			a.At = c.At
			a.Counts = append(a.Counts, c.Count(d))
			continue
		}
		n, fails := 0, 0
		c.tuples(d, func(args []reflect.Value) {
			n++
			if a.At < 0 && c.Bad != nil && call(c.Bad, args) {
				fails++
			}
		})
		a.Counts = append(a.Counts, n)
		if fails > 0 {
			a.At, a.Fails = d, fails
		}
	}
	return a
}

// Choices counts the leaves of a tree of choices: f is run once for each leaf.
func Choices(f func(choose func(n int) int)) int {
	var path, width []int
	leaves := 0
	for {
		i := 0
		f(func(n int) int {
			if i == len(path) {
				path, width = append(path, 0), append(width, n)
			}
			i++
			return path[i-1]
		})
		leaves++
		path, width = path[:i], width[:i]
		for len(path) > 0 && path[len(path)-1]+1 == width[len(path)-1] {
			path, width = path[:len(path)-1], width[:len(path)-1]
		}
		if len(path) == 0 {
			return leaves
		}
		path[len(path)-1]++
	}
}
