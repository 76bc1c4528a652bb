package encode

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
)

// A variable is wide from wideFrom values on. One of at most fewValues counts as so many numbers.
const (
	wideFrom  = 1 << 10
	fewValues = 64
)

// compared finds the variables of a form whose values are only compared with each other and with numbers.
// Which values they have then counts for nothing but their order.
type compared struct {
	form *form.Form
	// pure says, by node, that its value is a number or that of such a variable, free that it is used as
	// nothing else.
	pure, free []bool
	// anchors are the numbers with which variables are compared, and the bounds of their domains. vars
	// are the variables.
	anchors []int64
	vars    []int32
}

// withFewNumbers returns a form that has a solution exactly if f has one: variables of which only the order
// counts have few values. Propagation narrows the bounds of wide ones step by step where they cannot
// ascend in a circle.
func withFewNumbers(f *form.Form) *form.Form {
	c := &compared{form: f, pure: make([]bool, len(f.Nodes)), free: make([]bool, len(f.Nodes))}
	for i := range c.free {
		c.free[i] = true
	}
	for changed := true; changed; {
		c.findPure()
		changed = c.findFree()
	}
	c.collect()
	if len(c.vars) == 0 {
		return f
	}
	few := *f
	few.Vars = slices.Clone(f.Vars)
	for _, v := range c.vars {
		few.Vars[v].Dom = c.narrowed(f.Vars[v].Dom)
	}
	return &few
}

// wide reports whether a node is a variable with many numbers of a signed kind.
func (c *compared) wide(n *form.Node) bool {
	if n.Op != form.Ref || n.Kind < form.Int8 || n.Kind > form.Int64 {
		return false
	}
	v := &c.form.Vars[n.Val]
	return len(v.Choice) == 0 && width(v) >= wideFrom
}

// width returns how many values a variable has, or wideFrom if there are more.
func width(v *form.Var) (n uint64) {
	for _, d := range v.Dom {
		n = min(wideFrom, n+min(wideFrom, uint64(d.Hi)-uint64(d.Lo))+1)
	}
	return n
}

// findPure finds which nodes are pure if only the free ones may have the value of a wide variable.
func (c *compared) findPure() {
	for i := range c.form.Nodes {
		n := &c.form.Nodes[i]
		switch {
		case n.Kind < form.Int8 || n.Kind > form.Int64:
			c.pure[i] = false
		case n.Op == form.Ref:
			v := &c.form.Vars[n.Val]
			c.pure[i] = c.wide(n) && c.free[i] || len(v.Choice) == 0 && width(v) <= fewValues
		case n.Op == form.Ite:
			c.pure[i] = c.pure[n.Args[1]] && c.pure[n.Args[2]]
		default:
			c.pure[i] = n.Op == form.Const
		}
	}
}

// findFree takes from the free nodes those of which more than the order counts. It reports whether there
// was one.
func (c *compared) findFree() (changed bool) {
	for i := len(c.form.Nodes) - 1; i >= 0; i-- {
		n := &c.form.Nodes[i]
		for k, a := range n.Args {
			free := n.Op == form.Ite && (k == 0 || c.free[i] && c.pure[i])
			if n.Op == form.Eq || n.Op == form.Lt || n.Op == form.Le {
				free = c.pure[n.Args[0]] && c.pure[n.Args[1]]
			}
			if arg := &c.form.Nodes[a]; arg.Kind >= form.Int8 && arg.Kind <= form.Int64 && !free && c.free[a] {
				c.free[a], changed = false, true
			}
		}
	}
	return changed
}

// collect finds the variables and the anchors.
func (c *compared) collect() {
	for i := range c.form.Nodes {
		n := &c.form.Nodes[i]
		switch {
		case !c.pure[i]:
		case n.Op == form.Const:
			c.anchors = append(c.anchors, n.Val)
		case n.Op == form.Ref:
			v := &c.form.Vars[n.Val]
			for _, d := range v.Dom {
				if !c.wide(n) {
					for x := d.Lo; ; x++ {
						if c.anchors = append(c.anchors, x); x == d.Hi {
							break
						}
					}
				}
				c.anchors = append(c.anchors, d.Lo, d.Hi)
			}
			if c.anchors = append(c.anchors, v.Default); c.wide(n) {
				c.vars = append(c.vars, int32(n.Val))
			}
		}
	}
	slices.Sort(c.anchors)
	c.anchors = slices.Compact(c.anchors)
}

// narrowed returns the anchors in a domain, and behind each as many values as there are variables: those
// between two anchors may be next to the lesser one, in their order.
func (c *compared) narrowed(dom []form.Span) (few []form.Span) {
	for _, d := range dom {
		for _, a := range c.anchors {
			if a < d.Lo || a > d.Hi {
				continue
			}
			last := d.Hi
			if uint64(d.Hi)-uint64(a) > uint64(len(c.vars)) {
				last = a + int64(len(c.vars))
			}
			if n := len(few); n > 0 && few[n-1].Hi >= a-1 && few[n-1].Hi >= d.Lo {
				few[n-1].Hi = max(few[n-1].Hi, last)
			} else {
				few = append(few, form.Span{Lo: a, Hi: last})
			}
		}
	}
	return few
}
