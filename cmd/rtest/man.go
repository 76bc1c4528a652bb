package main

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rtest-dev/rtest/internal/options"
)

// manual returns the manual page. It consists of the pages of the help.
func (t *tool) manual() string {
	var b strings.Builder
	b.WriteString(".TH RTEST 1\n.SH NAME\nrtest \\- test the contracts of Go functions\n")
	section := func(name, text string) {
		b.WriteString(".SH " + strings.ToUpper(name) + "\n.nf\n")
		for line := range strings.Lines(text) {
			b.WriteString(roff(line))
		}
		b.WriteString(".fi\n")
	}
	about, usage, _ := strings.Cut(t.page("rtest"), "Usage:\n")
	section("synopsis", strings.Trim(usage, "\n")+"\n")
	section("description", about)
	own := ownFlags()
	for _, command := range slices.Sorted(slices.Values(commands[:])) {
		text := t.page(command)
		if more, ok := own[command]; ok {
			text += options.Page(command, more...)
		}
		section("rtest "+command, text)
	}
	for _, topic := range t.names() {
		if page := t.page(topic); topic != "rtest" && page != "" && !slices.Contains(commands[:], topic) {
			section(topic, page)
		}
	}
	return b.String()
}

// roff escapes a line so that roff prints it literally.
func roff(line string) string {
	line = strings.ReplaceAll(line, `\`, `\e`)
	line = strings.ReplaceAll(line, "-", `\-`)
	var b strings.Builder
	for _, r := range line {
		if r < utf8.RuneSelf {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, `\[u%04X]`, r)
		}
	}
	line = b.String()
	if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
		line = `\&` + line
	}
	return line
}
