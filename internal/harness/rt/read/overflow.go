package read

// Integers are the types whose arithmetic may wrap around.
type Integers interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

// An Overflow notes whether arithmetic of the contract itself wrapped around.
type Overflow struct{ Seen bool }

// Add returns a + b.
func Add[T Integers](w *Overflow, a, b T) T {
	c := a + b
	w.Seen = w.Seen || (b >= 0) != (c >= a)
	return c
}

// Sub returns a - b.
func Sub[T Integers](w *Overflow, a, b T) T {
	c := a - b
	w.Seen = w.Seen || (b >= 0) != (c <= a)
	return c
}

// Mul returns a * b.
func Mul[T Integers](w *Overflow, a, b T) T {
	c := a * b
	w.Seen = w.Seen || a != 0 && (c/a != b || c == b && a < 0 && a+1 == 0 && b != 0)
	return c
}

// Neg returns -a.
func Neg[T Integers](w *Overflow, a T) T {
	w.Seen = w.Seen || a < 0 && -a == a
	return -a
}

// Signed returns a, which is about to be converted to a signed type of the same size.
func Signed[T Integers](w *Overflow, a T) T {
	w.Seen = w.Seen || int64(a) < 0
	return a
}
