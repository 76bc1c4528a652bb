package refine

import (
	"go/token"
	"go/types"
	"time"

	"github.com/rtest-dev/rtest/internal/value"
)

// A Contract is what the directives of one function say, of one instantiation
// when it is generic. Everything in it is resolved: aliases and defs are
// unfolded, all types are concrete.
type Contract struct {
	// Name is the function's name as go doc calls it: Rescale, Tree.Insert;
	// in a contract file for another package with that package's name in
	// front; with type arguments where several instantiations are tested.
	Name string
	// Pos is the function's name in its declaration, or the declaration named
	// _ in a contract file.
	Pos token.Position
	// Func is the function or method, the generic one when it is generic, and
	// TypeArgs (of the function, or of the receiver's type) instantiate it.
	Func     *types.Func
	TypeArgs []types.Type
	// Recv is nil for functions. The types of Recv, Params and Results are
	// instantiated; that of a variadic parameter is the slice.
	Recv     *Variable
	Params   []*Variable
	Results  []*Variable
	Variadic bool
	// ErrLast says that the last result is an error: refinements of results
	// hold where it is nil.
	ErrLast bool

	// Pre are the preconditions in the order in which they are evaluated:
	// invariants are not among them (they follow from the types), refinements
	// of the sig from left to right, then each requires.
	Pre []*Clause
	// Post are the postconditions: refinements of results, then each ensures.
	Post []*Clause
	// Panics is the condition of a promised panic, nil without the directive.
	Panics *Clause
	// Pure is set when the arguments must stay unchanged.
	Pure *Clause
	// Lets are evaluated over the inputs before the call, in order.
	Lets []*Let
	// Draws say which parameters are drawn from values of earlier ones.
	Draws []*Draw
	// Spanned has, by index, the inputs that a precondition says to be in a range
	// between values of earlier ones, whose indices these are: it bounds them, and not
	// the depth.
	Spanned map[int][]int
	// Callbacks are the refinements of parameters of function type.
	Callbacks []*Callback
	// FuncParts are the refinements of functions within inputs, by index among these.
	FuncParts map[int]*FuncParts
	// Classes are counted, not checked.
	Classes []*Clause

	// As gives the concrete type of a parameter of interface type, by index
	// among the inputs, where the sig says one.
	As map[int]types.Type
	// Values lists the values of inputs, by index among the inputs, where a call
	// on the way to a value is written out with its arguments.
	Values map[int][]Expr
	// Bounds are those of the contract's own directives.
	Bounds Bounds
	// Skip is the reason of a skip directive; Skipped tells whether there is
	// one.
	Skip    string
	Skipped bool
	// Prop says that the function is a property by its name, without
	// directives: its one result must be true.
	Prop bool
	// Bare says that there is no contract: the function is tested as it must not
	// fail at runtime, whatever its arguments. A panic that it, or what it calls
	// in its module, calls by itself rejects the input.
	// MayPanic says that the doc comment of such a function says that it panics.
	Bare, MayPanic bool
	// Effects says that Skip is what it does outside its process.
	Effects bool
	// Unsupported is why the contract cannot be run, or empty; UnsupportedPos
	// is the place to blame, Help the line or change that helps.
	Unsupported, Help string
	UnsupportedPos    token.Position
}

// Inputs returns the receiver, if any, and the parameters.
func (c *Contract) Inputs() []*Variable {
	if c.Recv == nil {
		return c.Params
	}
	return append([]*Variable{c.Recv}, c.Params...)
}

// Promoted tells whether the receiver is not that of the method itself: the method
// is one of an embedded field.
func (c *Contract) Promoted() bool {
	return c.Func != nil && c.Recv != nil && !types.IsInterface(c.Recv.Type) && OriginOf(c.Func.Signature().Recv().Type()) != OriginOf(c.Recv.Type)
}

// A ClauseKind tells the kinds of a Clause apart.
type ClauseKind uint8

const (
	// Refinement comes of a sig.
	Refinement ClauseKind = iota
	// Requires, Ensures, Panics, Pure, Invariant, Classify are the directives.
	Requires
	Ensures
	Panics
	Pure
	Invariant
	Classify
	// IsField is an is directive on a struct field.
	IsField
	// True is the demand of a Prop function.
	True
	// LetValue stands for a let, whose expression may be of any type.
	LetValue
	// ListedValue stands for one of the values that a directive lists.
	ListedValue
)

// String returns the word by which a finding calls the clause.
func (k ClauseKind) String() string {
	return [...]string{"sig", "requires", "ensures", "panics", "pure", "invariant", "classify", "is", "returns", "let", "values"}[k]
}

