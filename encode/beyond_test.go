package encode_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/longtest"
)

func (p *predicate) beyond(t testing.TB, depth int, b encode.Beyond) *encode.Problem {
	q, err := encode.Encode(t.Context(), encode.Inputs{Names: p.names, Shapes: p.shapes, Preds: []encode.Predicate{{Fn: p.fn}}}, encode.Options{Depth: depth, Beyond: &b})
	if err != nil {
		t.Fatalf("%s beyond depth %d: %v", p.name, b.Within, err)
	}
	if err := q.Form.Check(); err != nil {
		t.Fatalf("%s beyond depth %d: %v", p.name, b.Within, err)
	}
	return q
}

// admits reports whether a stream is a solution. A stream that does not fit the form is not.
func admits(f *form.Form, stream []int64) bool {
	ok, level, _, err := f.Eval(stream)
	return err == nil && ok && f.Admits(level)
}

func TestBeyond(t *testing.T) {
	list := load(t)
	t.Run("rest", func(t *testing.T) {
		longtest.Only(t, "compares all solutions with all streams")
		beyondIsTheRest(t, list)
	})
	t.Run("deeper", func(t *testing.T) { deeperIsStructure(t, list) })
	t.Run("branching", func(t *testing.T) { branching(t, list) })
	t.Run("values", func(t *testing.T) { beyondValues(t, list) })
	t.Run("parts", func(t *testing.T) { beyondParts(t, list) })
	t.Run("keys", func(t *testing.T) { beyondKeys(t, list) })
}

// beyondKeys checks that a form for maps with many entries grows with their number and
// not with that of their pairs.
func beyondKeys(t *testing.T, list []*predicate) {
	for _, p := range list {
		if p.name != "wide.MapInput" && p.name != "wide.FloatKeys" && p.name != "wide.MapPlaces" {
			continue
		}
		const most = 1000
		form := p.beyond(t, 4, encode.Beyond{Within: 1, Reach: 4, Parts: 2 * most, Lengths: []int{most}}).Form
		if n := len(form.Nodes); n > 100*most {
			t.Errorf("%s: %d nodes for %d entries", p.name, n, most)
		}
	}
	// Keys have the same variables, however parts are shared out.
	names := list[slices.IndexFunc(list, func(p *predicate) bool { return p.name == "wide.MapNames" })]
	for seed := range uint64(16) {
		names.beyond(t, 4, encode.Beyond{Within: 1, Reach: 4, Parts: 8, Seed: seed})
	}
}

// beyondIsTheRest checks that the form for inputs outside depth 1 admits those of depth 2, and none
// within depth 1.
func beyondIsTheRest(t *testing.T, list []*predicate) {
	for _, p := range list {
		t.Run(p.name, func(t *testing.T) {
			far := p.beyond(t, 2, encode.Beyond{Within: 1, Reach: 2, Parts: 1 << 10}).Form
			for depth := range 2 {
				for _, s := range streams(t, p.encode(t, depth).Form, 500) {
					if admits(far, s) {
						t.Fatalf("admits %v of depth %d", s, depth)
					}
				}
			}
			for _, s := range streams(t, p.encode(t, 2).Form, 500) {
				if some[p.name] {
					break
				}
				if !admits(far, s) {
					t.Fatalf("does not admit %v", s)
				}
			}
		})
	}
}

// deeperIsStructure checks that of the inputs of depth 2 the form for deeper structures
// admits those that no form of depth 1 has, however large integers are there.
func deeperIsStructure(t *testing.T, list []*predicate) {
	deeper := 0
	for _, p := range list {
		if some[p.name] {
			continue
		}
		t.Run(p.name, func(t *testing.T) {
			deep := p.beyond(t, 2, encode.Beyond{Within: 1, Reach: 2, Parts: math.MaxInt32, Whole: true, Deeper: true}).Form
			flat := p.beyond(t, 1, encode.Beyond{Within: 1, Reach: 2, Parts: 1 << 10}).Form
			for depth := range 2 {
				for _, s := range streams(t, p.encode(t, depth).Form, 500) {
					if admits(deep, s) {
						t.Fatalf("admits %v of depth %d", s, depth)
					}
				}
			}
			for _, s := range streams(t, p.encode(t, 2).Form, 500) {
				in := admits(deep, s)
				if in == admits(flat, s) {
					t.Fatalf("%v is deeper: %v, and so it is for the form of depth 1", s, in)
				}
				if in {
					deeper++
				}
			}
		})
	}
	if deeper == 0 {
		t.Error("no input of depth 2 is deeper than those of depth 1")
	}
}

