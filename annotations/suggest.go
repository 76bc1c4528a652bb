package annotations

import (
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"

	"github.com/rtest-dev/rtest/refine"
)

// ofSelf tells how a name is written that was probably meant for the value of
// which an invariant speaks, or for a field or method of it; empty where there is no
// such value.
func ofSelf(sc *scope, name string) string {
	b, ok := sc.lookup("self", false).(*binding)
	if !ok {
		return ""
	}
	ref, ok := b.expr.(*refine.Ref)
	if !ok || ref.Var == nil || ref.Var.Role != refine.Self {
		return ""
	}
	if obj, _, _ := types.LookupFieldOrMethod(ref.Var.Type, true, sc.unit.node.types, name); obj != nil {
		return "self." + name
	}
	if name == "v" || name == "it" || name == "this" {
		return "self"
	}
	return ""
}

func sprintf(format string, args ...any) string {
	if len(args) == 0 {
		return format
	}
	return fmt.Sprintf(format, args...)
}

func shortPosition(p token.Position) string {
	return fmt.Sprintf("%s:%d:%d", filepath.Base(p.Filename), p.Line, p.Column)
}