// A Clause is one predicate with what is needed to report about it.
type Clause struct {
	Kind ClauseKind
	// Text is the clause as the user wrote it: Rng(r2), or sorted(result).
	Text string
	// Unfolded is the predicate behind an alias, or empty where Text says it:
	// 0 <= v && v < n.
	Unfolded string
	// Pos and End are the text's first byte and the place behind its last.
	Pos, End token.Position
	// Expr is the predicate, of type bool. It is nil for Pure.
	Expr Expr
	// Label is that of a classify.
	Label string
	// Of is the input or the result that a sig refines; nil of other clauses, and of
	// what stands within a refined type.
	Of *Variable
	// NilErr says that the clause holds only where the last result, an error,
	// is nil.
	NilErr bool
}

// A Let is a value from before the call: Var has the Role Before.
type Let struct {
	Var   *Variable
	Value Expr
	Pos   token.Position
}

// A Draw says that the input Var is one of the elements of From (an expression
// over earlier inputs), or with Single its very value.
type Draw struct {
	Var    *Variable
	From   Domain
	Single bool
	Clause *Clause
}

// Written returns the values of a draw that are written out, as in a values
// directive, and speak of no input; nil for others, which are only known when
// the inputs are built.
func (d *Draw) Written() []Expr {
	list, ok := d.From.X.(*Composite)
	if !ok || d.Single || d.From.Kind != Elements {
		return nil
	}
	Inspect(list, func(e Expr) bool {
		if r, isRef := e.(*Ref); isRef && r.Var.Role == Input {
			ok = false
		}
		return ok
	})
	if !ok {
		return nil
	}
	return list.Values
}

// A Callback is what the sig says of a function parameter: Require speaks of
// the arguments (variables of the Role Bound, Params), Ensure of Params and
// Results.
type Callback struct {
	Var             *Variable
	Params, Results []*Variable
	Require, Ensure []*Clause
}

// Bounds are limits; the zero value of each field means that it is not given.
type Bounds struct {
	// Depth is the greatest depth, -1 when not given.
	Depth int
	// Ints and Chars are for all inputs, PerParam those of one, by index among
	// the inputs.
	Ints     []value.Range
	IntsFull bool
	Chars    []rune
	Inputs   int64
	Timeout  time.Duration
	PerParam map[int]Bounds
}

// NoBounds returns bounds of which none is given.
func NoBounds() Bounds { return Bounds{Depth: -1} }

// Hints are what an analysis of the code found. They decide what is tried
// apart because it can be told apart.
type Hints struct {
	// NilInputs are the inputs (by index) compared with nil by the function
	// itself or its contract.
	NilInputs map[int]bool
	// NilFields are the struct fields, and NilParts the types of elements of
	// containers and of answers of functions, that are compared with nil there.
	NilFields map[*types.Var]bool
	NilParts  []types.Type
	// NilIfaces are the interfaces that anything the code calls compares with nil.
	NilIfaces []types.Type
	// NilSlices says that some slice (that an input reaches) is compared with
	// nil there.
	NilSlices bool
	// Cap says that the contract speaks of capacities.
	Cap bool
	// Alphabet are characters of constants, most used first; Said are others,
	// for which only the contract looks: they occur outside the bounds.
	Alphabet, Said []rune
	// Broken says that the code or the contract tells texts that are no UTF-8
	// from others.
	Broken bool
	// Bytes are bytes beyond ASCII, raised by value.RawByte, by which the code
	// orders bytes or takes bits of them, or one where it makes numbers of bytes:
	// outside the bounds a []byte has them.
	Bytes []rune
	// Rest are characters of constants in the code for which there was no room
	// in the alphabet: they too occur outside the bounds. Odd are others beyond
	// ASCII, of which functions that the code calls say what few expect.
	Rest, Odd []rune
	// Asserted are the types to which empty interfaces are asserted or
	// switched.
	Asserted []types.Type
	// Sentinels are the errors, package variables, with which an error is
	// compared; ErrorTypes the types that are looked for in one.
	// Unwraps says that one of the former is looked for in what wraps it.
	Sentinels  []*types.Var
	ErrorTypes []types.Type
	Unwraps    bool
	// Read are the struct fields that are read; ReadAll says that this is not
	// known and all must be taken as read, as they are when Read is nil.
	Read    map[*types.Var]bool
	ReadAll bool
	// Unnamed are the struct types without a name among those with fields in Read
	// or NilFields; of identical ones each may have such fields.
	Unnamed []*types.Struct
	// Ints are the constants with which the code compares, divides, masks,
	// shifts or sizes, ascending, those of characters included; Floats are the
	// like of floating-point numbers. Words are the string constants with which
	// it compares strings or for which it searches in them, in ascending order.
	// Marks are numbers at which what the code does changes without its naming
	// them, ascending: ends of types to which it converts, sizes of what it
	// shifts, powers of ten where it deals in decimals, what stands in the package
	// variables that it uses. Words and Floats have these too.
	Ints  []int64
	Marks []int64
	// Factors are units in which the code counts, chosen from several.
	Factors []int64
	Floats  []float64
	Words   []string
	// Patterns are regular expressions of the texts that the code scans or makes by
	// formats, ascending.
	Patterns []string
	// Suffixes are texts for which the code looks at the ends of others, ascending.
	Suffixes []string
	// Formatted says that an input is read from a text of a format, and no input holds
	// texts of others.
	Formatted bool
	// Terms says that it adds to or multiplies with constants, or divides what varies:
	// then what is compared with others is not what came in.
	Terms bool
	// Zero are the named types whose zero value the code compares with.
	Zero map[*types.TypeName]bool
	// Letters are the characters that the code and the contract write as values of
	// declared types.
	Letters map[*types.TypeName][]rune
	// Chances are what the code does that may come out otherwise the next time, with
	// the same input. OwnMaps says that it has maps that are no part of the input.
	Chances []Chance
	OwnMaps bool
	// Waits says that the code lets time pass.
	Waits bool
}

