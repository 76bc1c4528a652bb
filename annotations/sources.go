package annotations

import (
	"go/ast"
	"go/token"
	"go/types"
)

// A Sources is the whole source of one package with all its types.
type Sources struct {
	Path   string
	Fset   *token.FileSet
	Types  *types.Package
	Info   *types.Info
	Syntax []*ast.File
	// Files are the paths of the Go files. Main means that they belong to the main module. Whole means that the
	// package has no other files, such as assembly.
	Files       []string
	Main, Whole bool
}

// SourcesBelow returns the sources of the packages outside the standard library that a package imports, directly
// or not, ordered by path. From other modules it includes only the packages that wanted selects by their imports
// and files. It leaves out packages that do not compile.
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
