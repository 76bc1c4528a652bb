package mutants

// Source returns the source of the package that selects among the mutants; the copies import it. Number is the
// active mutant, 0 for none. Reached means that execution reached its place. Steps counts the turns of loops and
// the calls since it was set to 0. A call that takes more than Most steps ends with a panic. If the code
// recovers from it, End ends the call.
func Source() []byte { return []byte(source) }

const source = `package mutate

var (
	Number  int
	Reached bool
	Steps   int64
	Most    int64
	End     func()
)

type endless struct{}

func (endless) Error() string { return "the call takes too many steps" }

//go:norace
func Step() {
	Steps++
	if Steps > Most && Number != 0 {
		if Steps > 2*Most && End != nil {
			End()
		}
		panic(endless{})
	}
}

//go:norace
func On(n int) bool {
	if Number == n {
		Reached = true
		return true
	}
	return false
}

//go:norace
func pick(n, of int) int {
	if i := Number - n; i >= 0 && i < of {
		Reached = true
		return i + 1
	}
	return 0
}

type integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

type number interface {
	integer | ~float32 | ~float64 | ~complex64 | ~complex128
}

type ordered interface {
	integer | ~float32 | ~float64 | ~string
}

func Not(n int, c bool) bool { return c != On(n) }

func Const[T any](n int, x, y T) T {
	if On(n) {
		return y
	}
	return x
}

func Logic(n int, and bool, x bool, y func() bool) bool {
	if and != On(n) {
		return x && y()
	}
	return x || y()
}

func Order[T ordered](n int, x, y T, ops ...string) bool {
	switch ops[pick(n, len(ops)-1)] {
	case "<":
		return x < y
	case "<=":
		return x <= y
	case ">":
		return x > y
	}
	return x >= y
}

func Int[T integer](n int, x, y T, ops ...string) T {
	switch ops[pick(n, len(ops)-1)] {
	case "+":
		return x + y
	case "-":
		return x - y
	case "*":
		return x * y
	case "/":
		return x / y
	case "%":
		return x % y
	case "&":
		return x & y
	case "|":
		return x | y
	case "^":
		return x ^ y
	}
	return x &^ y
}

func Float[T number](n int, x, y T, ops ...string) T {
	switch ops[pick(n, len(ops)-1)] {
	case "+":
		return x + y
	case "-":
		return x - y
	case "*":
		return x * y
	}
	return x / y
}

func Shift[T, S integer](n int, left bool, x T, s S) T {
	if left != On(n) {
		return x << s
	}
	return x >> s
}
`
