package html

import "github.com/rtest-dev/rtest/decode/tree"

// A Report is what the pages show.
type Report struct {
	// Title names the run. Version is the version of rtest. Time is the end of the run, or empty.
	Title, Version, Time string
	Packages             []*Package
	// Notes are errors of the whole run.
	Notes []string
	// Sheets are what commands other than check found.
	Sheets []*Sheet
}

// A Package is a package with its functions.
type Package struct {
	Path string
	Tone Tone
	// Summary describes the tests, Time how long they took.
	Summary, Time string
	// Notices are mistakes in contracts and the like.
	Notices   []Notice
	Functions []*Function
	Coverage  string
}

// A Tone says whether something is good or bad.
type Tone string

// The tones are classes of the style sheet.
const (
	Good Tone = "good"
	Bad  Tone = "bad"
	Warn Tone = "warn"
	Mute Tone = "mute"
)

// A Notice is a message about a place.
type Notice struct {
	Tone      Tone
	Pos, Text string
}

// A Function is what came of a function, or of a type that is used concurrently.
type Function struct {
	Package, Name, Pos string
	Verdict            string
	Tone               Tone
	// Reason and Help belong to the verdict.
	Reason, Help string
	Counts
	Tested
	Tables   []*Table
	Notes    []Notice
	Findings []*Finding
	Source   *Source
}

// Tested describes the test of a function: Reach in words, Proof for the proved part, Bounds for the limits of
// the inputs.
type Tested struct {
	Reach, Proof, Bounds string
	Contract             []Clause
	Inputs               []Input
}

// Counts are the numbers of a function as the index shows them.
type Counts struct{ Inputs, Beyond, Depth, Time string }

// A Clause is a clause of a contract. Unfolded is the predicate behind aliases, if its text differs.
type Clause struct{ Kind, Text, Unfolded string }

// An Input says which values an input has, and those of its parts.
type Input struct {
	Name, Says string
	Parts      []Clause
}

// A Finding is a counterexample.
type Finding struct {
	Headline, Pos string
	// Call is the call with its outcome, as Go source.
	Call string
	// Parts are sub-expressions of the clause with their values.
	Parts []Clause
	// Before, After and Results are the values. After has those that the call changed.
	Before, After, Results []Value
	Facts                  []Fact
	// Again is the command that runs the input again.
	Again string
	// Output is the output of the call, Stack the stack of its panic.
	Output string
	Stack  []string
	// Shrink are the calls from the first that failed to the one that is shown.
	Shrink []string
	// Text describes a finding in words. It is used for findings without a call.
	Text string
	// Lanes are the steps of a schedule.
	Lanes *Schedule
}

// A Fact is a named text, such as "saved" with a file.
type Fact struct{ Name, Text string }

// A Value is a variable with its value. Tree is nil if only the text is known.
type Value struct {
	Name, Text string
	Tree       *tree.Value
}

// A Schedule is the steps of goroutines in order.
type Schedule struct {
	// Names has the names of the goroutines, with the calls that they make.
	Names []string
	Steps []Step
}

// A Step is one of a schedule. Blamed says that the finding is about it. After are the steps of other lanes that
// happen directly before it.
type Step struct {
	Lane        int
	Place, Text string
	Blamed      bool
	After       []int
}

// A Table is rows of text.
type Table struct {
	Title, Note string
	Head        []string
	Rows        [][]string
	// Bar is the column of numbers that are drawn as bars, or -1. The first Code columns are Go source.
	Bar, Code int
	// Folded says that only the title is shown at first.
	Folded bool
}

// A Source is the source of a function, line by line.
type Source struct {
	File string
	// Coverage says how much of the source the inputs reach, or is empty.
	Coverage string
	Lines    []Line
}

// A Line is a line of the source. Reached is its coverage.
type Line struct {
	Number int
	Parts  []Token
	Cover  Cover
	Goals  []Goal
}

// A Token is a piece of source with its class in the style sheet.
type Token struct{ Class, Text string }

// A Cover says whether inputs reach a line.
type Cover string

// The coverage of a line.
const (
	Unknown Cover = ""
	Reached Cover = "yes"
	Partly  Cover = "part"
	Missed  Cover = "no"
)

// A Goal is a side of a branch or an operation that may panic, with its state.
type Goal struct {
	Kind, State, Text string
	Tone              Tone
}

// A Sheet is a page of tables with a graph that orders them.
type Sheet struct {
	Title, Summary string
	Tables         []*Table
	Notes          []string
	Order          *Order
}

// An Order is a graph. Edges lead from lesser to greater nodes.
type Order struct {
	Title string
	Nodes []OrderNode
	Edges [][2]int
}

// An OrderNode is a node with lines of text.
type OrderNode struct {
	Head string
	Rows []Fact
}
