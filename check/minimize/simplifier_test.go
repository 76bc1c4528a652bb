package minimize

import (
	"fmt"
	"go/types"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/value"
)

// TestSimpler checks the simplifications of random inputs: streams that fit the shapes, each simpler
// than the input, and none for the simplest input.
func TestSimpler(t *testing.T) {
	shapes := simplerShapes()
	rng := rand.New(rand.NewPCG(1, 2))
	steps := 0
	for range 500 {
		var stream []int64
		for _, s := range shapes {
			stream = randomStream(rng, s, 4, stream)
		}
		roots := decode.Parse(shapes, stream, nil)
		if roots == nil {
			t.Fatalf("%v does not fit the shapes", stream)
		}
		if got := decode.Write(roots); !slices.Equal(got, stream) {
			t.Fatalf("%v is written as %v", stream, got)
		}
		than := complexityOf(roots)
		for _, s := range Simpler(roots, 1000, true) {
			steps++
			n := decode.Parse(shapes, s, nil)
			if n == nil {
				t.Fatalf("%v is made of %v and does not fit the shapes", s, stream)
			}
			if !complexityOf(n).less(than) {
				t.Fatalf("%v is made of %v and is not simpler", s, stream)
			}
		}
		if got := decode.Write(roots); !slices.Equal(got, stream) {
			t.Fatalf("%v became %v", stream, got)
		}
	}
	if steps < 1000 {
		t.Errorf("there were %d steps only", steps)
	}
}

// TestSimplerEnds simplifies an input of many numbers, which has millions of pairs.
func TestSimplerEnds(t *testing.T) {
	ints := &value.Slice{T: types.NewSlice(types.Typ[types.Int]), Elem: value.Ref{Shape: &value.Int{T: types.Typ[types.Int]}}}
	stream := []int64{2000}
	for i := range stream[0] {
		stream = append(stream, 2*i+1)
	}
	s := &simplifier{preferPositive: true, seen: map[string]bool{}, roots: decode.Parse([]value.Shape{ints}, stream, nil), limit: math.MaxInt}
	s.baseline = complexity{}
	var nodes []*decode.Node
	collect(s.roots, &nodes)
	s.size = len(nodes)
	s.changePairs(nodes)
	if s.work > simplerWork+s.size {
		t.Errorf("%d nodes were looked at", s.work)
	}
}

// spell returns the stream of a text, unspell its text.
func spell(text string) []int64 {
	list := []int64{int64(len(text))}
	for _, r := range text {
		list = append(list, int64(r))
	}
	return list
}

func unspell(stream []int64) (text []rune) {
	for _, c := range stream[1:] {
		text = append(text, rune(c))
	}
	return text
}

