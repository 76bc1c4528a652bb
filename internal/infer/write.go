package infer

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/wholefile"
)

// mark follows each written directive until somebody has reviewed it.
const mark = " // inferred"

// Text is the report for people; places are relative to a folder.
func (r *Report) Text(dir string) string {
	var b strings.Builder
	n := 0
	for _, t := range r.Types {
		fmt.Fprintf(&b, "%s:%d:%d: %s: values are built by calls\n", relative(dir, t.Pos.Filename), t.Pos.Line, t.Pos.Column, t.Name)
		if t.Text != "" {
			b.WriteString("    " + t.Directives()[0] + "\n")
			n++
		}
		n += listed(&b, t.Proposals)
	}
	for _, f := range r.Functions {
		fmt.Fprintf(&b, "%s:%d:%d: %s: %s%s\n", relative(dir, f.Pos.Filename), f.Pos.Line, f.Pos.Column, f.Name, diag.Count(int(f.Inputs), "input"), f.About())
		n += listed(&b, f.Proposals)
	}
	for _, l := range r.LeftOut {
		fmt.Fprintf(&b, "left out: %s:%d: %s: %s\n", relative(dir, l.Pos.Filename), l.Pos.Line, l.Name, l.Why)
	}
	for _, n := range r.Notes {
		b.WriteString("note: " + n + "\n")
	}
	of := diag.Count(len(r.Functions), "function")
	if len(r.Types) > 0 {
		of += " and " + diag.Count(len(r.Types), "type")
	}
	fmt.Fprintf(&b, "%s for %s\n", diag.Count(n, "proposal"), of)
	return b.String()
}

// listed writes proposals with their remarks, and returns how many there are.
func listed(b *strings.Builder, list []Proposal) int {
	for _, p := range list {
		b.WriteString(strings.TrimSuffix("    "+p.Directive()+" // "+p.Remark(), " // ") + "\n")
	}
	return len(list)
}

// Remark says how many inputs a precondition leaves out, what a check of the proposal costs if that is more than a few steps, and for which inputs the proposal is proved. It may be empty.
func (p Proposal) Remark() string {
	var says []string
	switch p.Verb {
	case "requires":
		says = append(says, fmt.Sprintf("leaves out %d that fail", p.Inputs))
	case "invariant":
		says = append(says, diag.Count(int(p.Inputs), "value"))
	}
	if cost := p.Cost.String(); cost != "" {
		says = append(says, cost)
	}
	if p.Proved != nil {
		says = append(says, p.Proved.String())
	}
	return strings.Join(says, "; ")
}

// About says with which type arguments a generic function was called, and which lines no input reaches. It may be empty.
func (f *Function) About() (text string) {
	if len(f.With) > 0 {
		text = " with " + strings.Join(f.With, ", ")
	}
	if len(f.Unreached) > 0 {
		text += "; none reaches " + places(f.Unreached, f.Pos.Filename)
	}
	if f.Fails != "" {
		text += "; panics with " + f.Fails
	}
	return text
}

// places names some lines, those of a file without its name.
func places(list []event.Lines, file string) string {
	var at []string
	for _, l := range list {
		lines := fmt.Sprint(l.Start.Line)
		if l.End > l.Start.Line {
			lines += fmt.Sprintf("-%d", l.End)
		}
		if l.Start.Filename != file {
			lines = filepath.Base(l.Start.Filename) + ":" + lines
		}
		at = append(at, lines)
	}
	if len(at) > mostUnreached {
		at = append(at[:mostUnreached], "…")
	}
	return strings.Join(at, ", ")
}

// mostUnreached is how many places that no input reaches are named.
const mostUnreached = 5

func relative(dir, file string) string {
	if rel, err := filepath.Rel(dir, file); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return file
}

// An insertion puts lines in front of a line of a file, counted from 1.
type insertion struct {
	line  int
	lines []string
}

