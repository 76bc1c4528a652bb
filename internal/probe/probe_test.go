package probe

import (
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

const source = `package p

var hook = func(x int) int {
	return x
}

func F(x int, c chan int) (y int) {
	if x > 1 { y++ } else if x > 2 {
		y = 3
	} else if x > 3 {
		y = 4
	} else {
		y = 5
	}
	switch {
	case x == 7: return 7
	default:
		y = 8
	}
	select {
	case v := <-c:
		y = v
	default:
	}
	switch y := any(x).(type) {
	case int:
		_ = y
	}
loop:
	for i := range x {
		if i == 2 {
			continue loop
		}
		func() {
			y += i
		}()
	}
again:
	if y < 0 {
		y++
		goto again
	}
	return (y +
		1)
}

func G() { println() }

func Extern()
`

// TestInsert inserts a statement on every line: where possible, the result is a Go file of as many
// lines, with the statement on that line.
func TestInsert(t *testing.T) {
	where := map[int]string{}
	for n, text := range strings.Split(source, "\n") {
		line := n + 1
		p, err := Find("p.go", []byte(source), line)
		if err != nil {
			where[line] = err.Error()
			continue
		}
		out := string(p.Insert([]byte(source), "probe()"))
		if _, err := parser.ParseFile(token.NewFileSet(), "p.go", out, 0); err != nil {
			t.Errorf("line %d, %s: %v\n%s", line, text, err, out)
		}
		lines := strings.Split(out, "\n")
		if len(lines) != strings.Count(source, "\n")+1 {
			t.Errorf("line %d: %d lines", line, len(lines))
		}
		at := strings.Index(out, "probe()")
		if got := 1 + strings.Count(out[:at], "\n"); got != line && line != 30 {
			t.Errorf("line %d: the statement is on line %d", line, got)
		}
		where[line] = strings.TrimSpace(lines[n])
		if p.Func != nil {
			where[line] = p.Func.Name.Name + ": " + where[line]
		}
	}
	for line, want := range map[int]string{
		2:  "p.go:2: no statement begins on this line; the first that does is 3",
		3:  "var hook = func(x int) int { probe();",
		4:  "probe(); return x",
		7:  "F: func F(x int, c chan int) (y int) { probe();",
		8:  "F: probe(); if x > 1 { y++ } else if x > 2 {",
		10: "F: } else { probe(); if x > 3 {",
		12: "F: } else { probe();",
		14: "p.go:14: no statement begins on this line; the nearest that do are 13 and 15",
		16: "F: case x == 7: probe();  return 7",
		17: "F: default: probe();",
		21: "F: case v := <-c: probe();",
		29: "F: probe(); loop:",
		34: "F: probe(); func() {",
		35: "F: probe(); y += i",
		30: "F: for i := range x {",
		38: "p.go:38: a goto leads to the label again, from which control reaches the line as well: name a line after it",
		39: "F: probe(); if y < 0 {",
		44: "p.go:44: no statement begins on this line; the nearest that do are 43 and 47",
		47: "G: func G() { probe();  println() }",
		49: "p.go:49: no statement begins on this line; the last that does is 47",
	} {
		if where[line] != want {
			t.Errorf("line %d: %q, want %q", line, where[line], want)
		}
	}
}
