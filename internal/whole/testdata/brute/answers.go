package brute

import (
	"fmt"
	"reflect"
	"slices"
)

// asked tells whether the values of a type are functions that are asked, and no
// iterators.
func asked(t reflect.Type) bool { return t.Kind() == reflect.Func && !iterator(t) }

// Answers are what the functions of one input answer: the choices in the order in
// which they were made.
type answers struct {
	d       *domain
	picked  []int // the choice of each question
	among   []int // of how many
	asked   int
	given   map[string][]reflect.Value
	times   map[int]int
	allow   any  // Answers of the case
	asks    any  // Asked of the case
	dropped bool // there was no answer
	broken  bool // there was a question that is not allowed
}

func newAnswers(d *domain, allow, asks any) *answers {
	return &answers{d: d, allow: allow, asks: asks}
}

func (a *answers) begin() {
	a.asked, a.given, a.times = 0, map[string][]reflect.Value{}, map[int]int{}
	a.among, a.dropped, a.broken = a.among[:0], false, false
}

// next changes the last choice that can be changed; false where all were made.
func (a *answers) next() bool {
	for n := min(len(a.among), a.asked) - 1; n >= 0; n-- {
		if a.picked[n]+1 < a.among[n] {
			a.picked = append(a.picked[:n], a.picked[n]+1)
			return true
		}
	}
	return false
}

func (a *answers) function(t reflect.Type, param int) reflect.Value {
	if a == nil {
		return reflect.Zero(t)
	}
	return reflect.MakeFunc(t, func(args []reflect.Value) []reflect.Value {
		key := fmt.Sprint(param, " ")
		for _, x := range args {
			key += Dump(x.Interface()) + "; "
		}
		if len(args) == 0 {
			a.times[param]++
			key += fmt.Sprint(a.times[param])
		}
		if given, ok := a.given[key]; ok {
			return given
		}
		var given []reflect.Value
		for i := range t.NumOut() {
			if len(args) == 0 && a.times[param] > a.d.depth {
				given = append(given, reflect.Zero(t.Out(i)))
				continue
			}
			values := a.d.values(place{t: t.Out(i), left: a.d.depth})
			if a.allow != nil {
				values = slices.DeleteFunc(slices.Clone(values), func(v *tree) bool {
					return !reflect.ValueOf(a.allow).Call([]reflect.Value{args[0], v.build()})[0].Bool()
				})
			}
			if len(values) == 0 {
				a.dropped = true
				panic("no answer")
			}
			if a.asks != nil && !reflect.ValueOf(a.asks).Call(args)[0].Bool() {
				a.broken = true
				given = append(given, values[0].build()) // the first answer
				continue
			}
			given = append(given, a.choose(values))
		}
		a.given[key] = given
		return given
	})
}

func (a *answers) choose(values []*tree) reflect.Value {
	if a.asked == len(a.picked) {
		a.picked = append(a.picked, 0)
	}
	n := a.picked[a.asked]
	a.among = append(a.among, len(values))
	a.asked++
	return values[n].build()
}
