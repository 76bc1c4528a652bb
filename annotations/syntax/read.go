package syntax

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/token"
	"slices"

	"github.com/rtest-dev/rtest/internal/diag"
)

// Found is an owner with its directives, at least one, in source order. The Body of a directive is
// nil if its text has errors.
type Found struct {
	Owner      Owner
	Directives []*Directive
}

// Read finds and parses all directives of a Go file that was parsed with parser.ParseComments into
// fset. Src is its text. Owners are ordered by their first directives; all type, def and import
// directives belong to one FileOwner. Unknown and misplaced directives are reported and left out.
// The diagnostics are sorted.
func Read(fset *token.FileSet, file *ast.File, src []byte) ([]Found, []diag.Diagnostic) {
	r := &reader{
		commentReader: commentReader{file: fset.File(file.FileStart), src: src, diags: diags{fset: fset}},
		fileOwner:     &FileOwner{},
		found:         make(map[Owner]*Found),
	}
	at := findSites(file)
	for _, group := range file.Comments {
		r.blocks(group, at[group])
		for _, d := range r.drafts(r.lines(group)) {
			r.draft(d, at[group])
		}
	}
	slices.SortStableFunc(r.order, func(a, b *Found) int {
		return cmp.Compare(a.Directives[0].From, b.Directives[0].From)
	})
	var out []Found
	for _, f := range r.order {
		out = append(out, *f)
	}
	return out, diag.Sort(r.list)
}

// Mentions reports whether a Go file may have directives or near misses: whether it contains the
// word rtest in upper or lower case. For other files Read returns nothing.
func Mentions(src []byte) bool { return bytes.Contains(bytes.ToLower(src), []byte(tool)) }

// ParsePred parses an expression outside a directive. At maps byte offsets in text to positions of
// fset.
func ParsePred(text string, at func(offset int) token.Pos, fset *token.FileSet) (Expr, []diag.Diagnostic) {
	g, err := theGrammar()
	var e Expr
	if err == nil {
		e, err = g.pred(lexText(Ident{}, text, at))
	}
	if err != nil {
		return nil, []diag.Diagnostic{asProblem(err, at(0)).diagnostic(fset)}
	}
	return e, nil
}

type reader struct {
	commentReader
	fileOwner *FileOwner
	found     map[Owner]*Found
	order     []*Found
}

// draft assigns a directive to its owner.
func (r *reader) draft(d *draft, at site) {
	owner := at.owner
	detached := at == (site{})
	switch {
	case d.kind.Places&InFile != 0 && (at.top || detached):
		owner = r.fileOwner
	case owner == nil || owner.owner()&d.kind.Places == 0:
		r.report(misplaced(d, at))
		return
	}
	f := r.found[owner]
	if f == nil {
		f = &Found{Owner: owner}
		r.found[owner], r.order = f, append(r.order, f)
	}
	f.Directives = append(f.Directives, r.directive(d, owner))
}

// misplaced says where a directive is and where it belongs.
func misplaced(d *draft, at site) *problem {
	var where string
	switch at.owner.(type) {
	case nil:
		where = at.what
		if where == "" {
			where = "a comment that documents nothing (no blank line may follow it)"
		}
	case *FileOwner:
		where = "a file"
	case *FuncOwner:
		where = "the doc comment of a function"
	case *TypeOwner:
		where = "the doc comment of a type"
	case *MethodOwner:
		where = "the doc comment of an interface's method"
	case *FieldOwner:
		where = "the comment of a struct field"
	case *VarOwner:
		where = "the contract of a function"
	case *AliasOwner:
		where = "the contract of a type"
	}
	return &problem{Span: d.verb.Span, code: CodeMisplaced,
		msg: "rtest:" + d.verb.Name + " belongs " + d.kind.Places.names() + ", not in " + where}
}

// directive parses a directive and reports errors.
func (r *reader) directive(d *draft, owner Owner) *Directive {
	text, at := d.join()
	out := &Directive{Span: d.Span, Verb: d.verb, Text: text, TextAt: at}
	b, err := parseBody(d.kind, d.verb, text, at)
	if err == nil {
		err = checkOwner(d.verb, b, owner)
	}
	if err != nil {
		r.report(asProblem(err, at(0)))
		return out
	}
	out.Body = b
	return out
}

// parseBody parses the text of a directive.
func parseBody(k Kind, name Ident, text string, at func(int) token.Pos) (Body, error) {
	all := Span{at(0), at(len(text))}
	switch {
	case k.production == nil && text != "":
		return nil, &problem{Span: all, code: CodeUnexpectedText, msg: "rtest:" + k.Name + " takes no text"}
	case k.production == nil:
		return &Flag{}, nil
	case text == "" && k.needs != "":
		return nil, &problem{Span: Span{name.To, name.To}, code: CodeMissingText, msg: "rtest:" + k.Name + " needs " + k.needs}
	}
	if x, ok := k.production.(verbatim); ok {
		return x.read(text, at)
	}
	g, err := theGrammar()
	if err != nil {
		return nil, err
	}
	return g.body(lexText(name, text, at))
}

// checkOwner rejects names of parameters where there are none, and their absence where shared needs
// some.
func checkOwner(verb Ident, b Body, owner Owner) error {
	s, isShared := b.(*Shared)
	if owner.owner() == OnFunc {
		if isShared && len(s.Params) < 2 {
			return &problem{Span: Span{verb.To, verb.To}, code: CodeMissingText, msg: "rtest:shared needs parameters that may be the same memory: p, q"}
		}
		return nil
	}
	if isShared && len(s.Params) > 0 {
		return &problem{Span: s.Params[0].Span, code: CodeMisplaced, msg: s.Params[0].Name + " names a parameter, and only functions have these; a type is shared as a whole, without a text"}
	}
	var p Ident
	switch b := b.(type) {
	case *Values:
		p = b.Param
	case *Depth:
		p = b.Param
	case *Ints:
		p = b.Param
	}
	if p.Name == "" {
		return nil
	}
	return &problem{Span: p.Span, code: CodeMisplaced, msg: p.Name + ": names a parameter, and only functions have these"}
}
