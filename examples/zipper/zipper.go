// Package zipper is a list with a focus, as a window manager keeps its windows:
// no window may occur twice.
package zipper

// A Zipper is a list with one element in focus. Before holds those in front of
// it, the nearest first; After those behind.
type Zipper struct {
	Before []int
	Focus  int
	After  []int
}

//rtest:type Unique = {z Zipper | distinct(windows(z))}

// windows lists the elements from first to last.
func windows(z Zipper) []int {
	var ws []int
	for i := len(z.Before) - 1; i >= 0; i-- {
		ws = append(ws, z.Before[i])
	}
	ws = append(ws, z.Focus)
	return append(ws, z.After...)
}

// Next moves the focus one element on, from the last to the first.
//
//rtest:sig (z Unique) (Unique)
//rtest:ensures windows(result) == windows(z)
func Next(z Zipper) Zipper {
	if len(z.After) > 0 {
		before := append([]int{z.Focus}, z.Before...)
		return Zipper{Before: before, Focus: z.After[0], After: z.After[1:]}
	}
	ws := windows(z)
	return Zipper{Focus: ws[0], After: ws[1:]}
}

// Insert puts w into focus, in front of what was there.
//
//rtest:sig (z Unique, w int) (Unique)
func Insert(z Zipper, w int) Zipper {
	return Zipper{Before: z.Before, Focus: w, After: append([]int{z.Focus}, z.After...)}
}

// InsertNew is Insert of a window that is not there yet.
//
//rtest:sig (z Unique, w {w int | !(w in windows(z))}) (Unique)
//rtest:ensures result.Focus == w && permutation(windows(result), append(windows(z), w))
func InsertNew(z Zipper, w int) Zipper {
	return Zipper{Before: z.Before, Focus: w, After: append([]int{z.Focus}, z.After...)}
}

// Swap exchanges the focus with the next element.
//
//rtest:sig (z Unique) (Unique)
//rtest:ensures permutation(windows(result), windows(z))
func Swap(z Zipper) Zipper {
	if len(z.After) == 0 {
		return z
	}
	after := append([]int{z.After[0]}, z.After...)
	return Zipper{Before: z.Before, Focus: z.Focus, After: after}
}
