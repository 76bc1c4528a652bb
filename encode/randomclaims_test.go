package encode_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/encode/vars"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/longtest"
)

// TestRandomCode compares the model of Go in the lifter with compiled Go: what random functions
// with all kinds of code return, what they leave in memory, and whether they panic, on random
// inputs. Each function is executed by the lifter over all inputs of its shapes at once, and
// compiled, and both are asked for the same inputs: the lifter says whether a digest is the one.
func TestRandomCode(t *testing.T) {
	const packages, each = 8, 250 // More in one go keep their terms at the same time.
	functions, inputs := longtest.Cases(10_000, 1_000_000), 24
	var total tally
	for seed := *firstSeed; functions > 0; seed++ {
		total.add(randomCode(t, seed, packages, each, inputs))
		functions -= packages * each
		if t.Failed() {
			return
		}
		if longtest.Enabled() {
			t.Logf("seed %d: %+v", seed, total)
		}
	}
	t.Logf("%d functions, %d inputs compared, of %d functions something is open for each input", total.functions, total.judged, total.lost)
	if total.judged < 8*total.functions || total.lost > total.functions/3 {
		t.Errorf("of %d functions, %d inputs are compared, %d functions are lost", total.functions, total.judged, total.lost)
	}
}

// A tally counts comparisons.
type tally struct{ functions, judged, lost int }

func (a *tally) add(b tally) {
	a.functions, a.judged, a.lost = a.functions+b.functions, a.judged+b.judged, a.lost+b.lost
}

// randomCode compares the functions of some packages.
func randomCode(t *testing.T, seed uint64, packages, each, inputs int) tally {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module random\n\ngo 1.26\n")
	for i := range packages {
		name := fmt.Sprintf("p%d", i)
		write(t, filepath.Join(dir, name, "random.go"), codeFile(t, seed*100+uint64(i), name, each))
	}
	ps, _ := loadFrom(t, dir)
	lifted := make([]*liftedCode, len(ps))
	var all [][][]int64
	known := vars.New(nil)
	parallel(len(ps), func(i int) { lifted[i] = liftCode(t, ps[i], known, seed, inputs) })
	calls := make([]*predicate, len(ps))
	for i, p := range ps {
		call := *p
		call.name, call.shapes = strings.Replace(p.name, ".F", ".G", 1), p.shapes[:len(p.shapes)-1]
		calls[i] = &call
		all = append(all, lifted[i].inputs)
	}
	answers := native(t, dir, calls, all)
	sums := make([]tally, len(ps))
	parallel(len(ps), func(i int) { sums[i] = lifted[i].compare(t, strings.Fields(answers[i])) })
	var sum tally
	for _, s := range sums {
		sum.add(s)
	}
	return sum
}

// parallel calls do for each number below n, as many at once as there are processors.
func parallel(n int, do func(i int)) {
	var wg sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}

// A liftedCode is a random function as the lifter sees it, with inputs: the streams of the
// parameters without the digest.
type liftedCode struct {
	p      *predicate
	claims *encode.Claims
	inputs [][]int64
	// orders are by input the values of the variables of the orders of maps.
	orders [][]int64
}

// liftCode executes a function over the shapes of a small depth, and draws inputs.
func liftCode(t *testing.T, p *predicate, known *vars.Analysis, seed uint64, inputs int) *liftedCode {
	r := rand.New(rand.NewPCG(seed, uint64(len(p.name))))
	trial := encode.Trial{Call: p.fn, Property: true, Own: func(*ssa.Function) bool { return true }}
	opt := encode.Options{Depth: 2, Whole: true, Limits: encode.Limits{MaxNodes: 8000, MaxSteps: 8000, MaxWork: 400_000, MaxTurns: 12}}
	c, err := encode.Prove(t.Context(), encode.Inputs{Names: p.names, Shapes: p.shapes, Vars: known}, trial, opt)
	l := &liftedCode{p: p, claims: c}
	if errors.Is(err, encode.ErrTooLarge) {
		l.claims = nil
		return l
	}
	if err != nil {
		t.Errorf("%s: %v", p.name, err)
		return l
	}
	if slices.ContainsFunc(c.Goals, func(g encode.Goal) bool { return g.Open && c.Always(g) }) {
		l.claims = nil
		return l
	}
	f := c.Base()
	for range 3 * inputs {
		x, orders := drawn(r, f), ordered(r, f)
		if ok, _, _, err := f.Eval(append(slices.Clip(x), orders...)); err == nil && ok && len(l.inputs) < inputs {
			l.inputs, l.orders = append(l.inputs, x[:len(x)-1]), append(l.orders, orders)
		}
	}
	return l
}

