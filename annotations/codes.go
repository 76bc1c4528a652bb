package annotations

import (
	"fmt"
	"strings"

	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/internal/diag"
)

// The codes of the diagnostics of this package. Those of its sub-package
// syntax come besides.
const (
	CodeUnknownName     diag.Code = "unknown-name"
	CodeTypeError       diag.Code = "type-error"
	CodeMismatch        diag.Code = "mismatch"
	CodeNotBool         diag.Code = "not-a-bool"
	CodeNoValue         diag.Code = "no-value"
	CodeNotType         diag.Code = "not-a-type"
	CodeRefined         diag.Code = "refined-type"
	CodeNotAlias        diag.Code = "not-an-alias"
	CodeNotInterface    diag.Code = "not-an-interface"
	CodeNotFunction     diag.Code = "not-a-function"
	CodeNotConstant     diag.Code = "not-a-constant"
	CodeNotImplemented  diag.Code = "not-implemented"
	CodeArguments       diag.Code = "arguments"
	CodeTypeArguments   diag.Code = "type-arguments"
	CodeMisplacedForm   diag.Code = "misplaced-form"
	CodeForm            diag.Code = "form"
	CodeList            diag.Code = "list"
	CodeRange           diag.Code = "range"
	CodeEmptyRange      diag.Code = "empty-range"
	CodeRangeToLen      diag.Code = "range-to-len"
	CodeRecursive       diag.Code = "recursive"
	CodeExcessive       diag.Code = "excessive"
	CodeRedeclared      diag.Code = "redeclared"
	CodeImport          diag.Code = "import"
	CodeHiddenPackage   diag.Code = "hidden-package"
	CodeSig             diag.Code = "sig"
	CodeParameter       diag.Code = "parameter"
	CodePanicsTwice     diag.Code = "panics-twice"
	CodeTwice           diag.Code = "given-twice"
	CodeRepeated        diag.Code = "repeated"
	CodeUnused          diag.Code = "unused"
	CodeChanges         diag.Code = "changes-variable"
	CodeField           diag.Code = "field"
	CodeVia             diag.Code = "via"
	CodeState           diag.Code = "state"
	CodeUnknownContract diag.Code = "unknown-contract"
)

// Codes documents the codes of this package that contracts can get, in the
// order in which they are to be listed; those of package syntax come before
// them.
func Codes() []syntax.CodeDoc { return append(predicateCodes(), directiveCodes()...) }

// predicateCodes are those of names, types and predicates.
func predicateCodes() []syntax.CodeDoc {
	return []syntax.CodeDoc{
		{Code: CodeCompile, Meaning: "The package does not compile.",
			Example: "func F() int { return \"a\" }"},
		{Code: CodeUnknownName, Meaning: "A name is not declared, or the function has no parameter of that name. Correct the name, or import its package.",
			Example: "//rtest:requires y > 0\nfunc F(x int) {}"},
		{Code: CodeTypeError, Meaning: "The Go type checker refuses an expression.",
			Example: "//rtest:requires x + \"a\" > 0\nfunc F(x int) {}"},
		{Code: CodeMismatch, Meaning: "A value or a parameter has another type than the place requires. Convert it, or write the declared type.",
			Example: "//rtest:sig (x []int)\nfunc F(x int) {}"},
		{Code: CodeNotBool, Meaning: "A predicate has a type other than bool. Write a condition, such as x != 0.",
			Example: "//rtest:requires x\nfunc F(x int) {}"},
		{Code: CodeNoValue, Meaning: "A type, a package or a function without results stands where a value is required.",
			Example: "//rtest:let y = int\nfunc F(x int) {}"},
		{Code: CodeNotType, Meaning: "A name that stands where a type is required is not the name of a type.",
			Example: "//rtest:sig (x F)\nfunc F(x int) {}"},
		{Code: CodeRefined, Meaning: "A refined type stands where only a Go type is allowed: its condition would have no effect. Write the Go type.",
			Example: "//rtest:type Pos = {v int | 0 < v}\n\n//rtest:with [Pos]\nfunc F[T any](x T) {}"},
		{Code: CodeNotAlias, Meaning: "A type has arguments in parentheses, and it is not an alias with parameters.",
			Example: "//rtest:sig (x int(3))\nfunc F(x int) {}"},
		{Code: CodeNotInterface, Meaning: "is or oneof is used with a type that is not an interface.",
			Example: "//rtest:requires x is int\nfunc F(x int) {}"},
		{Code: CodeNotFunction, Meaning: "The right side of var _ = F is not a function with a body.",
			Example: "//rtest:requires true\nvar _ = 1"},
		{Code: CodeNotConstant, Meaning: "A bound or a length must be an integer constant.",
			Example: "//rtest:requires true\n//rtest:ints 0..\"a\"\nfunc F(x int) {}"},
		{Code: CodeNotImplemented, Meaning: "A type does not implement the interface.",
			Example: "//rtest:requires x is int\nfunc F(x error) {}"},
		{Code: CodeArguments, Meaning: "An alias, a def or one of rtest's functions got the wrong arguments.",
			Example: "//rtest:requires sorted(x)\nfunc F(x int) {}"},
		{Code: CodeTypeArguments, Meaning: "Type arguments do not fit the type parameters.",
			Example: "//rtest:with [int, int]\nfunc F[T any](x T) {}"},
		{Code: CodeMisplacedForm, Meaning: "old or calls stands in a clause that is evaluated before the call. They are allowed in ensures.",
			Example: "//rtest:requires old(x) > 0\nfunc F(x int) {}"},
		{Code: CodeForm, Meaning: "Contracts do not allow this form of Go, or of refined type, here. Declare a function and call it.",
			Example: "//rtest:requires len(recover().(string)) > x\nfunc F(x int) {}"},
		{Code: CodeList, Meaning: "A list such as (1, 2) is compared with something other than a call with as many results.",
			Example: "//rtest:requires x == (1, 2)\nfunc F(x int) {}"},
		{Code: CodeRange, Meaning: "A quantifier or an in ranges over a value that has no elements. Use a slice, an array, a map, a string, an iterator or a range.",
			Example: "//rtest:requires forall y in x: y > 0\nfunc F(x int) {}"},
	}
}

