// Package p has functions that fail beyond the bounds, for inputs whose numbers depend on each other.
package p

// Ratio fails for a ratio of two numbers.
//
//rtest:ensures true
func Ratio(a, b int) {
	if a+b > 500 && a*3 == b*7 {
		panic("ratio")
	}
}

// Triple fails for the sides of triangles with a right angle.
//
//rtest:ensures true
func Triple(a, b, c int) {
	if 0 < a && a < b && b < c && a*a+b*b == c*c && c > 20 {
		panic("triple")
	}
}

// Parity fails for odd numbers that lack a bit.
//
//rtest:ensures true
func Parity(x int) {
	if x > 12345 && x%2 == 1 && x%3 == 0 && x&64 == 0 {
		panic("parity")
	}
}

// Distance is wrong for numbers far from each other.
//
//rtest:ensures result >= 0
func Distance(a, b int8) int8 {
	if a < b {
		return b - a
	}
	return a - b
}

// A Span is a range of integers.
type Span struct{ Lo, Hi int }

// Length is wrong for one of the spans that begin below zero.
//
//rtest:requires s.Lo <= s.Hi
//rtest:ensures result == s.Hi-s.Lo
func Length(s Span) int {
	if s.Lo < -100 && s.Hi == -4*s.Lo+6 {
		return 0
	}
	return s.Hi - s.Lo
}

// Weights fails for two weights of which one is a multiple of the other.
//
//rtest:ensures true
func Weights(ws []int) {
	sum := 0
	for _, w := range ws {
		sum += w
	}
	if len(ws) == 2 && sum > 900 && sum%7 == 3 && ws[0] == 4*ws[1] {
		panic("weights")
	}
}

// Mixed fails for a number that one with few bits divides.
//
//rtest:ensures true
func Mixed(a uint8, b int32) {
	if a > 20 && b > 1000 && b%int32(a) == 0 && b%7 == 5 {
		panic("mixed")
	}
}

// Apart fails for numbers with different signs.
//
//rtest:ensures true
func Apart(a, b int) {
	if a < 0 && b > 0 && a+b == 300 && b%11 == 2 {
		panic("apart")
	}
}

// Step leaves the torus to the north, and also where a sum to the west overflows.
//
//rtest:requires 0 <= x && x < w && 0 <= y && y < h
//rtest:ensures 0 <= result0 && result0 < w && 0 <= result1 && result1 < h
func Step(x, y, w, h int, dir byte) (int, int) {
	switch dir {
	case 'N':
		y = (y - 1) % h
	case 'S':
		y = (y + 1) % h
	case 'W':
		x = (x + w - 1) % w
	}
	return x, y
}

// An Instr is an instruction of a machine with a stack.
type Instr struct {
	Code string
	Arg  int16
}

// Machine returns what is left on the stack. It fails for products of five instructions, and for one.
//
//rtest:ensures result != 4242
func Machine(program []Instr) int {
	var stack []int
	for _, in := range program {
		n := len(stack)
		switch {
		case in.Code == "push":
			stack = append(stack, int(in.Arg))
		case in.Code == "mul" && n >= 2:
			stack[n-2] *= stack[n-1]
			stack = stack[:n-1]
		case in.Code == "inc" && n > 0:
			stack[n-1]++
		}
	}
	if len(stack) != 1 {
		return 0
	}
	return stack[0]
}

// Days returns the length of a month. In years such as 1000 and 400 it breaks different clauses.
//
//rtest:requires 1 <= m && m <= 12 && y > 0
//rtest:ensures m == 2 && y%400 == 0 ==> result == 29
//rtest:ensures m == 2 && !(y%4 == 0 && y%100 != 0 || y%400 == 0) ==> result == 28
func Days(y, m int) int {
	switch m {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if y%4 == 0 && (y%100 != 0 || y%1000 == 0) {
			return 29
		}
		return 28
	}
	return 31
}

// A Tree has weights.
type Tree struct {
	L, R *Tree
	V    int
}

func (t *Tree) weight() int {
	if t == nil {
		return 0
	}
	return t.V + t.L.weight() + t.R.weight()
}

// Weigh fails for trees of one weight whose left side is heavier than the right one.
//
//rtest:ensures true
func Weigh(t *Tree) {
	if t != nil && t.L != nil && t.R != nil && t.weight() == 5000 && t.L.V > t.R.V {
		panic("weight")
	}
}
