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

// Beyond makes an encoding ask for the inputs outside a depth: those with some part that is not within
// it. Options.Depth then bounds only nesting and length. Ranges and lists of values still apply.
type Beyond struct {
	// Within is the depth whose inputs are not solutions; neither are those of lesser depths.
	Within int
	// Reach bounds integers to -Reach..Reach. In addition they may be one of Ints, or one of the two
	// least or greatest of their type.
	Reach int
	Ints  []int64
	// Sizes has the shapes of integers that are sizes, such as the capacity of a container. They have
	// no extremes, and none of Ints above maxSize.
	Sizes map[*value.Int]bool
	// Full gives integers the whole range of their type, and strings all printable characters. It is
	// for questions that say what to look for. The first elements of a container get most of the
	// parts.
	Full bool
	// Floats are floating-point numbers besides those of the depth Within.
	Floats []float64
	// Words, if not empty, are the strings besides those of the depth Within. Otherwise strings have
	// any length within Options.Depth.
	Words []string
	// Exact restricts strings to the empty one and the Words. Otherwise a string may also differ from
	// a word in a character at one end.
	Exact bool
	// Composed, if not 0, replaces the Words by texts composed of them and of characters. It is the
	// seed of the composition.
	Composed uint64
	// Patterns are regular expressions that match parts of composed texts, or all of one.
	Patterns []string
	// Sentences, if not nil, makes the composed texts sentences of a grammar, in which Words are names
	// and marks separate them. Sentences are the numbers that occur there. Endings are what follows
	// names.
	Sentences, Endings []string
	// Matched restricts composed texts to those that one of the Patterns matches as a whole.
	Matched bool
	// Portion, of Portions, selects a part of the words and texts. A form with many long ones would
	// exceed the limits. Portions 0 means 1.
	Portion, Portions int
	// Counts are numbers of repetitions for the parts of texts that the Patterns match.
	Counts []int
	// Varied makes the composed texts the Words with one change each.
	Varied bool
	// Factors are constants by which code may multiply numbers in texts.
	Factors []int64
	// Even demands that all characters of a string have encodings of one length. Then the index of a
	// byte, and the length in bytes, depend on no character.
	Even bool
	// Chars are characters of strings besides those of their alphabets. They do not apply with Words.
	Chars []rune
	// Bytes are further characters of []byte, but not of strings.
	Bytes []rune
	// Lengths are lengths of containers beyond the depth.
	Lengths []int
	// Calls makes values built by calls be outside the depth, as far as Options.Calls has such states.
	// Otherwise they are within it.
	Calls bool
	// Answered gives functions answers outside the depth. An input with one is outside.
	Answered bool
	// Deeper counts an input as outside only by its structure. All numbers in -Reach..Reach are
	// within.
	Deeper bool
	// Whole lets every branch of an input have all parts that Options.Depth allows.
	Whole bool
	// Parts is the number of elements, nodes and characters that an input may have. It is divided
	// among the branches of the input: evenly with Seed 0, otherwise at random, so that branches may
	// have any depth.
	Parts int
	Seed  uint64
}

// maxSize is the greatest size that is tried outside the depths.
const maxSize = 1 << 16

// An outOfBounds is the state of a placer of inputs outside a depth.
type outOfBounds struct {
	*Beyond
	rand    *rand.Rand
	growing map[value.Shape]bool
	// made has the composed texts of shapes.
	made map[*value.String][][]rune
	// lexicon is the number of characters in the words of all strings.
	lexicon int
	// out are the conditions under which an input is outside.
	out []term.Term
}

func newOutOfBounds(b *Beyond) *outOfBounds {
	if b == nil {
		return nil
	}
	return &outOfBounds{Beyond: b, rand: rand.New(rand.NewPCG(b.Seed, 1)), growing: map[value.Shape]bool{}, made: map[*value.String][][]rune{}}
}

// Grows reports whether values of one of the shapes have elements, nodes or characters, which may be
// more at a greater depth.
func Grows(shapes []value.Shape) bool {
	return slices.ContainsFunc(shapes, newOutOfBounds(&Beyond{}).grows)
}

// Outside returns the condition that the input is outside the depth. It lowers the levels of all
// variables to the depth of the form, so that the form has no other level.
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

// outsideAt returns the condition that variable i, if realized, has a level outside the depth. It
// returns No if the parent of the variable is outside already.
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

// realized returns the condition that a variable is part of the input.
func (p *Placer) realized(i int32) term.Term {
	v := &p.B.Vars[i]
	return p.present(spot{parent: v.Parent, when: v.When})
}

// present returns the condition that the value at a spot is part of the input.
func (p *Placer) present(at spot) term.Term {
	if at.parent < 0 {
		return term.Yes
	}
	k := p.B.Vars[at.parent].Kind
	x := p.B.Ref(int(at.parent))
	in := p.B.And(p.B.Le(p.B.Constant(k, at.when.Lo), x), p.B.Le(x, p.B.Constant(k, at.when.Hi)))
	return p.B.And(p.realized(at.parent), in)
}

// farInt makes an integer that may be outside the depth.
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
	// A variable that is not realized is 0, which is inside.
	o.out = append(o.out, p.B.Not(inside))
	return t
}

// numbersNear returns the numbers of a kind in -n..n.
func numbersNear(k form.Kind, n int) form.Span {
	all := k.Bounds()
	s := form.Span{Lo: max(all.Lo, int64(-n)), Hi: int64(n)}
	if term.Less(k, all.Hi, s.Hi) {
		s.Hi = all.Hi
	}
	return s
}

// domain returns the numbers of a kind that are tried outside a depth. size asks for those of a size.
// unlike is how many integers must all differ.
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

// farFloats returns the floating-point numbers outside the depth Within. near reports whether a number
// is within it.
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

// farLengths returns the lengths of a container, 1 to most and greater ones, and the number of parts
// of each element.
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
	// Evenly divided, n elements have n parts each. Divided at random, one element may have all parts.
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
		shares = o.shareToFirst(part.Shape, max(0, at.parts-n), n, p.depth-at.cost-part.Step)
	}
	return lengths, func(i int) int { return shares[i] }
}

// shareToFirst divides parts among n elements of a container, most to the first ones. Elements made of
// strings get as many as they can hold with most characters in each string. Others get half of what is
// left each.
func (o *outOfBounds) shareToFirst(shape value.Shape, parts, n, most int) []int {
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

// reseed makes the random division the same for each call with the same n, until back is called.
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
		// Giving all parts to one place makes deep structures.
		s[o.rand.IntN(n)] = parts
		return s
	}
	for _, i := range o.rand.Perm(n) {
		s[i] = o.rand.IntN(left + 1)
		left -= s[i]
	}
	return s
}

// shares divides parts among the fields of a struct that can have some.
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

// alternatives divides the parts of an interface among the inhabitants that can have some. So the
// variables of all of them together do not exceed the parts.
func (p *Placer) alternatives(s *value.Interface, choice []form.Alt, at spot) []int {
	all := make([]int, len(choice))
	if p.beyond == nil {
		return all
	}
	var growing []int
	for j, c := range choice {
		if c.Value >= 0 && (s.Alts[c.Value].Node || p.beyond.grows(s.Alts[c.Value].Shape)) {
			growing = append(growing, j)
		}
	}
	for i, n := range p.beyond.share(at.parts, len(growing)) {
		j := growing[i]
		all[j] = max(0, n-truth(s.Alts[choice[j].Value].Node))
	}
	return all
}