// Propose returns the marked directives proposed for one function, or the reason why there are none.
// The limits of cfg are those of rtest check; the number of inputs is bounded.
func Propose(ctx context.Context, cfg config.Config, function string) (directives []string, why string, err error) {
	if cfg.Limits.Inputs == 0 || cfg.Limits.Inputs > mostProposing {
		cfg.Limits.Inputs = mostProposing
	}
	r, err := Run(ctx, Request{Config: cfg, Functions: []string{function}})
	if err != nil {
		return nil, "", err
	}
	why = "it says nothing that is worth a directive"
	for _, f := range r.Functions {
		for _, p := range f.Proposals {
			directives = append(directives, p.Directive()+mark)
		}
	}
	for _, l := range r.LeftOut {
		why = l.Why
	}
	return directives, why, nil
}

// mostProposing is for how many inputs Propose looks.
const mostProposing = 5000

// insertions are those of the directives, by file, in the order of the lines.
func (r *Report) insertions() map[string][]insertion {
	out := map[string][]insertion{}
	for _, t := range r.Types {
		var lines []string
		for _, d := range t.Directives() {
			lines = append(lines, d+mark)
		}
		out[t.Pos.Filename] = append(out[t.Pos.Filename], insertion{t.Pos.Line, lines})
	}
	for _, f := range r.Functions {
		var lines []string
		for _, p := range f.Proposals {
			lines = append(lines, p.Directive()+mark)
		}
		out[f.Pos.Filename] = append(out[f.Pos.Filename], insertion{f.Pos.Line, lines})
	}
	for file := range out {
		slices.SortFunc(out[file], func(a, b insertion) int { return a.line - b.line })
	}
	return out
}

// Write writes the proposals into the doc comments of the functions.
func (r *Report) Write() (files []string, err error) {
	all := r.insertions()
	for _, file := range slices.Sorted(maps.Keys(all)) {
		data, err := os.ReadFile(file)
		if err != nil {
			return files, err
		}
		lines := strings.SplitAfter(string(data), "\n")
		for _, in := range slices.Backward(all[file]) {
			at := in.line - 1
			added := in.added(lines)
			lines = slices.Insert(lines, at, added...)
		}
		if err := wholefile.Write(file, []byte(strings.Join(lines, "")), 0o644); err != nil {
			return files, err
		}
		files = append(files, file)
	}
	return files, nil
}

// added are the lines with their ends. Directives are parted from the text of a doc comment by an
// empty line.
func (in insertion) added(lines []string) (out []string) {
	if at := in.line - 2; at >= 0 && strings.HasPrefix(lines[at], "//") && !strings.HasPrefix(lines[at], "//rtest:") {
		out = append(out, "//\n")
	}
	for _, l := range in.lines {
		out = append(out, l+"\n")
	}
	return out
}

// around is how many lines of a patch surround a change.
const around = 3

// Patch is what Write would change, as a unified diff with names relative to a folder.
func (r *Report) Patch(dir string) (string, error) {
	var b strings.Builder
	all := r.insertions()
	for _, file := range slices.Sorted(maps.Keys(all)) {
		data, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		lines := strings.SplitAfter(strings.TrimSuffix(string(data), "\n")+"\n", "\n")
		lines = lines[:len(lines)-1]
		name := filepath.ToSlash(relative(dir, file))
		fmt.Fprintf(&b, "--- a/%s\n+++ b/%s\n", name, name)
		shift := 0
		for list := all[file]; len(list) > 0; {
			n := 1
			for n < len(list) && list[n].line-list[n-1].line <= 2*around {
				n++
			}
			shift += hunk(&b, lines, list[:n], shift)
			list = list[n:]
		}
	}
	return b.String(), nil
}

// hunk writes one hunk and returns how many lines it adds.
func hunk(b *strings.Builder, lines []string, list []insertion, shift int) (added int) {
	from, to := max(0, list[0].line-1-around), min(len(lines), list[len(list)-1].line-1+around)
	var body strings.Builder
	at := from
	for _, in := range list {
		for ; at < in.line-1; at++ {
			body.WriteString(" " + lines[at])
		}
		for _, l := range in.added(lines) {
			body.WriteString("+" + l)
			added++
		}
	}
	for ; at < to; at++ {
		body.WriteString(" " + lines[at])
	}
	fmt.Fprintf(b, "@@ -%d,%d +%d,%d @@\n%s", from+1, to-from, from+1+shift, to-from+added, body.String())
	return added
}
