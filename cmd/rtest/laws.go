package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/laws"
	"github.com/rtest-dev/rtest/internal/laws/signature"
	"github.com/rtest-dev/rtest/internal/options"
	"github.com/rtest-dev/rtest/internal/report"
	"github.com/rtest-dev/rtest/internal/report/html"
	"github.com/rtest-dev/rtest/internal/report/sheets"
	"github.com/rtest-dev/rtest/internal/wholefile"
)

// A lawSearch has the flags of laws.
type lawSearch struct {
	with, only   string
	size, terms  int
	write, check string
}

func (l *lawSearch) define(fs *flag.FlagSet) {
	d := laws.DefaultLimits()
	fs.StringVar(&l.with, "with", "", "a `list` of more functions, operators and constants: strings.Join, append, +, nil")
	fs.StringVar(&l.only, "only", "", "a `list` as that of -with, in the place of what the package exports")
	fs.IntVar(&l.size, "size", d.Size, "terms of at most `n` symbols and variables")
	fs.IntVar(&l.terms, "terms", d.Terms, "at most `n` terms: sizes of which there are more are left out")
	fs.StringVar(&l.write, "write", "", "append laws, by a `list` of their numbers or all, to "+laws.PropertiesFile+" as functions with contracts")
	fs.StringVar(&l.check, "check", "", "test the laws that a `file` states, and look for no others")
}

// laws searches for equations between calls of the functions of a package.
func (t *tool) laws(args []string) int {
	l := &lawSearch{}
	o, cfg, code := t.options("laws", args, l.define)
	if o == nil {
		return code
	}
	var err error
	switch {
	case l.size < 1 || l.terms < 1:
		err = errors.New("-size and -terms are 1 or more")
	case len(o.Patterns) > 1:
		err = errors.New("laws are those of one package: rtest laws [flags] [package]")
	case l.check != "" && (len(o.Patterns) > 0 || l.write != "" || l.with+l.only != ""):
		err = errors.New("-check tests the laws of its file: it takes no package, -write, -with or -only")
	case l.with != "" && l.only != "":
		err = errors.New("-only names all functions: put those of -with into its list")
	}
	if err != nil {
		return t.usage("%v", err)
	}
	if l.check != "" {
		return t.checkLaws(o, cfg, l.check)
	}
	chosen, err := numbers(l.write)
	if err != nil {
		return t.usage("-write: %v", err)
	}
	q := laws.Request{Config: cfg, With: signature.Split(l.with + l.only), Only: l.only != "", Limits: laws.DefaultLimits()}
	q.Size, q.Terms = l.size, l.terms
	q.Limits.Depth = max(q.Limits.Depth, (l.size-1)/2)
	r, err := laws.Find(t.ctx, q)
	if err != nil {
		return t.failed(err)
	}
	if err := t.sheet(o, func() *html.Sheet { return sheets.Laws(r) }); err != nil {
		return t.usage("%v", err)
	}
	if l.write != "" {
		return t.writeLaws(r, chosen)
	}
	if o.JSON() {
		return t.lawsJSON(r)
	}
	t.lawsText(r)
	return report.ExitOK
}

// numbers parses a list such as 1,3,7-9. It returns nil for all.
func numbers(list string) (out []int, err error) {
	if list == "" || list == "all" {
		return nil, nil
	}
	for item := range strings.SplitSeq(list, ",") {
		from, to, isRange := strings.Cut(item, "-")
		if !isRange {
			to = from
		}
		first, err := strconv.Atoi(from)
		last, err2 := strconv.Atoi(to)
		if err != nil || err2 != nil || first < 1 || last < first || last > 1_000_000 {
			return nil, fmt.Errorf("%q is no number of a law, range of numbers, or all", item)
		}
		for n := first; n <= last; n++ {
			out = append(out, n)
		}
	}
	return out, nil
}

// writeLaws appends laws to the file of the package.
func (t *tool) writeLaws(r *laws.Report, chosen []int) int {
	if r.Dir == "" {
		return t.usage("-write: %s is no package of this module; name its functions by -with in one that is", r.Package)
	}
	name := filepath.Join(r.Dir, laws.PropertiesFile)
	before, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return t.usage("-write: %v", err)
	}
	src, written, leftOut, err := r.Properties(before, chosen)
	if err != nil {
		return t.usage("-write: %v", err)
	}
	if written > 0 {
		if err := wholefile.Write(name, src, 0o644); err != nil {
			return t.usage("-write: %v", err)
		}
	}
	text := diag.Count(written, "law") + " written to " + laws.PropertiesFile
	if len(leftOut) > 0 {
		text += "; left out: " + strings.Join(leftOut, "; ")
	}
	fmt.Fprintln(t.stdout, text)
	return report.ExitOK
}

