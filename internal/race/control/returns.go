package control

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// function rewrites the body of a function.
func (x *fileWriter) function(t *ast.FuncType, body *ast.BlockStmt) {
	results, last, header := x.results, x.last, x.header
	x.results, x.last, x.header = resultsOf(x.Info, t), "", false
	if defers(body) {
		x.readLast(body)
	}
	x.block(body)
	x.results, x.last, x.header = results, last, header
}

// resultsOf returns the results of a function if they have names, with nil for each blank one.
func resultsOf(info *types.Info, t *ast.FuncType) (out []*types.Var) {
	if t.Results == nil {
		return nil
	}
	for _, field := range t.Results.List {
		for _, name := range field.Names {
			v, _ := info.Defs[name].(*types.Var)
			out = append(out, v)
		}
	}
	return out
}

// readLast has results without values be read by the first deferred call, which is made last. The name of the variable that says so is in x.last.
func (x *fileWriter) readLast(body *ast.BlockStmt) {
	if reads := x.resultReads(body.Lbrace); reads != "" {
		x.last = x.name()
		x.close(x.offset(body.Lbrace)+1, " "+x.last+" := false; defer func() { if "+x.last+" { "+reads+"} }();")
	}
}

// resultReads returns statements that read the results that goroutines may share.
func (x *fileWriter) resultReads(at token.Pos) (reads string) {
	for _, v := range x.results {
		if v != nil && x.shared[v] && !uncontrolledType(v.Type()) {
			reads += "_ = *" + scheduler + ".R(&" + v.Name() + ", " + x.site(at) + "); "
		}
	}
	return reads
}

// bareReturn rewrites a return statement without values, which reads results.
func (x *fileWriter) bareReturn(s *ast.ReturnStmt) {
	reads := x.last + " = true; "
	if x.last == "" {
		reads = x.resultReads(s.Pos())
	}
	if reads != "" {
		x.replace(x.offset(s.Pos()), x.offset(s.End()), "{ "+reads+"return }")
	}
}

// defers reports whether a function has deferred calls of its own.
func defers(body *ast.BlockStmt) (any bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.DeferStmt:
			any = true
		}
		return !any
	})
	return any
}

// returnStmt rewrites a return statement, which writes results that goroutines may share.
func (x *fileWriter) returnStmt(s *ast.ReturnStmt) {
	if len(s.Results) == 0 {
		x.bareReturn(s)
		return
	}
	places := make([]string, len(x.results))
	any := false
	for i, v := range x.results {
		if v == nil || !x.shared[v] {
			continue
		}
		if _, seen := x.Types.Scope().Innermost(s.Pos()).LookupParent(v.Name(), s.Pos()); seen == v {
			places[i], any = scheduler+".P(&"+v.Name()+", "+x.site(s.Pos())+")", true
		}
	}
	give := func(i int, e ast.Expr) {
		if places[i] == "" {
			x.value(e)
			return
		}
		x.open(x.offset(e.Pos()), places[i]+".Given(")
		x.value(e)
		x.close(x.offset(e.End()), ")")
	}
	switch {
	case !any:
		x.values(s.Results, 0)
	case len(s.Results) == len(places):
		for i, e := range s.Results {
			give(i, e)
		}
	default:
		var names, values []string
		for _, p := range places {
			n := x.name()
			names = append(names, n)
			if p != "" {
				n = p + ".Given(" + n + ")"
			}
			values = append(values, n)
		}
		x.replace(x.offset(s.Pos()), x.offset(s.Results[0].Pos()), "{ "+strings.Join(names, ", ")+" := ")
		x.value(s.Results[0])
		x.close(x.offset(s.End()), "; return "+strings.Join(values, ", ")+" }")
	}
}
