// Package place makes the variables of inputs from their shapes.
//
// In come the shapes and a depth, or what inputs outside a depth are to be like, out come
// variables of a form and the symbolic values that hang on them. It knows nothing of
// predicates.
package place

import (
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/value"
)

// Options say which inputs the variables are of.
type Options struct {
	// Depth is the exact level of the solutions asked for, depths the greatest depths of
	// single inputs, nil where all go as deep as that.
	Depth  int
	Depths []int
	// Calls returns the classes of the states of a builder, in the order in which they are
	// tried; nil where no input is built by calls.
	Calls func(*value.Calls) []Class
	// Constructor, where it is not nil, executes the calls by which values are built, with
	// data of their own as arguments.
	Constructor Constructor
	// Beyond, where it is not nil, asks for the inputs outside a depth.
	Beyond *Beyond
	// WholeInts gives integers that the depth bounds the whole range of their type.
	WholeInts bool
	// Whole gives integers that the depth bounds the whole range of their type, and bytes and
	// runes of strings all values; strings are as long as the depth in bytes. What has no
	// such variables, as a floating-point number, or no variables, as a field that nobody
	// is taken to read, is unknown.
	Whole bool
	// Unnumbered has the laws of the numbers of objects in Numbering, not in Laws.
	Unnumbered bool
	// MaxNodes is how many terms there may be, maxVars how many variables, maxNodes where
	// it is 0.
	MaxNodes, MaxVars int
}

// A Placer makes the variables of the inputs at one depth, in preorder, and
// the symbolic values that hang on them.
type Placer struct {
	*sym.Domain
	Options Options
	depth   int
	// Laws are what the variables must satisfy beside their domains.
	Laws []term.Term
	// Numbering are the laws by which objects are numbered as they are first referred to. Of inputs
	// that differ by renaming all but one violate them.
	Numbering []term.Term
	fit       map[fitKey]bool
	// beyond is not nil where inputs outside a depth are asked for.
	beyond *outOfBounds
	// unread says that no predicate looks at the input that is placed: only its
	// variables matter.
	unread bool
	// within is the construction whose arguments are placed, or nil, left the depth of these.
	within *Construction
	left   int
	// keys says that the key of a map is placed.
	keys bool
	// Free are the variables of derived integers.
	Free []int32
	// inputs are those placed so far, related those of them that may share memory of earlier ones.
	inputs  []placedInput
	related []relatedInput
	// Letters are the variables of the characters of strings.
	Letters map[*value.String][]int32
	heap    placedHeap
}

// NewPlacer returns a placer that makes the variables in a domain's builder.
func NewPlacer(d *sym.Domain, opt Options) *Placer {
	return &Placer{Domain: d, Options: opt, depth: opt.Depth, fit: map[fitKey]bool{}, Letters: map[*value.String][]int32{}, heap: placedHeap{kinds: map[*value.Objects]*objects{}}, beyond: newOutOfBounds(opt.Beyond)}
}

// Input makes the variables of input i. Unread says that no predicate looks at it: only
// its variables matter. It reports false where there is no such input within the depth.
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
		in.start++ // Its relation.
	}
	v, ok, err := p.place(s, at)
	in.stop, in.value = len(p.B.Vars), v
	p.inputs = append(p.inputs, in)
	return v, ok, err
}

// A placedInput is an input with its variables, without that of its relation to earlier inputs.
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

// WordCharacters counts the characters of the words that strings outside the depth are.
func (p *Placer) WordCharacters() int {
	if p.beyond == nil {
		return 0
	}
	return p.beyond.lexicon
}
