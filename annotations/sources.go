package annotations

import (
	"go/ast"
	"go/token"
	"go/types"
)

// A Sources has the whole source of one package, with the types of all of it.
type Sources struct {
	Path   string
	Fset   *token.FileSet
	Types  *types.Package
	Info   *types.Info
	Syntax []*ast.File
	// Files are the paths of the Go files. Main means that they belong to the main module. Whole
	// means that there are no others, as of assembly.
	Files       []string
	Main, Whole bool
}

// SourcesBelow returns the sources of the packages outside the standard library that a package
// imports, directly or not, ordered by path. Of packages of other modules, wanted chooses some by
// what they import and by their files. Packages that do not compile are left out.
func SourcesBelow(cfg Config, path string, wanted func(direct bool, imports, files []string) bool) ([]Sources, error) {
	list, err := cfg.FullSources(path, wanted)
	if err != nil {
		return nil, err
	}
	var out []Sources
	for _, p := range list {
		if len(p.Errors) > 0 || p.Types == nil || p.TypesInfo == nil {
			continue
		}
		out = append(out, Sources{Path: p.PkgPath, Fset: p.Fset, Types: p.Types, Info: p.TypesInfo, Syntax: p.Syntax, Files: p.GoFiles,
			Main: p.Module != nil && p.Module.Main, Whole: len(p.OtherFiles)+len(p.EmbedFiles) == 0})
	}
	return out, nil
}
