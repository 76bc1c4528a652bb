package place

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/value"
)

// Beyond makes an encoding ask for the inputs outside a depth instead of those
// of a depth: those of which some part is not within it. Options.Depth then
// bounds nesting and length only. What ranges and listed values say holds there
// too.
type Beyond struct {
	// Within is the depth whose inputs, and those of lesser ones, are no
	// solutions.
	Within int
	// Reach bounds integers to -Reach..Reach; beside these they are one of
	// Ints, or one of the two least or greatest of their type.
	Reach int
	Ints  []int64
	// Sizes are the shapes of integers that are sizes, as the capacity of a
	// container: they have no extremes, and of Ints none above maxSize.
	Sizes map[*value.Int]bool
	// Full leaves integers their whole type and strings all characters that can
	// be printed, for questions that say what is looked for. The parts of a
	// container go to its first elements rather than to all.
	Full bool
	// Floats are floating-point numbers beside those of the depth Within.
	Floats []float64
	// Words, where there are some, are the strings beside those of the depth
	// Within; otherwise these are as long as the depth lets them be.
	Words []string
	// Exact says that strings are empty or one of the Words: otherwise there are also
	// such as differ from one in a character at an end.
	Exact bool
	// Composed, where it is not 0, puts in their place texts that are composed
	// of them and of characters; it is the seed by which they are chosen.
	Composed uint64
	// Patterns are regular expressions that match parts of composed texts, or all.
	Patterns []string
	// Sentences, where it is not nil, makes the composed texts sentences of a grammar with
	// the Words as names and the marks between them; it is the numbers that occur there.
	// Endings are what stands behind names.
	Sentences, Endings []string
	// Matched says that all composed texts are such as the Patterns match as a whole.
	Matched bool
	// Portion, of Portions, is which part of the words and texts strings are: a form
	// with many long ones has more nodes than there is work for. 0 Portions are one.
	Portion, Portions int
	// Counts are how often parts of what the Patterns match may be repeated.
	Counts []int
	// Varied says that these are the Words with one place changed.
	Varied bool
	// Factors are constants with which numbers in texts may be multiplied.
	Factors []int64
	// Even says that all characters of a string have encodings of one length, so
	// that the place of a byte, and the length in bytes, hang on none of them.
	Even bool
	// Chars are characters of strings beside those of their alphabets, where
	// there are no Words.
	Chars []rune
	// Bytes are further ones of []byte, not of strings.
	Bytes []rune
	// Lengths are those of containers beyond the depth.
	Lengths []int
	// Calls says that values built by calls are those outside the depth, as
	// far as Options.Calls has some; without it they are within.
	Calls bool
	// Answered says that functions have answers outside the depth: an input with one
	// is outside.
	Answered bool
	// Deeper says that an input is outside because of its structure: numbers are within
	// -Reach..Reach, whichever they are.
	Deeper bool
	// Whole says that an input may have all the parts that Options.Depth lets it have.
	Whole bool
	// Parts is how many elements, nodes and characters an input may have. It
	// is shared out among the branches of an input: evenly with Seed 0, else
	// at random, so that a structure may have branches of any depth.
	Parts int
	Seed  uint64
}

// maxSize is the greatest number outside the depths that is tried as a size.
const maxSize = 1 << 16

// An outOfBounds is what a placer knows of the inputs outside a depth.
type outOfBounds struct {
	*Beyond
	rand   *rand.Rand
	hungry map[value.Shape]bool
	// made are the composed texts of shapes.
	made map[*value.String][][]rune
	// lexicon counts the characters of the words of all strings.
	lexicon int
	// out are conditions under which an input is outside.
	out []term.Term
}

func newOutOfBounds(b *Beyond) *outOfBounds {
	if b == nil {
		return nil
	}
	return &outOfBounds{Beyond: b, rand: rand.New(rand.NewPCG(b.Seed, 1)), hungry: map[value.Shape]bool{}, made: map[*value.String][][]rune{}}
}

// Grows reports whether values of one of the shapes have elements, nodes or
// characters, of which there may be more at a greater depth.
func Grows(shapes []value.Shape) bool {
	return slices.ContainsFunc(shapes, newOutOfBounds(&Beyond{}).grows)
}

// Outside returns the condition under which the input is not within the depth,
// and makes the levels of all variables such that the form has no other.
func (p *Placer) Outside() term.Term {
	o := p.beyond
	for i := range p.B.Vars {
		if out := p.outsideAt(int32(i)); out != term.No {
			o.out = append(o.out, p.B.And(p.realized(int32(i)), out))
		}
	}
	for i := range p.B.Vars {
		v := &p.B.Vars[i]
		v.Level = min(v.Level, int32(p.depth))
		for j := range v.Choice {
			v.Choice[j].Level = min(v.Choice[j].Level, int32(p.depth))
		}
	}
	return p.B.Or(o.out...)
}

