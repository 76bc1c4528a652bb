// Package codes lists the codes of the mistakes that contracts can have beyond their
// syntax, with an example for each.
package codes

import (
	"fmt"
	"strings"

	"github.com/rtest-dev/rtest/annotations/load"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/internal/diag"
)

// The codes of the diagnostics that resolving contracts gives. Package syntax has those
// of their texts.
const (
	UnknownName     diag.Code = "unknown-name"
	TypeError       diag.Code = "type-error"
	Mismatch        diag.Code = "mismatch"
	NotBool         diag.Code = "not-a-bool"
	NoValue         diag.Code = "no-value"
	NotType         diag.Code = "not-a-type"
	Refined         diag.Code = "refined-type"
	NotAlias        diag.Code = "not-an-alias"
	NotInterface    diag.Code = "not-an-interface"
	NotFunction     diag.Code = "not-a-function"
	NotConstant     diag.Code = "not-a-constant"
	NotImplemented  diag.Code = "not-implemented"
	Arguments       diag.Code = "arguments"
	TypeArguments   diag.Code = "type-arguments"
	MisplacedForm   diag.Code = "misplaced-form"
	Form            diag.Code = "form"
	List            diag.Code = "list"
	Range           diag.Code = "range"
	EmptyRange      diag.Code = "empty-range"
	RangeToLen      diag.Code = "range-to-len"
	Recursive       diag.Code = "recursive"
	Excessive       diag.Code = "excessive"
	Redeclared      diag.Code = "redeclared"
	Import          diag.Code = "import"
	HiddenPackage   diag.Code = "hidden-package"
	Sig             diag.Code = "sig"
	Parameter       diag.Code = "parameter"
	PanicsTwice     diag.Code = "panics-twice"
	Twice           diag.Code = "given-twice"
	Repeated        diag.Code = "repeated"
	Unused          diag.Code = "unused"
	Changes         diag.Code = "changes-variable"
	Field           diag.Code = "field"
	Via             diag.Code = "via"
	Shared          diag.Code = "shared"
	State           diag.Code = "state"
	Concurrent      diag.Code = "concurrent"
	UnknownContract diag.Code = "unknown-contract"
)

// All documents the codes of this package that contracts can get, in the order of the list for users. The codes
// of package syntax precede them there.
func All() []syntax.CodeDoc { return append(predicateCodes(), directiveCodes()...) }

// predicateCodes documents the codes of mistakes in names, types and predicates.
func predicateCodes() []syntax.CodeDoc {
	return []syntax.CodeDoc{
		{Code: load.CodeCompile, Meaning: "The package does not compile.",
			Example: "func F() int { return \"a\" }"},
		{Code: UnknownName, Meaning: "A name is not declared, or the function has no parameter of that name. Correct the name, or import its package.",
			Example: "//rtest:requires y > 0\nfunc F(x int) {}"},
		{Code: TypeError, Meaning: "The Go type checker refuses an expression.",
			Example: "//rtest:requires x + \"a\" > 0\nfunc F(x int) {}"},
		{Code: Mismatch, Meaning: "A value or a parameter has another type than the place requires. Convert it, or write the declared type.",
			Example: "//rtest:sig (x []int)\nfunc F(x int) {}"},
		{Code: NotBool, Meaning: "A predicate has a type other than bool. Write a condition, such as x != 0.",
			Example: "//rtest:requires x\nfunc F(x int) {}"},
		{Code: NoValue, Meaning: "A type, a package or a function without results is used where a value is required.",
			Example: "//rtest:let y = int\nfunc F(x int) {}"},
		{Code: NotType, Meaning: "A name used as a type is not the name of a type.",
			Example: "//rtest:sig (x F)\nfunc F(x int) {}"},
		{Code: Refined, Meaning: "A refined type is used where only a Go type is allowed: its condition would have no effect. Write the Go type.",
			Example: "//rtest:type Pos = {v int | 0 < v}\n\n//rtest:with [Pos]\nfunc F[T any](x T) {}"},
		{Code: NotAlias, Meaning: "A type has arguments in parentheses, and it is not an alias with parameters.",
			Example: "//rtest:sig (x int(3))\nfunc F(x int) {}"},
		{Code: NotInterface, Meaning: "is or oneof is used with a type that is not an interface.",
			Example: "//rtest:requires x is int\nfunc F(x int) {}"},
		{Code: NotFunction, Meaning: "The right side of var _ = F is not a function with a body.",
			Example: "//rtest:requires true\nvar _ = 1"},
		{Code: NotConstant, Meaning: "A bound or a length must be an integer constant.",
			Example: "//rtest:requires true\n//rtest:ints 0..\"a\"\nfunc F(x int) {}"},
		{Code: NotImplemented, Meaning: "A type does not implement the interface.",
			Example: "//rtest:requires x is int\nfunc F(x error) {}"},
		{Code: Arguments, Meaning: "An alias, a def or one of rtest's functions got the wrong arguments.",
			Example: "//rtest:requires sorted(x)\nfunc F(x int) {}"},
		{Code: TypeArguments, Meaning: "Type arguments do not fit the type parameters.",
			Example: "//rtest:with [int, int]\nfunc F[T any](x T) {}"},
		{Code: MisplacedForm, Meaning: "old or calls is used in a clause that is evaluated before the call. They are allowed in ensures.",
			Example: "//rtest:requires old(x) > 0\nfunc F(x int) {}"},
		{Code: Form, Meaning: "Contracts do not allow this form of Go, or of refined type, here. Declare a function and call it.",
			Example: "//rtest:requires len(recover().(string)) > x\nfunc F(x int) {}"},
		{Code: List, Meaning: "A list such as (1, 2) is compared with something other than a call with as many results.",
			Example: "//rtest:requires x == (1, 2)\nfunc F(x int) {}"},
		{Code: Range, Meaning: "A quantifier or an in ranges over a value that has no elements. Use a slice, an array, a map, a string, an iterator or a range.",
			Example: "//rtest:requires forall y in x: y > 0\nfunc F(x int) {}"},
	}
}