// TestSimplest makes inputs simpler as long as a property holds.
func TestSimplest(t *testing.T) {
	unsigned := &value.Int{T: types.Typ[types.Uint64]}
	ints := &value.Slice{T: types.NewSlice(types.Typ[types.Int]), Elem: value.Ref{Shape: &value.Int{T: types.Typ[types.Int]}}}
	text := &value.String{T: types.Typ[types.String], Alphabet: []rune("b ")}
	plain := &value.String{T: types.Typ[types.String], Alphabet: []rune("ab")}
	fixed := &value.String{T: types.Typ[types.String], Alphabet: []rune("73QZ"), Fixed: true}
	spelled := func(s []int64) bool {
		return s[0] == 3 && '0' <= s[1] && s[1] <= '9' && 'A' <= s[2] && s[2] <= 'Z' && s[3] > s[2]
	}
	float := &value.Float{T: types.Typ[types.Float64]}
	bits := func(f float64) []int64 { return []int64{int64(math.Float64bits(f))} }
	number := func(s []int64) float64 { return math.Float64frombits(uint64(s[0])) }
	array := &value.Array{T: types.NewArray(types.Typ[types.Int], 64), Len: 64, Elem: value.Ref{Shape: &value.Int{T: types.Typ[types.Int]}}}
	tests := []struct {
		name       string
		shape      value.Shape
		from, want []int64
		holds      func(s []int64) bool
	}{
		{"empty", ints, []int64{3, 5, -7, 9}, []int64{0}, func([]int64) bool { return true }},
		{"length", ints, []int64{4, 5, -7, 9, 11}, []int64{3, 0, 0, 0}, func(s []int64) bool { return s[0] > 2 }},
		{"bound", ints, []int64{3, 5, 4711, 9}, []int64{1, 1001}, func(s []int64) bool { return slices.Max(s[1:]) > 1000 }},
		{"negative", ints, []int64{2, 5, math.MinInt64}, []int64{1, -1}, func(s []int64) bool { return slices.Min(s[1:]) < 0 }},
		{"twice", ints, []int64{4, 7, 3, 9, 3}, []int64{2, 0, 0}, func(s []int64) bool {
			slices.Sort(s[1:])
			return len(slices.Compact(s[1:])) < int(s[0])
		}},
		{"ascending", ints, []int64{3, 17, 90, 400}, []int64{3, -1, 0, 1}, func(s []int64) bool { return s[0] == 3 && s[1] < s[2] && s[2] < s[3] }},
		{"text", text, []int64{3, '7', 'Q', 'x'}, []int64{3, '0', 'A', 'b'}, spelled},
		{"thresholds", text, []int64{4, '9', 'x', 'T', '-'}, []int64{4, '6', 'p', 'F', '+'}, func(s []int64) bool {
			return s[0] == 4 && '6' <= s[1] && s[1] <= '9' && 'p' <= s[2] && s[2] <= 'z' && 'F' <= s[3] && s[3] <= 'Z' && (s[4] == '+' || s[4] == '-')
		}},
		{"group", text, spell("{b:{b:}}"), spell("{b:}"), func(s []int64) bool {
			return s[0] > 0 && strings.Count(string(unspell(s)), "{b:") == strings.Count(string(unspell(s)), "}") && strings.HasSuffix(strings.TrimRight(string(unspell(s)), "}"), "{b:")
		}},
		{"remainder", ints, []int64{1, 340}, []int64{1, 4}, func(s []int64) bool { return s[1]%12 == 4 }},
		{"bits", ints, []int64{1, 1 << 55}, []int64{1, 64}, func(s []int64) bool { return s[1] > 0 && slices.Contains([]int64{1 << 6, 1 << 55}, s[1]) }},
		{"unsigned", unsigned, []int64{-1}, []int64{-1}, func(s []int64) bool { return s[0] < 0 }},
		{"no character", text, []int64{2, -3, 'x'}, []int64{2, 'b', 'x'}, func(s []int64) bool { return s[0] == 2 && s[2] == 'x' }},
		{"large", float, bits(math.MaxFloat64), bits(1e278), func(s []int64) bool { return number(s) >= 1e278 }},
		{"small", float, bits(-1e300), bits(-1025), func(s []int64) bool { return number(s) < -1024 }},
		{"million", float, bits(1.7e6), bits(1000001), func(s []int64) bool { return number(s) > 1e6 && number(s) < 1e7 }},
		{"equation", float, bits(26.850000000000023), bits(26.85), func(s []int64) bool { return number(s)+273.15 == 300 }},
		{"range", float, bits(3.0009994506835938), bits(3.001), func(s []int64) bool { return number(s) > 3.0005 && number(s) < 3.00101 }},
		{"array", array, append(make([]int64, 60), 80, 70, 60, 50), append(make([]int64, 63), 41), func(s []int64) bool { return s[63] > 40 }},
		{"space", plain, []int64{2, 0xa0, '\n'}, []int64{2, ' ', ' '}, func(s []int64) bool {
			return s[0] == 2 && unicode.IsSpace(rune(s[1])) && unicode.IsSpace(rune(s[2]))
		}},
		{"alphabet", fixed, []int64{3, '7', 'Q', 'Z'}, []int64{3, '3', 'Q', 'Z'}, spelled},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			stream, rounds := tt.from, 0
			for more := true; more; rounds++ {
				more = false
				for _, s := range Simpler(decode.Parse([]value.Shape{tt.shape}, stream, nil), Tries, true) {
					if tt.shape != ints || len(s) > 1 || tt.name == "empty" {
						if tt.holds(slices.Clone(s)) {
							stream, more = s, true
							break
						}
					}
				}
			}
			if !slices.Equal(stream, tt.want) {
				t.Errorf("got %v, want %v", stream, tt.want)
			}
			if rounds > Rounds {
				t.Errorf("it takes %d rounds", rounds)
			}
		})
	}
}

// TestSkip leaves out all but three of two hundred calls, in few rounds.
func TestSkip(t *testing.T) {
	stack := &value.Calls{T: types.Typ[types.Int]}
	number := &value.Int{T: types.Typ[types.Int]}
	callees := func(_ int, index int64) (decode.Callee, bool) {
		return [...]takes{nil, {stack, number}}[index], true
	}
	stream := []int64{-1, 0, 0}
	for i := range int64(200) {
		stream = append(append([]int64{-1, 1, 0}, stream...), i)
	}
	rounds := 0
	for more := true; more; rounds++ {
		more = false
		for _, s := range Simpler(decode.Parse([]value.Shape{stack}, stream, decode.Callees(callees)), Tries, true) {
			if pushed := s[3*(len(s)/4+1):]; isSubsequence([]int64{20, 101, 170}, pushed) {
				stream, more = s, true
				break
			}
		}
	}
	want := []int64{-1, 1, 0, -1, 1, 0, -1, 1, 0, -1, 0, 0, 20, 101, 170}
	if !slices.Equal(stream, want) || rounds > 20 {
		t.Errorf("got %v in %d rounds, want %v in at most 20", stream, rounds, want)
	}
}

