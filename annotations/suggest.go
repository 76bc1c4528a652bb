package annotations

import (
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

// nearest returns the one of names that was probably meant by a misspelt one,
// or "". Two edits are near for long names, one for short ones, and a
// difference in case always is.
func nearest(name string, names []string) string {
	best, least := "", 3
	if len(name) < 5 {
		least = 2
	}
	for _, n := range names {
		if n == name || n == "_" || len(n) < 2 && len(name) > 1 {
			continue
		}
		d := distance(name, n)
		if strings.EqualFold(name, n) {
			d = 0
		}
		if d < least && d < len(name) {
			best, least = n, d
		}
	}
	return best
}

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

// distance is the number of insertions, deletions, replacements and swaps of
// neighbours that lead from a to b (Damerau and Levenshtein's, restricted).
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	rows := [3][]int{make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)}
	for j := range rows[1] {
		rows[1][j] = j
	}
	for i := range x {
		before, prev, cur := rows[0], rows[1], rows[2]
		cur[0] = i + 1
		for j := range y {
			cost := 1
			if x[i] == y[j] {
				cost = 0
			}
			cur[j+1] = min(prev[j]+cost, prev[j+1]+1, cur[j]+1)
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				cur[j+1] = min(cur[j+1], before[j-1]+1)
			}
		}
		rows = [3][]int{prev, cur, before}
	}
	return rows[1][len(y)]
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
