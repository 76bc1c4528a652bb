package samples

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/refine"
)

// counts counts the parts of inputs.
type counts struct {
	pkg    *refine.Package
	params []*parameter
}

// A parameter counts the parts of one parameter by their names.
type parameter struct {
	name, typ string
	root      *part
	sizes     aspect
	parts     []*part
	byName    map[string]*part
}

// A part counts the values at one place. next are the places to which a step leads, so that names
// are put together once.
type part struct {
	name, typ string
	aspects   []*aspect
	next      map[int]*part
}

// An aspect counts by names, which have an order.
type aspect struct {
	kind            string
	names           map[int64]string
	counts          map[int64]int64
	least, greatest number
}

// A number is an integer or a floating-point number. Its text is made when it is needed.
type number struct {
	known    bool
	i        int64
	f        float64
	unsigned bool
	float    bool
}

func newCounts(pkg *refine.Package, plan *prepare.Plan) *counts {
	c := &counts{pkg: pkg}
	for i, v := range plan.Contract.Inputs() {
		name := v.Name
		if name == "" || name == "_" {
			name = fmt.Sprint("arg", i)
		}
		p := &parameter{name: name, typ: refine.TypeName(v.Type, pkg.Types), byName: map[string]*part{}, sizes: aspect{kind: KindSize}}
		p.root = p.at(name, p.typ)
		c.params = append(c.params, p)
	}
	return c
}

// at returns the part of a name.
func (p *parameter) at(name, typ string) *part {
	if known := p.byName[name]; known != nil {
		return known
	}
	x := &part{name: name, typ: typ, next: map[int]*part{}}
	p.byName[name] = x
	p.parts = append(p.parts, x)
	return x
}

// add counts one input and returns its size.
func (c *counts) add(nodes []*decode.Node) (size int) {
	for i, n := range nodes {
		w := walk{counts: c, param: c.params[i]}
		w.value(w.param.root, n)
		w.param.sizes.count(int64(w.size), strconv.Itoa(w.size))
		size += w.size
	}
	return size
}

// parameters returns the counts.
func (c *counts) parameters() (list []Parameter) {
	for _, p := range c.params {
		out := Parameter{Name: p.name, Type: p.typ}
		for i, x := range p.parts {
			part := Part{Name: x.name, Type: x.typ}
			for _, a := range x.aspects {
				part.Aspects = append(part.Aspects, a.result())
			}
			if size := p.sizes.result(); i == 0 && len(size.Shares) > 1 && !slices.ContainsFunc(part.Aspects, size.says) {
				part.Aspects = slices.Insert(part.Aspects, 0, size)
			}
			if i == 0 || len(part.Aspects) > 0 {
				out.Parts = append(out.Parts, part)
			}
		}
		list = append(list, out)
	}
	return list
}

func (a *aspect) count(order int64, name string) {
	if a.counts == nil {
		a.names, a.counts = map[int64]string{}, map[int64]int64{}
	}
	if _, known := a.names[order]; !known {
		a.names[order] = name
	}
	a.counts[order]++
}

func (a *aspect) result() Aspect {
	out := Aspect{Kind: a.kind}
	var orders []int64
	for o := range a.counts {
		orders = append(orders, o)
	}
	slices.Sort(orders)
	for _, o := range orders {
		out.Shares = append(out.Shares, Share{a.names[o], a.counts[o]})
		out.Total += a.counts[o]
	}
	if a.least.known {
		out.Least, out.Greatest = a.least.text(), a.greatest.text()
	}
	return out
}

// says reports whether another aspect has the same shares: a text has the size of its length.
func (a Aspect) says(other Aspect) bool { return slices.Equal(a.Shares, other.Shares) }

// number notes a number for the range.
func (a *aspect) number(n number) {
	n.known = true
	if !a.least.known || n.compare(a.least) < 0 {
		a.least = n
	}
	if !a.greatest.known || n.compare(a.greatest) > 0 {
		a.greatest = n
	}
}

func (n number) compare(m number) int {
	switch {
	case n.float:
		return cmp.Compare(n.f, m.f)
	case n.unsigned:
		return cmp.Compare(uint64(n.i), uint64(m.i))
	}
	return cmp.Compare(n.i, m.i)
}

func (n number) text() string {
	switch {
	case n.float:
		return strconv.FormatFloat(n.f, 'g', -1, 64)
	case n.unsigned:
		return strconv.FormatUint(uint64(n.i), 10)
	}
	return strconv.FormatInt(n.i, 10)
}

// aspect returns an aspect of a part.
func (x *part) aspect(kind string) *aspect {
	for _, a := range x.aspects {
		if a.kind == kind {
			return a
		}
	}
	a := &aspect{kind: kind}
	x.aspects = append(x.aspects, a)
	return a
}

// sign counts the sign of a number.
func (x *part) sign(n number) {
	a := x.aspect(KindSign)
	sign := 0
	switch {
	case n.float && math.IsNaN(n.f):
		a.count(4, "NaN")
		return
	case n.float && math.IsInf(n.f, 0):
		a.count(3, "infinite")
		return
	case n.float:
		sign = cmp.Compare(n.f, 0)
	case n.unsigned && n.i != 0:
		sign = 1
	default:
		sign = cmp.Compare(n.i, 0)
	}
	a.number(n)
	a.count(int64(sign), [...]string{"negative", "zero", "positive"}[sign+1])
}

// length counts the length of a value.
func (x *part) length(n int64) { x.aspect(KindLength).count(n, strconv.FormatInt(n, 10)) }

// without counts what has no elements, and is nil or empty.
func (x *part) without(isNil bool) {
	if isNil {
		x.aspect(KindLength).count(-2, "nil")
	} else {
		x.aspect(KindLength).count(-1, "empty")
	}
}

// sequence counts the length of a text or slice. It counts an empty one as -1 if apart is set, because it then
// differs from nil.
func (x *part) sequence(n int64, apart bool) {
	if apart && n <= 0 {
		x.without(n == 0)
	} else {
		x.length(n)
	}
}
