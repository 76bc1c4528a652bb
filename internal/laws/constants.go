package laws

import (
	"context"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/check/naming"
	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/laws/signature"
	"github.com/rtest-dev/rtest/internal/laws/terms"
)

// Limits of constants: the greatest size of a term for which a constant is added, the number of
// constants with a literal, and the number of all constants tried.
const (
	constantSize  = 4
	mostConstants = 12
	mostLookedFor = 60
)

// A constant is the value of a term that has the same for all assignments.
type constant struct {
	program []int
	result  types.Type
	// value is what the program gives, or nil.
	value *tree.Value
	// text is the literal of the value; empty where no short one is.
	text string
	// part means that the constant may be an argument in other terms: it replaces a term without
	// variables, and its type has no methods. Other constants make laws with little meaning.
	part bool
}

// isPart reports whether other terms may contain the constant. A law with an unusual constant usually
// describes a single call and requires further constants.
func (c *constant) isPart() bool {
	return c.part && slices.Contains([]string{"nil", `""`, "0", "1"}, c.text)
}

// attempt calls do with an evaluator of the functions that are left, and again with each constant that turns out to be
// missing.
func (f *finder) attempt(ctx context.Context, do func(*lasting) (*Report, error)) (*Report, error) {
	f.unmade()
	changes, err := f.usable(ctx)
	if err != nil {
		return nil, err
	}
	if err := f.enduring(ctx, changes); err != nil {
		return nil, err
	}
	var extend []int
	for arity := range 5 { // Constants come first.
		for i, fn := range f.Functions {
			if !f.dropped[fn] && min(len(fn.Params), 4) == arity {
				extend = append(extend, f.target(i))
			}
		}
	}
	if len(extend) == 0 {
		return nil, f.nothing()
	}
	e, err := f.lasting(ctx, changes, extend)
	if err != nil {
		return nil, err
	}
	defer func() { e.Close() }()
	for {
		if err := e.addConstants(ctx, f.constants); err != nil {
			return nil, err
		}
		f.write()
		r, err := do(e)
		if err != nil || r != nil {
			return r, err
		}
		f.missing()
	}
}

// leaves are what terms begin with, besides functions: slotted has the sort of each variable. Spare are, by
// sort, variables that are in no term but a call that does not depend on one of its arguments.
type leaves struct {
	slotted   []int
	spare     map[int]int
	constants []*constant
}

// literals are constants that were found missing, as the explorer has them.
type literals struct {
	// sides are the symbols of literals; those with true are sides of laws, and no parts of other
	// terms.
	sides map[int]bool
	// wanted tells whether a constant is wanted that is equal to a term; missing are terms of which
	// this is so.
	wanted  func(*terms.Term) bool
	missing []*terms.Term
}

// note records t as missing if t has the same value for all assignments and a constant equal to it is
// wanted.
func (x *explorer) note(t *terms.Term, p harness.Print) {
	same := func(s *terms.Term) bool { return s.Sort == t.Sort && x.prints[s].Whole == p.Whole }
	if p.Single && p.Undefined == 0 && t.Size > 1 && t.Size <= constantSize && x.literals.wanted(t) && !slices.ContainsFunc(x.literals.missing, same) {
		x.literals.missing = append(x.literals.missing, t)
	}
}

// lacks reports whether a constant equal to t is wanted: one with a short literal, unless the request
// names all constants.
func (f *finder) lacks(t *terms.Term, program []int) bool {
	switch u := f.sorts[t.Sort].Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsBoolean != 0 {
			return false // True and false are there.
		}
	case *types.Pointer, *types.Slice, *types.Map:
	default:
		return false
	}
	known := func(c *constant) bool { return slices.Equal(c.program, program) }
	written := 0
	for _, c := range f.constants {
		written += after(c.text != "")
	}
	return !f.Only && written < mostConstants && len(f.constants) < mostLookedFor && !slices.ContainsFunc(f.constants, known)
}

// missing takes the constants that the explorer found missing.
func (f *finder) missing() {
	for _, t := range f.explorer.literals.missing {
		c := &constant{program: f.explorer.program(t), result: f.sorts[t.Sort]}
		c.part = len(t.Vars()) == 0 && !isNamed(c.result)
		f.constants = append(f.constants, c)
	}
}

// isNamed reports whether t, or the type it points to, is a defined type.
func isNamed(t types.Type) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	_, named := types.Unalias(t).(*types.Named)
	return named
}

// write gives the constants the literals of their values.
func (f *finder) write() {
	for _, c := range f.constants {
		if c.value == nil {
			continue
		}
		text := tree.Literal(naming.Local(f.pkg, []*tree.Value{c.value})[0])
		same := func(o *constant) bool { return o != c && o.text == text && types.Identical(o.result, c.result) }
		if _, basic := c.result.Underlying().(*types.Basic); (basic && len(text) <= 20 || text == "nil") && !slices.ContainsFunc(f.constants, same) {
			c.text = text
		}
	}
}

// function returns the constant as a symbol, or nil if it has no short literal.
func (c *constant) function() *signature.Function {
	if c.text == "" {
		return nil
	}
	return &signature.Function{Name: c.text, Result: c.result, Show: signature.Show{Text: c.text, Constant: true}}
}
