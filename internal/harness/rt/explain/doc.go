// Package explain shows values and failing clauses to people: values as trees and as short
// literals, what decided a clause, the text of a panic.
//
// In come values, and from generated code the sub-expressions of a clause as they are evaluated.
// Out go tree.Values and texts. No method of the user is called, except for the text of a panic.
// The package holds the names that people know: of functions in generated code, of package
// variables, and of the calls that built a value.
package explain
