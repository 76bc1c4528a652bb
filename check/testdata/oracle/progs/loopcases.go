package progs

// LoopCases are the programs of loops.go.
var LoopCases = []Case{
	{"Odious", 9, Odious, OddBits, nil},
	{"Ratio", 8, Ratio, Coprime, nil},
	{"Digital", 12, Digital, SameBackward, nil},
	{"Collatz", 8, Collatz, CollatzSteps, nil},
	{"Forest", 3, Forest, Rooted, nil},
	{"United", 2, United, OneSet, nil},
	{"Lookup", 4, Lookup, func(xs []int, x int) bool { return isSorted(xs) && Found(xs, x) }, func(xs []int, x, r int) bool { return xs[r] == x }},
	{"Insertion", 3, Insertion, func(xs []int, x, i int) bool { return isSorted(xs) && Belongs(xs, x, i) }, nil},
	{"Prime", 30, Prime, IsPrime, nil},
	{"Root", 12, Root, func(n, r int) bool { return n >= 0 && Isqrt(n) == r }, func(n, r int, ok bool) bool { return ok }},
	{"Chain", 3, Chain, VisitsAll, nil},
	{"Runner", 3, Runner, func(l *Node) bool { return MiddleIs(l, 1) }, nil},
	{"Heap", 4, Heap, IsHeap, nil},
	{"Profit", 4, Profit, func(xs []int, k int) bool { return BestSum(xs) == k }, nil},
	{"Subsets", 3, Subsets, SubsetSum, nil},
	{"Common", 3, Common, func(a, b []uint8) bool { return LCS(a, b)*2 >= max(len(a), len(b)) }, nil},
	{"Rising", 4, Rising, func(xs []int, k int) bool { return LIS(xs) == k }, nil},
	{"Queens", 4, Queens, Peaceful, nil},
	{"Fill", 1, Fill, Connected, nil},
	{"Stacked", 3, Stacked, InOrder, nil},
	{"Arena", 2, Arena, IsArena, nil},
	{"Power", 8, Power, func(n, b int) bool { return b > 1 && IsPower(n, b) }, nil},
	{"Josephus", 3, Josephus, IsLast, nil},
	{"Partitions", 6, Partitions, func(n, k int) bool { return n >= 0 && CountSums(n, n) == k }, nil},
	{"Fibs", 9, Fibs, IsFib, nil},
}

func init() { Cases = append(Cases, LoopCases...) }
