package rt

import "reflect"

// sameFunction compares functions by their code, those that are inputs and their
// twins by what they answer.
func sameFunction(x, y reflect.Value) bool {
	if k := questions.Load(); k != nil {
		if a, b := k.number(x), k.number(y); a > 0 || b > 0 {
			return a == b
		}
	}
	return x.UnsafePointer() == y.UnsafePointer()
}
