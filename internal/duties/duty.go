// Package duties finds the responsibility of callers for a panic of a function without a contract: which inputs
// they must not pass.
//
// It takes the code and the text and stack of a panic, and returns duties. It runs nothing.
package duties

import (
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/internal/code"
	"github.com/rtest-dev/rtest/internal/usage"
	"golang.org/x/tools/go/ssa"
)

// A DutyKind is a condition that a caller must establish.
type DutyKind uint8

// The kinds of duties.
const (
	// DutyNone marks panics for which no caller is responsible.
	DutyNone DutyKind = iota
	// DutyNotNil: the part is not nil.
	DutyNotNil
	// DutyIndex: the index is one of the operand.
	DutyIndex
	// DutySize: the length or the number is not negative, nor too large.
	DutySize
	// DutyNotZero: the divisor is not zero.
	DutyNotZero
	// DutyType: the interface holds a value of the type that the code asserts.
	DutyType
	// DutyComparable: the interface holds a value that can be compared.
	DutyComparable
	// DutyAccepted: the value is one that another module accepts.
	DutyAccepted
	// DutyRoom: the slice that is written to is long enough.
	DutyRoom
)

// A Duty is what a function expects of its callers without a check: that a
// part of an input is not nil, say.
type Duty struct {
	Kind DutyKind
	// Input is the index of the input, the receiver first. It is Unknown if the value cannot be traced to an
	// input, or comes from state that earlier calls kept. Path leads from the input to the part: names of
	// fields, and Element for elements. Only DutyNotNil has paths through unexported fields.
	Input int
	Path  []string
	// Direct means that the operand is the part itself. It is not computed from the part, nor passed to other
	// code that may be the cause.
	Direct bool
	// Read says, with DutyRoom, that the slice is read and not written to.
	Read bool
}

// Unknown is the index of an input that is not known.
const Unknown = -1

// Element is the step of a path from a slice, an array or a map to its elements.
const Element = "[]"

// A Finder finds the duties of the callers of functions. It may be used by several
// goroutines.
type Finder struct {
	*code.Program
	// shown returns what the module does with its functions.
	shown func() *usage.Usage
	// lines are the instructions of the main module by source line. It is nil until it is first
	// needed.
	lines map[Site][]ssa.Instruction
}

// NewFinder returns a finder for the functions of a program. Shown returns what the module
// does with its functions.
func NewFinder(p *code.Program, shown func() *usage.Usage) *Finder {
	return &Finder{Program: p, shown: shown}
}

// A Site is a line of a call stack.
type Site struct {
	File string
	Line int
}

// Of returns the duties of fn's callers that a panic with this text breaks. The stack has the frames of the main
// module, innermost first, as "function file:line". A duty exists if an operand at the line of the panic is an
// input of fn or a part of one. It must reach that line unchanged, and no code on the way compares it. All is
// true if every instruction of the line that may raise the panic has such an operand.
func (p *Finder) Of(fn *types.Func, frames []string, text string) (duties []Duty, all bool) {
	p.Lock()
	defer p.Unlock()
	stack, ok := sites(frames)
	if !ok {
		return nil, false
	}
	kind := dutyKind(text)
	target := p.SSA.FuncValue(fn.Origin())
	if target == nil || len(stack) == 0 {
		return nil, false
	}
	all = true
	for _, in := range p.at(stack[0]) {
		kind, operands := kind, p.suspects(in, kind)
		if len(operands) == 0 && kind == DutySize && !strings.Contains(text, "runtime error") {
			kind, operands = DutyAccepted, p.passedOutside(in, DutyAccepted)
		}
		into, read := p.destination(in), false
		if into == nil {
			into, read = source(in), true
		}
		if kind != DutyIndex || strings.Contains(text, "-") {
			into = nil // A negative index is none of any slice.
		}
		if _, passed := in.(ssa.CallInstruction); into != nil && (passed || len(operands) == 0) {
			operands = []ssa.Value{into}
		}
		for _, op := range operands {
			d := &duty{Finder: p, kind: kind, target: target, stack: stack, from: stack, raises: in}
			owes := op != into && d.blames(in.Parent(), op) && d.isOwed(in)
			if !owes && into != nil && (!read || d.lost) {
				d = &duty{Finder: p, kind: DutyRoom, target: target, stack: stack, from: stack, raises: in}
				owes = d.blames(in.Parent(), into) && d.isOwed(in) && (!read || d.readsOwed(in))
			}
			if owes {
				_, passed := in.(ssa.CallInstruction)
				kind := d.kind
				if d.part.isLoopBound && kind != DutyRoom {
					kind = DutySize
				}
				duties = append(duties, Duty{Kind: kind, Input: d.part.input, Path: d.part.path, Direct: d.part.direct && !passed, Read: read})
				continue
			}
			all = false
			if kind == DutyType && (d.lost || d.part != nil && hidden(d.part.path)) {
				duties = append(duties, Duty{Kind: kind, Input: Unknown})
			}
		}
	}
	return duties, all && len(duties) > 0
}