// outsideAt returns the condition under which variable i, when it is realized,
// has a level outside the depth that the variables before it do not tell.
func (p *Placer) outsideAt(i int32) term.Term {
	within := int32(p.beyond.Within)
	v := &p.B.Vars[i]
	if v.Parent >= 0 {
		told := true
		for _, a := range p.B.Vars[v.Parent].Choice {
			told = told && (a.Level > within || a.Value < v.When.Lo || a.Value > v.When.Hi)
		}
		if told {
			return term.No
		}
	}
	if len(v.Choice) == 0 {
		return p.B.Bool(v.Level > within)
	}
	x := p.B.Ref(int(i))
	near := slices.ContainsFunc(v.Choice, func(a form.Alt) bool { return a.Level <= within })
	if !near {
		return term.Yes
	}
	out := term.No
	for _, a := range v.Choice {
		if a.Level > within {
			out = p.B.Or(out, p.B.Eq(x, p.B.Constant(v.Kind, a.Value)))
		}
	}
	return out
}

// realized returns the condition under which a variable is part of the input.
func (p *Placer) realized(i int32) term.Term {
	v := &p.B.Vars[i]
	return p.present(spot{parent: v.Parent, when: v.When})
}

// present returns the condition under which what is at a spot is part of the input.
func (p *Placer) present(at spot) term.Term {
	if at.parent < 0 {
		return term.Yes
	}
	k := p.B.Vars[at.parent].Kind
	x := p.B.Ref(int(at.parent))
	in := p.B.And(p.B.Le(p.B.Constant(k, at.when.Lo), x), p.B.Le(x, p.B.Constant(k, at.when.Hi)))
	return p.B.And(p.realized(at.parent), in)
}

// farInt makes an integer that may lie outside the depth.
func (p *Placer) farInt(s *value.Int, k form.Kind, at spot) sym.Val {
	o := p.beyond
	v := form.Var{Kind: k, Dom: o.domain(k, o.Sizes[s], at.unlike)}
	i := p.add(at, v)
	p.B.Vars[i].Level = int32(at.cost)
	t := p.B.Ref(int(i))
	if o.Deeper {
		return t
	}
	near := numbersNear(k, o.Within)
	inside := p.B.And(p.B.Le(p.B.Constant(k, near.Lo), t), p.B.Le(t, p.B.Constant(k, near.Hi)))
	// Where it is not realized it is 0, which is inside.
	o.out = append(o.out, p.B.Not(inside))
	return t
}

// numbersNear returns the numbers of a kind within -n..n.
func numbersNear(k form.Kind, n int) form.Span {
	all := k.Bounds()
	s := form.Span{Lo: max(all.Lo, int64(-n)), Hi: int64(n)}
	if term.Less(k, all.Hi, s.Hi) {
		s.Hi = all.Hi
	}
	return s
}

// domain returns the numbers of a kind that are tried outside a depth, those of
// sizes, where so many are to be unlike each other.
func (o *outOfBounds) domain(k form.Kind, size bool, unlike int) []form.Span {
	all := k.Bounds()
	if o.Full {
		return []form.Span{all}
	}
	reach := max(o.Reach, unlike)
	if !o.Deeper {
		reach = max(reach, o.Within)
	}
	spans := []form.Span{numbersNear(k, reach)}
	if !size && !o.Deeper {
		spans = append(spans, form.Span{Lo: all.Lo, Hi: all.Lo + 1}, form.Span{Lo: all.Hi - 1, Hi: all.Hi})
	}
	for _, n := range o.Ints {
		if n < 0 && !k.Signed() || k != form.Uint64 && (n < all.Lo || n > all.Hi) || size && (n < -maxSize || n > maxSize) {
			continue
		}
		spans = append(spans, form.Span{Lo: n, Hi: n})
	}
	slices.SortFunc(spans, func(x, y form.Span) int {
		switch {
		case term.Less(k, x.Lo, y.Lo):
			return -1
		case term.Less(k, y.Lo, x.Lo):
			return 1
		}
		return 0
	})
	merged := spans[:1]
	for _, s := range spans[1:] {
		last := &merged[len(merged)-1]
		if last.Hi == all.Hi || !term.Less(k, last.Hi+1, s.Lo) {
			if term.Less(k, last.Hi, s.Hi) {
				last.Hi = s.Hi
			}
			continue
		}
		merged = append(merged, s)
	}
	return merged
}