// directiveCodes documents the codes of mistakes in directives.
func directiveCodes() []syntax.CodeDoc {
	return []syntax.CodeDoc{
		{Code: EmptyRange, Meaning: "A range in a bound is empty. Write the smaller number first.",
			Example: "//rtest:requires true\n//rtest:ints 3..1\nfunc F(x int) {}"},
		{Code: RangeToLen, Meaning: "A range of indices ends with len(xs), which is not an index: write ..< (a warning).",
			Example: "//rtest:requires forall i in 0..len(xs): xs[i] > 0\nfunc F(xs []int) {}"},
		{Code: Recursive, Meaning: "An alias or a def refers to itself.",
			Example: "//rtest:type A = []A\n"},
		{Code: Excessive, Meaning: "An alias, a def or a let unfolds to too much (each of these mentions the one before it twice, and so does what mentions the last), or a predicate is nested too deep, or a chained comparison is too long.",
			Example: doubling()},
		{Code: Redeclared, Meaning: "An alias or a def has a name that is taken.",
			Example: "//rtest:type F = int\nfunc F(x int) {}"},
		{Code: Import, Meaning: "A package cannot be imported.",
			Example: "//rtest:import \"no/such/package\"\n"},
		{Code: HiddenPackage, Meaning: "A parameter has the name of a package that the clause uses. Import the package by another name.",
			Example: "//rtest:ensures path.Clean(path) != \"\"\nfunc F(path string) {}"},
		{Code: Sig, Meaning: "The lists of a sig have another number of entries than the declaration has parameters or results.",
			Example: "//rtest:sig (int, int)\nfunc F(x int) {}"},
		{Code: Parameter, Meaning: "A directive lacks the name of a parameter, or names one that the function does not have.",
			Example: "//rtest:values 1, 2\nfunc F(x int) {}"},
		{Code: PanicsTwice, Meaning: "A function has two panics directives. Join their conditions with ||.",
			Example: "//rtest:panics x > 0\n//rtest:panics x < 0\nfunc F(x int) {}"},
		{Code: Twice, Meaning: "A bound is given twice in one doc comment, or two classes have one label.",
			Example: "//rtest:requires true\n//rtest:depth 3\n//rtest:depth 4\nfunc F(x int) {}"},
		{Code: Repeated, Meaning: "A value, a type or a clause is written twice (a warning). Remove one.",
			Example: "//rtest:values x: 1, 2, 1\nfunc F(x int) {}"},
		{Code: Unused, Meaning: "A quantifier binds a variable that its body does not mention (a warning).",
			Example: "//rtest:requires forall x in xs: y > 0\nfunc F(xs []int, y int) {}"},
		{Code: Changes, Meaning: "A clause calls a function that sets a package variable (a warning).",
			Example: "var n int\n\nfunc more(x int) bool { n++; return x < n }\n\n//rtest:requires more(x)\nfunc F(x int) {}"},
		{Code: Field, Meaning: "A field cannot be refined here.",
			Example: "var x struct {\n\ta int //rtest:is int\n}"},
		{Code: Via, Meaning: "A function in via neither returns the type nor takes it first.",
			Example: "//rtest:via F\ntype T struct{}\n\nfunc F(x int) {}"},
		{Code: Shared, Meaning: "Parameters cannot share memory, or the type to which pointers may be shared is not a struct type.",
			Example: "//rtest:shared x, y\nfunc F(x, y int) {}"},
		{Code: Concurrent, Meaning: "A type is declared safe for concurrent use, but no via directive lists steps that can run at the same time.",
			Example: "//rtest:concurrent\ntype T int"},
		{Code: State, Meaning: "The function of a state directive returns nothing.",
			Example: "//rtest:state F\ntype T struct{}\n\nfunc F(x T) {}"},
	}
}

// doubling returns a chain of defs, each of which mentions the one before it twice.
func doubling() string {
	var b strings.Builder
	b.WriteString("//rtest:def d0(x int) bool = x > 0\n")
	for i := range 14 {
		fmt.Fprintf(&b, "//rtest:def d%d(x int) bool = d%d(x) && d%d(-x)\n", i+1, i, i)
	}
	return b.String()
}
