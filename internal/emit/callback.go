package emit

import (
	"fmt"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/gosource"
)

// watching wraps functions among the inputs. A wrapper records the arguments if the contract needs them, and
// checks the conditions on them. It ends the test when the function is called with arguments for which the test
// has no answer that the contract admits.
func (c *contract) watching() string {
	c.watchedFuncs, c.logs = map[int]string{}, map[int]string{}
	logged := c.AskedAbout()
	var b strings.Builder
	for i, v := range c.inputs {
		sig, ok := v.Type.Underlying().(*types.Signature)
		if !ok {
			continue
		}
		rules := c.rules(v)
		b.WriteString(c.answering(i, sig, rules))
		if logged[i] || len(rules.Require) > 0 {
			b.WriteString(c.noting(i, sig, rules, logged[i]))
		}
	}
	return b.String()
}

// rules returns what the contract says about a function among the inputs.
func (c *contract) rules(v *refine.Variable) *refine.Callback {
	for _, cb := range c.Callbacks {
		if cb.Var == v {
			return cb
		}
	}
	return &refine.Callback{Var: v}
}

// A surrounding is a function literal that calls a function among the inputs.
type surrounding struct {
	c               *contract
	sig             *types.Signature
	rules           *refine.Callback
	params, results []string
}

func (c *contract) surround(sig *types.Signature, rules *refine.Callback) *surrounding {
	s := &surrounding{c: c, sig: sig, rules: rules}
	used := map[string]bool{}
	name := func(vars []*refine.Variable, i int, stem string) string {
		out := stem + strconv.Itoa(i)
		if i < len(vars) && vars[i].Name != "_" && vars[i].Name != "" && !c.used[vars[i].Name] && !used[vars[i].Name] {
			out = vars[i].Name
		}
		for used[out] || c.used[out] || c.w.pkg.Types.Scope().Lookup(out) != nil {
			out += "_"
		}
		used[out] = true
		return out
	}
	for i := range sig.Params().Len() {
		s.params = append(s.params, name(rules.Params, i, "a"))
	}
	for i := range sig.Results().Len() {
		s.results = append(s.results, name(rules.Results, i, "r"))
	}
	return s
}

// names returns the operands for the variables of the conditions.
func (s *surrounding) names(v *refine.Variable) string {
	for i, p := range s.rules.Params {
		if p == v {
			return s.params[i]
		}
	}
	for i, r := range s.rules.Results {
		if r == v {
			return s.results[i]
		}
	}
	return s.c.names(v)
}

// head returns func(…) (…).
func (s *surrounding) head() string {
	var params, results []string
	for i, name := range s.params {
		t := s.sig.Params().At(i).Type()
		text := s.c.w.Type(t)
		if s.sig.Variadic() && i == len(s.params)-1 {
			text = "..." + s.c.w.Type(t.(*types.Slice).Elem())
		}
		params = append(params, name+" "+text)
	}
	for r := range s.sig.Results().Variables() {
		results = append(results, s.c.w.Type(r.Type()))
	}
	return refine.FuncType(params, results)
}

// call calls the function fn with the parameters.
func (s *surrounding) call(fn string) string {
	args := strings.Join(s.params, ", ")
	if s.sig.Variadic() {
		args += "..."
	}
	return fn + "(" + args + ")"
}

// given returns the format and the arguments with which a message shows a question.
func (s *surrounding) given() (format, args string) {
	if len(s.params) == 0 {
		return "()", ""
	}
	return "(" + strings.TrimSuffix(strings.Repeat("%#v, ", len(s.params)), ", ") + ")", ", " + strings.Join(s.params, ", ")
}

// answering writes the wrapper that skips the test when a function is called with arguments for which it has no
// answer.
func (c *contract) answering(i int, sig *types.Signature, rules *refine.Callback) string {
	s := c.surround(sig, rules)
	var conds []string
	for r := range sig.Results().Len() {
		if fn, ok := gosource.InvariantFunc(c.w.File, c.w.pkg.Facts, sig.Results().At(r).Type(), false); ok {
			conds = append(conds, "!"+fn+"("+s.results[r]+")")
		}
	}
	for _, e := range rules.Ensure {
		conds = append(conds, negated(c.goExpr(e.Expr, s.names, nil)))
	}
	if len(conds) == 0 || sig.Results().Len() == 0 {
		return ""
	}
	plain := c.take("given"+title(c.in[i]), c.in[i]+"Given")
	format, args := s.given()
	message := quote("the test has no answer to " + c.in[i] + format)
	return fmt.Sprintf("%[1]s := %[2]s\nif %[2]s != nil {\n%[2]s = %[3]s {\n%[4]s := %[5]s\nif %[6]s {\n%[9]s.Skipf(%[7]s%[8]s)\n}\nreturn %[4]s\n}\n}\n",
		plain, c.in[i], s.head(), strings.Join(s.results, ", "), s.call(plain), strings.Join(conds, " || "), message, args, c.t)
}

