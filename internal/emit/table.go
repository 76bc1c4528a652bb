package emit

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rtest-dev/rtest/check"
)

// table writes the test with the chosen inputs as rows.
func (c *contract) table() {
	if len(c.inputs) == 0 {
		c.test("Test"+c.stem+"Contract", c.check+"(t)\n")
		return
	}
	var b strings.Builder
	fmt.Fprintf(&b, "tests := []struct{\nname string\n")
	if c.built {
		fmt.Fprintf(&b, "in %s\n", c.inType())
	} else {
		for i, v := range c.inputs {
			fmt.Fprintf(&b, "%s %s\n", c.in[i], c.w.Type(v.Type))
		}
	}
	b.WriteString("}{\n")
	names := map[string]int{}
	for i, in := range c.from.Inputs {
		values := c.literals(in.Stream)
		c.row(&b, c.rowName(values, i, names), values)
	}
	args := "t"
	if c.built {
		args += ", tt.in"
	} else {
		for _, name := range c.in {
			args += ", tt." + name
		}
	}
	b.WriteString("}\nfor _, tt := range tests {\n")
	fmt.Fprintf(&b, "t.Run(tt.name, func(t *%s.T) { %s(%s) })\n}\n", c.w.Import("testing"), c.check, args)
	c.test("Test"+c.stem+"Contract", b.String())
}

func (c *contract) test(stem, body string) {
	name := c.w.public(stem)
	c.w.declare(name, fmt.Sprintf("func %s(t *%s.T) {\n%s}", name, c.w.Import("testing"), body))
}

// rowWidth is the length from which on the inputs of a row stand on lines of
// their own, nameWidth that from which on they are no name.
const (
	rowWidth  = 110
	nameWidth = 48
)

func (c *contract) row(b *strings.Builder, name string, values []string) {
	if c.built {
		fmt.Fprintf(b, "{%s, %s},\n", quote(name), c.builder(values))
		return
	}
	row := append([]string{quote(name)}, values...)
	if line := strings.Join(row, ", "); len(line) <= rowWidth {
		fmt.Fprintf(b, "{%s},\n", line)
		return
	}
	fmt.Fprintf(b, "{\nname: %s,\n", quote(name))
	for i, v := range values {
		fmt.Fprintf(b, "%s: %s,\n", c.in[i], v)
	}
	b.WriteString("},\n")
}

// quote writes a name as a Go string, the one that needs no escapes.
func quote(name string) string {
	if strings.ContainsAny(name, "\"\\") && strconv.CanBackquote(name) {
		return "`" + name + "`"
	}
	return strconv.Quote(name)
}

// builder is a function literal that builds the inputs.
func (c *contract) builder(values []string) string {
	return fmt.Sprintf("%s { %s }", c.inType(), c.returning(values))
}

// returning are the statements that build the inputs and return them. Those
// from which later ones are drawn have names.
func (c *contract) returning(values []string) string {
	if !c.draws() {
		return "return " + strings.Join(values, ", ")
	}
	var b strings.Builder
	b.WriteByte('\n')
	for i, v := range values {
		fmt.Fprintf(&b, "var %s %s = %s\n", c.in[i], c.w.Type(c.inputs[i].Type), v)
	}
	fmt.Fprintf(&b, "return %s\n", strings.Join(c.in, ", "))
	return b.String()
}

// rowName names a row by its inputs where they are short, else by its number.
func (c *contract) rowName(values []string, i int, taken map[string]int) string {
	name := strings.ReplaceAll(strings.Join(values, ", "), c.w.rt+"Ptr", "ptr")
	name = strings.ReplaceAll(flattened(name), c.w.prefix, "")
	if utf8.RuneCountInString(name) > nameWidth || strings.ContainsAny(name, "/#`\n") {
		name = "input " + strconv.Itoa(i+1)
	}
	taken[name]++
	if n := taken[name]; n > 1 {
		name += " again " + strconv.Itoa(n)
	}
	return name
}

var (
	// madeByCalls is a function literal of type making, variable what stands
	// in front of its calls.
	madeByCalls = regexp.MustCompile(`func\(\) [^{]* \{\n((?:v[0-9].*\n)+)return [*&]?v[0-9]+\n\}\(\)`)
	variable    = regexp.MustCompile(`^(?:[v_0-9, ]+ := )?(?:v[0-9]+\.)?`)
)

// flattened writes values built by calls as the calls alone.
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
func (c *contract) counterexample(in check.Input) {
	values := c.literals(in.Stream)
	args := "t"
	switch {
	case c.built:
		args += ", " + c.builder(values)
	case len(values) > 0:
		args += ", " + strings.Join(values, ", ")
	}
	file := strings.TrimSuffix(filepath.Base(in.File), ".txt")
	number := file[strings.LastIndexByte(file, '-')+1:]
	c.test("Test"+c.stem+"Counterexample"+testStem(number), fmt.Sprintf("%s(%s)\n", c.check, args))
}
