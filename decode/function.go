package decode

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// A function has answers that are chosen when it is called.
type function struct {
	*value.Func
	distinct
}

func (function) read(r *reader, n *Node) { r.take(n) }

func (s function) literal(l *Literals, _ *Node, _ Spot) Expr {
	return l.Fail("values of %s cannot be written as literals", s.Go())
}

func (s function) decode(d *Decoders) string { return d.function(s.Func, s.answering) }

// answering writes the body of a decoder: a function that takes its answers from the data, and
// gives the same answer to the same question.
func (s function) answering(d *Decoders) string {
	sig := s.T
	var names, fields, results []string
	comparable := true
	params := parameters(d.File, sig, func(i int) string { return fmt.Sprint("x", i) })
	for i := range sig.Params().Len() {
		t := sig.Params().At(i).Type()
		name := fmt.Sprint("x", i)
		names, fields = append(names, name), append(fields, name+" "+d.Type(t))
		comparable = comparable && types.Comparable(t) && !types.IsInterface(t)
	}
	var build strings.Builder
	var outs, outFields []string
	for i, r := range s.Results {
		t := d.Type(sig.Results().At(i).Type())
		results = append(results, t)
		outFields = append(outFields, fmt.Sprintf("y%d %s", i, t))
		outs = append(outs, fmt.Sprintf("y.y%d", i))
		fmt.Fprintf(&build, "y.y%d = %s\n", i, d.Next(r.Shape))
	}
	start := "r.next()\n"
	if s.Nil {
		start = "if r.next() < 0 {\nreturn nil\n}\n"
	}
	head := "func(" + strings.Join(params, ", ") + ")"
	switch len(results) {
	case 0:
		return start + "return " + head + " {}\n"
	case 1:
		head += " " + results[0]
	default:
		head += " (" + strings.Join(results, ", ") + ")"
	}
	answer := "struct{\n" + strings.Join(outFields, "\n") + "\n}"
	give := "return " + strings.Join(outs, ", ") + "\n}\n"
	switch {
	case len(params) == 0:
		return start + "return " + head + " {\nvar y " + answer + "\n" + build.String() + give
	case comparable:
		question := "struct{\n" + strings.Join(fields, "\n") + "\n}"
		return fmt.Sprintf("%stype question %s\ntype answer %s\nanswers := map[question]answer{}\nreturn %s {\nx := question{%s}\ny, ok := answers[x]\nif !ok {\n%sanswers[x] = y\n}\n%s",
			start, question, answer, head, strings.Join(names, ", "), build.String(), give)
	}
	list := "[]any{" + strings.Join(names, ", ") + "}"
	return fmt.Sprintf("%stype answer %s\nvar questions [][]any\nvar answers []answer\nreturn %s {\nvar y answer\nx := %s\nfor i := range questions {\nif %sEqual(questions[i], x) {\ny = answers[i]\n%s}\n%squestions, answers = append(questions, x), append(answers, y)\n%s",
		start, answer, head, list, d.Runtime, strings.TrimSuffix(give, "}\n")+"}\n", build.String(), give)
}

func (s function) set(c *Constructors, dst string) string {
	return c.function(dst, s.Func, func(c *Constructors) string {
		rules, _ := s.Rules.([]*refine.Callback)
		return c.Asked("(*rtestg_p)", s.Func, -1, rules, func(v *refine.Variable) string { return v.Name })
	})
}
