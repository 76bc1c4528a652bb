package laws

import (
	"context"
	"slices"

	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/laws/terms"
)

// A class holds kept terms that have the same values for all samples. Terms that differ for other
// assignments are not compared with each other.
type class struct {
	terms []*terms.Term
	// apart holds assignments for which terms differ, of the process with a number. seen holds the values of each term for
	// these; nil if the term is not called with further values.
	process int
	apart   []harness.Assignment
	seen    [][]uint64
}

// print identifies a class: by the sort and a hash of the values for all samples.
type print struct {
	sort  int
	whole uint64
}

// classOf returns the class of terms with a print.
func (x *explorer) classOf(t *terms.Term, p harness.Print) *class {
	k := print{t.Sort, p.Whole}
	if x.alike[k] == nil {
		x.alike[k] = &class{}
	}
	return x.alike[k]
}

func (c *class) add(t *terms.Term, seen []uint64) {
	c.terms, c.seen = append(c.terms, t), append(c.seen, seen)
}

// within looks for a term of a class that is equal to t. It compares t with the terms that agree with
// it for all assignments in c.apart. An assignment for which they differ is added to these. If no term
// is equal, t joins the class.
func (x *explorer) within(ctx context.Context, c *class, t *terms.Term) (equal bool, err error) {
	x.renew(c)
	seen, err := x.at(ctx, c, t, c.apart)
	if err != nil {
		return false, err
	}
	for i, r := range c.terms {
		if seen != nil && c.seen[i] != nil && !slices.Equal(seen, c.seen[i]) {
			x.refute(t, r)
			continue
		}
		if x.doubtful(t, r) {
			x.apart[pair(t, r)] = true
			continue
		}
		if x.system.Follows(t, r) {
			return true, nil
		}
		out, err := x.compare(ctx, t, r, nil, 0)
		if err != nil {
			return false, err
		}
		if x.renew(c) {
			seen = x.unseen(t)
		}
		if out.Differ == 0 && out.Tried > 0 && out.Undefined < out.Tried {
			x.add(t, r, out)
			return true, nil
		}
		if out.Differ > 0 {
			x.refute(t, r)
		}
		if out.Differ > 0 && seen != nil && c.seen[i] != nil {
			if seen, err = x.split(ctx, c, out.Apart, t, seen); err != nil {
				return false, err
			}
		}
	}
	c.add(t, seen)
	return false, nil
}

// split adds an assignment to those of a class, and returns what t is for all.
func (x *explorer) split(ctx context.Context, c *class, at harness.Assignment, t *terms.Term, seen []uint64) ([]uint64, error) {
	c.apart = append(c.apart, at)
	for i, r := range append(slices.Clone(c.terms), t) {
		one, err := x.at(ctx, c, r, []harness.Assignment{at})
		switch {
		case err != nil:
			return nil, err
		case c.apart == nil:
			return x.unseen(t), nil
		case r == t:
			seen = append(seen, one...)
		case c.seen[i] != nil:
			c.seen[i] = append(c.seen[i], one...)
		}
	}
	return seen, nil
}

// at returns the values of t for assignments of a class, some of which may contain further values. If one of these ends the
// process, the class has no assignments any more.
func (x *explorer) at(ctx context.Context, c *class, t *terms.Term, at []harness.Assignment) ([]uint64, error) {
	if none := x.unseen(t); none == nil || len(at) == 0 {
		return none, nil
	}
	list, err := x.eval.At(ctx, [][]int{x.program(t)}, at)
	if err == nil {
		return list[0], nil
	}
	err = x.revive(ctx, err)
	x.renew(c)
	return x.unseen(t), err
}

// renew forgets the assignments of a class if they are those of a process that ended.
func (x *explorer) renew(c *class) bool {
	if c.process == x.processes {
		return false
	}
	c.process, c.apart = x.processes, nil
	for i, t := range c.terms {
		c.seen[i] = x.unseen(t)
	}
	return true
}

// unseen returns the values of a term for no assignments; nil if it is not called with further values.
func (x *explorer) unseen(t *terms.Term) []uint64 {
	if x.restricted(x.program(t)) != unrestricted {
		return nil
	}
	return []uint64{}
}

// refute notes an equation that is false, though its sides are equal for all samples.
func (x *explorer) refute(l, r *terms.Term) {
	x.apart[pair(l, r)] = true
	if l.Size+r.Size <= nearSize && slices.Equal(l.Vars(), r.Vars()) {
		x.refuted = append(x.refuted, [2]*terms.Term{l, r})
	}
}

// pair orders two terms.
func pair(l, r *terms.Term) [2]*terms.Term {
	if l.ID > r.ID {
		l, r = r, l
	}
	return [2]*terms.Term{l, r}
}

// similarBlocks is how many blocks of samples may differ of two terms that are equal for nearly all.
const similarBlocks = 2

// similar reports whether two terms are equal for nearly all samples.
func (x *explorer) similar(l, r *terms.Term) bool {
	p, known := x.prints[l]
	q, also := x.prints[r]
	differ := 0
	for i := range p.Blocks {
		differ += after(p.Blocks[i] != q.Blocks[i])
	}
	return known && also && l.Sort == r.Sort && differ <= similarBlocks
}

// doubtful tells whether two terms differ only by parts that few assignments tell apart, and have variables besides
// those of these parts. That the terms are equal for all assignments then says little: for nearly all assignments the
// parts are equal, and for the others the variables besides seldom have values that show the difference. The same is so if
// the terms share a call that seldom has a value.
func (x *explorer) doubtful(l, r *terms.Term) bool {
	if x.apart[pair(l, r)] {
		return true
	}
	if l.Symbol != r.Symbol || len(l.Args) == 0 {
		return false
	}
	if slices.ContainsFunc(l.Args, func(a *terms.Term) bool { return len(a.Vars()) > 0 && x.seldom[a.Symbol] && slices.Contains(r.Args, a) }) {
		return true
	}
	var of []*terms.Term
	for i, a := range l.Args {
		b := r.Args[i]
		if a == b {
			continue
		}
		if !x.apart[pair(a, b)] && !x.similar(a, b) && !x.doubtful(a, b) {
			return false
		}
		of = append(of, a, b)
	}
	return slices.ContainsFunc(l.Vars(), func(v int) bool {
		return !slices.ContainsFunc(of, func(t *terms.Term) bool { return slices.Contains(t.Vars(), v) })
	})
}
