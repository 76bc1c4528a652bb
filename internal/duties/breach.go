package duties

import (
	"fmt"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/decode/tree"
)

// An Input is what a function that panics was called with.
type Input struct {
	Name  string
	Type  types.Type
	Value *tree.Value
}

// An Excuse is why a failure is no finding; with an empty Why it is one.
type Excuse struct {
	Why string
	// Doubtful says that others of its kind may fail for another reason.
	Doubtful bool
}

// Breach names a part of the inputs that fn uses unchanged and whose value makes it panic. It returns "" if
// there is none.
func (p *Finder) Breach(fn *types.Func, inputs []Input, frames []string, text string) string {
	if orderedByCallers(fn) && strings.Contains(text, "out of range") {
		return "indices that package sort does not pass"
	}
	if decodesJSON(fn, inputs) {
		return "text that is not JSON"
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

// Computed names an argument from which fn computes an index without comparing it with anything. It returns ""
// if there is none.
func (p *Finder) Computed(fn *types.Func, inputs []Input, frames []string, text string) string {
	for _, d := range p.amounts(fn, frames, text) {
		if d.Input < len(inputs) && len(d.Path) == 0 && !p.compared(fn, d.Input) {
			return "an index " + partName(d, inputs[d.Input].Name) + " out of range"
		}
	}
	return ""
}

// breaks reports whether the argument breaks the duty. If other operands of the line may cause the panic too,
// the value of the argument itself has to show it.
func breaks(d Duty, all bool, arg *tree.Value, panicked string) bool {
	if d.Kind == DutyNotNil {
		return givenNil(arg, d.Path) || !hidden(d.Path) && nilAt(arg, d.Path)
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

// assertedOther names the input, or the part of one, whose interface holds the wrong type for an assertion of
// the code. It returns "" if there is none. Unexported fields are not the caller's responsibility.
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

// shortType returns a type as the text of a panic has it: without the paths of packages.
func shortType(t string) string { return regexp.MustCompile(`[\w.\-~]+/`).ReplaceAllString(t, "") }

// givenNil reports whether calls that got nil made a value in which the path leads to nil: its constructor kept
// that nil.
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

// nilAt reports whether a path leads to nil.
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

// partName returns how the part of an input with a name is called.
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

// numberAt returns the text of the number to which a path leads, or "".
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