// sites parses the positions of frames. It returns false if a frame has none.
func sites(frames []string) (stack []Site, ok bool) {
	for _, frame := range frames {
		_, at, _ := strings.Cut(frame, " ")
		i := strings.LastIndexByte(at, ':')
		if i < 0 {
			return nil, false
		}
		n, err := strconv.Atoi(at[i+1:])
		if err != nil {
			return nil, false
		}
		stack = append(stack, Site{File: at[:i], Line: n})
	}
	return stack, true
}

// dutyKind derives the kind of duty from the text of a panic. A panic of another package with a text of its own
// rejects a number.
func dutyKind(text string) DutyKind {
	kinds := []struct {
		kind  DutyKind
		texts []string
	}{
		{DutyNotNil, []string{"nil pointer dereference", "called using nil", "assignment to entry in nil map"}},
		{DutyIndex, []string{"index out of range", "slice bounds out of range"}},
		{DutyNotZero, []string{"integer divide by zero"}},
		{DutyType, []string{"interface conversion: "}},
		{DutyComparable, []string{"hash of unhashable type", "comparing uncomparable type"}},
	}
	for _, k := range kinds {
		if slices.ContainsFunc(k.texts, func(t string) bool { return strings.Contains(text, t) }) {
			return k.kind
		}
	}
	return DutySize
}

// at returns the instructions of a line of the main module.
func (p *Finder) at(s Site) []ssa.Instruction {
	p.buildMain()
	return p.lines[s]
}

// buildMain builds the functions of the main module, and notes their instructions.
func (p *Finder) buildMain() {
	if p.lines != nil {
		return
	}
	p.lines = map[Site][]ssa.Instruction{}
	for _, pkg := range p.Packages {
		if pkg.Main && pkg.Info != nil {
			p.index(pkg)
		}
	}
}

// index notes the instructions of a package by their lines.
func (p *Finder) index(pkg *code.Package) {
	built := p.SSA.Package(pkg.Types)
	if built == nil {
		return
	}
	built.Build()
	var all []*ssa.Function
	for _, m := range built.Members {
		switch m := m.(type) {
		case *ssa.Function:
			all = append(all, code.WithAnonymous(m)...)
		case *ssa.Type:
			if n, ok := types.Unalias(m.Type()).(*types.Named); ok {
				for method := range n.Methods() {
					if f := p.SSA.FuncValue(method); f != nil {
						all = append(all, code.WithAnonymous(f)...)
					}
				}
			}
		}
	}
	for _, f := range all {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				if pos := p.SSA.Fset.Position(positionOf(in)); pos.IsValid() {
					s := Site{pos.Filename, pos.Line}
					p.lines[s] = append(p.lines[s], in)
				}
			}
		}
	}
}

// positionOf returns the position of an instruction. An implicit instruction has the position of the instruction
// that uses its value.
func positionOf(in ssa.Instruction) token.Pos {
	v, ok := in.(ssa.Value)
	if in.Pos().IsValid() || !ok || v.Referrers() == nil {
		return in.Pos()
	}
	for _, r := range *v.Referrers() {
		if r.Pos().IsValid() {
			return r.Pos()
		}
	}
	return token.NoPos
}
