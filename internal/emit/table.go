package emit

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/refine/gosource"
)

// tabled writes the test that has the chosen inputs as rows.
func (c *contract) tabled() {
	if len(c.inputs) == 0 {
		c.test("Test"+c.stem+"Contract", c.checking(c.t)+"\n")
		return
	}
	var b strings.Builder
	fields := []param{{c.label, "string"}}
	if c.usesBuilder {
		fields = append(fields, param{c.make, c.inType()})
	} else {
		for i, v := range c.inputs {
			fields = append(fields, param{c.in[i], c.w.Type(v.Type)})
		}
	}
	fmt.Fprintf(&b, "%s := []struct{\n", c.table)
	for i, f := range fields {
		if i > 1 && fields[i-1].typ == f.typ {
			fmt.Fprintf(&b, ", %s", f.name)
		} else {
			fmt.Fprintf(&b, "\n%s", f.name)
		}
		if i == 0 || i+1 == len(fields) || fields[i+1].typ != f.typ {
			b.WriteString(" " + f.typ)
		}
	}
	b.WriteByte('\n')
	b.WriteString("}{\n")
	names := map[string]int{}
	for i := range c.from.Inputs {
		c.item(&b, c.rowName(c.rows[i], i, names), c.rows[i])
	}
	args := c.t
	for _, f := range fields[1:] {
		args += ", " + c.entry + "." + f.name
	}
	fmt.Fprintf(&b, "}\nfor _, %s := range %s {\n", c.entry, c.table)
	fmt.Fprintf(&b, "%[1]s.Run(%[2]s.%[3]s, func(%[1]s *%[4]s.T) { %[5]s })\n}\n", c.t, c.entry, c.label, c.w.Import("testing"), c.checking(args))
	c.test("Test"+c.stem+"Contract", b.String())
}

func (c *contract) test(stem, body string) {
	name := c.w.public(stem)
	c.w.declare(name, fmt.Sprintf("func %s(%s *%s.T) {\n%s}", name, c.t, c.w.Import("testing"), body))
}

// rowWidth is the length above which the inputs of a row are on lines of their own, nameWidth
// that above which they make no name.
const (
	rowWidth  = 110
	nameWidth = 64
)

func (c *contract) item(b *strings.Builder, name string, r row) {
	if c.usesBuilder {
		fmt.Fprintf(b, "{%s, %s},\n", quote(name), c.builder(r))
		return
	}
	row := append([]string{quote(name)}, r.exprs...)
	if line := strings.Join(row, ", "); len(line) <= rowWidth {
		fmt.Fprintf(b, "{%s},\n", line)
		return
	}
	fmt.Fprintf(b, "{\n%s: %s,\n", c.label, quote(name))
	for i, v := range r.exprs {
		fmt.Fprintf(b, "%s: %s,\n", c.in[i], v)
	}
	b.WriteString("},\n")
}

// quote returns a name as a Go string, in the syntax that needs no escapes.
func quote(name string) string {
	if strings.ContainsAny(name, "\"\\") && strconv.CanBackquote(name) {
		return "`" + name + "`"
	}
	return strconv.Quote(name)
}

// builder returns a function literal that builds the inputs.
func (c *contract) builder(r row) string {
	if len(r.stmts) == 0 {
		return fmt.Sprintf("%s { return %s }", c.inType(), strings.Join(r.exprs, ", "))
	}
	return fmt.Sprintf("%s {\n%s\nreturn %s\n}", c.inType(), strings.Join(r.stmts, "\n"), strings.Join(r.exprs, ", "))
}

// rowName returns the name of a row: its inputs if they are short, and otherwise its number.
func (c *contract) rowName(r row, i int, taken map[string]int) string {
	name, ok := c.shortName(r)
	if !ok {
		name = "input " + strconv.Itoa(i+1)
	}
	taken[name]++
	if n := taken[name]; n > 1 {
		name += " again " + strconv.Itoa(n)
	}
	return name
}

// shortName returns the text of a row on one line. Ok is false if that is no name.
func (c *contract) shortName(r row) (name string, ok bool) {
	name = c.w.plainly(strings.ReplaceAll(r.name, c.w.rt+"Ptr", "ptr"))
	return name, utf8.RuneCountInString(name) <= nameWidth && !strings.ContainsAny(name, "/#`\n")
}

// plainly returns a piece of Go as a name shows it.
func (w *writer) plainly(text string) string {
	return strings.ReplaceAll(gosource.Plain(text), w.prefix, "")
}

var (
	// madeByCalls is a function literal of type making, variable what stands
	// in front of its calls.
	madeByCalls = regexp.MustCompile(`func\(\) [^{]* \{\n((?:v[0-9].*\n)+)return [*&]?v[0-9]+\n\}\(\)`)
	variable    = regexp.MustCompile(`^(?:[v_0-9, ]+ := )?(?:v[0-9]+\.)?`)
)

// flattened writes values built by calls as only the calls.
func flattened(name string) string {
	for madeByCalls.MatchString(name) {
		name = madeByCalls.ReplaceAllStringFunc(name, func(s string) string {
			var calls []string
			for line := range strings.Lines(madeByCalls.FindStringSubmatch(s)[1]) {
				line = strings.TrimSpace(line)
				calls = append(calls, line[len(variable.FindString(line)):])
			}
			return strings.Join(calls, "; ")
		})
	}
	return name
}

// counterexample writes the test of a saved input.
func (c *contract) counterexample(in check.Input, r row) {
	args := c.t
	switch {
	case c.usesBuilder:
		args += ", " + c.builder(r)
	case len(r.exprs) > 0:
		args += ", " + strings.Join(r.exprs, ", ")
	}
	file := strings.TrimSuffix(filepath.Base(in.File), ".txt")
	number := file[strings.LastIndexByte(file, '-')+1:]
	c.test("Test"+c.stem+"Counterexample"+testStem(number), c.checking(args)+"\n")
}

// leastWait is the least time that a test waits for a call that did not return when the test
// was written. The machine that runs the test may be busy.
const leastWait = 10 * time.Second

// checking returns a call of the checking function. If rtest found an input for which the
// function under test does not return, the test has a limit for the time of the call.
func (c *contract) checking(args string) string {
	call := c.check + "(" + args + ")"
	if !c.mayHang {
		return call
	}
	wait := max(leastWait, 10*c.from.Timeout)
	return fmt.Sprintf("%sReturns(%s, %[3]s.After(%d*%[3]s.Second), func() { %[5]s })", c.w.rt, c.t, c.w.Import("time"), wait/time.Second, call)
}
