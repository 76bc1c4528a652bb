package progs

// IdiomCases are the programs of idioms.go.
var IdiomCases = []Case{
	{"Positive", 3, Positive, AllPositive, nil},
	{"Inverse", 3, Inverse, Injective, nil},
	{"Paired", 4, Paired, AllTwice, nil},
	{"Sums", 2, Sums, func(m map[int8]int, n int) bool { return Total(m) == n }, nil},
	{"Acyclic", 2, Acyclic, IsAcyclic, nil},
	{"Withdraw", 4, Withdraw, func(a *Account) bool { return a != nil && a.OK() }, nil},
	{"Divisible", 5, Divisible, Divides, nil},
	{"Spread", 4, Spread, Gaps, nil},
	{"Ranked", 2, Ranked, SortedBoth, nil},
	{"Sorter", 2, Sorter, func(ps []Pair) bool { return LeastIs(ps, 1) }, nil},
	{"Kth", 3, Kth, SecondIs, nil},
	{"Generic", 4, Generic, Growing, nil},
	{"Walked", 3, Walked, DistinctKeys, nil},
	{"Calendar", 4, Calendar, ValidDay, nil},
	{"Memoized", 7, Memoized, func(n, k int) bool { return n >= 0 && Fib(n) == k }, nil},
	{"Waited", 4, Waited, Short, nil},
	{"Points", 2, Points, Near, nil},
	{"Machine", 4, Machine, func(ops []int8) bool { return RunsTo(ops, 2) }, nil},
	{"Squares", 3, Squares, IsMagic, nil},
	{"Moves", 4, Moves, Home, nil},
	{"Cached", 4, Cached, WithinCache, nil},
}

func init() { Cases = append(Cases, IdiomCases...) }