// compare compares the lifter's result for each input with that of compiled Go: the digest, or p for a
// panic.
func (l *liftedCode) compare(t *testing.T, answers []string) (sum tally) {
	sum.functions = 1
	if l.claims == nil {
		sum.lost = 1
		return sum
	}
	if len(answers) != len(l.inputs) {
		t.Errorf("%s: %d answers to %d inputs", l.p.name, len(answers), len(l.inputs))
		return sum
	}
	for j, x := range l.inputs {
		digest, err := strconv.ParseInt(answers[j], 10, 64)
		panics := err != nil
		for _, other := range []int64{0, 1} {
			met, _, err := l.claims.Met(slices.Concat(x, []int64{digest + other}, l.orders[j]))
			if err != nil {
				t.Errorf("%s: %v", l.p.name, err)
				return sum
			}
			broken, open := goalsMet(l.claims, met.Goals)
			if open {
				break
			}
			sum.judged++
			if want := panics || other != 0; broken != want {
				t.Errorf("%s: input %v: compiled Go gives %s; lifted, that it gives %d is broken: %v\n%s", l.p.name, x, answers[j], digest+other, broken, source(t, l.p.fn))
				return sum
			}
		}
	}
	if sum.judged == 0 {
		sum.lost = 1
	}
	return sum
}

// drawn is a stream of a form: small values, some from the whole range of their kind.
func drawn(r *rand.Rand, f *form.Form) (out []int64) {
	values := make([]*int64, len(f.Vars))
	for i := range f.Vars {
		v := &f.Vars[i]
		if v.Name == "order" && v.Parent < 0 {
			break
		}
		if v.Parent >= 0 {
			parent := values[v.Parent]
			if parent == nil || *parent < v.When.Lo || *parent > v.When.Hi {
				continue
			}
		}
		x := v.Default
		if len(v.Choice) > 0 {
			x = v.Choice[r.IntN(len(v.Choice))].Value
		} else {
			d := v.Dom[r.IntN(len(v.Dom))]
			span := uint64(d.Hi) - uint64(d.Lo)
			n := int64(r.IntN(7)) - 3
			switch r.IntN(4) {
			case 0, 1:
				if !v.Kind.Less(n, d.Lo) && !v.Kind.Less(d.Hi, n) {
					x = n
				}
			case 2:
				x = d.Lo + int64(min(span, uint64(r.IntN(4))))
				if r.IntN(2) == 0 {
					x = d.Hi - int64(min(span, uint64(r.IntN(4))))
				}
			default:
				x = int64(r.Uint64())
				if span < 1<<63 {
					x = d.Lo + int64(r.Uint64()%(span+1))
				}
			}
		}
		values[i] = &x
		out = append(out, x)
	}
	return out
}

// source is the source of the functions that F calls.
func source(t *testing.T, f *ssa.Function) string {
	at := f.Prog.Fset.Position(f.Pos())
	data, err := os.ReadFile(at.Filename)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(data), "\n")
	from := at.Line - 1
	for from > 0 && !strings.HasPrefix(lines[from], "func g") {
		from--
	}
	return strings.Join(lines[from:at.Line], "\n")
}
