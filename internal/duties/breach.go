package duties

import (
	"fmt"
	"go/token"
	"go/types"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/decode/tree"
)

// An Input is what a function that panics was called with.
type Input struct {
	Name  string
	Type  types.Type
	Value *tree.Value
}

// Endless begins a duty whose breach does not end in a panic.
const Endless = "does not return for "

// NoInput stands for no input.
const NoInput = -1

// An Excuse is why a failure is no finding; with an empty Why it is one.
type Excuse struct {
	Why string
	// Negative is the input that is negative, NoInput where that is not the reason.
	Negative int
	// Doubtful says that others of its kind may fail for another reason.
	Doubtful bool
}

// Because is the excuse for a reason.
func Because(why string) Excuse { return Excuse{Why: why, Negative: NoInput} }

// Breach names the part of the inputs that fn takes as it is, and panics for; empty
// where there is none.
func (p *Finder) Breach(fn *types.Func, inputs []Input, frames []string, text string) string {
	if OrderedByCallers(fn) && strings.Contains(text, "out of range") {
		return "indices that package sort does not pass"
	}
	if decodesJSON(fn, inputs) {
		return "what is no JSON"
	}
	broken, all := p.Of(fn, frames, text)
	for _, d := range broken {
		if d.Input == Unknown {
			if name := assertedOther(inputs, text); name != "" {
				return breachOf(d, name)
			}
			continue
		}
		if d.Kind == DutyRoom && d.Read {
			if tooShort(d, inputs, text) {
				return breachOf(d, inputs[d.Input].Name)
			}
			continue
		}
		if d.Input < len(inputs) && breaks(d, all, inputs[d.Input].Value, text) {
			return breachOf(d, inputs[d.Input].Name)
		}
	}
	return ""
}

// Amount names an amount of the inputs for which fn does not ask: a negative one where the
// code does not ask for the sign, or one with which sums overflow. It is empty where there
// is none. Where a whole input is negative, it gives its index.
func (p *Finder) Amount(fn *types.Func, inputs []Input, frames []string, text string) Excuse {
	for _, d := range p.Amounts(fn, frames, text) {
		if d.Input >= len(inputs) {
			continue
		}
		name := partName(d, inputs[d.Input].Name)
		if !d.Scaled && len(d.Path) == 0 && dutyKind(text) == DutyIndex && !p.compared(fn, d.Input) {
			return Because("an index " + name + " out of range")
		}
		if kept := p.keptNegative(fn, inputs[d.Input].Value); kept != "" && len(d.Path) > 0 && !d.Scaled {
			return Because(kept)
		}
		if Hidden(d.Path) {
			continue
		}
		switch number := numberAt(inputs[d.Input].Value, d.Path); {
		case !d.Scaled && p.negative(fn, d, number):
			return Excuse{Why: "a negative " + name, Negative: wholeInput(d)}
		case nearLimit(number):
			return Because(name + " near the limit of its type")
		}
	}
	return Because(p.badLength(fn, inputs, text))
}

// EndlessAmount is Amount for a call that does not end: it names a negative amount, or the zero
// of an exported field that bounds loops and lengths, or a float to which nothing can be counted.
func (p *Finder) EndlessAmount(fn *types.Func, inputs []Input) Excuse {
	for i, in := range inputs {
		for _, path := range amountPaths(in.Type, 0) {
			d := Duty{Kind: DutySize, Input: i, Path: path}
			if uncountable(numberAt(in.Value, path)) {
				return Because(Endless + partName(d, in.Name) + " that is not finite, or not changed by 1")
			}
			if len(path) > 0 && numberAt(in.Value, path) == "0" && p.sizes(fn, d) && !p.AsksSign(fn, i, path, 0) {
				return Because(Endless + "a zero " + partName(d, in.Name))
			}
			if p.negative(fn, d, numberAt(in.Value, path)) {
				return Excuse{Why: Endless + "a negative " + partName(d, in.Name), Negative: wholeInput(d)}
			}
		}
	}
	return Excuse{}
}

// wholeInput is the input that a duty is of; NoInput where it is of a part of one.
func wholeInput(d Duty) int {
	if len(d.Path) > 0 {
		return NoInput
	}
	return d.Input
}

// breaks tells whether the argument breaks the duty. Where other operands of the
// line may be the reason too, the argument itself has to tell.
func breaks(d Duty, all bool, arg *tree.Value, panicked string) bool {
	if d.Kind == DutyNotNil {
		return givenNil(arg, d.Path) || !Hidden(d.Path) && nilAt(arg, d.Path)
	}
	if all || d.Kind == DutyNotZero && numberAt(arg, d.Path) == "0" {
		return true
	}
	if !d.Direct || len(d.Path) > 0 || arg == nil || arg.Kind != tree.Scalar {
		return false
	}
	number := regexp.MustCompile(`(^|[^-0-9])` + regexp.QuoteMeta(arg.Text) + `($|[^0-9])`)
	return d.Kind == DutyIndex && number.MatchString(panicked)
}

