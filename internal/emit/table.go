package emit

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
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
	for i := range c.from.Inputs {
		c.entry(&b, c.rowName(c.rows[i], i, names), c.rows[i])
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

func (c *contract) entry(b *strings.Builder, name string, r row) {
	if c.built {
		fmt.Fprintf(b, "{%s, %s},\n", quote(name), c.builder(r))
		return
	}
	row := append([]string{quote(name)}, r.exprs...)
	if line := strings.Join(row, ", "); len(line) <= rowWidth {
		fmt.Fprintf(b, "{%s},\n", line)
		return
	}
	fmt.Fprintf(b, "{\nname: %s,\n", quote(name))
	for i, v := range r.exprs {
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
func (c *contract) builder(r row) string {
	if len(r.stmts) == 0 {
		return fmt.Sprintf("%s { return %s }", c.inType(), strings.Join(r.exprs, ", "))
	}
	return fmt.Sprintf("%s {\n%s\nreturn %s\n}", c.inType(), strings.Join(r.stmts, "\n"), strings.Join(r.exprs, ", "))
}

// rowName names a row by its inputs where they are short, else by its number.
func (c *contract) rowName(r row, i int, taken map[string]int) string {
	name := strings.Join(append(slices.Clone(r.stmts), strings.Join(r.exprs, ", ")), "; ")
	name = strings.ReplaceAll(name, c.w.rt+"Ptr", "ptr")
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
func (c *contract) counterexample(in check.Input, r row) {
	args := "t"
	switch {
	case c.built:
		args += ", " + c.builder(r)
	case len(r.exprs) > 0:
		args += ", " + strings.Join(r.exprs, ", ")
	}
	file := strings.TrimSuffix(filepath.Base(in.File), ".txt")
	number := file[strings.LastIndexByte(file, '-')+1:]
	c.test("Test"+c.stem+"Counterexample"+testStem(number), fmt.Sprintf("%s(%s)\n", c.check, args))
}
