package main

import (
	"encoding/json"
	"fmt"
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/listing"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/race"
	"github.com/rtest-dev/rtest/internal/report"
)

// list prints every contract and the inputs with which it would be tested.
func (t *tool) list(args []string) int {
	o, cfg, code := t.options("list", args)
	if o == nil {
		return code
	}
	packages, err := listing.Packages(t.ctx, cfg)
	if err != nil {
		return t.failed(err)
	}
	proofs, err := check.KnownProofs(t.ctx, cfg)
	if err != nil {
		return t.failed(err)
	}
	if o.JSON() {
		return t.listingJSON(cfg, packages, proofs)
	}
	return t.listing(cfg, packages, proofs)
}

func (t *tool) listing(cfg config.Config, packages []listing.Listing, proofs map[string]map[string]event.Proof) int {
	code := report.ExitOK
	dir := folder()
	for _, p := range packages {
		types := race.List(cfg, p.Source)
		if len(p.Contracts) > 0 || len(p.Diags) > 0 || len(types) > 0 {
			fmt.Fprintln(t.stdout, p.Package)
		}
		for _, d := range p.Diags {
			if rel, err := filepath.Rel(dir, d.Pos.Filename); err == nil && filepath.IsLocal(rel) {
				d.Pos.Filename = rel
			}
			fmt.Fprintf(t.stdout, "    %s\n", d.Error())
			code = max(code, problemCode(p, d))
		}
		for _, c := range p.Contracts {
			t.contract(c)
			known := proofs[p.Package][c.Name]
			if claim := known.Text(c.Limits.Depth); claim != "" {
				fmt.Fprintf(t.stdout, "        %s, when it was last run\n", claim)
			}
		}
		for _, r := range types {
			t.concurrent(r)
		}
		for i, h := range p.Helpers {
			if i == 0 {
				fmt.Fprintln(t.stdout, "    functions in contracts:")
			}
			fmt.Fprintf(t.stdout, "        %s (%s): %s\n", h.Name, place(dir, h.Pos), usedIn(h))
		}
	}
	return code
}

// place returns a position relative to a folder.
func place(dir string, pos token.Position) string {
	if rel, err := filepath.Rel(dir, pos.Filename); err == nil && filepath.IsLocal(rel) {
		pos.Filename = rel
	}
	return fmt.Sprintf("%s:%d", pos.Filename, pos.Line)
}

// usedIn describes where a function is used in contracts: requires of Insert, Delete.
func usedIn(h listing.Helper) string {
	var kinds []string
	by := map[string][]string{}
	for _, u := range h.Uses {
		if !slices.Contains(kinds, u.Kind) {
			kinds = append(kinds, u.Kind)
		}
		if !slices.Contains(by[u.Kind], u.Contract) {
			by[u.Kind] = append(by[u.Kind], u.Contract)
		}
	}
	for i, k := range kinds {
		kinds[i] = k + " of " + strings.Join(by[k], ", ")
	}
	return strings.Join(kinds, "; ")
}

// A listedPackage is a package in JSON.
type listedPackage struct {
	Package   string           `json:"package"`
	Problems  []string         `json:"problems,omitempty"`
	Contracts []listedContract `json:"contracts"`
	// Concurrent are the types that promise concurrent use.
	Concurrent []listedType   `json:"concurrent,omitempty"`
	Helpers    []listedHelper `json:"helpers"`
}

type listedType struct {
	Name       string   `json:"name"`
	Makers     []string `json:"makers"`
	Concurrent []string `json:"concurrent"`
	Before     []string `json:"before,omitempty"`
	Relaxed    []string `json:"relaxed,omitempty"`
	LeftOut    []string `json:"leftOut,omitempty"`
	Reason     string   `json:"reason,omitempty"`
}

type listedContract struct {
	Name    string   `json:"name"`
	Bounds  string   `json:"bounds"`
	Verdict string   `json:"verdict,omitempty"`
	Reason  string   `json:"reason,omitempty"`
	Proved  string   `json:"proved,omitempty"`
	Clauses []string `json:"clauses"`
}

type listedHelper struct {
	Name string      `json:"name"`
	Pos  string      `json:"pos"`
	Uses []listedUse `json:"uses"`
}

