// Package rt is the part of the harness that runs inside the process with the code under test. Its source is
// overlaid on the user's tree. So it and the packages below it import only the standard library, search, form
// and tree.
//
// It takes frames with jobs, forms and streams. It returns tallies, findings and descriptions of single inputs.
// The generated code of the package under test passes it a Unit. It does not know contracts: to it, a clause is
// a stage of a case and an index.
package rt
