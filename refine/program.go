package refine

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/rtest-dev/rtest/internal/diag"
)

// A Package is what was found in one Go package: its syntax and types (with
// those of its test files), its contracts and what is wrong with them.
type Package struct {
	// Path, Name and Dir are the go command's. Module and ModuleDir are those
	// of the main module it belongs to.
	Path, Name, Dir   string
	Module, ModuleDir string
	Fset              *token.FileSet
	// Types, Info and Syntax are those of the package with its in-package test
	// files; for contracts in an external test package of that one (External).
	Types    *types.Package
	Info     *types.Info
	Syntax   []*ast.File
	External bool
	// Finalizes is set where one of the packages that it is made of, those of the
	// standard library left out, imports something to which it matters where an
	// allocation begins: runtime, for finalizers, weak or C.
	Finalizes bool
	// GoFiles and TestFiles are absolute paths; UsedTests are the test files
	// that declare something a contract needs, or hold contracts.
	GoFiles, TestFiles, UsedTests []string
	// Contracts are in source order, files by name.
	Contracts []*Contract
	Facts     Facts
	// Measures are the functions with a measure directive, in source order, at
	// their type arguments when they are generic.
	Measures []*Contract
	// Diags are the mistakes in the contracts, sorted. With an Error among
	// them no contract of the package is run.
	Diags []diag.Diagnostic
	// Fingerprint is a hash of all that the package and its contracts are made
	// of, or empty where not all of that is known.
	Fingerprint string
	// Forwards are laid into other packages of the module for what contracts
	// need that these do not export; nil where nothing can be laid.
	Forwards *Forwards
	// Broken is set when the package does not compile; Diags say why.
	Broken bool
}
