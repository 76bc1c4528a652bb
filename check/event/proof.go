package event

import (
	"fmt"
	"go/token"
	"slices"

	"github.com/rtest-dev/rtest/internal/diag"
)

// An Entry is the beginning of a side of a branch: a statement or, if Missing, the continuation after
// an if statement without else. In the latter case, the position is that of the if statement's body.
type Entry struct {
	token.Position
	Missing bool
}

// A Proof is the result of solving the code of a function: a claim about inputs beyond those that were
// run.
type Proof struct {
	// Proved names the inputs for which it is proved that the function keeps its contract. It is empty
	// if there are none.
	Proved Claim `json:",omitempty"`
	// Open lists the undecided places. It is empty if there is a claim, or if nothing was to prove.
	Open []Open `json:",omitempty"`
	// Calls is the number of inputs that the preconditions admit, if something is open and all of them were called. Else it is 0.
	Calls int64 `json:",omitempty"`
	// Disagreed counts the inputs that solving found to fail and that passed when they were
	// run.
	Disagreed int `json:",omitempty"`
	// Goals say what of the code is reached, with Limits.Goals.
	Goals []Goal `json:",omitempty"`
	// Dead are the places of the function that no input reaches which the preconditions admit.
	Dead []token.Position `json:"-"`
}

// Living returns those of the lines that inputs may reach, as far as is known.
func (p *Proof) Living(lines []Lines) []Lines {
	return slices.DeleteFunc(lines, func(l Lines) bool { return slices.ContainsFunc(p.Dead, l.Holds) })
}

// A Goal is a side of a branch, or an operation that may panic, with its state.
type Goal struct {
	Pos   token.Position
	Kind  GoalKind
	State GoalState
	// Input is the smallest call that is found to reach it.
	Input string `json:",omitempty"`
	// Why says why no input reaches it, ByCode or ByPrecondition, or why that is open. Space says for which
	// inputs that is shown.
	Why   string `json:",omitempty"`
	Space Claim  `json:",omitempty"`
}

// A GoalKind is a kind of goal.
type GoalKind string

// The kinds of goals: the two sides of a condition, a panic, and that a postcondition is put to
// the test.
const (
	GoalTrue   GoalKind = "true"
	GoalFalse  GoalKind = "false"
	GoalPanic  GoalKind = "panic"
	GoalClause GoalKind = "clause"
)

// A GoalState says whether a goal is reached.
type GoalState string

// The states of goals.
const (
	GoalReached    GoalState = "reached"
	GoalImpossible GoalState = "impossible"
	GoalOpen       GoalState = "open"
)

// CodeUnreachable is the code of the warning that no input reaches some code.
const CodeUnreachable diag.Code = "unreachable"

// ByCode says that no input at all reaches a goal, ByPrecondition that none that the
// preconditions admit does.
const (
	ByCode         = "code"
	ByPrecondition = "precondition"
)

// Text returns the claim about a function whose bounds have a depth, empty for none.
func (p *Proof) Text(depth int) string {
	switch p.Proved {
	case ForAll:
		return "proved for all inputs"
	case ForData:
		return fmt.Sprintf("proved for all data up to depth %d", depth)
	case ForSaid:
		return fmt.Sprintf("proved for all data up to depth %d that its directives and constants leave", depth)
	}
	return ""
}

// WhyNoSolver is why something is open if Z3 is missing or not to be used.
const WhyNoSolver = "Z3 is not asked"

// A Claim says for which inputs something is proved.
type Claim string

const (
	// ForAll is for all inputs. ForData is for all data of the shapes up to the depth of the
	// bounds. ForSaid is for those of them that directives and lists of constants leave.
	ForAll  Claim = "all"
	ForData Claim = "data"
	ForSaid Claim = "said"
)

// An Open is a place where the solver could not decide whether the function keeps its contract.
type Open struct {
	Pos token.Position
	Why string
}
