package main

import (
	"os"

	"github.com/rtest-dev/rtest/check/samples"
)

// A shownFunction describes the inputs of a function in JSON.
type shownFunction struct {
	Package    string           `json:"package"`
	Function   string           `json:"function"`
	Pos        string           `json:"pos"`
	Verdict    string           `json:"verdict"`
	Reason     string           `json:"reason,omitempty"`
	Help       string           `json:"help,omitempty"`
	Bounds     string           `json:"bounds"`
	Total      int64            `json:"total"`
	Depths     []shownDepth     `json:"depths"`
	Sizes      []shownShare     `json:"sizes"`
	Inputs     []shownInput     `json:"inputs"`
	Parameters []shownParameter `json:"parameters"`
	Called     int64            `json:"called,omitempty"`
	Lost       int64            `json:"lost,omitempty"`
	Branches   []shownBranch    `json:"branches,omitempty"`
}

type shownDepth struct {
	Depth  int   `json:"depth"`
	Inputs int64 `json:"inputs"`
	All    bool  `json:"all"`
}

type shownShare struct {
	Name  string `json:"name"`
	Count int64  `json:"count"`
}

type shownInput struct {
	Number   int64             `json:"number"`
	Depth    int               `json:"depth"`
	Size     int               `json:"size"`
	Call     string            `json:"call"`
	Args     map[string]string `json:"args"`
	Drawings []string          `json:"drawings,omitempty"`
}

type shownParameter struct {
	Name  string      `json:"name"`
	Type  string      `json:"type"`
	Parts []shownPart `json:"parts"`
}

type shownPart struct {
	Name    string        `json:"name"`
	Type    string        `json:"type"`
	Aspects []shownAspect `json:"aspects"`
}

type shownAspect struct {
	Kind     string       `json:"kind"`
	Total    int64        `json:"total"`
	Shares   []shownShare `json:"shares"`
	Least    string       `json:"least,omitempty"`
	Greatest string       `json:"greatest,omitempty"`
}

type shownBranch struct {
	Pos    string `json:"pos"`
	Func   string `json:"func"`
	Text   string `json:"text"`
	Is     string `json:"is"`
	Inputs int64  `json:"inputs"`
}

// shownOf returns the inputs of a function for JSON.
func shownOf(f *samples.Function, draw bool) shownFunction {
	dir, err := os.Getwd()
	if err != nil {
		dir = "."
	}
	out := shownFunction{
		Package: f.Package, Function: f.Name, Pos: place(dir, f.Pos), Verdict: f.Verdict.String(), Reason: f.Reason, Help: f.Help,
		Bounds: f.Limits.String(), Total: f.Total, Sizes: shares(f.Sizes), Called: f.Called, Lost: f.Lost,
		Depths: []shownDepth{}, Inputs: []shownInput{}, Parameters: []shownParameter{},
	}
	for _, d := range f.Depths {
		out.Depths = append(out.Depths, shownDepth(d))
	}
	for i := range f.Inputs {
		in := &f.Inputs[i]
		one := shownInput{Number: in.Number, Depth: in.Depth, Size: in.Size, Call: in.Call, Args: map[string]string{}}
		for _, a := range in.Args {
			one.Args[a.Name] = a.Value
		}
		if draw {
			one.Drawings = drawings(in)
		}
		out.Inputs = append(out.Inputs, one)
	}
	for _, p := range f.Parameters {
		one := shownParameter{Name: p.Name, Type: p.Type, Parts: []shownPart{}}
		for _, x := range p.Parts {
			part := shownPart{Name: x.Name, Type: x.Type, Aspects: []shownAspect{}}
			for _, a := range x.Aspects {
				part.Aspects = append(part.Aspects, shownAspect{a.Kind, a.Total, shares(a.Shares), a.Least, a.Greatest})
			}
			one.Parts = append(one.Parts, part)
		}
		out.Parameters = append(out.Parameters, one)
	}
	for _, b := range f.Branches {
		out.Branches = append(out.Branches, shownBranch{place(dir, b.Pos), b.Func, b.Text, b.Is, b.Inputs})
	}
	return out
}

// shares returns shares for JSON.
func shares(list []samples.Share) []shownShare {
	out := []shownShare{}
	for _, s := range list {
		out = append(out, shownShare(s))
	}
	return out
}
