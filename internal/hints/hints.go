package hints

import (
	"cmp"
	"go/constant"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/internal/effects"
	"github.com/rtest-dev/rtest/refine"
)

// Of returns what the code under test and the contract suggest about inputs. It returns no hints
// for a contract that is not run or has no function.
func (a *Program) Of(c *refine.Contract) refine.Hints {
	if c.Func == nil || c.Unsupported != "" {
		return refine.Hints{}
	}
	a.Lock()
	defer a.Unlock()
	h, ok := a.known[c]
	if !ok {
		h = a.find(c)
		a.known[c] = h
	}
	return h
}

// find analyzes the code and the contract.
func (a *Program) find(c *refine.Contract) refine.Hints {
	h := newHinter(a, c)
	inputs := refine.ReachedTypes(h.a.facts, c.Inputs())
	h.reads.typeArgs = slices.Concat(c.TypeArgs, typeArgs(inputs))
	h.funcInputs = slices.ContainsFunc(inputs, refine.IsFunc)
	fn := a.SSA.FuncValue(c.Func)
	if fn == nil || !a.Build(fn) {
		h.out.ReadsAllFields, h.out.Keeps = true, true
	} else {
		h.module = a.Module(fn)
		h.visit(fn)
		h.nilOperands(fn)
		fns, known, writes := h.called()
		h.out.Keeps = !known || effects.MayKeep(a.Program, fns)
		h.out.Reads = known && !writes && effects.OnlyRead(a.Program, fns)
		h.out.Aliases = h.aliases()
	}
	if c.Promoted() {
		_, path, _ := types.LookupFieldOrMethod(c.Recv.Type, true, c.Func.Pkg(), c.Func.Name())
		h.reads.addFields(fieldsAlong(refine.Pointed(c.Recv.Type), path[:len(path)-1]))
		delete(h.out.NilInputs, c.Recv.Index) // the method sees only a part of it
	}
	h.standalone = slices.Clone(h.chars.sorted())
	h.chars.join(h.letters)
	if h.parses || h.chars.uses['0'] > 0 && h.chars.uses['9'] > 0 {
		for _, w := range numerals {
			h.words[w] = true
		}
	}
	chances, own := h.out.Chances, h.out.OwnMaps // without those of the contract
	h.contract()
	h.visitDynamic()
	h.out.Chances, h.out.OwnMaps = chances, own
	h.readDynamicValues(c.Inputs())
	h.decodedPatterns()
	h.inputPatterns(inputs)
	for _, t := range inputs {
		// What another package's methods read cannot be seen.
		if n, ok := t.(*types.Named); ok && n.Obj().Pkg() != nil && a.Unseen(n.Obj().Pkg()) {
			h.reads.addStruct(t)
		}
	}
	h.out.Alphabet = h.alphabet()
	h.out.ContractChars, h.out.MoreChars = h.contractCharacters(), h.otherCharacters()
	h.out.UnusualChars = h.unusualCharacters()
	h.out.Letters = h.typeLetters()
	h.out.Ints = slices.Sorted(maps.Keys(h.ints))
	h.out.Thresholds = slices.Sorted(maps.Keys(h.thresholds))
	h.out.Factors = slices.Sorted(maps.Keys(h.factors))
	h.out.Floats = slices.Sorted(maps.Keys(h.floats))
	h.out.Words = slices.Sorted(maps.Keys(h.words))
	h.out.Suffixes = slices.Compact(slices.Sorted(slices.Values(h.suffixes)))
	h.out.Patterns = slices.Sorted(maps.Keys(h.patterns))
	h.out.ReadFields, h.out.Unnamed = h.reads.fields, h.reads.unnamed
	h.out.ReadsAllFields = h.out.ReadsAllFields || h.reads.all
	return h.out
}

// numerals are texts of numbers that number parsers often get wrong: with signs, with leading
// zeros, at the limits of the integer types, and some so far beyond these that they wrap around to
// greater numbers.
var numerals = [...]string{
	"+1", "-1", "-0", "01", "0x1", "1_0", "1e1", "127", "128", "255", "256", "-128", "-129", "32767", "32768", "65535", "65536",
	"2147483647", "2147483648", "-2147483648", "-2147483649", "4294967295", "4294967296",
	"9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
	"18446744073709551615", "18446744073709551616", "333", "5555555555", "25555555555555555555",
}

func newHinter(a *Program, c *refine.Contract) *hinter {
	return &hinter{
		a: a, c: c, chars: newTally(), letters: newTally(), contractChars: newTally(), foreign: newTally(), foreignLetters: newTally(), ints: map[int64]bool{}, floats: map[float64]bool{}, thresholds: map[int64]bool{}, factors: map[int64]bool{}, words: map[string]bool{}, patterns: map[string]bool{}, mentioned: map[*ssa.Global]bool{}, seen: map[*ssa.Function]bool{},
		reads: &reads{fields: map[*types.Var]bool{}, bodies: map[*ssa.Function]bool{}, seen: map[types.Type]bool{}},
		flow:  &valueFlow{inContract: map[*ssa.Function]bool{}, globals: map[*ssa.Global]bool{}},
		out:   refine.Hints{NilInputs: map[int]bool{}, ZeroCompared: map[*types.TypeName]bool{}},
	}
}

