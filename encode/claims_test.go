package encode_test

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/longtest"
)

// claims are those of a predicate, as a property.
func (p *predicate) claims(t testing.TB, depth int) *encode.Claims {
	trial := encode.Trial{Call: p.fn, Property: true, Own: func(*ssa.Function) bool { return true }}
	c, err := encode.Prove(t.Context(), encode.Inputs{Names: p.names, Shapes: p.shapes}, trial, encode.Options{Depth: depth, Whole: true})
	if err != nil {
		t.Fatalf("%s: %v", p.name, err)
	}
	return c
}

// TestClaims compares the goals of predicates with compiled Go, for small shapes with data of the
// whole range: an input that meets no goal keeps the contract, and one that meets no open goal, but
// another, breaks it.
func TestClaims(t *testing.T) {
	ps, dir := loadFrom(t, unpack(t))
	ps = slices.DeleteFunc(ps, func(p *predicate) bool { return unaimed[p.name] || strings.HasPrefix(p.name, "beyond.") })
	if n := claimsAgree(t, dir, ps, 3, longtest.Cases(60, 2000)); n < 4000 {
		t.Errorf("only %d inputs are compared", n)
	}
}

// TestRandomClaims does the same with random functions: with loops, calls, slices and
// pointers, and with calls that change what their statements read, panic and recover.
func TestRandomClaims(t *testing.T) {
	functions, inputs := longtest.Cases(40, 300), longtest.Cases(80, 300)
	for seed := uint64(1); functions > 0; seed++ {
		n := min(functions, 100)
		functions -= n
		for kind, src := range []string{randomFile(seed+1000, n), effectsFile(seed+1000, n)} {
			dir := t.TempDir()
			write(t, filepath.Join(dir, "go.mod"), "module random\n\ngo 1.26\n")
			write(t, filepath.Join(dir, "random.go"), src)
			ps, _ := loadFrom(t, dir)
			if n := claimsAgree(t, dir, ps, 3, inputs); n < len(ps)*10 {
				t.Errorf("kind %d: only %d inputs are compared", kind, n)
			}
			if t.Failed() {
				t.Log(src)
				return
			}
		}
	}
}

// claimsAgree compares the goals of predicates with their results, and counts the inputs.
func claimsAgree(t *testing.T, dir string, ps []*predicate, deepest, limit int) (compared int) {
	var all [][][]int64
	var claims []*encode.Claims
	r := rand.New(rand.NewPCG(1, 2))
	for _, p := range ps {
		near, depth := p.many(t, deepest, limit)
		c := p.claims(t, depth)
		f := c.Base()
		var list [][]int64
		for _, x := range near {
			list = append(list, x)
			for range 2 {
				list = append(list, widened(r, f, x))
			}
		}
		all, claims = append(all, list), append(claims, c)
	}
	for i, answers := range native(t, dir, ps, all) {
		p, c := ps[i], claims[i]
		t.Run(p.name, func(t *testing.T) {
			wrong, judged, f := 0, 0, c.Base()
			for j, x := range all[i] {
				solution := append(slices.Clip(x), ordered(r, f)...)
				met, input, err := c.Met(solution)
				if err != nil {
					continue // It is no such input, as a character of several bytes is none.
				}
				if is, _, _, err := f.Eval(solution); err != nil || !is {
					continue // Nor is this one, as two entries of a map with one key are none.
				}
				if !slices.Equal(input, x) {
					t.Fatalf("the input %v is taken for %v", x, input)
				}
				broken, open := goalsMet(c, met.Goals)
				if open {
					continue
				}
				if judged++; broken != (answers[j] != '1') {
					if wrong++; wrong <= 3 {
						t.Errorf("stream %v: broken %v, Go says %c", x, broken, answers[j])
					}
				}
			}
			compared += judged
		})
	}
	return compared
}

// goalsMet reports whether a goal that breaks the contract is met, and whether an open one is.
func goalsMet(c *encode.Claims, met []bool) (broken, open bool) {
	for i, g := range c.Goals {
		broken, open = broken || met[i] && !g.Open, open || met[i] && g.Open
	}
	return broken, open
}

// widened is an input with other data.
func widened(r *rand.Rand, f *form.Form, stream []int64) []int64 {
	out := slices.Clone(stream)
	at, values := 0, make([]*int64, len(f.Vars))
	for i := range f.Vars {
		v := &f.Vars[i]
		if v.Parent >= 0 {
			parent := values[v.Parent]
			if parent == nil || *parent < v.When.Lo || *parent > v.When.Hi {
				continue
			}
		}
		if at == len(out) {
			break
		}
		values[i] = &out[at]
		if at++; len(v.Choice) > 0 || v.Kind == form.Bool || r.IntN(2) == 0 {
			continue
		}
		d := v.Dom[r.IntN(len(v.Dom))]
		n := d.Lo
		switch r.IntN(4) {
		case 0:
			n = d.Hi
		case 1:
			n += int64(r.IntN(3))
		case 2:
			n = d.Hi - int64(r.IntN(3))
		case 3:
			if span := uint64(d.Hi) - uint64(d.Lo) + 1; span > 0 {
				n = int64(uint64(d.Lo) + r.Uint64()%span)
			} else {
				n = int64(r.Uint64())
			}
		}
		if d.Hi-d.Lo > 2 || d.Hi < d.Lo || n >= d.Lo && n <= d.Hi {
			*values[i] = n
		}
	}
	return out
}

// ordered are values for the variables of the orders of maps.
func ordered(r *rand.Rand, f *form.Form) (list []int64) {
	at := slices.IndexFunc(f.Vars, func(v form.Var) bool { return v.Name == "order" && v.Parent < 0 })
	if at < 0 {
		return nil
	}
	for at < len(f.Vars) {
		n := int(f.Vars[at].Dom[0].Hi) + 1
		for _, i := range r.Perm(n) {
			list = append(list, int64(i))
		}
		at += n
	}
	return list
}
