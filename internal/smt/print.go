package smt

import (
	"fmt"
	"io"
	"strings"
)

// depth is how many operations are printed inside one another before one of them gets a name.
const depth = 24

// A Script is a question to a solver.
type Script struct {
	// Logic is the logic to set, such as QF_BV; none if empty.
	Logic string
	// Asserts are the Bools that must hold.
	Asserts []*Term
	// Assume are Bool variables, or negations of them, that must hold as well.
	Assume []*Term
}

// String returns the script in SMT-LIB 2.6. Terms used more than once are printed once, as
// definitions, so the text is linear in the number of terms.
func (s Script) String() string {
	var b strings.Builder
	if s.Logic != "" {
		fmt.Fprintf(&b, "(set-logic %s)\n", s.Logic)
	}
	roots := append(append([]*Term(nil), s.Asserts...), s.Assume...)
	p := newPrinter(roots)
	for _, v := range p.vars {
		fmt.Fprintf(&b, "(declare-fun %s () %v)\n", quote(v.text), v.sort)
	}
	for _, t := range s.Asserts {
		for _, def := range p.define(t) {
			fmt.Fprintf(&b, "(define-fun %s () %v ", p.names[def], def.sort)
			p.body(&b, def)
			b.WriteString(")\n")
		}
		b.WriteString("(assert ")
		p.term(&b, t)
		b.WriteString(")\n")
	}
	if len(s.Assume) == 0 {
		b.WriteString("(check-sat)\n")
		return b.String()
	}
	b.WriteString("(check-sat-assuming (")
	for i, t := range s.Assume {
		if i > 0 {
			b.WriteByte(' ')
		}
		// An assumption must be a literal itself, not a name for one.
		p.body(&b, t)
	}
	b.WriteString("))\n")
	return b.String()
}

// String prints the term in SMT-LIB. Terms used more than once are bound by let.
func (t *Term) String() string {
	p := newPrinter([]*Term{t})
	var b strings.Builder
	defs := p.define(t)
	for _, def := range defs {
		fmt.Fprintf(&b, "(let ((%s ", p.names[def])
		p.body(&b, def)
		b.WriteString(")) ")
	}
	p.term(&b, t)
	b.WriteString(strings.Repeat(")", len(defs)))
	return b.String()
}

// A printer decides which terms of a graph get names.
type printer struct {
	prefix string
	// vars are the variables in the order of their first use.
	vars []*Term
	// named are the terms that are used more than once or are nested too deep.
	named map[*Term]bool
	// names are the names given so far.
	names map[*Term]string
}

func newPrinter(roots []*Term) *printer {
	p := &printer{prefix: "$", named: make(map[*Term]bool), names: make(map[*Term]string)}
	deep := make(map[*Term]int)
	var walk func(t *Term)
	walk = func(t *Term) {
		if _, ok := deep[t]; ok {
			p.named[t] = len(t.args) > 0
			return
		}
		deep[t] = 0
		if t.op == Var {
			p.vars = append(p.vars, t)
			for strings.HasPrefix(t.text, p.prefix) {
				p.prefix += "$"
			}
		}
		for _, arg := range t.args {
			walk(arg)
			if !p.named[arg] {
				deep[t] = max(deep[t], deep[arg]+1)
			}
		}
		if deep[t] >= depth {
			p.named[t] = true
			deep[t] = 0
		}
	}
	for _, t := range roots {
		walk(t)
	}
	return p
}

// define names the terms below t that need a name and have none yet. It returns them, arguments
// first.
func (p *printer) define(t *Term) []*Term {
	var defs []*Term
	seen := make(map[*Term]bool)
	var walk func(t *Term)
	walk = func(t *Term) {
		if seen[t] || p.names[t] != "" {
			return
		}
		seen[t] = true
		for _, arg := range t.args {
			walk(arg)
		}
		if p.named[t] {
			p.names[t] = fmt.Sprintf("%s%d", p.prefix, len(p.names)+1)
			defs = append(defs, t)
		}
	}
	walk(t)
	return defs
}

// term prints the name of a term if it has one, otherwise the term.
func (p *printer) term(w io.Writer, t *Term) {
	if name := p.names[t]; name != "" {
		io.WriteString(w, name)
		return
	}
	p.body(w, t)
}

// body prints a term, with arguments by name if they have one.
func (p *printer) body(w io.Writer, t *Term) {
	switch {
	case t.op == Var:
		io.WriteString(w, quote(t.text))
		return
	case t.op == Const:
		io.WriteString(w, constant(t))
		return
	case t.op.float():
		p.float(w, t)
		return
	case t.op == Extract:
		fmt.Fprintf(w, "((_ extract %d %d)", t.p, t.q)
	case t.op == ZeroExt, t.op == SignExt:
		fmt.Fprintf(w, "((_ %v %d)", t.op, t.p)
	default:
		fmt.Fprintf(w, "(%v", t.op)
	}
	for _, arg := range t.args {
		io.WriteString(w, " ")
		p.term(w, arg)
	}
	io.WriteString(w, ")")
}

func constant(t *Term) string {
	switch {
	case t.sort == Bool:
		if t.IsTrue() {
			return "true"
		}
		return "false"
	case t.sort > 0:
		return fmt.Sprintf("(_ bv%s %d)", t.text, int(t.sort))
	case strings.HasPrefix(t.text, "-"):
		return "(- " + t.text[1:] + ")"
	}
	return t.text
}

// quote writes a name as an SMT-LIB symbol. Symbols cannot contain a bar or a backslash; both are
// replaced by characters that Go names cannot contain.
func quote(name string) string {
	return "|" + strings.NewReplacer("|", "¦", `\`, "⧵").Replace(name) + "|"
}
