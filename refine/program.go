package refine

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/rtest-dev/rtest/internal/diag"
)

// A Package is a loaded Go package: its syntax and types, including its test files, its contracts, and their
// mistakes.
type Package struct {
	// Path, Name and Dir are those of the go command. Module and ModuleDir are those of the main
	// module it belongs to.
	Path, Name, Dir   string
	Module, ModuleDir string
	Fset              *token.FileSet
	// Types, Info and Syntax are those of the package with its in-package test files. If External
	// is set, they are those of the external test package.
	Types    *types.Package
	Info     *types.Info
	Syntax   []*ast.File
	External bool
	Imports  Imports
	// GoFiles and TestFiles are absolute paths. UsedTests are the test files that have contracts,
	// or declare something that a contract needs.
	GoFiles, TestFiles, UsedTests []string
	// Contracts are in source order, files ordered by name.
	Contracts []*Contract
	Facts     Facts
	// Measures are the functions with a measure directive, in source order. Generic ones have their
	// type arguments.
	Measures []*Contract
	// Diags are the mistakes in the contracts, sorted. If there is an Error among them, no contract
	// of the package is run.
	Diags []diag.Diagnostic
	// Fingerprint is a hash of the sources of the package and its contracts. It is empty if some are unknown.
	Fingerprint string
	// Forwards are laid into other packages of the module, for unexported things that contracts
	// need. It is nil if nothing can be laid.
	Forwards *Forwards
	// Broken is set if the package does not compile; Diags say why.
	Broken bool
}

// Imports says what a package imports, directly or not, that a program must respect.
type Imports struct {
	// Finalizes means that one of the packages outside the standard library imports something that
	// depends on where an allocation begins: runtime, for finalizers, weak or C.
	Finalizes bool
	// Testing means that the package without its test files imports testing or flag, so that its
	// code can find out whether it runs in a test.
	Testing bool
	// Childless means that neither its code nor what that uses can start a process.
	Childless bool
	// Fingerprint is a hash of the sources of its imports. It is empty if some are unknown.
	Fingerprint string
}