// noting returns the operand that the function under test is given.
func (c *contract) noting(i int, sig *types.Signature, rules *refine.Callback, logged bool) string {
	s := c.surround(sig, rules)
	watched := c.take("watched"+title(c.in[i]), c.in[i]+"Watched")
	var b strings.Builder
	if logged {
		log := c.take("calls"+title(c.in[i]), c.in[i]+"Calls")
		t, _ := c.question(sig, s.params)
		fmt.Fprintf(&b, "var %s []%s\n", log, t)
		c.logs[i] = log
	}
	fmt.Fprintf(&b, "%s := %s\nif %s != nil {\n%s = %s {\n", watched, c.in[i], c.in[i], watched, s.head())
	if logged {
		_, entry := c.question(sig, s.params)
		fmt.Fprintf(&b, "%[1]s = append(%[1]s, %[2]s)\n", c.logs[i], entry)
	}
	format, args := s.given()
	for _, r := range rules.Require {
		message := c.Name + " calls " + c.in[i] + strings.ReplaceAll(format, "%", "\x00") + " against its contract: " + clauseText(r)
		message = strings.ReplaceAll(strings.ReplaceAll(message, "%", "%%"), "\x00", "%")
		fmt.Fprintf(&b, "if %s {\n%s.Errorf(%s%s)\n}\n", negated(c.goExpr(r.Expr, s.names, nil)), c.t, quote(message), args)
	}
	call := s.call(c.in[i])
	if sig.Results().Len() > 0 {
		call = "return " + call
	}
	b.WriteString(call + "\n}\n}\n")
	c.watchedFuncs[i] = watched
	return b.String()
}

// clauseText returns a clause as a message shows it.
func clauseText(p *refine.Clause) string {
	s := p.Kind.String() + " " + p.Text
	if p.Unfolded != "" {
		s += ": " + p.Unfolded
	}
	return s
}

// question returns the type and the value of one element of calls(f): the only argument, or a struct of all. It
// copies the memory behind them if possible.
func (c *contract) question(sig *types.Signature, params []string) (t, entry string) {
	values := make([]string, len(params))
	for i, name := range params {
		values[i] = name
		if text, ok := c.w.clone(sig.Params().At(i).Type(), name); ok {
			values[i] = text
		}
	}
	if len(params) == 1 {
		return c.w.Type(sig.Params().At(0).Type()), values[0]
	}
	var fields []*types.Var
	for i := range params {
		fields = append(fields, types.NewField(token.NoPos, nil, fmt.Sprint("A", i), sig.Params().At(i).Type(), false))
	}
	t = c.w.Type(types.NewStruct(fields, nil))
	return t, t + "{" + strings.Join(values, ", ") + "}"
}

// goExpr returns an expression of the contract as Go.
func (c *contract) goExpr(e refine.Expr, names, old func(*refine.Variable) string) string {
	return c.standalone(c.w.Expr(e, names, old))
}

// standalone replaces calls into a running rtest in generated code. The test itself knows their results: the
// recorded calls of functions among the inputs, and the values that a quantifier ranges over.
func (c *contract) standalone(text string) string {
	alias := strings.TrimSuffix(c.w.rt, ".")
	ts := tokens(text)
	var b strings.Builder
	at := 0
	for i := 0; i+3 < len(ts); i++ {
		if ts[i].lit != alias || ts[i+2].lit != "Calls" && ts[i+2].lit != "Values" {
			continue
		}
		end := i + 3
		for ; ts[end].tok != token.LPAREN || depthAt(ts[i:end]) > 0; end++ {
		}
		t := text[ts[i+3].offset+1 : ts[end-1].offset]
		name := ""
		if ts[i+2].lit == "Values" {
			name = c.domain(t) + "()"
		} else {
			index, err := strconv.Atoi(ts[end+1].lit)
			if err != nil {
				continue
			}
			name = c.logs[index]
			end++
		}
		b.WriteString(text[at:ts[i].offset] + name)
		at = ts[end+1].offset + 1
		i = end + 1
	}
	return b.String() + text[at:]
}

// mostValues is the greatest number of values that a quantifier of a test may range over.
const mostValues = 500

// domain returns the name of a function that returns the values that a quantifier over the
// type t ranges over.
func (c *contract) domain(t string) string {
	fail := func(format string, args ...any) string {
		c.w.fail(fmt.Errorf(format, args...))
		return "nil"
	}
	if c.from.DomainErr != nil {
		return fail("%v", c.from.DomainErr)
	}
	for i, d := range c.w.unit.Domains {
		if c.w.Type(d.T) != t || i >= len(c.from.Domains) {
			continue
		}
		streams := c.from.Domains[i]
		if len(streams) > mostValues {
			return fail("a quantifier ranges over %d values of %s", len(streams), t)
		}
		values := make([]string, len(streams))
		for k, stream := range streams {
			l := c.w.literal(nil)
			for _, n := range c.w.parse(t, []value.Shape{d.Shape}, stream) {
				values[k] = l.Value(n, decode.Spot{Elided: true}).Text
			}
			if l.Err != nil {
				return fail("a value of %s: %w", t, l.Err)
			}
		}
		list := strings.Join(values, ", ")
		key := "values " + t + " " + list
		if name, ok := c.w.made[key]; ok {
			return name
		}
		name := c.w.Name("values_" + identifier(strings.TrimPrefix(t, c.w.prefix)))
		c.w.made[key] = name
		c.w.Decl(fmt.Sprintf("// %s are those over which quantifiers range.\nfunc %s() []%s { return []%s{%s} }", name, name, t, t, list))
		return name
	}
	return fail("the values of %s, over which a quantifier ranges, are not known", t)
}

// depthAt returns how many brackets are open after the tokens.
func depthAt(ts []tokenAt) int {
	n := 0
	for _, t := range ts {
		switch t.tok {
		case token.LBRACK:
			n++
		case token.RBRACK:
			n--
		}
	}
	return n
}
