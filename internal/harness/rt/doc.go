// Package rt is the part of the harness that runs inside the process that
// holds the code under test. Its source is laid over the user's tree, so it and the
// packages below it import the standard library, search, form and tree only.
//
// In come frames with jobs, forms and streams; out go tallies, findings and
// descriptions of single inputs. The generated code of the package under test
// hands it a Unit. It knows nothing of contracts: a clause is a stage of a
// case and an index.
package rt
