package html

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed" // for the style sheet, the script and the templates
	"encoding/base64"
	"fmt"
	"html/template"
	"reflect"
	"slices"
	"strings"
)

//go:embed style.css
var style string

//go:embed report.js
var script string

//go:embed pages.tmpl
var pages string

// A File is one of the files of a report.
type File struct {
	Name string
	Data []byte
}

// Files returns the pages of a report: index.html, then the others in its order. Equal reports have
// equal files. Characters that cannot be seen are replaced in the texts of the report.
func (r *Report) Files() ([]File, error) {
	t, err := template.New("pages").Funcs(template.FuncMap{"coverText": coverText, "goalSummary": goalSummary}).Parse(pages)
	if err != nil {
		return nil, fmt.Errorf("templates of the report: %w", err)
	}
	reveal(reflect.ValueOf(r))
	w := &writer{templates: t, report: r, names: map[string]bool{"index.html": true}}
	w.layOut()
	if len(r.Packages) == 0 && len(r.Sheets) == 1 {
		var files []File
		return files, w.add(&files, "index.html", "sheet", w.sheetPage(r.Sheets[0]))
	}
	files := []File{{Name: "index.html"}}
	for i, f := range w.functions {
		if err := w.add(&files, w.links[i].Href, "function", w.functionPage(i, f)); err != nil {
			return nil, err
		}
	}
	for i, s := range r.Sheets {
		if err := w.add(&files, w.sheets[i].Href, "sheet", w.sheetPage(s)); err != nil {
			return nil, err
		}
	}
	var index []File
	if err := w.add(&index, "index.html", "index", w.indexPage()); err != nil {
		return nil, err
	}
	files[0] = index[0]
	return files, nil
}

// A writer writes the pages of one report.
type writer struct {
	templates *template.Template
	report    *Report
	// names are the names of the files, in lower case.
	names map[string]bool
	// functions are all functions, links their pages, in the same order; sheets are those of the
	// sheets.
	functions []*Function
	links     []link
	sheets    []link
}

// A link leads to a page.
type link struct{ Href, Name, Title, Summary string }

// A page is what all templates need. Style and Script are part of each page.
type page struct {
	Report     *Report
	Title      string
	Style      template.CSS
	Script     template.HTML
	ScriptHash string
}

func (w *writer) page(title string) page {
	sum := sha256.Sum256([]byte(script))
	return page{
		Report: w.report, Title: title, Style: template.CSS(style), Script: template.HTML("<script>" + script + "</script>"),
		ScriptHash: "sha256-" + base64.StdEncoding.EncodeToString(sum[:]),
	}
}

// layOut gives each page its name.
func (w *writer) layOut() {
	for _, p := range w.report.Packages {
		for _, f := range p.Functions {
			w.functions = append(w.functions, f)
			w.links = append(w.links, link{Href: w.fileName(f.Package + "." + f.Name), Name: f.Name})
		}
	}
	for _, s := range w.report.Sheets {
		w.sheets = append(w.sheets, link{Href: w.fileName(s.Title), Title: s.Title, Summary: s.Summary})
	}
}

// fileName returns a name that is good on every system, and that no other page has.
func (w *writer) fileName(title string) string {
	clean := strings.Trim(strings.Map(func(r rune) rune {
		if r == '.' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '-'
	}, title), "-.")
	if len(clean) > 120 {
		clean = clean[len(clean)-120:]
	}
	name := cmp.Or(clean, "page") + ".html"
	for i := 2; w.names[strings.ToLower(name)]; i++ {
		name = fmt.Sprintf("%s-%d.html", clean, i)
	}
	w.names[strings.ToLower(name)] = true
	return name
}

// add writes a page.
func (w *writer) add(files *[]File, name, kind string, data any) error {
	var b bytes.Buffer
	if err := w.templates.ExecuteTemplate(&b, kind, data); err != nil {
		return fmt.Errorf("page %s of the report: %w", name, err)
	}
	*files = append(*files, File{Name: name, Data: b.Bytes()})
	return nil
}

