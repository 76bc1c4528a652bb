package report

import (
	"fmt"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/samples"
	"github.com/rtest-dev/rtest/internal/report/html"
)

// mostShares is how many rows a table of one parameter has.
const mostShares = 60

// Sample adds to the page of a function some of its inputs, and how they are distributed.
func (p *pages) Sample(s *samples.Function) {
	for _, pkg := range p.Packages {
		for _, f := range pkg.Functions {
			if pkg.Path == s.Package && f.Name == s.Name {
				f.Tables = append(sampleTables(s), f.Tables...)
			}
		}
	}
}

// sampleTables shows inputs, their depths and sizes, and the parts of each parameter.
func sampleTables(s *samples.Function) (list []*html.Table) {
	if s.Total == 0 {
		return nil
	}
	note := fmt.Sprintf("All %s inputs within the bounds are counted.", grouped(s.Total))
	if s.Verdict != event.Exhausted {
		note = fmt.Sprintf("The first %s inputs are counted.", grouped(s.Total))
	}
	inputs := &html.Table{Title: "Some inputs", Note: "The first ones, and some that are spread over depths and sizes.", Head: []string{"Call", "depth", "size", "number"}, Code: 1, Bar: -1}
	for _, in := range s.Inputs {
		inputs.Rows = append(inputs.Rows, []string{in.Call, fmt.Sprint(in.Depth), fmt.Sprint(in.Size), grouped(in.Number)})
	}
	depths := &html.Table{Title: "Depths", Note: note, Head: []string{"Depth", "inputs", ""}, Bar: 1}
	for _, d := range s.Depths {
		all := ""
		if d.All {
			all = "all"
		}
		depths.Rows = append(depths.Rows, []string{fmt.Sprint(d.Depth), grouped(d.Inputs), all})
	}
	list = append(list, inputs, depths)
	if len(s.Sizes) > 1 {
		sizes := &html.Table{Title: "Sizes", Head: []string{"Size", "inputs"}, Bar: 1}
		for _, x := range s.Sizes {
			sizes.Rows = append(sizes.Rows, []string{x.Name, grouped(x.Count)})
		}
		list = append(list, sizes)
	}
	for _, param := range s.Parameters {
		list = append(list, parameterTable(param))
	}
	for _, t := range list {
		t.Folded = t != inputs
	}
	return list
}

// parameterTable lists, for each part of a parameter, the kinds of its values and their shares.
func parameterTable(param samples.Parameter) *html.Table {
	t := &html.Table{Title: "Values of " + param.Name, Head: []string{"Part", "what", "is", "values"}, Code: 1, Bar: 3}
	more := 0
	for _, part := range param.Parts {
		for _, a := range part.Aspects {
			for _, x := range a.Shares {
				if len(t.Rows) == mostShares {
					more++
					continue
				}
				t.Rows = append(t.Rows, []string{part.Name, a.Kind, x.Name, grouped(x.Count)})
			}
			if a.Least != "" && len(t.Rows) < mostShares {
				t.Rows = append(t.Rows, []string{part.Name, "range", a.Least + " to " + a.Greatest, ""})
			}
		}
	}
	if more > 0 {
		t.Note = fmt.Sprintf("%d more rows are left out.", more)
	}
	return t
}
