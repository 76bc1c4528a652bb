package value

import (
	"fmt"
	"go/types"
	"strconv"
	"strings"
)

// Dump returns a shape as text: a line for each shape that has parts, the first for s itself. A
// number in front of a part is the cost of the way there.
//
//	1 = pointer *Tree node: nil | +1 2
//	2 = struct Tree: Left 1, Key int
func Dump(s Shape) string {
	p := &shapePrinter{numbers: map[Shape]int{}}
	p.define(s)
	for i := 0; i < len(p.order); i++ {
		p.line(i+1, p.order[i])
	}
	return p.b.String()
}

type shapePrinter struct {
	b       strings.Builder
	numbers map[Shape]int
	order   []Shape
}

func (p *shapePrinter) define(s Shape) int {
	if n, ok := p.numbers[s]; ok {
		return n
	}
	p.order = append(p.order, s)
	p.numbers[s] = len(p.order)
	return len(p.order)
}

// ref returns a part: its number, or all of it if it has no parts.
func (p *shapePrinter) ref(r Ref) string {
	step := ""
	if r.Step > 0 {
		step = fmt.Sprintf("+%d ", r.Step)
	}
	if r.Shape == nil {
		return step + "?"
	}
	if len(r.Shape.Parts()) > 0 {
		return step + strconv.Itoa(p.define(r.Shape))
	}
	return step + p.leaf(r.Shape)
}

func (p *shapePrinter) line(n int, s Shape) {
	fmt.Fprintf(&p.b, "%d = ", n)
	t := typeText(s.Go())
	var parts []string
	word := ""
	switch s := s.(type) {
	case *Pointer:
		word = "pointer " + t + mark(s.Node, " node")
		if !s.NotNil {
			parts = append(parts, "nil")
		}
		parts = append(parts, p.ref(s.Elem))
	case *Reference, *Objects, *Heap:
		word, parts = p.heap(s)
	case *Struct:
		word = "struct " + t
		for _, f := range s.Fields {
			parts = append(parts, f.Name+" "+p.ref(f.Ref)+mark(f.Derived, " derived"))
		}
	case *Array:
		word = "array " + t
		parts = append(parts, fmt.Sprintf("%d of %s", s.Len, p.ref(s.Elem)))
	case *Slice:
		word = "slice " + t + mark(s.EmptyToo, " or empty") + mark(s.Room, " with room")
		parts = append(parts, p.ref(s.Elem))
	case *Map:
		word = "map " + t
		parts = append(parts, p.ref(s.Key), p.ref(s.Elem))
	case *Interface:
		word = "interface " + t
		if s.Nil {
			parts = append(parts, "nil")
		}
		for _, a := range s.Alts {
			parts = append(parts, typeText(a.T)+" "+p.ref(a.Ref)+mark(a.Node, " node"))
		}
		for _, t := range s.Dropped {
			parts = append(parts, typeText(t)+" dropped")
		}
	case *Aliased:
		word = fmt.Sprintf("%s, shared with %v", t, s.With)
		parts = append(parts, p.ref(s.Own))
	case *Func:
		word = "func " + t + mark(s.Nil, " or nil")
		for _, r := range s.Results {
			parts = append(parts, p.ref(r))
		}
	default:
		word = p.leaf(s)
	}
	p.b.WriteString(word)
	sep := ", "
	if _, ok := s.(*Struct); !ok {
		sep = " | "
	}
	if len(parts) > 0 {
		p.b.WriteString(": " + strings.Join(parts, sep))
	}
	p.b.WriteString("\n")
}

// heap prints the shapes of objects that may share memory.
func (p *shapePrinter) heap(s Shape) (word string, parts []string) {
	switch s := s.(type) {
	case *Reference:
		word = "reference " + typeText(s.T)
		if !s.NotNil {
			parts = append(parts, "nil")
		}
	case *Objects:
		word = "objects " + typeText(s.T)
		if s.Most >= 0 {
			word += fmt.Sprintf(" at most %d", s.Most)
		}
	case *Heap:
		word = "heap"
	}
	for _, r := range s.Parts() {
		parts = append(parts, p.ref(r))
	}
	return word, parts
}

func (p *shapePrinter) leaf(s Shape) string {
	t := typeText(s.Go())
	switch s := s.(type) {
	case *Int:
		if s.Free {
			return t + " free"
		}
		if s.Ranges == nil {
			return t
		}
		out := make([]string, len(s.Ranges))
		for i, r := range s.Ranges {
			out[i] = fmt.Sprintf("%d..%d", r.Lo, r.Hi)
		}
		return t + " in {" + strings.Join(out, ", ") + "}"
	case *Listed:
		return t + " {" + strings.Join(s.Values, ", ") + "}"
	case *String:
		return t + " over " + strconv.Quote(Text(s.Alphabet)) + mark(s.EmptyToo, " or empty") + mark(s.Single, ", one character")
	case *Zero:
		return t + " zero"
	case *Calls:
		return fmt.Sprintf("%s by calls %d", t, s.Builder)
	case *Drawn:
		return fmt.Sprintf("%s drawn %d", t, s.Draw)
	case *Unsupported:
		return t + " unsupported: " + s.Why + "; " + s.Help
	case *Struct:
		return "struct " + t
	case *Func:
		return "func " + t
	}
	return t
}

func mark(yes bool, s string) string {
	if yes {
		return s
	}
	return ""
}

func typeText(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string { return p.Name() })
}
