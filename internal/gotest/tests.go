package gotest

import (
	"fmt"
	"go/ast"
	"path/filepath"
	"strconv"
)

// tests makes copies of the test files of a package that report the running test. It also adds the file of
// functions that they call.
func (w *weaver) tests(l *listed) error {
	own, err := w.testFiles(l.files(l.TestGoFiles))
	if err != nil {
		return err
	}
	external, err := w.testFiles(l.files(l.XTestGoFiles))
	if err != nil {
		return err
	}
	hasMain := own.main || external.main
	if len(l.TestGoFiles) > 0 {
		w.layTests(l, testsFile{pkg: l.Name, main: !hasMain})
		hasMain = true
	}
	if holders := w.holders(l); len(l.XTestGoFiles) > 0 || hasMain && len(holders) > 0 {
		w.layTests(l, testsFile{pkg: l.Name + "_test", external: true, main: !hasMain, imports: holders})
	}
	return nil
}

// layTests lays what the test files of a package call.
func (w *weaver) layTests(l *listed, t testsFile) {
	f := t.write(w.layer.Runtime())
	w.layer.Lay(filepath.Join(l.Dir, f.Name), f.Data)
}

// A testCode describes the test files of one package.
type testCode struct {
	// main means that they declare a TestMain.
	main bool
}

// testFiles lays copies of test files. A file that cannot be parsed is left to the go command.
func (w *weaver) testFiles(paths []string) (found testCode, err error) {
	for _, path := range paths {
		s, err := w.open(path)
		if s == nil {
			return found, err
		}
		if err != nil {
			continue
		}
		name := importName(s.file, "testing")
		if name == "" {
			continue
		}
		for _, d := range s.file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "TestMain" && fn.Body != nil {
				found.main = true
				s.testMain(fn)
			}
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Body != nil && n.Type.Params.NumFields() == 1 {
					s.test(n.Type, n.Body, name)
				}
			case *ast.FuncLit:
				s.test(n.Type, n.Body, name)
			}
			return true
		})
		if len(s.edits) > 0 {
			w.layer.Lay(path, s.bytes())
		}
	}
	return found, nil
}

// importName returns the name under which a file imports a package, or "".
func importName(f *ast.File, path string) string {
	for _, i := range f.Imports {
		if p, err := strconv.Unquote(i.Path.Value); err != nil || p != path {
			continue
		}
		if i.Name == nil {
			return path
		}
		if i.Name.Name != "_" && i.Name.Name != "." {
			return i.Name.Name
		}
	}
	return ""
}

// test makes a function report that a test runs, if its first parameter is a test.
func (s *sheet) test(t *ast.FuncType, body *ast.BlockStmt, pkg string) {
	if t.Params == nil || len(t.Params.List) == 0 || len(t.Params.List[0].Names) != 1 {
		return
	}
	first := t.Params.List[0]
	star, ok := first.Type.(*ast.StarExpr)
	if !ok {
		return
	}
	sel, ok := star.X.(*ast.SelectorExpr)
	if !ok {
		return
	}
	x, ok := sel.X.(*ast.Ident)
	if !ok || x.Name != pkg || first.Names[0].Name == "_" {
		return
	}
	switch sel.Sel.Name {
	case "T", "B", "F":
		s.enter(body, fmt.Sprintf("rtestg_test(%s);", first.Names[0].Name))
	}
}

// testMain makes a TestMain fail where calls outside of tests are against contracts.
func (s *sheet) testMain(fn *ast.FuncDecl) {
	if fn.Type.Params.NumFields() != 1 || len(fn.Type.Params.List[0].Names) != 1 {
		return
	}
	m := fn.Type.Params.List[0].Names[0].Name
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if x, ok := sel.X.(*ast.Ident); ok && x.Name == m && sel.Sel.Name == "Run" {
			at := s.fset.Position(call.End())
			s.insert(call.Pos(), "rtestg_exit(")
			s.insert(call.End(), fmt.Sprintf(")/*line :%d:%d*/", at.Line, at.Column))
		}
		return true
	})
}
