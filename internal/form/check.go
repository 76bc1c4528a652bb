package form

import (
	"fmt"
	"math"
)

// Check reports the first thing that makes the form invalid: an index out of range, an argument
// that does not precede its node, a wrong number or kind of arguments, a value outside its kind,
// variables not in preorder, an empty or unordered domain, a default outside it, or sizes whose sum
// overflows an int32.
func (f *Form) Check() error {
	if f.Level < 0 {
		return fmt.Errorf("form: level %d is negative", f.Level)
	}
	if f.Level == math.MaxInt32 && !f.Below {
		return fmt.Errorf("form: level %d stands for all beyond it too and cannot be asked for exactly", f.Level)
	}
	var total int64
	for i := range f.Vars {
		if err := f.checkVar(i); err != nil {
			return fmt.Errorf("form: variable %d (%s): %w", i, f.Vars[i].Name, err)
		}
		total += f.Vars[i].greatestSize()
	}
	if total > math.MaxInt32 {
		return fmt.Errorf("form: the sizes add up to %d, more than an int32 holds", total)
	}
	for i := range f.Nodes {
		if err := f.checkNode(i); err != nil {
			return fmt.Errorf("form: node %d (%v): %w", i, f.Nodes[i].Op, err)
		}
	}
	if f.Root < 0 || int(f.Root) >= len(f.Nodes) {
		return fmt.Errorf("form: root %d is not one of the %d nodes", f.Root, len(f.Nodes))
	}
	if k := f.Nodes[f.Root].Kind; k != Bool {
		return fmt.Errorf("form: root %d is of kind %v, not bool", f.Root, k)
	}
	return nil
}

func (v *Var) greatestSize() int64 {
	var s int32
	for _, a := range v.Choice {
		s = max(s, a.Size)
	}
	return int64(s)
}

func (f *Form) checkVar(i int) error {
	v := &f.Vars[i]
	if v.Kind > Uint64 {
		return fmt.Errorf("no kind %d", v.Kind)
	}
	if err := f.checkParent(i); err != nil {
		return err
	}
	if !v.Kind.Holds(v.Default) {
		return fmt.Errorf("default %d is not a value of %v", v.Default, v.Kind)
	}
	var err error
	if len(v.Choice) > 0 {
		err = v.checkChoice()
	} else {
		err = v.checkDomain()
	}
	if err != nil {
		return err
	}
	if _, _, in := v.measure(v.Default); !in {
		return fmt.Errorf("default %d is not in the domain", v.Default)
	}
	return nil
}

func (f *Form) checkParent(i int) error {
	v := &f.Vars[i]
	if v.Parent == -1 {
		return nil
	}
	if v.Parent < 0 || int(v.Parent) >= i {
		return fmt.Errorf("parent %d does not precede it", v.Parent)
	}
	p := &f.Vars[v.Parent]
	if len(p.Choice) == 0 {
		return fmt.Errorf("parent %d is not a choice variable", v.Parent)
	}
	if !p.Kind.Holds(v.When.Lo) || !p.Kind.Holds(v.When.Hi) || p.Kind.Less(v.When.Hi, v.When.Lo) {
		return fmt.Errorf("when %d..%d is not a range of %v", v.When.Lo, v.When.Hi, p.Kind)
	}
	// In preorder the parent is the variable before this one, or an ancestor of that.
	for a := int32(i - 1); a != v.Parent; a = f.Vars[a].Parent {
		if a == -1 {
			return fmt.Errorf("not in preorder: the subtree of parent %d has ended", v.Parent)
		}
	}
	return nil
}

func (v *Var) checkChoice() error {
	if len(v.Dom) > 0 {
		return fmt.Errorf("a choice variable with spans")
	}
	seen := make(map[int64]bool, len(v.Choice))
	for _, a := range v.Choice {
		switch {
		case !v.Kind.Holds(a.Value):
			return fmt.Errorf("alternative %d is not a value of %v", a.Value, v.Kind)
		case seen[a.Value]:
			return fmt.Errorf("alternative %d occurs twice", a.Value)
		case a.Level < 0 || a.Size < 0:
			return fmt.Errorf("alternative %d has a negative level or size", a.Value)
		}
		seen[a.Value] = true
	}
	return nil
}

