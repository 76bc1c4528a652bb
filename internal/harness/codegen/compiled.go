package codegen

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"strconv"
)

// Compiled returns the predicate file of a unit in its compiled form. It leaves out the functions that are only
// lifted, which no file of the code calls. Lines keep their numbers.
func (c *Code) Compiled(preds File) File {
	lifted := c.lifted()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", preds.Data, parser.SkipObjectResolution)
	if err != nil {
		return preds // The compiler reports the error.
	}
	data := bytes.Clone(preds.Data)
	blank := func(from, to token.Pos) {
		for i := fset.Position(from).Offset; i < fset.Position(to).Offset; i++ {
			if data[i] != '\n' {
				data[i] = ' '
			}
		}
	}
	called := c.mentioned()
	used := map[string]bool{}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && lifted[fn.Name.Name] {
			if called[fn.Name.Name] {
				return preds
			}
			blank(fn.Pos(), fn.End())
			continue
		}
		ast.Inspect(d, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := s.X.(*ast.Ident); ok {
					used[x.Name] = true
				}
			}
			return true
		})
	}
	for _, spec := range f.Imports {
		name := ""
		if spec.Name != nil {
			name = spec.Name.Name
		} else if p, err := strconv.Unquote(spec.Path.Value); err == nil {
			name = path.Base(p)
		}
		if name == "_" || name == "." || used[name] {
			continue
		}
		if spec.Name == nil {
			return preds // The package may have any name.
		}
		// As many letters, so that the file may be changed in place.
		from := fset.Position(spec.Name.Pos()).Offset
		copy(data[from:], bytes.Repeat([]byte{' '}, len(name)))
		data[from] = '_'
	}
	return File{Name: preds.Name, Data: data}
}

// lifted returns the names of the functions that are only lifted.
func (c *Code) lifted() map[string]bool {
	lifted := map[string]bool{}
	for _, p := range c.Plans {
		t := p.Target
		for _, name := range []string{t.Aim, t.Follow, t.Trial.Call, t.Trial.Promise, t.Trial.Judge, t.Trial.Same} {
			lifted[name] = true
		}
		for _, m := range t.Trial.Marks {
			lifted[m.Func] = true
		}
	}
	return lifted
}

// ownPrefix begins the names that the predicate file declares.
const ownPrefix = "rtest_"

// mentioned returns the words of the code that may be names of the predicate file.
func (c *Code) mentioned() map[string]bool {
	all := map[string]bool{}
	for _, g := range c.Files {
		rest := g.Data
		for {
			_, after, found := bytes.Cut(rest, []byte(ownPrefix))
			if !found {
				break
			}
			n := 0
			for n < len(after) && (after[n] == '_' || after[n] >= '0' && after[n] <= '9' || after[n] >= 'a' && after[n] <= 'z' || after[n] >= 'A' && after[n] <= 'Z' || after[n] >= 0x80) {
				n++
			}
			all[ownPrefix+string(after[:n])] = true
			rest = after[n:]
		}
	}
	return all
}
