package check

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/duties"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/refine"
)

// dutyRuns is how many failures of one group are looked at of which each breaks a
// duty of the caller; then the others are taken for the same.
const dutyRuns = 8

// Endless begins a duty whose breach does not end in a panic.
const Endless = "does not return for "

// duty says for what a function without a contract panics that its callers have to
// see to: "a nil r". It is empty where the failure is another.
func (r *run) duty(c *refine.Contract, f *Failure) string {
	if !c.Bare || f.Report == nil {
		return ""
	}
	other := noConstant(c, f.Report.Args)
	switch {
	case f.Cause == harness.CauseTimeout && other != "":
		return Endless + other
	case f.Cause != harness.CausePanic:
		return ""
	}
	text := f.Panic
	if duties.OrderedByCallers(c.Func) && strings.Contains(text, "out of range") {
		return "indices that package sort does not pass"
	}
	broken, all := r.duties.Of(c.Func, f.Stack, text)
	inputs := c.Inputs()
	for _, d := range broken {
		if d.Input == duties.Unknown {
			if name := assertedOther(inputs, f.Report.Args, text); name != "" {
				return breach(d, name)
			}
			continue
		}
		if d.Input >= len(inputs) || d.Input >= len(f.Report.Args) {
			continue
		}
		if breaks(d, all, f.Report.Args[d.Input], text) {
			return breach(d, inputs[d.Input].Name)
		}
	}
	if other == "" && c.MayPanic {
		return "a reason that its documentation gives"
	}
	return other
}

// breaks tells whether the argument breaks the duty. Where other operands of the
// line may be the reason too, the argument itself has to tell.
func breaks(d duties.Duty, all bool, arg *tree.Value, panicked string) bool {
	if d.Kind == duties.DutyNotNil {
		return givenNil(arg, d.Path) || !duties.Hidden(d.Path) && nilAt(arg, d.Path)
	}
	if all {
		return true
	}
	if !d.Direct || len(d.Path) > 0 || arg == nil || arg.Kind != tree.Scalar {
		return false
	}
	number := regexp.MustCompile(`(^|[^-0-9])` + regexp.QuoteMeta(arg.Text) + `($|[^0-9])`)
	return d.Kind == duties.DutyIndex && number.MatchString(panicked)
}