func (v *Var) checkDomain() error {
	if len(v.Dom) == 0 {
		return fmt.Errorf("neither alternatives nor a domain")
	}
	if v.Level < 0 {
		return fmt.Errorf("level %d is negative", v.Level)
	}
	for j, s := range v.Dom {
		if !v.Kind.Holds(s.Lo) || !v.Kind.Holds(s.Hi) || v.Kind.Less(s.Hi, s.Lo) {
			return fmt.Errorf("span %d..%d is not a range of %v", s.Lo, s.Hi, v.Kind)
		}
		if j > 0 && !v.Kind.Less(v.Dom[j-1].Hi, s.Lo) {
			return fmt.Errorf("spans %d and %d are not disjoint and ascending", j-1, j)
		}
	}
	return nil
}

// Holds reports whether v is a value of the kind.
func (k Kind) Holds(v int64) bool { return k.Wrap(v) == v }

func (f *Form) checkNode(i int) error {
	n := &f.Nodes[i]
	if n.Op >= Ops || n.Kind > Uint64 {
		return fmt.Errorf("no operation %d or no kind %d", n.Op, n.Kind)
	}
	for _, a := range n.Args {
		if a < 0 || int(a) >= i {
			return fmt.Errorf("argument %d does not precede it", a)
		}
	}
	if err := n.checkArity(); err != nil {
		return err
	}
	kinds := make([]Kind, len(n.Args))
	for j, a := range n.Args {
		kinds[j] = f.Nodes[a].Kind
	}
	switch n.Op {
	case Const:
		if !n.Kind.Holds(n.Val) {
			return fmt.Errorf("%d is not a value of %v", n.Val, n.Kind)
		}
	case Ref:
		if n.Val < 0 || n.Val >= int64(len(f.Vars)) {
			return fmt.Errorf("no variable %d", n.Val)
		}
		if k := f.Vars[n.Val].Kind; k != n.Kind {
			return fmt.Errorf("of kind %v, the variable of %v", n.Kind, k)
		}
	default:
		if !n.typed(kinds) {
			return fmt.Errorf("kind %v does not go with arguments of kinds %v", n.Kind, kinds)
		}
	}
	return nil
}

func (n *Node) checkArity() error {
	want := 2
	switch n.Op {
	case Const, Ref:
		want = 0
	case Not, Conv, FSqrt, FFloor, FCeil, FTrunc, FEven, FAway, FOfInt, FToInt, FConv:
		want = 1
	case Ite:
		want = 3
	case And, Or:
		if len(n.Args) < 2 {
			return fmt.Errorf("%d arguments, want 2 or more", len(n.Args))
		}
		return nil
	}
	if len(n.Args) != want {
		return fmt.Errorf("%d arguments, want %d", len(n.Args), want)
	}
	return nil
}

// typed reports whether the node may have arguments of these kinds; their number must be right.
func (n *Node) typed(k []Kind) bool {
	switch n.Op {
	case Not, And, Or:
		for _, a := range k {
			if a != Bool {
				return false
			}
		}
		return n.Kind == Bool
	case Ite:
		return k[0] == Bool && k[1] == k[2] && k[1] == n.Kind
	case Eq:
		return k[0] == k[1] && n.Kind == Bool
	case Lt, Le:
		return k[0] == k[1] && k[0] != Bool && n.Kind == Bool
	case Shl, Shr:
		return k[0] == n.Kind && n.Kind != Bool && k[1] != Bool
	case Conv:
		return k[0] != Bool && n.Kind != Bool
	case FEq, FLt, FLe:
		return k[0].isFloat() && k[0] == k[1] && n.Kind == Bool
	case FOfInt:
		return k[0] != Bool && n.Kind.isFloat()
	case FToInt:
		return k[0].isFloat() && n.Kind != Bool
	case FConv:
		return k[0].isFloat() && n.Kind.isFloat()
	}
	if n.Op.Float() {
		return n.Kind.isFloat() && k[0] == n.Kind && k[len(k)-1] == n.Kind
	}
	return k[0] == n.Kind && k[1] == n.Kind && n.Kind != Bool
}
