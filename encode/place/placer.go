// Package place makes the variables of inputs from their shapes.
//
// It takes the shapes and a depth, or a description of inputs outside a depth. It returns variables of
// a form and symbolic values that depend on them. It knows nothing of predicates.
package place

import (
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/value"
)

// Options select the inputs that the variables describe.
type Options struct {
	// Depth is the exact level of the solutions. Depths are the greatest depths of single inputs, or
	// nil if Depth bounds all.
	Depth  int
	Depths []int
	// Calls returns the classes of the states of a builder, in the order in which they are tried. It
	// is nil if no input is built by calls.
	Calls func(*value.Calls) []Class
	// Constructor, if not nil, executes the calls that build values. Their arguments have variables.
	Constructor Constructor
	// Beyond, if not nil, asks for the inputs outside a depth.
	Beyond *Beyond
	// WholeInts gives integers that the depth bounds the whole range of their type.
	WholeInts bool
	// Whole gives those integers the whole range of their type, and the bytes and runes of strings all
	// values. Strings have as many bytes as the depth allows. A part without such variables is
	// unknown: one that has another domain, or none because it counts as unread.
	Whole bool
	// Pins fix variables to what a known input says of them. They may be nil.
	Pins Pins
	// Unnumbered puts the laws of object numbers into Numbering rather than Laws.
	Unnumbered bool
	// MaxNodes is the greatest number of terms. MaxVars is that of variables, or 0 for MaxNodes.
	MaxNodes, MaxVars int
}

// A Placer makes the variables of the inputs at one depth, in preorder, and the symbolic values that
// depend on them.
type Placer struct {
	*sym.Domain
	Options Options
	depth   int
	// Laws are conditions on the variables besides their domains.
	Laws []term.Term
	// Numbering are the laws that number objects in the order in which they are first referred to. Of
	// the inputs that differ by renaming, all but one violate them.
	Numbering []term.Term
	fit       map[fitKey]bool
	// beyond is not nil if inputs outside a depth are asked for.
	beyond *outOfBounds
	// unread reports that no predicate reads the current input, so that only its variables matter.
	unread bool
	// within is the construction whose arguments are being placed, or nil. left is the depth left for
	// them.
	within *Construction
	left   int
	// keys reports that the key of a map is being placed.
	keys bool
	// Free has the variables of derived integers.
	Free []int32
	// inputs are those placed so far. related are those of them that may share memory of earlier ones.
	inputs  []placedInput
	related []relatedInput
	// Letters has the variables of the characters of strings.
	Letters map[*value.String][]int32
	heap    placedHeap
}

// NewPlacer returns a placer that makes the variables in a domain's builder.
func NewPlacer(d *sym.Domain, opt Options) *Placer {
	return &Placer{Domain: d, Options: opt, depth: opt.Depth, fit: map[fitKey]bool{}, Letters: map[*value.String][]int32{}, heap: placedHeap{kinds: map[*value.Objects]*objects{}}, beyond: newOutOfBounds(opt.Beyond)}
}

// Input makes the variables of input i. unread reports that no predicate reads the input, so that only
// its variables matter. It returns false if the input has no value within the depth.
func (p *Placer) Input(i int, name string, s value.Shape, unread bool) (sym.Val, bool, error) {
	at := spot{name: name, parent: -1}
	p.limit(i)
	p.unread = unread
	if p.beyond != nil {
		at.parts = p.beyond.Parts
	}
	in := placedInput{}
	in.aliased = value.AliasedOf(s)
	in.start = len(p.B.Vars)
	if in.aliased != nil {
		in.start++ // skips its relation
	}
	v, ok, err := p.place(s, at)
	in.stop, in.value = len(p.B.Vars), v
	p.inputs = append(p.inputs, in)
	return v, ok, err
}

// A placedInput is an input with its variables, except that of its relation to earlier inputs.
type placedInput struct {
	variables
	value   sym.Val
	aliased *value.Aliased
}

// limit sets the depth for input i.
func (p *Placer) limit(i int) {
	depth := p.Options.Depth
	if p.Options.Depths != nil && p.beyond == nil {
		depth = min(depth, p.Options.Depths[i])
	}
	if depth != p.depth {
		p.depth, p.fit = depth, map[fitKey]bool{}
	}
}

// IsBeyond reports whether inputs outside a depth are asked for.
func (p *Placer) IsBeyond() bool { return p.beyond != nil }

// WordCharacters returns the number of characters in the words offered for strings outside the depth.
func (p *Placer) WordCharacters() int {
	if p.beyond == nil {
		return 0
	}
	return p.beyond.lexicon
}
