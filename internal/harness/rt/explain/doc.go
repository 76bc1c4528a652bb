// Package explain shows values and failing clauses to people: values as trees and as short literals, the parts
// that decided a clause, the text of a panic.
//
// It takes values, and from generated code the evaluated sub-expressions of a clause. It returns tree.Values and
// texts. It calls no method of the user, except for the text of a panic. The package holds the names that people
// know: of functions in generated code, of package variables, and of the calls that built a value.
package explain