// A TypeFacts is what directives say of one type, instantiated.
type TypeFacts struct {
	Type types.Type
	// Self is the variable of the invariants: of type T, or *T and not nil
	// where the methods of T have pointer receivers. Of fields' clauses it is
	// likewise Self; they refer to fields through it.
	Self       *Variable
	Invariants []*Clause
	// Fields are the is clauses of fields, in order, over Self.
	Fields []*Clause
	// FieldInts bounds integers by field index; Derived are field indices.
	FieldInts map[int]Bounds
	Derived   map[int]bool
	// FieldParts are the refined function types of fields, and within them.
	FieldParts map[int]*FuncParts
	// OneOf are the inhabitants of an interface type; nil: found by rule.
	OneOf []Inhabitant
	// Values are listed values, nil when there are none.
	Values []Expr
	// Via are the constructors and steps of values built by calls.
	Via []*Callee
	// State is the function that makes equal states, or nil; or StateMethod is
	// the name of a method that does.
	State       Expr
	StateMethod string
	// Depth is the greatest number of steps, -1 when not given.
	Depth int
	// Standard says that this is rtest's own list, and no directive.
	Standard bool
	// Inferred is the via directive that stands for none: the type has unexported
	// fields, and nobody says how its values are made. ExportedOnly says that no function
	// makes them, so that its unexported fields stay zero; Closed says why there are no
	// values at all, and OpenedBy what helps.
	Inferred         string
	ExportedOnly     bool
	Closed, OpenedBy string
	// Pos is that of the first directive.
	Pos token.Position
}

// An Inhabitant is one dynamic type of an interface. With NilToo, a pointer
// type, its nil pointer is one as well.
type Inhabitant struct {
	T      types.Type
	NilToo bool
}

// A Callee is a constructor or a step of a via directive.
type Callee struct {
	// Name is as the user wrote it.
	Name string
	// Literal is a composite literal or a constructor's call with its arguments,
	// Called tells which; without it Func is called.
	Literal Expr
	Called  bool
	// Func is the function that is called, TypeArgs are its type arguments. Of a
	// Literal it is that of a constructor's call, and Args are the arguments, one
	// for each parameter; it is nil where the call is of another form.
	Func     *types.Func
	TypeArgs []types.Type
	Args     []Expr
	// Recv is the type of the receiver of a step whose method is declared
	// elsewhere: by an embedded field, or by an interface. It is nil for all others.
	Recv types.Type
	// Step tells steps from constructors.
	Step bool
	// Whole says that the arguments have the depth of the value, not half of it.
	Whole bool
	Pos   token.Position
}

// Facts gives what is known of types; the result for a type without
// directives is nil.
type Facts interface {
	Of(t types.Type) *TypeFacts
	// Implementers returns the types of t's package that implement the
	// interface t, in order of their names: T itself, else *T where only that
	// does. Of another package they are its exported types. An interface that
	// has no name, or that nothing in its own package implements, has the
	// types of the package at hand. They are Built.
	Implementers(t types.Type) []types.Type
	// Candidates returns types that implement an interface which nothing in its
	// own package does: of packages that the one at hand imports, and of the
	// standard library those that are used most.
	Candidates(t types.Type) []types.Type
	// Built tells whether the program that is tested has a declaration: test
	// files of which contracts need nothing are left out of it.
	Built(o types.Object) bool
	// Constants returns the constants that make the named type t an
	// enumeration, in source order, or nil. Flags says that they are distinct
	// powers of two.
	Constants(t *types.Named) (consts []*types.Const, flags bool)
}
