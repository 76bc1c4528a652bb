package listing

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/check/states"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// A Domain describes the values of an input. Name is the input's name; Says has its type and values.
// Parts describe its parts, each type once, at the place where it may be largest: fields of structs
// (Tree.Left, Right), types in interfaces (int), arguments of the calls that build a value (Put.key).
type Domain struct {
	Name, Says string
	Parts      []Part
}

// A Part is a line of a Domain.
type Part struct {
	Name, Says string
	// of is the type or part to which the line belongs, along with others.
	of string
}

// maxParts is the greatest number of parts listed for an input. Some types of other modules have
// hundreds.
const maxParts = 40

// parts describes the parts of an input with the given name and shape.
func (d *describer) parts(name string, s value.Shape, left int) []Part {
	p := &partCollector{describer: d, at: map[string]largest{}}
	p.find(name, s, left)
	p.describeParts()
	if more := len(p.lines) - maxParts; more > 0 {
		p.lines = append(p.lines[:maxParts:maxParts], Part{Name: "and so on", Says: fmt.Sprintf("%d more parts", more)})
	}
	return p.lines
}

// A partCollector collects the parts of an input.
type partCollector struct {
	*describer
	// at has the place where the values of a type, or of a part without a named type, may be
	// largest. order has its keys in the order of discovery.
	at    map[string]largest
	order []string
	lines []Part
	// within are the builders whose calls take this as an argument. The calls of a builder are
	// described once.
	within []int
}

// largest is the place at which a type's values are largest: the shape, and the remaining depth.
type largest struct {
	shape value.Shape
	left  int
}

// find collects the parts below a named part that deserve a line.
func (p *partCollector) find(name string, s value.Shape, left int) {
	if left < 0 {
		return
	}
	switch s := s.(type) {
	case *value.Struct:
		if _, ok := types.Unalias(s.T).(*types.Named); ok {
			name = p.name(s.T)
		}
		p.addPlace(name, s, left)
	case *value.Interface:
		if p.addPlace(p.name(s.T), s, left) {
			for _, a := range s.Alts {
				p.find(p.name(a.T), a.Shape, left-a.Step)
			}
		}
	case *value.Calls:
		p.addPlace(p.name(s.T)+" by calls", s, left)
	case *value.Slice:
		p.find(name+"[i]", s.Elem.Shape, left-s.Elem.Step)
	case *value.Array:
		p.find(name+"[i]", s.Elem.Shape, left-s.Elem.Step)
	case *value.Map:
		p.find("key of "+name, s.Key.Shape, left-s.Key.Step)
		p.find(name+"[k]", s.Elem.Shape, left-s.Elem.Step)
	case *value.Aliased:
		p.find(name, s.Own.Shape, left)
	case *value.Pointer:
		p.find(name, s.Elem.Shape, left-s.Elem.Step)
	case *value.Reference:
		p.find(name, s.To.Elem.Shape, p.depth-s.To.Elem.Step)
	case *value.Heap:
		p.find(name, s.Root, left)
	case *value.Func:
		for _, r := range s.Results {
			p.find(name+"()", r.Shape, left-r.Step)
		}
	}
}

func (p *partCollector) name(t types.Type) string { return refine.TypeName(t, p.run.Pkg.Types) }

// addPlace records a place of values with a key, and continues with their parts. It reports whether
// the values can be larger here than at earlier places.
func (p *partCollector) addPlace(key string, s value.Shape, left int) bool {
	old, known := p.at[key]
	if known && old.left >= left {
		return false
	}
	p.at[key] = largest{s, left}
	if !known {
		p.order = append(p.order, key)
	}
	if s, ok := s.(*value.Struct); ok {
		for _, f := range s.Fields {
			p.find(key+"."+f.Name, f.Shape, left-f.Step)
		}
	}
	return true
}

func (p *partCollector) describeParts() {
	for _, key := range p.order {
		n := len(p.lines)
		p.describePart(key)
		for i := range p.lines[n:] {
			p.lines[n+i].of = key
		}
	}
}

// describePart adds the lines of a part.
func (p *partCollector) describePart(key string) {
	at := p.at[key]
	switch s := at.shape.(type) {
	case *value.Struct:
		for i, f := range s.Fields {
			says := p.typed(f.Shape.Go(), f.Shape, at.left-f.Step)
			if f.Derived {
				says = p.name(f.Shape.Go()) + ", what the predicates allow"
			}
			if last := len(p.lines) - 1; i > 0 && p.lines[last].Says == says {
				p.lines[last].Name += ", " + f.Name
				continue
			}
			p.lines = append(p.lines, Part{Name: key + "." + f.Name, Says: says})
		}
	case *value.Interface:
		for _, a := range s.Alts {
			if listed, ok := a.Shape.(*value.Listed); ok && types.IsInterface(listed.T) {
				continue
			}
			if ptr, ok := a.Shape.(*value.Pointer); ok && ptr.NotNil && !recursive(ptr) {
				continue // Pointers in interfaces do the same.
			}
			if domain := p.domain(a.Shape, at.left-a.Step); domain != "" && !value.OfCalls(a.Shape) {
				p.lines = append(p.lines, Part{Name: p.name(a.T), Says: domain})
			}
		}
	case *value.Calls:
		p.arguments(s)
	}
}

// arguments describes the arguments of the calls that build a value.
func (p *partCollector) arguments(s *value.Calls) {
	x := p.run.Built.Builder(s.Builder)
	if x.Facts.Standard || slices.Contains(p.within, s.Builder) {
		return
	}
	for _, c := range x.Callees {
		left := states.ArgumentDepth(c, p.depth)
		inner := &partCollector{describer: &describer{run: p.run, depth: left, listed: p.listed}, at: map[string]largest{}, within: append(slices.Clone(p.within), s.Builder)}
		inputs := c.Contract.Inputs()
		if c.Step {
			inputs = inputs[1:]
		}
		for i, a := range c.Arguments() {
			name := c.Name + "." + inputs[i].Name
			p.lines = append(p.lines, Part{Name: name, Says: inner.typed(inputs[i].Type, a, left)})
			if !value.OfCalls(a) {
				inner.find(name, a, left)
			}
		}
		inner.describeParts()
		for _, part := range inner.lines {
			p.lines = append(p.lines, Part{Name: part.Name + " in " + c.Name, Says: part.Says})
		}
	}
}

// dropRepeated removes parts that an earlier input has described.
func dropRepeated(inputs []Domain) {
	described := map[string]bool{}
	for i, in := range inputs {
		says := map[string]string{}
		for _, p := range in.Parts {
			says[p.of] += p.Name + ": " + p.Says + "\n"
		}
		inputs[i].Parts = slices.DeleteFunc(in.Parts, func(p Part) bool { return described[says[p.of]] })
		for _, text := range says {
			described[text] = true
		}
	}
}