// farFloats adds to the floating-point numbers of the depth Within, of which
// each has its level, those outside.
func (o *outOfBounds) farFloats(single bool, near func(v float64) bool) []float64 {
	least, most := math.SmallestNonzeroFloat64, math.MaxFloat64
	if single {
		least, most = math.SmallestNonzeroFloat32, math.MaxFloat32
	}
	var list []float64
	for _, v := range slices.Concat(o.Floats, []float64{math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1), least, most}) {
		if single {
			v = float64(float32(v))
		}
		again := func(w float64) bool { return math.Float64bits(v) == math.Float64bits(w) }
		if !near(v) && !slices.ContainsFunc(list, again) {
			list = append(list, v)
		}
	}
	return list
}

// farLengths returns the lengths that a container may have, those from 1 to
// most and more, and how many parts each of its elements may have.
func (p *Placer) farLengths(part value.Ref, most int, at spot) (lengths []int, parts func(i int) int) {
	o := p.beyond
	lengths = upTo(min(most, at.parts))
	if o.Whole {
		return lengths, func(int) int { return at.parts }
	}
	for _, n := range o.Lengths {
		if n > most && n <= at.parts && most > 0 {
			lengths = append(lengths, n)
		}
	}
	if part.Shape == nil || !o.grows(part.Shape) || len(lengths) == 0 {
		return lengths, func(int) int { return 0 }
	}
	// Evenly, n elements have n parts each; of random shares one may have all.
	n := 1
	for (n+1)*(n+2) <= at.parts {
		n++
	}
	switch {
	case o.Full:
		n = min((at.parts+1)/2, slices.Max(lengths))
	case o.Seed != 0:
		n = 1 + o.rand.IntN(min(at.parts, most))
	}
	lengths = slices.DeleteFunc(lengths, func(l int) bool { return l > n })
	shares := o.share(max(0, at.parts-n), n)
	if o.Full {
		shares = o.toFirst(part.Shape, max(0, at.parts-n), n, p.depth-at.cost-part.Step)
	}
	return lengths, func(i int) int { return shares[i] }
}

// toFirst returns the first of n places what there are parts for: of texts, and what
// is made of such, as much as they can have with so many characters each, else
// half of the parts, the next half of the rest, and so on.
func (o *outOfBounds) toFirst(shape value.Shape, parts, n, most int) []int {
	s, texts := make([]int, n), textual(shape, map[value.Shape]bool{})
	all := most * o.countedPlaces(shape, map[value.Shape]int{})
	for i := range s {
		if s[i] = (parts + 1) / 2; texts {
			s[i] = min(parts, all)
		}
		parts -= s[i]
	}
	return s
}

// reseed has what is shared out at random be so in the same way whenever it is called
// with the same n, until what it returns is called.
func (o *outOfBounds) reseed(n uint64) (back func()) {
	before := o.rand
	o.rand = rand.New(rand.NewPCG(o.Seed, n+2))
	return func() { o.rand = before }
}

// share divides parts among n places.
func (o *outOfBounds) share(parts, n int) []int {
	s := make([]int, n)
	if o.Whole {
		for i := range s {
			s[i] = parts
		}
		return s
	}
	if o.Seed == 0 {
		for i := range s {
			s[i] = parts * (i + 1) / n
			if i > 0 {
				s[i] -= parts * i / n
			}
		}
		return s
	}
	left := parts
	if n > 0 && o.rand.IntN(2) == 0 {
		// All to one place: that makes deep structures.
		s[o.rand.IntN(n)] = parts
		return s
	}
	for _, i := range o.rand.Perm(n) {
		s[i] = o.rand.IntN(left + 1)
		left -= s[i]
	}
	return s
}

// shares divides the parts of a struct among its fields that can have some.
func (p *Placer) shares(fields []value.Field, parts int) []int {
	o := p.beyond
	all := make([]int, len(fields))
	var at []int
	for i, f := range fields {
		if o.grows(f.Shape) {
			at = append(at, i)
		}
	}
	for j, n := range o.share(parts, len(at)) {
		all[at[j]] = n
	}
	return all
}

// alternatives divides the parts of an interface among its inhabitants that can
// have some, so that the variables of all together are not more than the parts.
func (p *Placer) alternatives(s *value.Interface, choice []form.Alt, at spot) []int {
	all := make([]int, len(choice))
	if p.beyond == nil {
		return all
	}
	var hungry []int
	for j, c := range choice {
		if c.Value >= 0 && (s.Alts[c.Value].Node || p.beyond.grows(s.Alts[c.Value].Shape)) {
			hungry = append(hungry, j)
		}
	}
	for i, n := range p.beyond.share(at.parts, len(hungry)) {
		j := hungry[i]
		all[j] = max(0, n-truth(s.Alts[choice[j].Value].Node))
	}
	return all
}
