package codegen

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
	"github.com/rtest-dev/rtest/refine"
)

// A Blame is a target for which no Go code, or none that compiles, could be generated.
type Blame struct {
	// Target is its index in the unit.
	Target int
	// Clause is the clause whose code does not compile, or nil if that is unknown.
	Clause *refine.Clause
	// Text describes the problem.
	Text string
	// Hidden says that rtest is not to blame: the contract needs something that has no name in
	// its package, as Text explains. Shadowed says that the package gives another meaning to a
	// predeclared name.
	Hidden, Shadowed bool
}

// A TargetError lists the targets of a unit that have no harness. That is a fault of rtest
// unless Hidden is set. The other targets can be built without them.
type TargetError struct {
	Blames []Blame
	// err is the *CompileError, or nil if nothing was compiled.
	err error
}

// unwritten records, once for each target, that a target or a clause of it cannot be written.
func (e *TargetError) unwritten(target int, clause *refine.Clause, err error) {
	if err == nil || slices.ContainsFunc(e.Blames, func(b Blame) bool { return b.Target == target }) {
		return
	}
	b := Blame{Target: target, Clause: clause, Text: err.Error()}
	if hidden, ok := errors.AsType[*refine.HiddenError](err); ok {
		b.Hidden, b.Shadowed, b.Text = true, hidden.Shadowed, hidden.Error()
	}
	e.Blames = append(e.Blames, b)
}

// Unwrap returns the *CompileError with the output of the go command.
func (e *TargetError) Unwrap() error { return e.err }

func (e *TargetError) Error() string {
	var texts []string
	for _, b := range e.Blames {
		texts = append(texts, b.Text)
	}
	return "the harness that rtest generated does not compile; please report this:\n" + strings.Join(texts, "\n")
}

// generatedError matches a compiler error in a generated file.
var generatedError = regexp.MustCompile(`(?m)^(?:.*[/\\])?(` + regexp.QuoteMeta(stack.GeneratedPrefix) + `\w+\.go):(\d+):(?:\d+:)? (.*)$`)

// Blame finds the targets of a unit that errors of the type checker in the file of predicates
// are about. It returns a *TargetError, or a *CompileError if the targets are unknown.
func (u *Unit) Blame(preds File, output string) error {
	var plans []*Plan
	for _, t := range u.Targets {
		plans = append(plans, &Plan{Target: t})
	}
	return blame(plans, nil, &CompileError{Output: output, Ours: true}, preds)
}

// Blame finds the targets that an error of the go command is about. It returns a *TargetError,
// or the error itself if the user's code is to blame or the targets are unknown.
func (c *Code) Blame(err *CompileError, preds File) error {
	if !err.Ours {
		return err
	}
	return blame(c.Plans, c.owners, err, append(slices.Clone(c.Files), preds)...)
}

// blame returns a *TargetError, or the error itself if one of its lines is about code that
// all targets share. owners are the targets of each generated stage.
func blame(plans []*Plan, owners map[string][]int, err *CompileError, files ...File) error {
	e := &TargetError{err: err}
	for _, m := range generatedError.FindAllStringSubmatch(err.Output, -1) {
		line, _ := strconv.Atoi(m[2])
		var at generatedPlace
		ok := false
		if i := slices.IndexFunc(files, func(f File) bool { return f.Name == m[1] }); i >= 0 {
			at, ok = locate(files[i].Data, line)
		}
		targets := owners[at.stage]
		if at.stage == "" && at.target < len(plans) {
			targets = []int{at.target}
		}
		if !ok || len(targets) == 0 {
			return err
		}
		for _, target := range targets {
			if slices.ContainsFunc(e.Blames, func(b Blame) bool { return b.Target == target }) {
				continue
			}
			clause := plans[target].at(at)
			text := m[3]
			if clause != nil {
				text = fmt.Sprintf("%s: %s %s: %s", clause.Pos, clause.Kind, clause.Text, text)
			}
			e.Blames = append(e.Blames, Blame{Target: target, Clause: clause, Text: text})
		}
	}
	if len(e.Blames) == 0 {
		return err
	}
	return e
}

// A generatedPlace is a place in a generated file: the precondition of a target, or the function of a
// stage, which several targets may have; and the index of the case in it or -1.
type generatedPlace struct {
	target int
	// method is the name of the stage, stage that of its function.
	method, stage string
	index         int
}

// predicateName matches the functions of the predicate file. They can have an extra number if
// their names are taken.
var predicateName = regexp.MustCompile(`pre(\d+)_(\d+)(?:_\d+)?$`)

// stageName matches the functions of stages.
var stageName = regexp.MustCompile(`^` + Prefix + `([A-Z]\w*?)\d+$`)

// locate finds the declaration around a line.
func locate(src []byte, line int) (at generatedPlace, ok bool) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", src, parser.SkipObjectResolution)
	if f == nil || err != nil {
		return at, false
	}
	for _, d := range f.Decls {
		fn, isFunc := d.(*ast.FuncDecl)
		if !isFunc || line < fset.Position(fn.Pos()).Line || line > fset.Position(fn.End()).Line {
			continue
		}
		if m := predicateName.FindStringSubmatch(fn.Name.Name); m != nil {
			at.target, _ = strconv.Atoi(m[1])
			at.index, _ = strconv.Atoi(m[2])
			at.method = "Pre"
			return at, true
		}
		m := stageName.FindStringSubmatch(fn.Name.Name)
		if m == nil {
			return at, false
		}
		at.stage, at.method, at.index = fn.Name.Name, m[1], caseAt(fset, fn, line)
		return at, true
	}
	return at, false
}

// caseAt returns the number of the case that contains a line, in the outermost switch of a
// method, or -1.
func caseAt(fset *token.FileSet, fn *ast.FuncDecl, line int) int {
	for _, s := range fn.Body.List {
		sw, ok := s.(*ast.SwitchStmt)
		if !ok {
			continue
		}
		for _, c := range sw.Body.List {
			cc := c.(*ast.CaseClause)
			if len(cc.List) != 1 || line < fset.Position(cc.Pos()).Line || line > fset.Position(cc.End()).Line {
				continue
			}
			if lit, ok := cc.List[0].(*ast.BasicLit); ok {
				n, _ := strconv.Atoi(lit.Value)
				return n
			}
		}
	}
	return -1
}

// at returns the clause at a place of the generated code.
func (p *Plan) at(g generatedPlace) *refine.Clause {
	c := p.Target.Contract
	var clauses []*refine.Clause
	switch g.method {
	case "Pre":
		for _, pre := range p.Target.Pre {
			clauses = append(clauses, pre.Clause)
		}
	case "Check", "Explain":
		for _, k := range p.checks {
			clauses = append(clauses, k.clause)
		}
	case "Let":
		clauses = p.lets
	case "Class":
		clauses = c.Classes
	case "Promised":
		return c.Panics
	}
	if g.index < 0 || g.index >= len(clauses) {
		return nil
	}
	return clauses[g.index]
}

// A CompileError says that the go command could not build the harness.
type CompileError struct {
	// Output is what the go command wrote.
	Output string
	// Ours is set if the error is in generated code.
	Ours bool
}

func (e *CompileError) Error() string {
	if e.Ours {
		return "the harness that rtest generated does not compile; please report this:\n" + e.Output
	}
	return "the package does not compile:\n" + e.Output
}
