package load

import (
	"errors"
	"fmt"
	"go/types"
	"os"

	"golang.org/x/tools/go/gcexportdata"
)

// readExport reads n.Types from export data. It takes the packages mentioned there from the graph,
// complete or not.
func (g *Graph) readExport(n *Package) error {
	if n.Meta.ExportFile == "" {
		return errors.New("no export data")
	}
	f, err := os.Open(n.Meta.ExportFile)
	if err != nil {
		return fmt.Errorf("reading export data: %w", err)
	}
	defer f.Close()
	//lint:ignore SA1019 the go command still lists archive files; what it lists
	// from Go 1.29 on is read by gcexportdata.Read without this.
	r, err := gcexportdata.NewReader(f)
	if err != nil {
		return fmt.Errorf("reading %s: %w", n.Meta.ExportFile, err)
	}
	view := map[string]*types.Package{n.Meta.PkgPath: n.Types}
	seen := map[*Package]bool{n: true}
	var visit func(n *Package)
	visit = func(n *Package) {
		for _, imp := range n.Meta.Imports {
			if m := g.Nodes[imp.ID]; !seen[m] {
				seen[m] = true
				view[m.Meta.PkgPath] = m.Types
				visit(m)
			}
		}
	}
	visit(n)
	if _, err := gcexportdata.Read(r, g.Fset, view, n.Meta.PkgPath); err != nil {
		return fmt.Errorf("reading %s: %w", n.Meta.ExportFile, err)
	}
	return nil
}
