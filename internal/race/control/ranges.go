package control

import (
	"go/ast"
	"go/token"
	"go/types"
)

// rangeStmt rewrites a range statement. A range over a channel becomes a loop that receives. A range
// over a map visits the keys in the same order each time. A range over a slice reads the elements one
// after the other.
func (x *fileWriter) rangeStmt(s *ast.RangeStmt) {
	t := under(x.Info.TypeOf(s.X))
	_, isMap := t.(*types.Map)
	_, isArray := t.(*types.Array)
	switch begin, end, elements := x.elements(s); {
	case x.isChan(s.X):
		x.rangeChan(s)
		return
	case isMap:
		x.inTurn(s, scheduler+".M(", ").Each()")
		return
	case elements:
		x.inTurn(s, scheduler+".Each("+begin, ")", end)
		return
	}
	x.plainRange(s, isArray)
}

// plainRange rewrites a range statement whose elements are not requested one after the other.
func (x *fileWriter) plainRange(s *ast.RangeStmt, isArray bool) {
	setting := s.Tok == token.ASSIGN && (used(s.Key) && x.setter(s.Key) || used(s.Value) && x.setter(s.Value))
	assigns := ""
	if setting {
		names := ""
		for _, e := range []ast.Expr{s.Key, s.Value} {
			name := "_"
			if used(e) {
				name = x.name()
				assigns += " " + x.assigned(e, name) + ";"
			}
			names += ", " + name
		}
		if s.Value == nil {
			names = names[:len(names)-len(", _")]
		}
		x.replace(x.offset(s.For)+len("for"), x.offset(s.X.Pos()), " "+names[2:]+" := range ")
	} else if s.Tok == token.ASSIGN {
		x.address(s.Key)
		x.address(s.Value)
	}
	switch tv := x.Info.Types[s.X]; {
	case setting && tv.Value != nil && !x.isString(s.X):
		x.typed(s.X, x.targetText(s.Key)) // The variable gives the number its type.
	case isArray && !used(s.Value):
		x.address(s.X) // Only its length counts.
	default:
		x.value(s.X)
	}
	x.body(s, assigns)
}

// body rewrites the body of a loop that begins with assignments.
func (x *fileWriter) body(s *ast.RangeStmt, assigns string) {
	if assigns != "" {
		x.replace(x.offset(s.Body.Lbrace), x.offset(s.Body.Lbrace)+1, "{"+assigns+" {")
		x.close(x.offset(s.Body.Rbrace)+1, "}")
	}
	x.block(s.Body)
}

// elements reports whether a range statement reads elements that goroutines may share, and returns what makes
// the expression a slice.
func (x *fileWriter) elements(s *ast.RangeStmt) (begin, end string, shared bool) {
	_, fresh := ast.Unparen(s.X).(*ast.CompositeLit)
	seen := s.Tok == token.DEFINE && (x.shared[variable(x.Info, s.Key)] || x.shared[variable(x.Info, s.Value)])
	if fresh && !seen || !used(s.Value) {
		return "", "", false
	}
	if p, ok := under(x.Info.TypeOf(s.X)).(*types.Pointer); ok {
		a, ok := under(p.Elem()).(*types.Array)
		return "(", ")[:]", ok && !uncontrolledType(a.Elem())
	}
	return "", "", x.watchedElements(s.X) != nil
}

// used reports whether a variable of a range statement is one.
func used(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return e != nil && !(ok && id.Name == "_")
}

// inTurn rewrites a range statement into one that requests one element after the other. begin and end
// are put around the expression, behind directly after it.
func (x *fileWriter) inTurn(s *ast.RangeStmt, begin, end string, behind ...string) {
	turn, names, takes, assigns := x.name(), "", "", ""
	for _, e := range []ast.Expr{s.Key, s.Value} {
		name, address := "_", "nil"
		if used(e) {
			if name = x.source(e); s.Tok == token.ASSIGN {
				name = x.name()
				assigns += " " + x.assigned(e, name) + ";"
			}
			address = "&" + name
			if v := variable(x.Info, e); s.Tok == token.DEFINE && x.shared[v] {
				address = scheduler + ".W(" + address + ", " + x.site(e.Pos()) + ")"
			}
		}
		names += ", " + name
		takes += ", " + address
	}
	x.replace(x.offset(s.For)+len("for"), x.offset(s.X.Pos()), " "+turn+names+" := "+begin)
	x.value(s.X)
	for _, text := range behind {
		x.close(x.offset(s.X.End()), text)
	}
	next := "; " + turn + ".Next()"
	if used(s.Key) || used(s.Value) {
		next += " && " + turn + ".Take(" + takes[2:] + ")"
	}
	x.close(x.offset(s.X.End()), ", "+x.site(s.X.Pos())+end+next+"; ")
	x.body(s, assigns)
}

// rangeChan rewrites a range statement over a channel.
func (x *fileWriter) rangeChan(s *ast.RangeStmt) {
	c, ok := x.name(), x.name()
	variable, set := "_", ""
	if used(s.Key) {
		if variable = x.source(s.Key); s.Tok == token.ASSIGN {
			variable = x.name()
			set = "; " + x.assigned(s.Key, variable)
		}
	}
	x.replace(x.offset(s.For)+len("for"), x.offset(s.X.Pos()), " "+c+" := "+scheduler+".In(")
	x.value(s.X)
	x.close(x.offset(s.X.End()), "); ; ")
	x.replace(x.offset(s.Body.Lbrace), x.offset(s.Body.Lbrace)+1,
		"{ "+variable+", "+ok+" := "+scheduler+".Recv2("+c+"); if !"+ok+" { break }"+set+"; {")
	x.block(s.Body)
	x.close(x.offset(s.Body.Rbrace)+1, "}")
}

// assigned returns an assignment of a variable to an expression that is the target elsewhere.
func (x *fileWriter) assigned(l ast.Expr, name string) string {
	if !x.setter(l) {
		return x.placeText(l) + " = " + name
	}
	return x.targetText(l) + ".Set(" + name + ")"
}

// targetText is text for the target of an assignment that becomes a call.
func (x *fileWriter) targetText(l ast.Expr) string {
	kept := x.edits
	x.edits = nil
	x.target(l)
	text := string(x.apply(x.Text, x.offset(l.Pos()), x.offset(l.End())))
	x.edits = kept
	return text
}