// directiveCodes are those of directives.
func directiveCodes() []syntax.CodeDoc {
	return []syntax.CodeDoc{
		{Code: CodeEmptyRange, Meaning: "A range in a bound is empty. Write the smaller number first.",
			Example: "//rtest:requires true\n//rtest:ints 3..1\nfunc F(x int) {}"},
		{Code: CodeRangeToLen, Meaning: "A range of indices ends with len(xs), which is no index: write ..< (a warning).",
			Example: "//rtest:requires forall i in 0..len(xs): xs[i] > 0\nfunc F(xs []int) {}"},
		{Code: CodeRecursive, Meaning: "An alias or a def refers to itself.",
			Example: "//rtest:type A = []A\n"},
		{Code: CodeExcessive, Meaning: "An alias, a def or a let unfolds to too much (each of these mentions the one before it twice, and so does what mentions the last), or a predicate is nested too deep, or a chained comparison is too long.",
			Example: doubling()},
		{Code: CodeRedeclared, Meaning: "An alias or a def has a name that is taken.",
			Example: "//rtest:type F = int\nfunc F(x int) {}"},
		{Code: CodeImport, Meaning: "A package cannot be imported.",
			Example: "//rtest:import \"no/such/package\"\n"},
		{Code: CodeHiddenPackage, Meaning: "A parameter has the name of a package that the clause uses. Import the package by another name.",
			Example: "//rtest:ensures path.Clean(path) != \"\"\nfunc F(path string) {}"},
		{Code: CodeSig, Meaning: "The lists of a sig have another number of entries than the declaration has parameters or results.",
			Example: "//rtest:sig (int, int)\nfunc F(x int) {}"},
		{Code: CodeParameter, Meaning: "A directive lacks the name of a parameter, or names one that the function does not have.",
			Example: "//rtest:values 1, 2\nfunc F(x int) {}"},
		{Code: CodePanicsTwice, Meaning: "A function has two panics directives. Join their conditions with ||.",
			Example: "//rtest:panics x > 0\n//rtest:panics x < 0\nfunc F(x int) {}"},
		{Code: CodeTwice, Meaning: "A bound is given twice in one doc comment, or two classes have one label.",
			Example: "//rtest:requires true\n//rtest:depth 3\n//rtest:depth 4\nfunc F(x int) {}"},
		{Code: CodeRepeated, Meaning: "A value, a type or a clause is written twice (a warning). Remove one.",
			Example: "//rtest:values x: 1, 2, 1\nfunc F(x int) {}"},
		{Code: CodeUnused, Meaning: "A quantifier binds a variable that its body does not mention (a warning).",
			Example: "//rtest:requires forall x in xs: y > 0\nfunc F(xs []int, y int) {}"},
		{Code: CodeChanges, Meaning: "A clause calls a function that sets a package variable (a warning).",
			Example: "var n int\n\nfunc more(x int) bool { n++; return x < n }\n\n//rtest:requires more(x)\nfunc F(x int) {}"},
		{Code: CodeField, Meaning: "A field cannot be refined here.",
			Example: "var x struct {\n\ta int //rtest:is int\n}"},
		{Code: CodeVia, Meaning: "A function in via neither returns the type nor takes it first.",
			Example: "//rtest:via F\ntype T struct{}\n\nfunc F(x int) {}"},
		{Code: CodeState, Meaning: "The function of a state directive returns nothing.",
			Example: "//rtest:state F\ntype T struct{}\n\nfunc F(x T) {}"},
	}
}

// doubling is a chain of defs, each of which mentions the one before it twice.
func doubling() string {
	var b strings.Builder
	b.WriteString("//rtest:def d0(x int) bool = x > 0\n")
	for i := range 14 {
		fmt.Fprintf(&b, "//rtest:def d%d(x int) bool = d%d(x) && d%d(-x)\n", i+1, i, i)
	}
	return b.String()
}