// assertedOther names the input, or the part of one, whose interface holds a value of the
// type that the code did not assert; empty where none does. What is in unexported fields is
// not the caller's.
func assertedOther(inputs []*refine.Variable, args []*tree.Value, panicked string) string {
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
	for i, v := range args {
		if i < len(inputs) {
			if found := find(v, inputs[i].Name); found != "" {
				return found
			}
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
		return path[0] == duties.Element && slices.ContainsFunc(v.Elems, func(e *tree.Value) bool { return nilAt(e, path[1:]) })
	}
	return false
}

// breach names what a function panics for.
func breach(d duties.Duty, name string) string {
	if name == "" || name == "_" {
		name = fmt.Sprintf("argument %d", d.Input+1)
	}
	of := ""
	path := d.Path
	if n := len(path); n > 0 && path[n-1] == duties.Element {
		path, of = path[:n-1], "element of "
	}
	for _, step := range path {
		if step == duties.Element {
			name += "[…]"
			continue
		}
		name += "." + step
	}
	name = of + name
	switch d.Kind {
	case duties.DutyIndex:
		return "an index " + name + " out of range"
	case duties.DutySize:
		return "a negative or too large " + name
	case duties.DutyNotZero:
		return "a zero " + name
	case duties.DutyType:
		return name + " of another type"
	case duties.DutyAccepted:
		return "arguments that another module rejects"
	case duties.DutyComparable:
		return name + " of a type that cannot be compared"
	}
	return "a nil " + name
}

// excuse files a failure that breaks a duty of the caller: it is no finding.
func (l *loop) excuse(g *group, failure *Failure) bool {
	if l.duty == nil {
		return false
	}
	why := l.duty(failure)
	if why == "" {
		return false
	}
	g.excused++
	if !slices.Contains(l.Duties, why) {
		l.Duties = append(l.Duties, why)
	}
	return true
}

// sayMade offers, in the place of a precondition on unexported fields of a type whose
// values are made as was inferred, the directive that says how they are made.
func (f *Failure) sayMade(pkg *refine.Package, c *refine.Contract) {
	if !c.Bare || f.General == nil {
		return
	}
	for _, v := range c.Inputs() {
		t := refine.Pointed(v.Type)
		tf := pkg.Facts.Of(t)
		hidden := regexp.MustCompile(`\b` + regexp.QuoteMeta(v.Name) + `\.[^A-Z]`)
		if tf == nil || tf.Inferred == "" || !hidden.MatchString(f.General.Cond) {
			continue
		}
		f.General.Simple = false
		name := refine.TypeName(t, pkg.Types)
		f.Made = fmt.Sprintf("change the function; or, if calls make other values of %s than these, say above the type: //rtest:%s", name, tf.Inferred)
	}
}

// noConstant names a part of the arguments whose type is enumerated by its constants, and
// whose value is none of them, nor zero; empty where there is none. Callers use the constants.
func noConstant(c *refine.Contract, args []*tree.Value) string {
	for i, in := range c.Inputs() {
		if i >= len(args) {
			break
		}
		if t := unlisted(in.Type, args[i]); t != nil {
			return "values of " + refine.TypeName(t, c.Func.Pkg()) + " that are none of its constants"
		}
	}
	return ""
}

// unlisted returns the enumerated type of a part of a value that is none of its constants.
func unlisted(t types.Type, v *tree.Value) types.Type {
	if v == nil {
		return nil
	}
	if v.Kind == tree.Scalar {
		if n, ok := types.Unalias(t).(*types.Named); ok && !enumerates(n, v.Text) {
			return n
		}
		return nil
	}
	for i, e := range v.Elems {
		part := partType(t.Underlying(), v, i)
		if part == nil {
			continue
		}
		if found := unlisted(part, e); found != nil {
			return found
		}
	}
	return nil
}

// partType is the type of the i-th part of a value; nil where it is not known.
func partType(t types.Type, v *tree.Value, i int) types.Type {
	switch t := t.(type) {
	case *types.Pointer:
		return t.Elem()
	case *types.Slice:
		return t.Elem()
	case *types.Array:
		return t.Elem()
	case *types.Map:
		if i%2 == 0 {
			return t.Key()
		}
		return t.Elem()
	case *types.Struct:
		for f := range t.Fields() {
			if i < len(v.Names) && f.Name() == v.Names[i] {
				return f.Type()
			}
		}
	}
	return nil
}

// enumerates tells whether the constants of a type have an integer, or do not enumerate
// the type: they do where they lie close together, or are distinct bits. Zero counts, and
// so do unions of bits.
func enumerates(n *types.Named, text string) bool {
	x := constant.MakeFromLiteral(text, token.INT, 0)
	if rest, negative := strings.CutPrefix(text, "-"); negative {
		x = constant.UnaryOp(token.SUB, constant.MakeFromLiteral(rest, token.INT, 0), 0)
	}
	is, exact := constant.Int64Val(constant.ToInt(x))
	if x.Kind() != constant.Int || !exact || is == 0 || n.Obj().Pkg() == nil {
		return true
	}
	scope := n.Obj().Pkg().Scope()
	known := map[int64]bool{}
	least, greatest, union, bits := int64(0), int64(0), int64(0), true
	for _, name := range scope.Names() {
		k, ok := scope.Lookup(name).(*types.Const)
		if !ok || !types.Identical(k.Type(), n) || k.Val().Kind() != constant.Int {
			continue
		}
		v, exact := constant.Int64Val(k.Val())
		if !exact {
			return true
		}
		bits = bits && (v == 0 || v > 0 && v&(v-1) == 0 && union&v == 0)
		known[v], least, greatest, union = true, min(least, v), max(greatest, v), union|v
	}
	const fewest = 2
	if len(known) < fewest || known[is] {
		return true
	}
	if bits && union&1 == 1 && len(known) > fewest {
		return is&^union == 0
	}
	return greatest-least >= 2*int64(len(known))
}