func isSubsequence(of, list []int64) bool {
	for _, x := range list {
		if len(of) > 0 && x == of[0] {
			of = of[1:]
		}
	}
	return len(of) == 0
}

// TestNoFarther checks that no number grows beyond those of the depth within the bounds: 0.5 never
// becomes greater than 1.
func TestNoFarther(t *testing.T) {
	half := int64(math.Float64bits(0.5))
	for _, tt := range []struct {
		shape value.Shape
		from  []int64
	}{
		{&value.Float{T: types.Typ[types.Float64]}, []int64{half}},
		{&value.Complex{T: types.Typ[types.Complex128]}, []int64{half, half}},
	} {
		found := Simpler(decode.Parse([]value.Shape{tt.shape}, tt.from, nil), Tries, false)
		if len(found) == 0 {
			t.Errorf("%T: nothing is simpler than 0.5", tt.shape)
		}
		for _, s := range found {
			for _, v := range s {
				if f := math.Float64frombits(uint64(v)); math.Abs(f) > 1 {
					t.Errorf("%T: 0.5 became %v", tt.shape, f)
				}
			}
		}
	}
}

func simplerShapes() []value.Shape {
	integer := &value.Int{T: types.Typ[types.Int]}
	small := &value.Int{T: types.Typ[types.Uint8], Ranges: []value.Range{{Lo: 3, Hi: 9}}}
	text := &value.String{T: types.Typ[types.String], Alphabet: []rune("abc")}
	tree := &value.Struct{T: types.NewStruct(nil, nil)}
	pointer := &value.Pointer{T: types.NewPointer(tree.T), Elem: value.Ref{Shape: tree}}
	tree.Fields = []value.Field{{Name: "L", Ref: value.Ref{Shape: pointer}}, {Name: "R", Ref: value.Ref{Shape: pointer}}, {Name: "K", Ref: value.Ref{Shape: integer}}}
	return []value.Shape{
		pointer, text, small,
		&value.Slice{T: types.NewSlice(types.Typ[types.Int]), Elem: value.Ref{Shape: integer}, EmptyToo: true, Room: true},
		&value.Map{T: types.NewMap(types.Typ[types.Int], types.Typ[types.Float64]), Key: value.Ref{Shape: integer}, Elem: value.Ref{Shape: &value.Float{T: types.Typ[types.Float64]}}},
		&value.Interface{T: types.NewInterfaceType(nil, nil), Nil: true, Alts: []value.Alt{{Ref: value.Ref{Shape: integer}}, {Ref: value.Ref{Shape: text}}}},
		&value.Array{T: types.NewArray(types.Typ[types.Bool], 2), Len: 2, Elem: value.Ref{Shape: &value.Bool{T: types.Typ[types.Bool]}}},
	}
}

// randomStream appends the stream of a random value.
func randomStream(rng *rand.Rand, s value.Shape, depth int, to []int64) []int64 {
	part := func(x value.Shape) { to = randomStream(rng, x, depth-1, to) }
	n := rng.Int64N(int64(max(depth, 1)))
	switch s := s.(type) {
	case *value.Bool:
		return append(to, rng.Int64N(2))
	case *value.Int:
		if s.Ranges != nil {
			return append(to, s.Ranges[0].Lo+rng.Int64N(s.Ranges[0].Hi-s.Ranges[0].Lo+1))
		}
		return append(to, rng.Int64()>>rng.IntN(64)-rng.Int64N(9))
	case *value.Float:
		return append(to, int64(math.Float64bits(rng.NormFloat64())))
	case *value.String:
		to = append(to, n)
		for range n {
			to = append(to, int64(s.Alphabet[rng.IntN(len(s.Alphabet))]))
		}
	case *value.Pointer:
		n = min(n, 1)
		if to = append(to, n); n > 0 {
			part(s.Elem.Shape)
		}
	case *value.Struct:
		for _, f := range s.Fields {
			part(f.Shape)
		}
	case *value.Array:
		for range s.Len {
			part(s.Elem.Shape)
		}
	case *value.Slice:
		to = append(to, n, rng.Int64N(2))
		for range n {
			part(s.Elem.Shape)
		}
	case *value.Map:
		to = append(to, n)
		for i := range n {
			to = append(to, 10*i+rng.Int64N(10))
			part(s.Elem.Shape)
		}
	case *value.Interface:
		alt := rng.IntN(len(s.Alts)+1) - 1
		if to = append(to, int64(alt)); alt >= 0 {
			part(s.Alts[alt].Shape)
		}
	}
	return to
}

