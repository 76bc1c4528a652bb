package report

import (
	"encoding/json"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check/event"
)

// A sarif collects a run for the static analysis results interchange format, version 2.1.0:
// findings, mistakes in contracts, and functions that were not really tested.
type sarif struct {
	*format
	results []sarifResult
}

// SARIF begins a report in the static analysis results interchange format.
func SARIF(opt Options) Document {
	return &sarif{format: newFormat(opt), results: []sarifResult{}}
}

// Print adds an event.
func (s *sarif) Print(e event.Event) error {
	for _, n := range s.notices(e) {
		r := sarifResult{RuleID: n.rule, Level: "error", Message: sarifText{n.text}}
		if n.warning {
			r.Level = "warning"
		}
		if n.pos.IsValid() {
			var l sarifLocation
			l.Physical.Artifact.URI = uri(s.rel(n.pos.Filename))
			l.Physical.Region = sarifRegion{n.pos.Line, max(1, n.pos.Column)}
			r.Locations = []sarifLocation{l}
		}
		s.results = append(s.results, r)
	}
	return nil
}

// uri returns a file name as a URI reference, which is relative if the name is.
func uri(name string) string {
	u := url.URL{Path: filepath.ToSlash(name)}
	if filepath.IsAbs(name) {
		u.Scheme, u.Path = "file", "/"+strings.TrimPrefix(u.Path, "/")
	}
	return u.String()
}

// Write writes the report.
func (s *sarif) Write(w io.Writer) error {
	ids := map[string]bool{}
	rules := []sarifRule{}
	for _, r := range s.results {
		if !ids[r.RuleID] {
			ids[r.RuleID] = true
			rules = append(rules, sarifRule{r.RuleID})
		}
	}
	slices.SortFunc(rules, func(a, b sarifRule) int { return strings.Compare(a.ID, b.ID) })
	var run sarifRun
	run.Tool.Driver = sarifDriver{Name: "rtest", Version: s.Version, Rules: rules}
	run.Results = s.results
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(sarifLog{
		Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run},
	})
}

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool struct {
		Driver sarifDriver `json:"driver"`
	} `json:"tool"`
	Results []sarifResult `json:"results"`
}

type sarifDriver struct {
	Name    string      `json:"name"`
	Version string      `json:"version"`
	Rules   []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID string `json:"id"`
}

type sarifResult struct {
	RuleID    string          `json:"ruleId"`
	Level     string          `json:"level"`
	Message   sarifText       `json:"message"`
	Locations []sarifLocation `json:"locations,omitempty"`
}

type sarifText struct {
	Text string `json:"text"`
}

type sarifLocation struct {
	Physical struct {
		Artifact struct {
			URI string `json:"uri"`
		} `json:"artifactLocation"`
		Region sarifRegion `json:"region"`
	} `json:"physicalLocation"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"`
}
