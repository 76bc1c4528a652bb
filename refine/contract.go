package refine

import (
	"go/token"
	"go/types"
	"time"

	"github.com/rtest-dev/rtest/internal/value"
)

// A Contract has the directives of one function, or of one instantiation of a generic one.
// Everything in it is resolved: aliases and defs are unfolded, and all types are concrete.
type Contract struct {
	// Name is the function's name as go doc writes it: Rescale, Tree.Insert. In a contract file for
	// another package that package's name precedes it. If several instantiations are tested, type
	// arguments follow it.
	Name string
	// Pos is the function's name in its declaration, or the declaration named _ in a contract file.
	Pos token.Position
	// Func is the function or method, generic or not. TypeArgs instantiate it or its receiver's
	// type.
	Func     *types.Func
	TypeArgs []types.Type
	// Recv is nil for functions. The types of Recv, Params and Results are instantiated. The type
	// of a variadic parameter is a slice.
	Recv     *Variable
	Params   []*Variable
	Results  []*Variable
	Variadic bool
	// ErrLast means that the last result is an error. Refinements of results then apply only if it
	// is nil.
	ErrLast bool

	// Pre are the preconditions in order of evaluation: refinements of the sig from left to right,
	// then each requires. Invariants are not among them; they follow from the types.
	Pre []*Clause
	// Post are the postconditions: refinements of results, then each ensures.
	Post []*Clause
	// Panics is the condition of a promised panic, or nil.
	Panics *Clause
	// Pure is set if the arguments must stay unchanged.
	Pure *Clause
	// Lets are evaluated over the inputs before the call, in order.
	Lets []*Let
	// Draws say which parameters are drawn from values of earlier ones.
	Draws []*Draw
	// Spanned maps inputs, by index, to the earlier inputs whose values limit their range, if a precondition has
	// that form. Such a range bounds them instead of the depth.
	Spanned map[int][]int
	// Shared are the inputs that may be the same memory.
	Shared []SharedInputs
	// Callbacks are the refinements of parameters of function type.
	Callbacks []*Callback
	// FuncParts are the refinements of functions inside inputs, by index of the input.
	FuncParts map[int]*FuncParts
	// Classes are counted, not checked.
	Classes []*Clause

	// As has the concrete types that the sig gives parameters of interface type, by index of the
	// input.
	As map[int]types.Type
	// Values has the argument values of a call that is written out in a via directive, by index of
	// the input.
	Values map[int][]Expr
	// Bounds come from the contract's own directives.
	Bounds Bounds
	// Skipped reports a skip directive; Skip is its reason.
	Skip    string
	Skipped bool
	// Prop means that the function is a property by its name alone, without directives: its only
	// result must be true.
	Prop bool
	// Bare means that there is no contract. The function must not fail at runtime, whatever its
	// arguments. An explicit panic of the function, or of its callees in the module, rejects the
	// input. MayPanic means that the doc comment mentions a panic.
	Bare, MayPanic bool
	// Effects means that the reason for Skip is an effect outside the process.
	Effects bool
	// Unsupported says why the contract cannot be run, or is empty. UnsupportedPos is the position
	// to blame, Help the line or change that helps.
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

// Promoted reports whether the method is promoted from an embedded field, so that its own receiver
// has a different type.
func (c *Contract) Promoted() bool {
	return c.Func != nil && c.Recv != nil && !types.IsInterface(c.Recv.Type) && OriginOf(c.Func.Signature().Recv().Type()) != OriginOf(c.Recv.Type)
}

// A ClauseKind is the kind of a Clause.
type ClauseKind uint8

const (
	// Refinement comes from a sig.
	Refinement ClauseKind = iota
	// Requires, Ensures, Panics, Pure, Invariant and Classify are directives.
	Requires
	Ensures
	Panics
	Pure
	Invariant
	Classify
	// IsField is an is directive on a struct field.
	IsField
	// True demands that a Prop function returns true.
	True
	// LetValue is a let; its expression may have any type.
	LetValue
	// ListedValue is a value listed by a directive.
	ListedValue
)

// String returns the keyword by which a finding names the clause.
func (k ClauseKind) String() string {
	return [...]string{"sig", "requires", "ensures", "panics", "pure", "invariant", "classify", "is", "returns", "let", "values"}[k]
}

// A Clause is one predicate with what is needed to report about it.
type Clause struct {
	Kind ClauseKind
	// Text is the clause as the user wrote it: Rng(r2), or sorted(result).
	Text string
	// Unfolded is the predicate behind an alias: 0 <= v && v < n. It is empty if it equals Text.
	Unfolded string
	// Pos is the first byte of the text, End the byte after its last.
	Pos, End token.Position
	// Expr is the predicate, of type bool. It is nil for Pure.
	Expr Expr
	// Label is the label of a classify.
	Label string
	// Of is the input or result that a sig refines. It is nil for other clauses, and for
	// refinements inside a refined type.
	Of *Variable
	// NilErr means that the clause applies only if the last result, an error, is nil.
	NilErr bool
}

// A Let is a value computed before the call: Var has the Role Before.
type Let struct {
	Var   *Variable
	Value Expr
	Pos   token.Position
}

// A Draw says that the input Var is one of the elements of From, an expression over earlier inputs.
// With Single it is the value of From itself.
type Draw struct {
	Var    *Variable
	From   Domain
	Single bool
	Clause *Clause
}

// Written returns the values of a draw that are written out, as in a values directive, and refer to
// no input. It returns nil for other draws, whose values are known only when the inputs are built.
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

// A Callback has the refinements of a function parameter. Require is over the arguments Params,
// Ensure over Params and Results. These variables have the Role Bound.
type Callback struct {
	Var             *Variable
	Params, Results []*Variable
	Require, Ensure []*Clause
}

// Bounds are limits. The zero value of a field means that it is not given.
type Bounds struct {
	// Depth is the greatest depth, Inputs the most inputs (0: no limit); they are -1 if not given.
	Depth  int
	Inputs int64
	// Ints and Chars apply to all inputs. PerParam has the bounds of single inputs, by index.
	Ints     []value.Range
	IntsFull bool
	Chars    []rune
	Timeout  time.Duration
	PerParam map[int]Bounds
}

// NoBounds returns bounds without any limit.
func NoBounds() Bounds { return Bounds{Depth: -1, Inputs: -1} }

// Hints are what an analysis of the code found. They decide which inputs are worth distinguishing
// because the code distinguishes them.
type Hints struct {
	// NilInputs are the inputs, by index, that the function itself or its contract compares with
	// nil.
	NilInputs map[int]bool
	// NilFields are the struct fields compared with nil there. NilParts are the types of container
	// elements, of targets of pointers and of answers of functions compared with nil.
	NilFields map[*types.Var]bool
	NilParts  []types.Type
	// NilIfaces are the interfaces that any called code compares with nil.
	NilIfaces []types.Type
	// NilSlices means that a slice reachable from an input is compared with nil there.
	NilSlices bool
	// Capacities means that the contract refers to capacities.
	Capacities bool
	// Alphabet has the characters of constants, most used first. ContractChars are further ones that
	// only the contract mentions; they occur outside the bounds.
	Alphabet, ContractChars []rune
	// InvalidUTF8 means that the code or the contract distinguishes texts that are not UTF-8.
	InvalidUTF8 bool
	// Bytes are the non-ASCII bytes with which the code orders bytes or takes bits of them. If it
	// makes numbers of bytes, there is one of these. Each is raised by value.RawByte. A []byte has
	// them outside the bounds.
	Bytes []rune
	// MoreChars are characters of constants in the code for which the alphabet had no room. UnusualChars
	// are non-ASCII characters that functions called by the code treat in a way few people expect. Both
	// occur outside the bounds.
	MoreChars, UnusualChars []rune
	// Asserted are the types to which empty interfaces are asserted or switched.
	Asserted []types.Type
	// Sentinels are the package variables with which an error is compared. ErrorTypes are the types
	// searched for in an error. Unwraps means that a sentinel is also searched for in wrapping
	// errors.
	Sentinels  []*types.Var
	ErrorTypes []types.Type
	Unwraps    bool
	// ReadFields are the struct fields that are read. If ReadsAllFields is set or ReadFields is nil, any field may be
	// read.
	ReadFields     map[*types.Var]bool
	ReadsAllFields bool
	// Unnamed are the unnamed struct types that have fields in Read or NilFields. Identical unnamed
	// types may have different entries there.
	Unnamed []*types.Struct
	// Ints are the constants with which the code compares, divides, masks, shifts or sizes,
	// including characters, ascending. Floats are the corresponding floating-point constants. Words
	// are the string constants that it compares with or searches for, ascending.
	//
	// Thresholds are numbers at which the behaviour of the code changes although it does not name them,
	// ascending. They are limits of types to which it converts, sizes of what it shifts, and powers
	// of ten in decimal code. Values of the package variables that it uses are also among them.
	// Words and Floats include such values too.
	Ints       []int64
	Thresholds []int64
	// Factors are units in which the code counts, if it has several.
	Factors []int64
	Floats  []float64
	Words   []string
	// Patterns are regular expressions for the texts that the code scans or formats, ascending.
	Patterns []string
	// Suffixes are texts that the code compares with the ends of others, ascending.
	Suffixes []string
	// Formatted means that an input is read from formatted text, and no input contains other texts.
	Formatted bool
	// ComparesComputed means that the code does not compare the inputs directly: it adds or multiplies constants, divides
	// variables, or calls functions whose source is unknown.
	ComparesComputed bool
	// ZeroCompared are the named types whose zero value the code compares with.
	ZeroCompared map[*types.TypeName]bool
	// Letters are the characters that the code and the contract write as values of declared types.
	Letters map[*types.TypeName][]rune
	Outcomes
}

// Outcomes say why calls with the same input may end differently.
type Outcomes struct {
	// Chances are the operations whose outcome may differ for the same input. OwnMaps means that the
	// code has maps that are not part of the input.
	Chances []Chance
	OwnMaps bool
	// Waits means that the code waits for time to pass.
	Waits bool
	Writes
}

// A TypeFacts has the directives of one type, instantiated.
type TypeFacts struct {
	Type types.Type
	// Self is the variable of the invariants. Its type is T, or *T and not nil if the methods of T
	// have pointer receivers. Clauses of fields refer to fields through it too.
	Self       *Variable
	Invariants []*Clause
	// Fields are the is clauses of fields, in order, over Self.
	Fields []*Clause
	// FieldInts has bounds of integers, by field index. Derived are field indices.
	FieldInts map[int]Bounds
	Derived   map[int]bool
	// FieldParts are the refined function types of fields and inside them.
	FieldParts map[int]*FuncParts
	// OneOf are the inhabitants of an interface type. If it is nil, they are found by rule.
	OneOf []Inhabitant
	// Values are listed values, or nil.
	Values []Expr
	// Via are the constructors and steps of values built by calls.
	Via []*Callee
	// State is the function whose results are equal for equal states, or nil. StateMethod is the
	// name of a method that serves this purpose.
	State       Expr
	StateMethod string
	// Shared means that pointers to the struct type may meet within an input.
	Shared bool
	// Concurrent is what directives promise of concurrent use, or nil.
	Concurrent *Concurrent
	// Depth is the greatest number of steps or, if Shared is set, of objects; -1 if not given.
	Depth int
	// Standard means that the facts are rtest's own list, not a directive.
	Standard bool
	// Inferred is the via directive that rtest assumes for a type with unexported fields and no directive.
	// ExportedOnly means that no function makes its values, so the unexported fields stay zero. Closed says why
	// the type has no values at all, and OpenedBy how to provide some.
	Inferred         string
	ExportedOnly     bool
	Closed, OpenedBy string
	// Pos is the position of the first directive.
	Pos token.Position
}

// A Concurrent says which steps of a type may be made at the same time.
type Concurrent struct {
	// Promised means that there is a concurrent directive. Steps are the steps that it names; nil
	// means all.
	Promised bool
	Steps    []string
	// Relaxed are steps whose results may be those of any moment.
	Relaxed []string
	Pos     token.Position
}

// An Inhabitant is one dynamic type of an interface. With NilToo, for a pointer type, its nil
// pointer is an inhabitant as well.
type Inhabitant struct {
	T      types.Type
	NilToo bool
}

// A Callee is a constructor or a step of a via directive.
type Callee struct {
	// Name is the name as the user wrote it.
	Name string
	// Literal is a composite literal or, if Called is set, a constructor call with its arguments.
	// If Literal is nil, Func is called.
	Literal Expr
	Called  bool
	// Func is the function that is called, TypeArgs its type arguments. For a Literal it is the
	// function of the constructor call, with one of Args for each parameter; it is nil if the
	// literal has another form.
	Func     *types.Func
	TypeArgs []types.Type
	Args     []Expr
	// Recv is the receiver type of a step whose method is declared elsewhere: by an embedded field
	// or an interface. Otherwise it is nil.
	Recv types.Type
	// Step distinguishes steps from constructors.
	Step bool
	// Whole means that the arguments have the depth of the value, not half of it.
	Whole bool
	Pos   token.Position
}

// Facts returns what directives say about types. The result for a type without directives is nil.
type Facts interface {
	Of(t types.Type) *TypeFacts
	// Implementers returns the types of t's package that implement the interface t, in order of
	// their names: T itself, or *T if only that does. From another package it returns the exported
	// types. For an interface without a name, or one that nothing in its own package implements, it
	// returns types of the package under test. They are Built.
	Implementers(t types.Type) []types.Type
	// Implementing returns the types of a package that implement the interface t, in order of their
	// names: each T and each *T. Generic types are left out. They are Built.
	Implementing(pkg *types.Package, t types.Type) []types.Type
	// Candidates returns types that implement an interface that nothing in its own package
	// implements: types of imported packages, and the most used ones of the standard library.
	Candidates(t types.Type) []types.Type
	// Built reports whether the tested program contains a declaration. The program lacks test files
	// that no contract needs.
	Built(o types.Object) bool
	// Constants returns the constants that make the named type t an enumeration, in source order,
	// or nil. Flags reports whether they are distinct powers of two.
	Constants(t *types.Named) (consts []*types.Const, flags bool)
}
