// Package explain shows values and failing clauses to people: values as trees and as
// short literals, what decided a clause, the text of a panic.
//
// In come values, and from generated code the sub-expressions of a clause as they are
// evaluated; out go tree.Values and texts. No method of the user's is called, but for
// the text of a panic. It has the names that people know: of functions that generated
// code wrote, of package variables, and the calls that made a value.
package explain