// A hinter gathers the hints of one contract.
type hinter struct {
	a *Program
	c *refine.Contract
	// module is the module of the function under test.
	module string
	seen   map[*ssa.Function]bool
	// chars are the characters of single-character constants in the code, letters those of longer
	// constants. contractChars are those in the contract and in what it calls, and those that functions of
	// character classes distinguish. foreign and foreignLetters are like chars and letters, but of
	// other modules.
	chars, letters, contractChars, foreign *tally
	foreignLetters                         *tally
	ints                                   map[int64]bool
	floats                                 map[float64]bool
	thresholds, factors                    map[int64]bool
	words                                  map[string]bool
	patterns                               map[string]bool
	mentioned                              map[*ssa.Global]bool
	// unusualChars are characters beyond ASCII that called functions treat in a way few people expect.
	unusualChars []rune
	parses       bool
	rangesRunes  bool
	// divided and alike are groups of characters that are treated alike: by functions of the
	// standard library that divide texts, and by the code. decoded are types into which texts are
	// decoded.
	divided, alike [][]rune
	decoded        []decoding
	// prefixes and suffixes are texts that the code compares with the ends of others. paths are keys of
	// nested lookups. credentials says that the code reads the credentials of a request.
	prefixes, suffixes []string
	paths              [][]string
	credentials        bool
	// formats are the characters of the formats that are read.
	formats []rune
	// standalone are the characters that do not occur only in longer constants.
	standalone []rune
	// includesStandard says that functions of the standard library count as the module's own if contracts name
	// their packages.
	includesStandard bool
	reads            *reads
	flow             *valueFlow
	// inClauses says that the contract's own clauses are being analyzed. What they compare with nil
	// is distinguished in inputs.
	inClauses bool
	// funcInputs says that an input is or holds a function. A call through a variable may then
	// reach a function that is not in the code.
	funcInputs bool
	out        refine.Hints
}

// instantiated returns a type of the function's code with the type arguments of the function under
// test. It applies to that function and to other methods of the same type.
func (h *hinter) instantiated(fn *ssa.Function, t types.Type) types.Type {
	o, ok := fn.Object().(*types.Func)
	if !ok || len(h.c.TypeArgs) == 0 {
		return t
	}
	params := o.Origin().Signature().TypeParams()
	if recv := o.Origin().Signature().Recv(); recv != nil && h.c.Recv != nil && sameOrigin(recv.Type(), h.c.Recv.Type) {
		params = o.Origin().Signature().RecvTypeParams()
	} else if o.Origin() != h.c.Func.Origin() {
		return t
	}
	if params.Len() != len(h.c.TypeArgs) {
		return t
	}
	bound := map[*types.TypeParam]types.Type{}
	for i, arg := range h.c.TypeArgs {
		bound[params.At(i)] = arg
	}
	return refine.Substitute(t, bound)
}

// hasType reports whether the program under test has the type. Methods of test files are analyzed
// as well.
func (h *hinter) hasType(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		return h.a.facts.Built(t.Obj())
	case *types.Basic:
		return true
	default:
		return !slices.ContainsFunc(refine.TypeParts(t), func(p types.Type) bool { return !h.hasType(p) })
	}
}

// sameOrigin reports whether two types, or what they point to, are instances of one generic type.
func sameOrigin(a, b types.Type) bool {
	x, isX := types.Unalias(refine.Pointed(a)).(*types.Named)
	y, isY := types.Unalias(refine.Pointed(b)).(*types.Named)
	return isX && isY && x.Origin() == y.Origin()
}

// visit gathers from fn and what it calls.
func (h *hinter) visit(fn *ssa.Function) {
	if h.seen[fn] {
		return
	}
	h.seen[fn] = true
	s := h.a.summary(fn)
	h.addReads(fn, s, false)
	h.chances(fn, s)
	if h.c.Pure != nil {
		// Only a field that varies can show that it was written to.
		for _, f := range s.writes {
			h.reads.fields[f] = true
		}
	}
	for _, t := range s.asserted {
		// Type arguments of other generic code are not known here.
		if t = h.instantiated(fn, t); !refine.Parametric(t) && h.hasType(t) {
			h.out.Asserted = addType(h.out.Asserted, t)
		}
	}
	if h.a.Module(fn) == h.module {
		h.errorHints(s)
	}
	for _, tn := range s.zero {
		h.out.ZeroCompared[tn] = true
	}
	h.suggestions(fn, s)
	for _, callee := range s.callees {
		h.visit(callee)
	}
}

