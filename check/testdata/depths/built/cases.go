package built

import (
	"fmt"

	b "example.com/depths/brute"
)

// reach: distinct states of at most d steps.
func reach(d int, first []string, step func(string) []string) []string {
	seen := map[string]bool{}
	var all []string
	add := func(to *[]string, s string) {
		if !seen[s] {
			seen[s] = true
			all = append(all, s)
			*to = append(*to, s)
		}
	}
	var last []string
	for _, s := range first {
		add(&last, s)
	}
	for range d {
		var next []string
		for _, s := range last {
			for _, t := range step(s) {
				add(&next, t)
			}
		}
		last = next
	}
	return all
}

func half(d int) int { return (d + 1) / 2 }

// set states: nil | list of k:v by key range -4..4, order matters not
func sets(d int) []string {
	return reach(d, []string{"nil"}, func(s string) (r []string) {
		var m map[int]bool
		if s != "nil" {
			m = map[int]bool{}
			var k, v int
			for i := 0; i+4 <= len(s); i += 4 {
				fmt.Sscanf(s[i:i+4], "%d:%d", &k, &v)
				m[k] = v == 1
			}
		}
		show := func(m map[int]bool) string {
			if m == nil {
				return "nil"
			}
			o := ""
			for k := -4; k <= 4; k++ {
				if v, ok := m[k]; ok {
					o += fmt.Sprintf("%+d:%d", k, map[bool]int{false: 0, true: 1}[v])
				}
			}
			return o
		}
		cp := func() *Set {
			var n map[int]bool
			if m != nil {
				n = map[int]bool{}
			}
			for k, v := range m {
				n[k] = v
			}
			return &Set{n}
		}
		for x := -half(d); x <= half(d); x++ {
			c := cp()
			c.Add(x)
			r = append(r, show(c.m))
			c = cp()
			func() {
				defer func() {
					if recover() == nil {
						if !(c.m[x]) {
							// contract of Remove: old(Has) ==> smaller
							if m[x] && len(c.m) != len(m)-1 {
								return
							}
							r = append(r, show(c.m))
						}
					}
				}()
				c.Remove(x)
			}()
		}
		return
	})
}

func stacks(d int) []string {
	return reach(d, []string{""}, func(s string) (r []string) {
		for x := -half(d); x <= half(d); x++ {
			r = append(r, s+fmt.Sprintf("%2d", x))
		}
		if s != "" {
			r = append(r, s[:len(s)-2])
		}
		return
	})
}

func accts(d int) []string {
	var first []string
	for x := 0; x <= half(d) && x < 3; x++ {
		if x != 1 {
			first = append(first, fmt.Sprint(x))
		}
	}
	return reach(d, first, func(s string) (r []string) {
		var n int
		fmt.Sscan(s, &n)
		for x := 0; x <= half(d); x++ {
			if x > 0 {
				r = append(r, fmt.Sprint(n+x))
			}
			if x <= n && !(n-x == 3) {
				r = append(r, fmt.Sprint(n-x))
			}
		}
		return
	})
}

func rings(d int) (all []string) {
	var first []string
	for k := 1; k <= half(d); k++ {
		first = append(first, fmt.Sprintf("%d|0|0|%s", k, "0 0 0 0"))
	}
	return reach(d, first, func(s string) (r []string) {
		var k, h, n int
		buf := make([]int, 4)
		fmt.Sscanf(s, "%d|%d|%d|%d %d %d %d", &k, &h, &n, &buf[0], &buf[1], &buf[2], &buf[3])
		show := func(h, n int, buf []int) string {
			return fmt.Sprintf("%d|%d|%d|%d %d %d %d", k, h, n, buf[0], buf[1], buf[2], buf[3])
		}
		for x := -half(d); x <= half(d); x++ {
			if n < k {
				c := append([]int{}, buf...)
				c[(h+n)%k] = x
				r = append(r, show(h, n+1, c))
			}
		}
		if n > 0 {
			r = append(r, show((h+1)%k, n-1, buf))
		}
		return
	})
}

func diffs(d int) []string {
	if d < 0 {
		return nil
	}
	others := diffs(half(d) - 1)
	return reach(d, []string{"0", "1"}, func(s string) (r []string) {
		var n, m int
		fmt.Sscan(s, &n)
		for _, o := range others {
			fmt.Sscan(o, &m)
			r = append(r, fmt.Sprint(n-m))
		}
		return append(r, fmt.Sprint(-n))
	})
}

func cross(n, d int) int { return n * (2*d + 1) }

// Brute are the cases of this package.
func Brute() []b.Case {
	return []b.Case{
		// A pile of height l has l places.
		{Name: "Pile.At", Count: func(d int) int { return []int{0, 2, 10, 34}[d] }, At: 3},
		{Name: "Set.Add", Count: func(d int) int { return cross(len(sets(d)), d) }, At: -1},
		{Name: "Set.Remove", Count: func(d int) int { return cross(len(sets(d)), d) }, At: 0},
		{Name: "Ring.Put", Count: func(d int) int { return cross(len(rings(d)), d) }, At: -1},
		{Name: "Ring.Get", Count: func(d int) int { return len(rings(d)) }, At: -1},
		{Name: "NewRing", Count: func(d int) int { return d }, At: -1},
		{Name: "UseStack", Count: func(d int) int { return len(stacks(d)) - 1 }, At: 2},
		{Name: "TwoStacks", Count: func(d int) (n int) {
			m := map[int]int{}
			for _, s := range stacks(d) {
				m[len(s)]++
			}
			for _, k := range m {
				n += k * k
			}
			return
		}, At: 2},
		{Name: "Acct.Deposit", Count: func(d int) (n int) {
			return len(accts(d)) * d
		}, At: -1},
		{Name: "Bal", Count: func(d int) int { return len(accts(d)) + 1 }, At: 3},
		{Name: "Fixed", Count: func(d int) int { return len(accts(d)) * (1<<(d+1) - 1) }, At: 3},
		{Name: "UseCtr", Count: func(d int) int { return min(d, 1) + 1 }, At: -1},
		{Name: "UseTog", Count: func(d int) int { return 2 * (min(d, 1) + 1) }, At: -1},
		{Name: "UseP", Count: func(d int) int {
			h := half(d)
			n := map[int]bool{}
			for x := -h; x <= h; x++ {
				for k := 0; k <= d; k++ {
					n[x+10*k] = true
				}
			}
			return len(n)
		}, At: 2},
		{Name: "Sets", Count: func(d int) int {
			if d == 0 {
				return 1
			}
			n := len(setsIn(d))
			t, p := 1, 1
			for range d {
				p *= n
				t += p
			}
			return t
		}, At: 2},
		{Name: "UseDiff", Count: func(d int) int { return len(diffs(d)) }, At: 1, Say: "d := One(); d.Neg(); UseDiff(&d)"},
		{Name: "Hold", Count: func(d int) int { return 2 * len(sets(d)) }, At: 1},
	}
}

// setsIn: as an element, one step of what is left is spent.
func setsIn(d int) []string { return sets(d - 1) }
