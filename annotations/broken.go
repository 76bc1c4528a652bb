package annotations

import (
	"errors"
	"go/scanner"
	"go/token"
	"go/types"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/internal/diag"
)

// broken returns why n does not compile, each mistake once; nil when it does.
func (n *node) broken(fset *token.FileSet) []diag.Diagnostic {
	var ds []diag.Diagnostic
	for _, err := range n.errs {
		ds = append(ds, compileError(fset, err))
	}
	if len(ds) == 0 {
		for _, e := range n.meta.Errors {
			ds = append(ds, diag.Diagnostic{Pos: parsePosition(e.Pos, n.meta.Dir), Code: "compile", Message: firstLine(e.Msg)})
		}
	}
	return diag.Sort(ds)
}

func compileError(fset *token.FileSet, err error) diag.Diagnostic {
	d := diag.Diagnostic{Code: "compile", Message: err.Error()}
	if e, ok := errors.AsType[types.Error](err); ok {
		d.Pos, d.Message = fset.Position(e.Pos), e.Msg
	} else if e, ok := errors.AsType[*scanner.Error](err); ok {
		d.Pos, d.Message = e.Pos, e.Msg
	}
	d.Message = strings.ReplaceAll(d.Message, "\n\t", " ")
	return d
}

// parsePosition reads file:line:col, as the go command prints it relative to
// dir; the zero Position where there is none.
func parsePosition(s, dir string) token.Position {
	parts := strings.Split(s, ":")
	if len(parts) < 2 {
		return token.Position{}
	}
	line, err := strconv.Atoi(parts[1])
	if err != nil {
		return token.Position{}
	}
	pos := token.Position{Filename: parts[0], Line: line, Column: 1}
	if len(parts) > 2 {
		if col, err := strconv.Atoi(parts[2]); err == nil {
			pos.Column = col
		}
	}
	if !filepath.IsAbs(pos.Filename) && dir != "" {
		pos.Filename = filepath.Join(dir, pos.Filename)
	}
	return pos
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
}