// some are the predicates over floating-point numbers and over slices with spare capacity, for which
// only some inputs outside are tried.
var some = map[string]bool{
	"beyond.Floats": true, "wide.Floats": true, "wide.FloatInt": true, "wide.FloatKeys": true, "wide.Cap": true, "wide.Room": true,
}

// branching checks that however the parts are shared out no input is
// within, and all satisfy the predicate where the whole is encoded.
func branching(t *testing.T, list []*predicate) {
	for _, p := range list {
		t.Run(p.name, func(t *testing.T) {
			whole := p.encode(t, 3).Form
			whole.Below = true
			inside := map[string]bool{}
			for depth := range 2 {
				for _, s := range streams(t, p.encode(t, depth).Form, 500) {
					inside[fmt.Sprint(s)] = true
				}
			}
			for seed := range uint64(2) {
				far := p.beyond(t, 3, encode.Beyond{Within: 1, Reach: 3, Parts: 4, Seed: seed})
				for _, s := range streams(t, far.Form, 300) {
					if inside[fmt.Sprint(s)] {
						t.Fatalf("seed %d: %v is within", seed, s)
					}
					_, _, _, err := whole.Eval(s)
					if err == nil && len(far.Opaque) == 0 && !admits(whole, s) {
						t.Fatalf("seed %d: %v is no input of depth 3", seed, s)
					}
				}
			}
		})
	}
}

// beyondParts checks that a form has variables for as many nodes as an input may
// have, and not for all of the depth.
func beyondParts(t *testing.T, list []*predicate) {
	const parts = 31
	for _, p := range list {
		if p.name != "beyond.Mixed" && p.name != "beyond.Sum" {
			continue
		}
		form := p.beyond(t, 16, encode.Beyond{Within: 4, Reach: 16, Parts: parts}).Form
		if n := len(form.Vars); n > 6*parts {
			t.Errorf("%s: %d variables for %d parts", p.name, n, parts)
		}
	}
}

// beyondValues checks which values are tried of single parameters.
func beyondValues(t *testing.T, list []*predicate) {
	b := encode.Beyond{
		Within: 1, Reach: 2, Ints: []int64{-300, 7, 4711}, Floats: []float64{2.5}, Words: []string{"yes"},
		Parts: 3, Lengths: []int{3},
	}
	const lo, hi = math.MinInt64, math.MaxInt64
	for name, want := range map[string]string{
		"beyond.Int":    fmt.Sprint([]int64{2, -2, 7, -300, 4711, hi - 1, hi, lo + 1, lo}),
		"beyond.Int8":   "[2 -2 7 126 127 -127 -128]",
		"beyond.Uint64": "[2 7 4711 -2 -1]",
		"beyond.Ranged": "[]",
		"beyond.Bool":   "[]",
		// The words and what differs by a character at one end, of the alphabet
		// a, b: "ye", "ayes", "yes", "yesa".
		"beyond.Text":   "[2 121 101 3 121 101 115 4 97 121 101 115 4 121 101 115 97]",
		"beyond.Floats": "[2.5 -0 NaN +Inf -Inf 5e-324 1.7976931348623157e+308]",
		"beyond.Length": "[3 0 0 0 3 0 0 1 3 0 1 0 3 0 1 1 3 1 0 0 3 1 0 1 3 1 1 0 3 1 1 1]",
	} {
		t.Run(name, func(t *testing.T) {
			for _, p := range list {
				if p.name != name {
					continue
				}
				var got []string
				for _, s := range streams(t, p.beyond(t, 1, b).Form, 100) {
					for _, v := range s {
						text := fmt.Sprint(v)
						if name == "beyond.Floats" {
							text = fmt.Sprint(math.Float64frombits(uint64(v)))
						}
						got = append(got, text)
					}
				}
				if s := "[" + strings.Join(got, " ") + "]"; s != want {
					t.Errorf("got %s, want %s", s, want)
				}
				return
			}
			t.Error("no such predicate")
		})
	}
}