// assertedOther names the input, or the part of one, whose interface holds a value of the
// type that the code did not assert; empty where none does. What is in unexported fields is
// not the caller's.
func assertedOther(inputs []Input, panicked string) string {
	m := regexp.MustCompile(`interface conversion: .* is (\S+), not `).FindStringSubmatch(panicked)
	if m == nil {
		return ""
	}
	var find func(v *tree.Value, name string) string
	find = func(v *tree.Value, name string) string {
		if v == nil {
			return ""
		}
		if v.Kind == tree.Boxed && v.Elems[0] != nil && shortType(v.Elems[0].Type) == m[1] {
			return name
		}
		for i, e := range v.Elems {
			step := name
			switch v.Kind {
			case tree.Compound:
				if !token.IsExported(v.Names[i]) {
					continue
				}
				step += "." + v.Names[i]
			case tree.Sequence, tree.Mapping:
				step += "[…]"
			}
			if found := find(e, step); found != "" {
				return found
			}
		}
		return ""
	}
	for _, in := range inputs {
		if found := find(in.Value, in.Name); found != "" {
			return found
		}
	}
	return ""
}

// shortType is a type as the text of a panic has it: without the paths of packages.
func shortType(t string) string { return regexp.MustCompile(`[\w.\-~]+/`).ReplaceAllString(t, "") }

// givenNil tells whether a value that leads to nil by a path was made by calls which got
// nil: what makes it has kept that.
func givenNil(v *tree.Value, path []string) bool {
	if v == nil || v.Kind != tree.ByCalls || len(path) == 0 {
		return false
	}
	return slices.ContainsFunc(v.Elems, func(call *tree.Value) bool {
		return slices.ContainsFunc(call.Elems, func(arg *tree.Value) bool {
			return arg != nil && arg.Kind == tree.Nil && !strings.HasPrefix(arg.Type, "[]") && !strings.HasPrefix(arg.Type, "map[")
		})
	})
}

// nilAt tells whether a path leads to nil.
func nilAt(v *tree.Value, path []string) bool {
	if v == nil {
		return false
	}
	switch v.Kind {
	case tree.Nil:
		return true
	case tree.Boxed:
		return nilAt(v.Elems[0], path)
	case tree.Address:
		return len(v.Elems) > 0 && nilAt(v.Elems[0], path)
	}
	if len(path) == 0 {
		return false
	}
	switch v.Kind {
	case tree.Compound:
		i := slices.Index(v.Names, path[0])
		return i >= 0 && i < len(v.Elems) && nilAt(v.Elems[i], path[1:])
	case tree.Sequence, tree.Mapping:
		return path[0] == Element && slices.ContainsFunc(v.Elems, func(e *tree.Value) bool { return nilAt(e, path[1:]) })
	}
	return false
}

// partName is how the part of an input with a name is called.
func partName(d Duty, name string) string {
	if name == "" || name == "_" {
		name = fmt.Sprintf("argument %d", d.Input+1)
	}
	of := ""
	path := d.Path
	if n := len(path); n > 0 && path[n-1] == Element {
		path, of = path[:n-1], "element of "
	}
	for _, step := range path {
		if step == Element {
			name += "[…]"
			continue
		}
		name += "." + step
	}
	return of + name
}

// breachOf names what a function panics for.
func breachOf(d Duty, name string) string {
	name = partName(d, name)
	switch d.Kind {
	case DutyIndex:
		return "an index " + name + " out of range"
	case DutyRoom:
		return "a too short " + name
	case DutySize:
		return "a negative or too large " + name
	case DutyNotZero:
		return "a zero " + name
	case DutyType:
		return name + " of another type"
	case DutyAccepted:
		return "arguments that another module rejects"
	case DutyComparable:
		return name + " of a type that cannot be compared"
	}
	return "a nil " + name
}

// negative tells whether a part of an input is a negative number for which the code does
// not ask.
func (p *Finder) negative(fn *types.Func, d Duty, text string) bool {
	if !strings.HasPrefix(text, "-") {
		return false
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return err == nil && !p.AsksSign(fn, d.Input, d.Path, n)
}

// nearLimit tells whether the sum of two such numbers may be outside a type of 64 bits.
func nearLimit(text string) bool {
	const limit = 1 << 62
	n, err := strconv.ParseUint(strings.TrimPrefix(text, "-"), 10, 64)
	return err == nil && n >= limit
}

// uncountable tells whether a float is not finite, or so great that adding 1 does not change it.
func uncountable(text string) bool {
	const exact = 1 << 53
	if _, err := strconv.ParseInt(text, 10, 64); err == nil {
		return false
	}
	x, err := strconv.ParseFloat(text, 64)
	return err == nil && !(math.Abs(x) < exact)
}

// numberAt is the text of the number to which a path leads; empty where there is none.
func numberAt(v *tree.Value, path []string) string {
	switch {
	case v == nil:
		return ""
	case v.Kind == tree.Address && len(v.Elems) > 0:
		return numberAt(v.Elems[0], path)
	case v.Kind == tree.Scalar && len(path) == 0:
		return v.Text
	case v.Kind == tree.Compound && len(path) > 0:
		if i := slices.Index(v.Names, path[0]); i >= 0 && i < len(v.Elems) {
			return numberAt(v.Elems[i], path[1:])
		}
	}
	return ""
}

// amountPaths are the paths to the numbers of a type: to itself, and to exported fields.
func amountPaths(t types.Type, depth int) (paths [][]string) {
	const deepest = 3
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&(types.IsInteger|types.IsFloat) != 0 {
			paths = append(paths, nil)
		}
	case *types.Struct:
		for f := range u.Fields() {
			if depth == deepest || !token.IsExported(f.Name()) {
				continue
			}
			for _, below := range amountPaths(f.Type(), depth+1) {
				paths = append(paths, append([]string{f.Name()}, below...))
			}
		}
	}
	return paths
}