// addReads adds what one function reads, the calls of function values that it makes, and what it stores.
// inContract says that a clause of the contract calls it.
func (h *hinter) addReads(fn *ssa.Function, s *summary, inContract bool) {
	for _, f := range s.reads {
		h.reads.fields[f] = true
	}
	for _, t := range s.unnamed {
		h.reads.addUnnamed(t)
	}
	for _, t := range s.whole {
		h.reads.addReachable(t)
	}
	for _, t := range s.compared {
		h.readCompared(t)
	}
	h.reads.all = h.reads.all || s.unsafe
	for _, t := range s.typeArgs {
		h.reads.typeArgs = addType(h.reads.typeArgs, t)
	}
	h.addFlow(fn, s, inContract)
}

// suggestions adds the constants of one function, and what it does with texts and with nil.
func (h *hinter) suggestions(fn *ssa.Function, s *summary) {
	switch module := h.a.Module(fn); {
	case module == h.module || h.includesStandard && h.a.Aside(fn):
		h.out.NilSlices = h.out.NilSlices || s.nilSlice && module == h.module
		for _, t := range s.nilIfaces {
			h.out.NilIfaces = addType(h.out.NilIfaces, t)
		}
		h.parses = h.parses || s.parses
		h.rangesRunes = h.rangesRunes || s.rangesRunes
		h.divides(s)
		h.constants(s)
		h.characters(s, h.chars, h.letters)
	case module != "":
		h.constants(s)
		h.characters(s, h.foreign, h.foreignLetters)
	}
}

// constants adds the constants of a function that are not characters.
func (h *hinter) constants(s *summary) {
	for _, n := range s.ints {
		h.ints[n] = true
	}
	for _, x := range s.floats {
		h.floats[x] = true
	}
	for _, n := range s.thresholds {
		h.thresholds[n] = true
	}
	for _, n := range s.factors {
		h.factors[n] = true
	}
	if s.decimal {
		for _, n := range powersOfTen() {
			h.thresholds[n] = true
		}
	}
	for _, w := range s.words {
		h.words[w] = true
	}
	for _, p := range s.patterns.scanned {
		h.patterns[p] = true
	}
	for _, p := range s.patterns.compiled {
		h.expression(p, h.includesStandard)
	}
	h.out.ComparesComputed = h.out.ComparesComputed || s.comparesComputed || len(s.foreign) > 0
	h.out.InvalidUTF8 = h.out.InvalidUTF8 || s.invalidUTF8
	for _, r := range s.bytes {
		if !slices.Contains(h.out.Bytes, r) {
			h.out.Bytes = append(h.out.Bytes, r)
		}
	}
	h.tables(s)
}

// characters adds the characters of a function.
func (h *hinter) characters(s *summary, chars, letters *tally) {
	for _, r := range s.chars {
		chars.add(r)
	}
	for _, r := range s.letters {
		letters.add(r)
	}
	for _, r := range s.classChars {
		h.contractChars.add(r)
	}
	h.unusualChars = append(h.unusualChars, s.unusualChars...)
}

// A tally counts the uses of characters. order is the order of their first uses.
type tally struct {
	uses  map[rune]int
	order []rune
}

func newTally() *tally { return &tally{uses: map[rune]int{}} }

func (t *tally) add(r rune) {
	if t.uses[r] == 0 {
		t.order = append(t.order, r)
	}
	t.uses[r]++
}

// join adds what another tally has. Among characters used equally often, those of other come last.
func (t *tally) join(other *tally) {
	for _, r := range other.order {
		if t.uses[r] == 0 {
			t.order = append(t.order, r)
		}
		t.uses[r] += other.uses[r]
	}
}

// sorted returns the characters, most used first.
func (t *tally) sorted() []rune {
	slices.SortStableFunc(t.order, func(a, b rune) int { return cmp.Compare(t.uses[b], t.uses[a]) })
	return t.order
}

// constInts returns an integer constant that a hint can hold.
func constInts(v constant.Value, t types.Type) (int64, bool) {
	b, ok := t.Underlying().(*types.Basic)
	if !ok || b.Info()&types.IsInteger == 0 || isCharacter(t) {
		return 0, false
	}
	return refine.Int64(v)
}

// constFloat returns a floating-point constant that a hint can hold.
func constFloat(v constant.Value, t types.Type) (float64, bool) {
	b, ok := t.Underlying().(*types.Basic)
	if !ok || b.Info()&types.IsFloat == 0 {
		return 0, false
	}
	x, _ := constant.Float64Val(constant.ToFloat(v))
	return x, true
}

// isCharacter reports whether t is byte or rune, by that name.
func isCharacter(t types.Type) bool {
	b, ok := types.Unalias(t).(*types.Basic)
	return ok && (b.Name() == "byte" || b.Name() == "rune" || b.Kind() == types.UntypedRune)
}
