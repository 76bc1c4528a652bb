package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"strings"

	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/internal/laws/signature"
	"github.com/rtest-dev/rtest/internal/options"
	"github.com/rtest-dev/rtest/internal/rank"
	"github.com/rtest-dev/rtest/internal/report"
	"github.com/rtest-dev/rtest/internal/report/html"
	"github.com/rtest-dev/rtest/internal/report/sheets"
	"github.com/rtest-dev/rtest/internal/wholefile"
)

// A comparison has the flags of rank.
type comparison struct{ functions, model, dot string }

func (c *comparison) define(fs *flag.FlagSet) {
	fs.StringVar(&c.functions, "func", "", "a `list` of functions that every folder has; the arguments are folders")
	fs.StringVar(&c.model, "model", "", "the `implementation` that is right, in the place of the contract")
	fs.StringVar(&c.dot, "dot", "", "write the order as a graph in the language of Graphviz to a `file`")
}

// rank compares several implementations of a function.
func (t *tool) rank(args []string) int {
	c := &comparison{}
	o, cfg, code := t.options("rank", args, c.define)
	if o == nil {
		return code
	}
	q, err := c.request(o, cfg)
	if err != nil {
		return t.usage("%v", err)
	}
	r, err := rank.Run(t.ctx, q)
	if err != nil {
		return t.failed(err)
	}
	if c.dot != "" {
		if err := wholefile.Write(c.dot, []byte(r.DOT()), 0o644); err != nil {
			return t.failed(err)
		}
	}
	if err := t.sheet(o, func() *html.Sheet { return sheets.Rank(r) }); err != nil {
		return t.usage("%v", err)
	}
	if o.JSON() {
		return t.rankJSON(r)
	}
	fmt.Fprint(t.stdout, r.Text())
	return report.ExitOK
}

// request parses the arguments: functions, or folders with -func.
func (c *comparison) request(o *options.Options, cfg config.Config) (q rank.Request, err error) {
	cfg.Limits.Time = 0
	q = rank.Request{Config: cfg, Model: c.model}
	cut := len(o.Patterns)
	for cut > 0 && isPackagePattern(o.Patterns[cut-1]) {
		cut--
	}
	switch folders := o.Patterns[cut:]; {
	case len(o.Patterns) == 0:
		return q, errors.New("rank wants implementations: rtest rank F1 F2 F3 [package], or rtest rank -func F dir1 dir2 …")
	case c.functions != "":
		q.Functions, q.Folders = signature.Split(c.functions), o.Patterns
		return q, nil
	case cut == 0:
		return q, errors.New("rank wants the name of the function that the folders have: rtest rank -func F " + strings.Join(o.Patterns, " "))
	case len(folders) > 1:
		return q, errors.New("functions are those of one package: rtest rank F1 F2 F3 [package]")
	default:
		q.Functions, q.Config.Patterns = o.Patterns[:cut], folders
	}
	if len(q.Functions) < 2 && c.model == "" {
		return q, fmt.Errorf("rank compares several implementations; with %s alone, use rtest find or rtest check", q.Functions[0])
	}
	return q, nil
}

// A rankedBug is a bug in JSON.
type rankedBug struct {
	Bug      int               `json:"bug"`
	Function string            `json:"function"`
	Args     map[string]string `json:"args"`
	Call     string            `json:"call"`
	Got      string            `json:"got"`
	Want     string            `json:"want"`
	Beyond   bool              `json:"beyond,omitempty"`
	Inputs   int64             `json:"inputs"`
	Answers  []string          `json:"implementations"`
}

type rankedAnswer struct {
	Name string `json:"name"`
	Rank int    `json:"bugCount"`
	Bugs []int  `json:"bugs"`
	// Better has the implementations with a proper subset of its bugs, without those that another of
	// them is better than.
	Better []string `json:"better"`
}

type ranked struct {
	Judge     string         `json:"judge"`
	Model     bool           `json:"model"`
	Bugs      []rankedBug    `json:"bugs"`
	Answers   []rankedAnswer `json:"implementations"`
	LeftOut   []leftOutOfIt  `json:"leftOut"`
	Inputs    int64          `json:"inputs"`
	Exhausted bool           `json:"exhausted"`
	Notes     []string       `json:"notes"`
}

// rankJSON writes a report as one JSON object.
func (t *tool) rankJSON(r *rank.Report) int {
	out := ranked{Judge: r.Judge, Model: r.Model, Bugs: []rankedBug{}, Answers: []rankedAnswer{}, LeftOut: []leftOutOfIt{}, Inputs: r.Inputs, Exhausted: r.Exhausted, Notes: append([]string{}, r.Notes...)}
	for i, b := range r.Bugs {
		one := rankedBug{Bug: i + 1, Function: b.Function, Args: map[string]string{}, Call: b.Call, Got: b.Got, Want: b.Want, Beyond: b.Beyond, Inputs: b.Inputs, Answers: r.Names(b.Answers)}
		for _, a := range b.Args {
			one.Args[a.Name] = a.Value
		}
		out.Bugs = append(out.Bugs, one)
	}
	for _, c := range r.Classes {
		better := []string{}
		for _, k := range c.Better {
			for _, a := range r.Classes[k].Answers {
				better = append(better, r.Answers[a])
			}
		}
		for _, a := range c.Answers {
			one := rankedAnswer{Name: r.Answers[a], Rank: len(c.Bugs), Bugs: []int{}, Better: better}
			for _, b := range c.Bugs {
				one.Bugs = append(one.Bugs, b+1)
			}
			out.Answers = append(out.Answers, one)
		}
	}
	for _, l := range r.LeftOut {
		out.LeftOut = append(out.LeftOut, leftOutOfIt{Name: l.Name, Why: l.Why})
	}
	return t.object(out)
}

// object writes a value as one line of JSON.
func (t *tool) object(v any) int {
	enc := json.NewEncoder(t.stdout)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return t.failed(err)
	}
	return report.ExitOK
}
