// Package beyond chooses inputs outside the bounds. It takes what is known of a function, and returns
// inputs in the order in which they are tried, each with the strategy that chose it. It knows nothing
// of how inputs run or what a failure is.
package beyond

import (
	"context"
)

// A strategy is one way to choose inputs outside the bounds. It sets only the functions that it needs.
// A table lists all strategies.
type strategy struct {
	// name identifies the strategy in reports. about says what its inputs are.
	name, about string
	// The strategy may have one in part inputs.
	part int
	// before adds inputs before any question is drawn from.
	before func(context.Context, *Sampler) error
	// ask asks questions, from which inputs are drawn.
	ask func(*asker)
	// like adds variants of an input drawn from a question, likeSome variants of several.
	like     func(g *Sampler, question int, stream []int64)
	likeSome func(g *Sampler, question int, streams [][]int64)
	// after adds inputs if all questions leave room.
	after func(context.Context, *Sampler) error
	// last returns inputs that are tried after those of the other strategies.
	last func(*Sampler) []Input
}

// strategies returns all strategies. Their questions are asked in this order and drawn from in
// reverse, so that earlier ones can alter texts of successful calls. The first strategy gets what all
// others leave.
func strategies() []strategy {
	return []strategy{
		{name: "constants", about: "values around the constants of the code, in structures within the bounds", part: 1, ask: askConstants},
		{name: "calls", about: "values built by more calls", part: 2, ask: askCalls},
		{name: "longer", about: "longer and deeper values", part: 4, ask: askLonger},
		{name: "lengths", about: "containers of the lengths that the code mentions", part: 4, ask: askLengths},
		{name: "fractions", about: "decimal fractions and large floating-point numbers", part: 6, ask: askFractions},
		{name: "words", about: "words of the code, several or together with numbers", part: 6, ask: askWords},
		{name: "composed", about: "texts composed of words of the code", part: 3, ask: askComposed},
		{name: "sentences", about: "words of the code with numbers and endings", part: 4, ask: askSentences},
		{name: "patterns", about: "texts that regular expressions and formats of the code match", part: 4, ask: askPatterns},
		{name: "altered", about: "texts that succeeded, changed in one place", part: 6, ask: askAltered},
		{name: "accepted", about: "inputs with which the call succeeds", part: 12, ask: askAccepted},
		{name: "accepted lengths", about: "texts of the lengths that the code mentions with which the call succeeds", part: 6, ask: askAcceptedLengths},
		{name: "accepted altered", about: "texts that succeeded, changed so that the call succeeds", part: 6, ask: askAcceptedAltered},
		{name: "accepted composed", about: "composed texts with which the call succeeds", part: 6, ask: askAcceptedComposed},
		{name: "corners", about: "few integers that are 0, 1, -1 or extremes all", part: 10, ask: askCorners},
		{name: "short", about: "short texts of characters for which the alphabet has no room", part: 4, ask: askShort},
		{name: "broken text", about: "texts that are not valid UTF-8", part: 12, ask: askBroken},
		{name: "answers", about: "inputs within the bounds whose functions return values outside", part: 6, ask: askAnswers},

		{name: "goals", about: "inputs with which the code takes a branch, panics or succeeds, solved for", part: 4, before: seekGoals},
		{name: "dates", about: "other dates in place of one in a text that succeeded", before: redate, like: dated},
		{name: "related texts", about: "a text that is a part of another text of the input", part: 8, likeSome: relateTexts},
		{name: "periods", about: "texts that repeat themselves but for one character", part: 12, likeSome: repeatTexts},
		{name: "gaps", about: "integers between those that were tried", part: 1, after: fillGaps},
		{name: "failing calls", about: "calls that failed while values were built", last: failingCalls},
		{name: ValidTexts, about: "texts of characters beyond ASCII, if the contract fails for texts that are not valid UTF-8", part: 12},
		{name: Edits, about: "inputs that did something new, changed in one part, made while inputs run", part: 2},
		{name: Shared, about: "inputs within the bounds whose parameters were made to share memory that the code writes to", part: 10},
	}
}

// Edits is the name of the strategy that edits inputs which did something new when they ran. Shared is
// that of the strategy whose parameters share memory, and ValidTexts that of [Sampler.ValidTexts].
const Edits, Shared, ValidTexts = "edits", "shared memory", "valid texts"

// A Strategy describes a way to choose inputs outside the bounds.
type Strategy struct {
	// Name identifies it in reports. About says what its inputs are.
	Name, About string
}

// Strategies describes all strategies, in their order.
func Strategies() (list []Strategy) {
	for _, s := range strategies() {
		list = append(list, Strategy{s.name, s.about})
	}
	return list
}