type listedUse struct {
	Contract string `json:"contract"`
	Kind     string `json:"kind"`
	Pos      string `json:"pos"`
}

// listingJSON writes each package as one line of JSON.
func (t *tool) listingJSON(cfg config.Config, packages []listing.Listing, proofs map[string]map[string]event.Proof) int {
	code := report.ExitOK
	dir := folder()
	enc := json.NewEncoder(t.stdout)
	enc.SetEscapeHTML(false)
	for _, p := range packages {
		out := listedPackage{Package: p.Package, Contracts: []listedContract{}, Helpers: []listedHelper{}}
		for _, d := range p.Diags {
			out.Problems = append(out.Problems, d.Error())
			code = max(code, problemCode(p, d))
		}
		for _, c := range p.Contracts {
			l := listedContract{Name: c.Name, Bounds: c.Limits.String(), Clauses: c.Clauses}
			if c.Verdict == event.Skipped || c.Verdict == event.Unsupported {
				l.Verdict, l.Reason = c.Verdict.String(), c.Reason
			}
			l.Proved = string(proofs[p.Package][c.Name].Proved)
			out.Contracts = append(out.Contracts, l)
		}
		for _, r := range race.List(cfg, p.Source) {
			out.Concurrent = append(out.Concurrent, listedType{r.Name, r.Makers, r.Concurrent, r.Before, r.Relaxed, r.LeftOut, r.Unsupported})
		}
		for _, h := range p.Helpers {
			l := listedHelper{Name: h.Name, Pos: place(dir, h.Pos)}
			for _, u := range h.Uses {
				l.Uses = append(l.Uses, listedUse{u.Contract, u.Kind, place(dir, u.Pos)})
			}
			out.Helpers = append(out.Helpers, l)
		}
		if err := enc.Encode(out); err != nil {
			return t.failed(err)
		}
	}
	return code
}

// problemCode returns the exit code for a problem of a package.
func problemCode(p listing.Listing, d diag.Diagnostic) int {
	switch {
	case p.Broken:
		return report.ExitUsage
	case d.Severity == diag.Error:
		return report.ExitFailed
	}
	return report.ExitOK
}

// concurrent prints a type that promises concurrent use.
func (t *tool) concurrent(r race.Listed) {
	fmt.Fprintf(t.stdout, "    %s (race)\n", r.Name)
	line := func(what string, names []string) {
		if len(names) > 0 {
			fmt.Fprintf(t.stdout, "        %s: %s\n", what, strings.Join(names, ", "))
		}
	}
	line("made by", r.Makers)
	line("called at the same time", r.Concurrent)
	line("called before and after", r.Before)
	line("results of any moment", r.Relaxed)
	line("left out", r.LeftOut)
	if r.Unsupported != "" {
		fmt.Fprintf(t.stdout, "        unsupported: %s\n", r.Unsupported)
	}
}

// contract prints a contract.
func (t *tool) contract(c listing.Listed) {
	fmt.Fprintf(t.stdout, "    %s (%s)\n", c.Name, c.Limits)
	for _, clause := range c.Clauses {
		fmt.Fprintf(t.stdout, "        %s\n", clause)
	}
	switch c.Verdict {
	case event.Skipped:
		fmt.Fprintf(t.stdout, "        skipped: %s\n", c.Reason)
	case event.Unsupported:
		fmt.Fprintf(t.stdout, "        unsupported: %s\n", c.Reason)
		if c.Help != "" {
			fmt.Fprintf(t.stdout, "            %s\n", strings.ReplaceAll(c.Help, "\n", "\n            "))
		}
	default:
		for _, in := range c.Inputs {
			fmt.Fprintf(t.stdout, "        %s: %s\n", in.Name, in.Says)
			for _, p := range in.Parts {
				fmt.Fprintf(t.stdout, "            %s: %s\n", p.Name, p.Says)
			}
		}
		for _, o := range c.Opaque {
			how := "a native filter"
			if o.Interpreted {
				how = "interpreted"
			}
			fmt.Fprintf(t.stdout, "        opaque: %s is %s (%s)\n", o.Clause, how, o.Why)
		}
	}
}