// TestPairs simplifies two numbers together, such as a sum and the numbers in it.
func TestPairs(t *testing.T) {
	number := &value.Int{T: types.Typ[types.Int]}
	account := &value.Struct{Fields: []value.Field{{Ref: value.Ref{Shape: number}}, {Ref: value.Ref{Shape: &value.Slice{Elem: value.Ref{Shape: number}}}}}}
	const most = math.MaxInt64
	right := func(s []int64) bool {
		var sum int64
		for _, v := range s[2:] {
			sum += v
		}
		return s[0] == sum && s[0] > 100
	}
	stream := []int64{most, 5, most, most, most, 2, 0}
	for range Rounds {
		next := Simpler(decode.Parse([]value.Shape{account}, stream, nil), Tries, true)
		at := slices.IndexFunc(next, right)
		if at < 0 {
			break
		}
		stream = next[at]
	}
	if want := []int64{101, 1, 101}; !slices.Equal(stream, want) {
		t.Errorf("got %d, want %d", stream, want)
	}
}

// TestZeroGroups simplifies inputs of many flags of which single ones cannot be removed, and counts
// the attempts.
func TestZeroGroups(t *testing.T) {
	var shapes []value.Shape
	for range 120 {
		shapes = append(shapes, &value.Bool{T: types.Typ[types.Bool]})
	}
	count := func(stream []int64) (n int) {
		for _, v := range stream {
			n += int(v)
		}
		return n
	}
	for _, c := range []struct {
		fails func(s []int64) bool
		least int
	}{
		{func(s []int64) bool { return s[7] == 1 && s[90] == 1 }, 2},
		{func(s []int64) bool { return s[7] == 1 && s[90] == 1 && count(s)%2 == 0 }, 2},
		{func(s []int64) bool { return s[3] == 1 && s[60] == 1 && s[100] == 1 && count(s) > 10 }, 11},
	} {
		rng := rand.New(rand.NewPCG(3, 4))
		stream := make([]int64, len(shapes))
		for !c.fails(stream) || count(stream) < 50 {
			for i := range stream {
				stream[i] = int64(rng.IntN(2))
			}
		}
		tried := 0
		for more := true; more; {
			more = false
			for _, s := range Simpler(decode.Parse(shapes, stream, nil), Tries, false) {
				if tried++; c.fails(s) {
					stream, more = s, true
					break
				}
			}
		}
		if n := count(stream); n != c.least || tried > 50_000 {
			t.Errorf("%d flags after %d attempts, want %d", n, tried, c.least)
		}
	}
}

// takes are the shapes of the inputs of a call.
type takes []value.Shape

func (t takes) Takes() (inputs []value.Shape, drawn int) { return t, 0 }

// TestNearest drops single parts, elements and characters, and lowers single numbers.
func TestNearest(t *testing.T) {
	text := &value.String{T: types.Typ[types.String], Alphabet: []rune("ab")}
	list := &value.Slice{Elem: value.Ref{Shape: &value.Int{T: types.Typ[types.Int]}}}
	nodes := []*decode.Node{
		{Shape: list, Own: []int64{2}, Kids: []*decode.Node{{Shape: list.Elem.Shape, Own: []int64{-5}}, {Shape: list.Elem.Shape, Own: []int64{7}}}},
		{Shape: text, Own: []int64{2, 'a', 'b'}},
	}
	got := fmt.Sprint(Nearest(nodes, 10))
	if want := "[[1 7 2 97 98] [1 -5 2 97 98] [2 -5 7 1 98] [2 -5 7 1 97] [2 -4 7 2 97 98] [2 -5 6 2 97 98]]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if n := len(Nearest(nodes, 3)); n != 3 {
		t.Errorf("%d inputs, want 3", n)
	}
}

// TestIsSimpler compares texts of one character: one that is seen is simpler than one that is not, and this than a number that is none.
func TestIsSimpler(t *testing.T) {
	text := &value.String{T: types.Typ[types.String], Alphabet: []rune("b")}
	of := func(r int64) []*decode.Node { return decode.Parse([]value.Shape{text}, []int64{1, r}, nil) }
	order := []int64{'b', ' ', 'Z', '\t', -3}
	for i, r := range order[1:] {
		if !IsSimpler(of(order[i]), of(r)) || IsSimpler(of(r), of(order[i])) {
			t.Errorf("%q is not simpler than %q", rune(order[i]), rune(r))
		}
	}
}
