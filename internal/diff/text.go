package diff

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/rtest-dev/rtest/check/observe"
	"github.com/rtest-dev/rtest/internal/diag"
)

// Text is the report for people; places are relative to a folder.
func (r *Report) Text(dir string) string {
	var b strings.Builder
	for i := range r.Differences {
		d := &r.Differences[i]
		file := d.Pos.Filename
		if rel, err := filepath.Rel(dir, file); err == nil && filepath.IsLocal(rel) {
			file = rel
		}
		fmt.Fprintf(&b, "%s:%d:%d: %s: %s\n", file, d.Pos.Line, d.Pos.Column, d.Function, d.Title())
		fmt.Fprintf(&b, "    %s%s, before%s\n", d.Call, observe.Behind(d.New), observe.Behind(d.Old))
		fmt.Fprintf(&b, "    %s\n", d.counts())
	}
	for _, name := range r.Removed {
		fmt.Fprintf(&b, "removed: %s\n", name)
	}
	for _, name := range r.Added {
		fmt.Fprintf(&b, "added: %s\n", name)
	}
	for _, l := range r.LeftOut {
		why := l.Why
		if l.Signature {
			why = "its signature has changed: " + why
		}
		fmt.Fprintf(&b, "left out: %s.%s: %s\n", l.Package, l.Function, why)
	}
	for _, l := range r.Partly {
		fmt.Fprintf(&b, "in part: %s.%s: %s\n", l.Package, l.Function, l.Why)
	}
	fmt.Fprintln(&b, r.Summary())
	return b.String()
}

// Summary describes the comparison in one line.
func (r *Report) Summary() string {
	return fmt.Sprintf("%s and %s: %s", r.Old, r.New, r.counts(", "))
}

// counts says how much was compared, and whether that is all.
func (r *Report) counts(with string) string {
	text := diag.Count(len(r.Differences), "difference") + ", " + diag.Count(r.Functions, "function") + with + diag.Count(int(r.Inputs), "input")
	if r.Interrupted {
		text += "; interrupted"
	}
	return text
}

// Title says what differs, and when.
func (d *Difference) Title() string {
	text := string(d.Kind)
	if d.Kind == ErrorDiffers || strings.HasPrefix(text, "result") || strings.HasPrefix(text, "argument") {
		text += " differs"
	}
	switch {
	case d.Always:
		text += ", always"
	case d.General != nil && d.General.Covered == d.General.Failing:
		text += " whenever " + d.General.Cond
	case d.General != nil:
		text += ", also whenever " + d.General.Cond
	}
	return text
}

// counts says how many inputs differ.
func (d *Difference) counts() string {
	text := fmt.Sprintf("%d of %s", d.Count, diag.Count(int(d.Of), "input"))
	if d.Beyond {
		text += ", none of them within the bounds"
	}
	return text
}

// Markdown is a summary for a pull request.
func (r *Report) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "### Behaviour of %s against %s\n\n", r.New, r.Old)
	if len(r.Differences) > 0 {
		b.WriteString("| function | what | call | before | now | inputs |\n| --- | --- | --- | --- | --- | --- |\n")
	}
	for i := range r.Differences {
		d := &r.Differences[i]
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %d of %d |\n", d.Function, cell(d.Title()), code(d.Call), code(d.Old), code(d.New), d.Count, d.Of)
	}
	for _, list := range []struct {
		what  string
		names []string
	}{{"Removed", r.Removed}, {"Added", r.Added}} {
		if len(list.names) > 0 {
			fmt.Fprintf(&b, "\n%s: `%s`\n", list.what, strings.Join(list.names, "`, `"))
		}
	}
	fmt.Fprintf(&b, "\n%s.\n", r.counts(", called with "))
	return b.String()
}

// cell is a text in a table.
func cell(text string) string {
	return strings.NewReplacer("|", "\\|", "\n", " ").Replace(text)
}

func code(text string) string {
	if text == "" {
		return ""
	}
	return "`` " + cell(text) + " ``"
}