// checkLaws tests the functions of a file that state laws.
func (t *tool) checkLaws(o *options.Options, cfg config.Config, file string) int {
	src, err := os.ReadFile(file)
	if err != nil {
		return t.usage("-check: %v", err)
	}
	names, err := laws.PropertyNames(file, src)
	if err == nil {
		cfg.Patterns = []string{"./" + filepath.ToSlash(filepath.Dir(file))}
		if filepath.IsAbs(file) {
			cfg.Patterns = []string{filepath.Dir(file)}
		}
		cfg.Run = func(_, function string) bool { return slices.Contains(names, function) }
	}
	if err != nil {
		return t.usage("-check: %v", err)
	}
	return t.show(o, check.Run(t.ctx, cfg))
}

func (t *tool) lawsText(r *laws.Report) {
	for i, l := range r.Laws {
		fmt.Fprintf(t.stdout, "%3d  %s\n", i+1, l)
	}
	for _, d := range r.Definitions {
		fmt.Fprintf(t.stdout, "definition: %s\n", d)
	}
	if len(r.Returning) > 0 {
		fmt.Fprintf(t.stdout, "receiver: returned, as it is left: %s\n", strings.Join(r.Returning, ", "))
	}
	for _, n := range r.Near {
		fmt.Fprintf(t.stdout, "nearly: %s\n", n)
	}
	for _, h := range r.Hints {
		fmt.Fprintf(t.stdout, "hint: %s\n", h)
	}
	for _, o := range r.Omitted {
		fmt.Fprintf(t.stdout, "left out: %s%s: %s\n", lawPlace(o.Pos), o.Name, o.Why)
	}
	fmt.Fprintln(t.stdout, r.Summary())
}

// lawPlace returns the position of a declaration, followed by a colon, or "" if it is outside the
// working folder.
func lawPlace(pos token.Position) string {
	dir, err := os.Getwd()
	if err != nil || !pos.IsValid() {
		return ""
	}
	at := place(dir, pos)
	if at == fmt.Sprintf("%s:%d", pos.Filename, pos.Line) {
		return ""
	}
	return at + ": "
}

// A foundLaws is a report in JSON.
type foundLaws struct {
	Package     string            `json:"package"`
	Laws        []foundLaw        `json:"laws"`
	More        bool              `json:"more,omitempty"`
	Definitions []foundDefinition `json:"definitions"`
	Receiver    []string          `json:"receiver,omitempty"`
	Near        []foundNear       `json:"near"`
	Hints       []string          `json:"hints"`
	LeftOut     []leftOutOfIt     `json:"leftOut"`
	Terms       int               `json:"terms"`
	Size        int               `json:"size"`
	Depth       int               `json:"depth"`
}

type foundLaw struct {
	Law       string `json:"law"`
	Condition string `json:"condition,omitempty"`
	Left      string `json:"left"`
	Right     string `json:"right,omitempty"`
	Tried     int64  `json:"tried"`
	Larger    int64  `json:"larger,omitempty"`
	Wide      int64  `json:"wide,omitempty"`
	All       bool   `json:"all"`
}

type foundDefinition struct {
	Left  string `json:"left"`
	Right string `json:"right"`
}

type foundNear struct {
	Left     string   `json:"left"`
	Right    string   `json:"right"`
	Tried    int64    `json:"tried"`
	Differ   int64    `json:"differ"`
	Simplest []string `json:"first"`
}

type leftOutOfIt struct {
	Name string `json:"name"`
	Pos  string `json:"pos,omitempty"`
	Why  string `json:"why"`
}

// lawsJSON writes a report as one JSON object.
func (t *tool) lawsJSON(r *laws.Report) int {
	out := foundLaws{Package: r.Package, Laws: []foundLaw{}, Near: []foundNear{}, Definitions: []foundDefinition{}, Receiver: r.Returning, More: r.More, Hints: []string{}, LeftOut: []leftOutOfIt{}, Terms: r.Terms, Size: r.Size, Depth: r.ValueDepth}
	for _, l := range r.Laws {
		out.Laws = append(out.Laws, foundLaw{Law: l.String(), Condition: l.Condition, Left: l.Left, Right: l.Right, Tried: l.Tried, Larger: l.Larger, Wide: l.Wide, All: l.Whole})
	}
	for _, d := range r.Definitions {
		out.Definitions = append(out.Definitions, foundDefinition(d))
	}
	for _, n := range r.Near {
		out.Near = append(out.Near, foundNear(n))
	}
	out.Hints = append(out.Hints, r.Hints...)
	for _, o := range r.Omitted {
		l := leftOutOfIt{Name: o.Name, Why: o.Why}
		if o.Pos.IsValid() {
			dir, err := os.Getwd()
			if err != nil {
				dir = "."
			}
			l.Pos = place(dir, o.Pos)
		}
		out.LeftOut = append(out.LeftOut, l)
	}
	enc := json.NewEncoder(t.stdout)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(out); err != nil {
		return t.failed(err)
	}
	return report.ExitOK
}
