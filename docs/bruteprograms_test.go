package docs

import (
	"math"
	"slices"
	"strings"
)

// brute counts the inputs of functions at a depth, by archive and name.
var brute = map[string]func(depth int) int{
	"first.Rescale": func(d int) int {
		return three(ints(d), ints(d), ints(d), func(r1, r2, s int) bool { return r1 > 0 && r2 >= 0 && s >= 0 && s < r1 })
	},
	"first.Best": func(d int) int {
		return two(ints(d), lists(ints(d), d), func(k int, xs []int) bool { return k >= 0 && k <= len(xs) })
	},

	"predicates.Implies":      bool2(func(a, b bool) bool { return !a || b }),
	"predicates.ImpliesRight": bool3(func(a, b, c bool) bool { return !a || (!b || c) }),
	"predicates.Iff":          bool2(func(a, b bool) bool { return a == b }),
	"predicates.IffLeft":      bool3(func(a, b, c bool) bool { return (a == b) == c }),
	"predicates.IffImplies":   bool3(func(a, b, c bool) bool { return a == (!b || c) }),
	"predicates.ArrowOr":      bool3(func(a, b, c bool) bool { return !(a || b) || (c && a) }),
	"predicates.Cond":         bool3(func(a, b, c bool) bool { return a && b || !a && c }),
	"predicates.CondRight":    bool3(func(a, b, c bool) bool { return a && b || !a && (b && c || !b && a) }),
	"predicates.CondNumber":   int2(func(x, y int) bool { return x == max(y, -y) }),
	"predicates.Chain":        int2(func(a, b int) bool { return 0 <= a && a <= b && b < 3 }),
	"predicates.ChainDown":    int2(func(a, b int) bool { return 3 > a && a >= b && b > -3 }),
	"predicates.Parens": func(d int) int {
		return three(ints(d), ints(d), ints(d), func(a, b, c int) bool { return (a < b) == (b < c) })
	},

	"predicates.AllPositive": list1(func(xs []int) bool { return !slices.ContainsFunc(xs, func(x int) bool { return x <= 0 }) }),
	"predicates.SomeTwo":     list1(func(xs []int) bool { return slices.Contains(xs, 2) }),
	"predicates.Indexed": list1(func(xs []int) bool {
		for i, x := range xs {
			if i != x {
				return false
			}
		}
		return true
	}),
	"predicates.Array": int2(func(x, y int) bool { return x != 0 && y != 0 }),
	"predicates.Runes": func(d int) int {
		return one(texts("ab", d), func(s string) bool { return strings.Trim(s, "a") == "" })
	},
	"predicates.Keys": func(d int) int {
		return one(tables(ints(d), bools, d), func(m map[int]bool) bool {
			for k := range m {
				if k <= 0 {
					return false
				}
			}
			return true
		})
	},
	"predicates.Entries": func(d int) int {
		return one(tables(ints(d), ints(d), d), func(m map[int]int) bool {
			for k, v := range m {
				if k >= v {
					return false
				}
			}
			return true
		})
	},
	"predicates.RangeRunes": func(d int) int {
		return one(texts("ab", d), func(s string) bool { return strings.Contains(s, "a") && strings.Contains(s, "b") })
	},
	"predicates.Range":      int1(func(n int) bool { return n < 2 }),
	"predicates.RangeLess":  int1(func(n int) bool { return n < 3 }),
	"predicates.BodyAll":    list1(func(xs []int) bool { return len(xs) == 0 || len(xs) == 2 && xs[0] > 0 && xs[1] > 0 }),
	"predicates.BodyParens": list1(func(xs []int) bool { return len(xs) == 2 && xs[0] > 0 && xs[1] > 0 }),
	"predicates.Permutations": list1(func(xs []int) bool {
		for i := range xs {
			if !slices.Contains(xs, i) {
				return false
			}
		}
		return true
	}),
	"predicates.Iterator": int1(func(n int) bool { return n <= 2 }),

	"predicates.InSlice": func(d int) int {
		return two(ints(d), lists(ints(d), d), func(x int, xs []int) bool { return slices.Contains(xs, x) })
	},
	"predicates.InArray": func(d int) int {
		return three(ints(d), ints(d), ints(d), func(x, y, z int) bool { return x == y || x == z })
	},
	"predicates.InMap": func(d int) int {
		return two(ints(d), tables(ints(d), bools, d), func(x int, m map[int]bool) bool { _, ok := m[x]; return ok })
	},
	"predicates.InRange":     int1(func(x int) bool { return 1 <= x && x <= 3 }),
	"predicates.InRangeLess": int1(func(x int) bool { return 1 <= x && x < 3 }),
	"predicates.NotIn":       int2(func(x, y int) bool { return x != y }),
	"predicates.InLiteral": list1(func(xs []int) bool {
		return slices.Equal(xs, []int{1}) || slices.Equal(xs, []int{2, 1}) || slices.Equal(xs, []int{0, 0, 0})
	}),

	"predicates.Sorted": list1(slices.IsSorted[[]int]),
	"predicates.SortedStrings": func(d int) int {
		return one(lists(texts("ab", max(d-1, 0)), d), slices.IsSorted[[]string])
	},
	"predicates.Distinct":    list1(func(xs []int) bool { return len(slices.Compact(sortedCopy(xs))) == len(xs) }),
	"predicates.Permutation": list2(func(xs, ys []int) bool { return slices.Equal(sortedCopy(xs), sortedCopy(ys)) }),
	"predicates.Count": list1(func(xs []int) bool {
		return one(xs, func(x int) bool { return x == 1 }) == 2
	}),
	"predicates.Sum": list1(func(xs []int) bool { return total(xs) == 0 }),

	"predicates.SliceEqual":   list2(slices.Equal[[]int]),
	"predicates.SliceUnequal": list2(func(xs, ys []int) bool { return !slices.Equal(xs, ys) }),
	"predicates.MapNil":       func(d int) int { return one(tables(ints(d), ints(d), d), func(m map[int]int) bool { return m == nil }) },
	"predicates.SliceNotNil":  list1(func([]int) bool { return true }),
	"predicates.StructEqual":  list2(slices.Equal[[]int]),
	"predicates.Equal":        list2(slices.Equal[[]int]),
	"predicates.FloatGo":      func(d int) int { return one(floats(d), math.IsNaN) },
	"predicates.FloatElements": func(d int) int {
		return two(floats(d), floats(d), func(x, y float64) bool { return x == y || math.IsNaN(x) && math.IsNaN(y) })
	},

	"predicates.CallList": int2(func(a, b int) bool { return b != 0 && a/b == 1 && a%b == 0 }),
	"predicates.Prefix": func(d int) int {
		return one(texts("ab", d), func(s string) bool { return strings.HasPrefix(s, "ab") })
	},
	"predicates.IsSquare":   int1(func(int) bool { return true }),
	"predicates.MethodExpr": int1(func(x int) bool { return x*x == 4 }),
	"predicates.Assert": func(d int) int {
		return len(ints(d)) + two(ints(d), ints(d), func(w, h int) bool { return w == 1 })
	},
	"predicates.Def":     int1(func(x int) bool { return -1 <= x && x <= 1 }),
	"predicates.MinMax":  int2(func(x, y int) bool { return x+y == 1 && x*y == 0 }),
	"predicates.Append":  list1(func(xs []int) bool { return len(xs) == 1 && xs[0] == 2 }),
	"predicates.Slicing": list1(func(xs []int) bool { return len(xs) == 2 && xs[1] == 1 }),
	"predicates.Convert": int1(func(x int) bool { return x == 1 }),
	// A capacity of 1 to d elements beyond the length of each slice.
	"predicates.Room": func(d int) int { return d * len(lists(ints(d), d)) },

	"sigs.Half":   int1(func(n int) bool { return n > 0 }),
	"sigs.Square": int1(func(n int) bool { return -1 <= n && n < 2 }),
	"sigs.First":  list1(func(xs []int) bool { return len(xs) > 0 }),
	"sigs.At": func(d int) int {
		return two(lists(ints(d), d), ints(d), func(xs []int, i int) bool { return 0 <= i && i < len(xs) })
	},
	"sigs.Clamp": func(d int) int {
		return three(ints(d), ints(d), ints(d), func(lo, hi, x int) bool { return lo <= hi })
	},
	"sigs.Grouped": func(d int) int {
		return three(ints(d), ints(d), ints(d), func(x, y, s int) bool { return x > 0 && y > 0 && x <= s && s < y })
	},
	"sigs.Unnamed":   int2(func(x, y int) bool { return x > 0 && y >= 0 }),
	"sigs.LeftOut":   int2(func(x, y int) bool { return y > 0 }),
	"sigs.Results":   int1(func(x int) bool { return x >= 0 }),
	"sigs.Stack.Pop": list1(func(xs []int) bool { return len(xs) > 0 }),
	"sigs.Stack.Drop": func(d int) int {
		return two(lists(ints(d), d), ints(d), func(xs []int, n int) bool { return n >= 0 })
	},
	"sigs.Legs":  int1(func(int) bool { return true }),
	"sigs.Sum":   list1(func(xs []int) bool { return len(xs) == 0 || slices.Min(xs) >= 0 }),
	"sigs.Ratio": int2(func(x, y int) bool { return x > 0 && y > 0 }),
	// nil, or one of the numbers.
	"sigs.Inverse": func(d int) int { return 1 + d },
	"sigs.Lookup": func(d int) int {
		return one(tables(ints(d), ints(d), d), func(m map[int]int) bool {
			for k, v := range m {
				if k <= 0 || v < 0 {
					return false
				}
			}
			return true
		})
	},
	"sigs.Total":    list1(func(xs []int) bool { return len(xs) == 0 || slices.Min(xs) >= 0 }),
	"sigs.Product":  list1(func(xs []int) bool { return len(xs) == 0 || slices.Min(xs) > 0 }),
	"sigs.Area":     int2(func(x, y int) bool { return x > 0 && 0 <= y && y < x }),
	"sigs.Parens":   list1(func(xs []int) bool { return len(xs) == 0 || slices.Min(xs) > 0 }),
	"sigs.Positive": int1(func(int) bool { return true }),
	"sigs.Negative": int1(func(int) bool { return true }),

	"types.Span.Len": int2(func(lo, hi int) bool { return lo <= hi }),
	"types.Shift": func(d int) int {
		return three(ints(d), ints(d), ints(d), func(lo, hi, by int) bool { return lo <= hi })
	},
	"types.Flip":   int2(func(lo, hi int) bool { return lo <= hi }),
	"types.Shrink": int2(func(lo, hi int) bool { return lo <= hi }),
	"types.Split":  int2(func(lo, hi int) bool { return lo <= hi }),
	"types.Tree.Insert": func(d int) int {
		return len(ints(d)) * one(trees(ints(d), d), (*tree).ordered)
	},
	"types.Price.Total": int2(func(units, cents int) bool { return 0 <= cents && cents < units }),
	"types.Area":        func(d int) int { return len(ints(d)) + len(ints(d))*len(ints(d)) },
	"types.FigureArea":  func(d int) int { return len(ints(d)) + 1 + len(ints(d))*len(ints(d)) },
	"types.Size": func(d int) int {
		return len(ints(d)) + len(lists(ints(d), d)) + len(texts("ab", d))
	},
	"types.Evens.Has":      int1(func(int) bool { return true }),
	"types.Evens.Next":     int1(func(x int) bool { return x > 0 }),
	"types.Multiples.Has":  int2(func(of, x int) bool { return true }),
	"types.Multiples.Next": int2(func(of, x int) bool { return x > 0 }),
	"types.Apply":          func(d int) int { return 2 * len(ints(d)) },

	"directives.Take": func(d int) int {
		return two(ints(d), lists(ints(d), d), func(k int, xs []int) bool { return 0 <= k && k <= len(xs) })
	},
	"directives.Sign":             int1(func(int) bool { return true }),
	"directives.Div":              int2(func(a, b int) bool { return true }),
	"directives.PropDiv":          int2(func(a, b int) bool { return true }),
	"directives.First":            list1(func([]int) bool { return true }),
	"directives.Sqrt":             int1(func(int) bool { return true }),
	"directives.Last":             list1(func([]int) bool { return true }),
	"directives.Max":              list1(func([]int) bool { return true }),
	"directives.Sort2":            list1(func([]int) bool { return true }),
	"directives.Account.Deposit":  int2(func(balance, amount int) bool { return true }),
	"directives.Account.Withdraw": int2(func(balance, amount int) bool { return true }),
	"directives.Reverse":          list1(func([]int) bool { return true }),
	"directives.Same":             int1(func(int) bool { return true }),
	"directives.Swap":             int2(func(x, y int) bool { return true }),
	"directives.Check":            int1(func(int) bool { return true }),
	"directives.DivMod":           int2(func(a, b int) bool { return true }),
	"directives.Twice":            int1(func(int) bool { return true }),
	"directives.SumOfSquares":     list1(func([]int) bool { return true }),
	"directives.PropCommutes":     int2(func(a, b int) bool { return true }),
	"directives.PropPositive":     int1(func(a int) bool { return a > 0 }),
	"directives.Title":            func(d int) int { return len(texts("ab", d)) },

	"bounds.PropBool":          func(int) int { return 2 },
	"bounds.PropInt":           func(d int) int { return len(ints(d)) },
	"bounds.PropUint":          func(d int) int { return len(naturals(d)) },
	"bounds.PropByte":          func(d int) int { return len(naturals(d)) },
	"bounds.PropFloat":         func(d int) int { return len(floats(d)) },
	"bounds.PropComplex":       func(d int) int { return len(floats(d)) * len(floats(d)) },
	"bounds.PropDuration":      func(d int) int { return len(ints(d)) },
	"bounds.PropString":        func(d int) int { return len(texts("ab", d)) },
	"bounds.PropRunes":         func(d int) int { return len(texts("ab", d)) },
	"bounds.PropBytes":         func(d int) int { return len(texts("ab", d)) },
	"bounds.PropNumbers":       func(d int) int { return len(lists(naturals(d), d)) },
	"bounds.PropPath":          func(d int) int { return len(texts("ab/", d)) },
	"bounds.PropParse":         func(d int) int { return len(texts("ab01", d)) },
	"bounds.PropRange":         func(d int) int { return len(texts("abé", d)) },
	"bounds.PropDigits":        func(d int) int { return len(texts("09", d)) },
	"bounds.PropSlice":         func(d int) int { return len(lists(ints(d), d)) },
	"bounds.PropSlices":        func(d int) int { return len(lists(lists(bools, max(d-1, 0)), d)) },
	"bounds.PropStrings":       func(d int) int { return len(lists(texts("ab", max(d-1, 0)), d)) },
	"bounds.PropArray":         func(d int) int { return len(ints(d)) * len(ints(d)) },
	"bounds.PropMap":           func(d int) int { return len(tables(ints(d), bools, d)) },
	"bounds.PropPointer":       func(d int) int { return 1 + len(ints(d)) },
	"bounds.PropTwo":           func(d int) int { return len(ints(d)) * len(lists(bools, d)) },
	"bounds.PropStruct":        func(d int) int { return len(ints(d)) * len(ints(d)) },
	"bounds.PropPointerStruct": func(d int) int { return 1 + len(ints(d))*len(ints(d)) },
	"bounds.PropField":         func(d int) int { return len(ints(d)) },
	"bounds.PropBlank":         func(int) int { return 2 },
	"bounds.PropList":          func(d int) int { return len(lists(ints(d), d)) },
	"bounds.PropTree":          func(d int) int { return len(trees(ints(d), d)) },
	"bounds.PropForest":        func(d int) int { return len(lists(trees([]int{0}, d), d)) },
	"bounds.PropShape":         func(d int) int { return len(trees([]int{0}, d)) },
	"bounds.PropRose":          roses,
	"bounds.PropQuad":          quads,
	"bounds.PropNilSlice":      func(d int) int { return 1 + len(lists(bools, d)) },
	"bounds.Point.SquareX":     func(d int) int { return len(ints(d)) },
	"bounds.Point.Norm2":       func(d int) int { return 1 + len(ints(d))*len(ints(d)) },
	"bounds.PropRoom":          func(d int) int { return d * len(lists(bools, d)) },
	"bounds.PropItems":         func(d int) int { return len(lists(bools, d)) - 1 },

	"generics.Clone":       list1(func([]int) bool { return true }),
	"generics.Max[int]":    list1(func(xs []int) bool { return len(xs) > 0 }),
	"generics.Max[string]": func(d int) int { return len(lists(texts("ab", d-1), d)) - 1 },
	"generics.Has": func(d int) int {
		return len(tables(texts("ab", d-1), bools, d)) * len(texts("ab", d))
	},
	"generics.Either":  func(d int) int { return len(texts("ab", d)) },
	"generics.Tail":    list1(func([]int) bool { return true }),
	"generics.Swap":    int2(func(k, v int) bool { return true }),
	"generics.Pair.Is": int2(func(key, k int) bool { return true }),

	"files.Pad":             func(d int) int { return len(texts("ab", d)) * len(ints(d)) },
	"files.shorter":         func(d int) int { return len(texts("ab", d)) * len(texts("ab", d)) },
	"files.PropPadTwice":    func(d int) int { return len(texts("ab", d)) },
	"files.text.Pad":        func(d int) int { return len(texts("ab", d)) * len(ints(d)) },
	"files.slices.IsSorted": list1(func([]int) bool { return true }),
	"files.strings.Split":   func(d int) int { return len(texts("ab", d)) * (len(texts("ab", d)) - 1) },
	"files.path.Base":       func(d int) int { return len(texts("ab/", d)) },

	"verdicts.Exhausted": int1(func(int) bool { return true }),
	"verdicts.Refuted":   int1(func(int) bool { return true }),
	// All inputs are tried, whichever depth counts as exhausted.
	"verdicts.Flaky": func(int) int { return len(ints(2)) },

	"causes.Ensures":   int1(func(int) bool { return true }),
	"causes.Invariant": int1(func(x int) bool { return 0 <= x && x <= 100 }),
	"causes.Panic": func(d int) int {
		return two(lists(ints(d), d), ints(d), func(xs []int, i int) bool { return i >= 0 })
	},
	"causes.NoPanic":  int1(func(int) bool { return true }),
	"causes.Mutation": list1(func([]int) bool { return true }),
	"causes.Timeout":  int1(func(int) bool { return true }),
	"causes.Crash":    int1(func(int) bool { return true }),
	"causes.Overflow": int1(func(int) bool { return true }),
	"causes.Contract": list1(func([]int) bool { return true }),

	"domains.Even":          int1(func(x int) bool { return x%2 == 0 }),
	"domains.BelowPositive": int1(func(x int) bool { return x < 1 }),
	"domains.OverBool":      int1(func(x int) bool { return x != 0 }),
	"domains.ColorNumber":   int1(func(x int) bool { return 0 <= x && x <= 2 }),
	"domains.Height":        int1(func(n int) bool { return n >= 0 }),

	"limits.PropShort": list1(func([]int) bool { return true }),
	"limits.Clean":     func(d int) int { return len(texts("x/", d)) },
	"limits.PropApart": func(d int) int {
		return 2 * len(ints(d)) * len(texts("z", d)) * len(texts("ab", min(d, 1)))
	},
}

// roses counts the trees of height d or less above their leaves, in which a
// node has at most as many kids as there is height left.
func roses(d int) int {
	n, power := 0, 1
	for range d + 1 {
		n += power
		if d > 0 {
			power *= roses(d - 1)
		}
	}
	return n
}

// quads counts the quads of at most a height: nil, those without an array, and those with two quads of the next.
func quads(height int) int {
	if height == 0 {
		return 1
	}
	below := 0
	if height > 1 {
		below = quads(height-1) * quads(height-1)
	}
	return 2 + below
}

func naturals(d int) []int { return ints(d)[d:] }

func sortedCopy(xs []int) []int {
	ys := slices.Clone(xs)
	slices.Sort(ys)
	return ys
}

func total(xs []int) int {
	n := 0
	for _, x := range xs {
		n += x
	}
	return n
}
