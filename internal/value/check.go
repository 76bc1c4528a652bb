package value

import (
	"fmt"
	"go/types"
	"slices"
)

// Check returns an error if s violates its doc comments: a part without a shape, a cycle of parts
// that costs nothing, ranges that overlap.
func Check(s Shape) error {
	c := &checker{state: map[Shape]bool{}}
	if err := c.check(s); err != nil {
		return err
	}
	return nil
}

// FindUnsupported returns the first part of s, in preorder, whose values cannot be built, or nil.
func FindUnsupported(s Shape) *Unsupported {
	var found *Unsupported
	walk(s, map[Shape]bool{}, func(s Shape) {
		if u, ok := s.(*Unsupported); ok && found == nil {
			found = u
		}
	})
	return found
}

// Walk calls visit for s and all its parts at any depth, each shape once, in preorder.
func Walk(s Shape, visit func(Shape)) { walk(s, map[Shape]bool{}, visit) }

func walk(s Shape, seen map[Shape]bool, visit func(Shape)) {
	if s == nil || seen[s] {
		return
	}
	seen[s] = true
	visit(s)
	for _, r := range s.Parts() {
		walk(r.Shape, seen, visit)
	}
}

// Has reports whether is returns true for s or one of its parts at any depth. The answers of
// functions do not count as parts here.
func Has(s Shape, is func(Shape) bool) bool { return has(s, is, map[Shape]bool{}) }

func has(s Shape, is func(Shape) bool, seen map[Shape]bool) bool {
	if seen[s] {
		return false
	}
	seen[s] = true
	if is(s) {
		return true
	}
	_, answers := s.(*Func)
	return !answers && slices.ContainsFunc(s.Parts(), func(r Ref) bool { return has(r.Shape, is, seen) })
}

// A checker follows the ways to parts that cost nothing. state is true for the shapes on the
// current way, false for those that are done.
type checker struct{ state map[Shape]bool }

func (c *checker) check(s Shape) error {
	var todo []Shape
	var free func(s Shape) error
	free = func(s Shape) error {
		if s == nil {
			return fmt.Errorf("a part has no shape")
		}
		if on, seen := c.state[s]; on {
			return fmt.Errorf("values of %s contain values of their own type at no cost", s.Go())
		} else if seen {
			return nil
		}
		c.state[s] = true
		if err := checkOne(s); err != nil {
			return fmt.Errorf("the shape of %s: %w", s.Go(), err)
		}
		for _, r := range s.Parts() {
			if r.Step < 0 || r.Step > 1 {
				return fmt.Errorf("a step costs %d", r.Step)
			}
			if r.Step == 0 {
				if err := free(r.Shape); err != nil {
					return err
				}
			} else {
				todo = append(todo, r.Shape)
			}
		}
		c.state[s] = false
		return nil
	}
	if err := free(s); err != nil {
		return err
	}
	for i := 0; i < len(todo); i++ {
		if err := free(todo[i]); err != nil {
			return err
		}
	}
	return nil
}

func checkOne(s Shape) error {
	if s.Go() == nil {
		return fmt.Errorf("no type")
	}
	switch s := s.(type) {
	case *Int:
		return checkRanges(s)
	case *Listed:
		if len(s.Values) == 0 {
			return fmt.Errorf("no values")
		}
		if s.Ints != nil && len(s.Ints) != len(s.Values) || s.Strings != nil && len(s.Strings) != len(s.Values) {
			return fmt.Errorf("constants and values differ in number")
		}
	case *Interface:
		if len(s.Alts) == 0 && !s.Nil {
			return fmt.Errorf("no inhabitants")
		}
	case *Slice:
		if s.Elem.Step != 1 {
			return fmt.Errorf("an element costs nothing")
		}
	case *Map:
		if s.Key.Step != 1 || s.Elem.Step != 1 {
			return fmt.Errorf("an entry costs nothing")
		}
	case *String:
		if _, ok := s.T.Underlying().(*types.Basic); ok && s.EmptyToo {
			return fmt.Errorf("an empty string that is not nil")
		}
		if s.Single && (len(s.Alphabet) == 0 || s.EmptyToo) {
			return fmt.Errorf("one character of none, or none")
		}
		for i, r := range s.Alphabet {
			if slices.Contains(s.Alphabet[:i], r) {
				return fmt.Errorf("the character %q twice", r)
			}
		}
	case *Aliased:
		if len(s.With) == 0 || s.Own.Step != 0 {
			return fmt.Errorf("shared with nothing, or at a cost")
		}
	case *Unsupported:
		if s.Why == "" {
			return fmt.Errorf("no reason")
		}
	}
	return nil
}

func checkRanges(s *Int) error {
	if _, ok := s.T.Underlying().(*types.Basic); !ok {
		return fmt.Errorf("no integer type")
	}
	unsigned := Unsigned(s.T)
	less := func(a, b int64) bool {
		if unsigned {
			return uint64(a) < uint64(b)
		}
		return a < b
	}
	for i, r := range s.Ranges {
		if less(r.Hi, r.Lo) {
			return fmt.Errorf("the range %d..%d is empty", r.Lo, r.Hi)
		}
		if i > 0 && !less(s.Ranges[i-1].Hi, r.Lo) {
			return fmt.Errorf("ranges overlap or descend at %d", r.Lo)
		}
	}
	return nil
}