type indexPage struct {
	page
	Sum      []badge
	Packages []indexPackage
	Sheets   []link
}

type badge struct {
	Tone Tone
	Text string
}

type indexPackage struct {
	*Package
	ID, Word string
	Rows     []indexRow
}

type indexRow struct {
	*Function
	// Why is the reason for a failure, Short a summary of the proof.
	Href, Why, Short string
}

func (w *writer) indexPage() indexPage {
	out := indexPage{page: w.page(cmp.Or(w.report.Title, "rtest report")), Sheets: w.sheets}
	at := 0
	counts := map[badge]int{}
	var order []badge
	for i, p := range w.report.Packages {
		x := indexPackage{Package: p, ID: fmt.Sprintf("p%d", i+1), Word: map[Tone]string{Good: "ok", Bad: "FAIL", Warn: "not in full", Mute: "not tested"}[p.Tone]}
		for _, f := range p.Functions {
			row := indexRow{Function: f, Href: w.links[at].Href, Short: strings.TrimPrefix(f.Proof, "proved for ")}
			at++
			if len(f.Findings) > 0 {
				row.Why = clip(f.Findings[0].Headline, 160)
				if more := len(f.Findings) - 1; more > 0 {
					row.Why += fmt.Sprintf(" (and %d more)", more)
				}
			} else if f.Tone != Good {
				row.Why = clip(f.Reason, 160)
			}
			k := badge{f.Tone, f.Verdict}
			if counts[k]++; counts[k] == 1 {
				order = append(order, k)
			}
			x.Rows = append(x.Rows, row)
		}
		out.Packages = append(out.Packages, x)
	}
	rank := map[Tone]int{Bad: 0, Warn: 1, Mute: 2, Good: 3}
	slices.SortStableFunc(order, func(a, b badge) int { return cmp.Or(rank[a.Tone]-rank[b.Tone], strings.Compare(a.Text, b.Text)) })
	for _, k := range order {
		out.Sum = append(out.Sum, badge{k.Tone, fmt.Sprintf("%d %s", counts[k], k.Text)})
	}
	return out
}

type functionPage struct {
	page
	F             *Function
	Before, After *link
	Findings      []findingView
	Tables        []tableView
}

func (w *writer) functionPage(i int, f *Function) functionPage {
	out := functionPage{page: w.page(f.Name + " · " + f.Package), F: f}
	if i > 0 {
		out.Before = &w.links[i-1]
	}
	if i+1 < len(w.links) {
		out.After = &w.links[i+1]
	}
	left := figureBudget
	for k, x := range f.Findings {
		v := viewOf(x, fmt.Sprintf("f%d", k+1), f.Name, &left)
		v.Closed = k >= openFindings
		out.Findings = append(out.Findings, v)
	}
	for _, t := range f.Tables {
		out.Tables = append(out.Tables, tableOf(t))
	}
	return out
}

type sheetPage struct {
	page
	S *Sheet
	// Linked says that an index leads here.
	Linked bool
	Order  *figure
	Tables []tableView
}

func (w *writer) sheetPage(s *Sheet) sheetPage {
	out := sheetPage{page: w.page(s.Title), S: s, Linked: len(w.names) > 2}
	if s.Order != nil {
		out.Order = s.Order.figure()
	}
	for _, t := range s.Tables {
		out.Tables = append(out.Tables, tableOf(t))
	}
	return out
}

func coverText(c Cover) string {
	return map[Cover]string{Reached: "reached, ", Partly: "partly reached, ", Missed: "not reached, "}[c]
}

// goalSummary counts the goals of a line by state.
func goalSummary(goals []Goal) string {
	counts := map[string]int{}
	var order []string
	for _, g := range goals {
		if counts[g.State]++; counts[g.State] == 1 {
			order = append(order, g.State)
		}
	}
	var parts []string
	for _, s := range order {
		parts = append(parts, fmt.Sprintf("%d %s", counts[s], s))
	}
	return strings.Join(parts, ", ")
}
