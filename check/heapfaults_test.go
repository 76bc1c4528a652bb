package check_test

import (
	"reflect"
	"regexp"
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/longtest"
	"github.com/rtest-dev/rtest/internal/oracle/heaps"
	"github.com/rtest-dev/rtest/internal/oracle/heaps/faults"
)

// A heapFault is what brute force finds of a fault: the least depth at which an input fails, how many
// inputs that depth has, how many of them fail, and how many objects the smallest has.
type heapFault struct{ depth, inputs, failing, objects int }

// bruteHeap looks at all inputs of a function, up to renaming. Calls are of copies.
func bruteHeap[T any](holds, fails func(in *T) bool) (f heapFault) {
	before := 0
	for depth := range 5 {
		f = heapFault{depth: depth}
		ints := []int{0}
		for i := 1; i <= depth; i++ {
			ints = append(ints, i, -i)
		}
		heaps.Each(heaps.Scope{Objects: depth, Ints: ints, Elements: max(depth-1, 0)}, func(in *T) {
			if !holds(in) {
				return
			}
			f.inputs++
			met := map[any]reflect.Value{}
			c := copied(reflect.ValueOf(in).Elem(), met).Interface().(T)
			if fails(&c) {
				if f.failing++; f.failing == 1 || len(met) < f.objects {
					f.objects = len(met)
				}
			}
		})
		if f.failing > 0 {
			break
		}
		before = f.inputs
	}
	f.inputs -= before
	return f
}

// copied copies a value with all that it refers to, each object once.
func copied(v reflect.Value, met map[any]reflect.Value) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return out
		}
		p, known := met[v.Interface()]
		if !known {
			p = reflect.New(v.Type().Elem())
			met[v.Interface()] = p
			p.Elem().Set(copied(v.Elem(), met))
		}
		return p
	case reflect.Struct:
		for i := range v.NumField() {
			out.Field(i).Set(copied(v.Field(i), met))
		}
	case reflect.Slice:
		for i := range v.Len() {
			out = reflect.Append(out, copied(v.Index(i), met))
		}
	default:
		out.Set(v)
	}
	return out
}

type (
	oneD    struct{ N *faults.D }
	oneU    struct{ U *faults.U }
	oneP    struct{ T *faults.P }
	twoL    struct{ A, B *faults.L }
	oneG    struct{ G *faults.G }
	oneE    struct{ E *faults.E }
	twoVert struct{ V, W *faults.Vertex }
)

// TestHeapFaults compares what rtest finds in programs with planted faults with brute force over all
// assignments of their pointers, up to renaming.
func TestHeapFaults(t *testing.T) {
	longtest.Only(t, "runs rtest on ten programs")
	cfg := unlimited(3)
	cfg.Dir, cfg.Patterns, cfg.Save = "..", []string{"./internal/oracle/heaps/faults"}, false
	got := results(t, cfg)
	objects := regexp.MustCompile(`\b[A-Z]\w*\{`)
	for name, want := range map[string]heapFault{
		"DropSecond": bruteHeap(func(in *oneD) bool { return in.N != nil && faults.Linked(in.N) && in.N.Next != nil },
			func(in *oneD) bool { faults.DropSecond(in.N); return !faults.Linked(in.N) }),
		"Cut": bruteHeap(func(in *oneD) bool { return in.N != nil && faults.IsRing(in.N) },
			func(in *oneD) bool { return faults.Cut(in.N) == in.N }),
		"Find": bruteHeap(func(in *oneU) bool { return in.U != nil && faults.Root(in.U) != nil },
			func(in *oneU) bool { root := faults.Root(in.U); return faults.Find(in.U) != root }),
		"Rotate": bruteHeap(func(in *oneP) bool { return in.T != nil && in.T.R != nil && faults.IsTree(in.T, nil, 4) },
			func(in *oneP) bool { return !faults.IsTree(faults.Rotate(in.T), nil, 5) }),
		"Concat": bruteHeap(func(in *twoL) bool {
			return in.A != nil && faults.Ends(in.A) && faults.Ends(in.B) && faults.Ascends(in.A)
		},
			func(in *twoL) bool { faults.Concat(in.A, in.B); return !faults.Ends(in.A) }),
		"Merge": bruteHeap(func(in *twoL) bool {
			return faults.Ends(in.A) && faults.Ends(in.B) && faults.Ascends(in.A) && faults.Ascends(in.B)
		}, func(in *twoL) bool { return !faults.Ends(faults.Merge(in.A, in.B)) }),
		"Clone": bruteHeap(func(in *oneG) bool { return in.G != nil && !slices.Contains(in.G.Out, nil) },
			func(in *oneG) bool { return slices.Contains(faults.Vertices(faults.Clone(in.G)), in.G) }),
		"Size": bruteHeap(func(in *oneG) bool { return in.G != nil && faults.Acyclic(in.G, nil) },
			func(in *oneG) bool { return faults.Size(in.G) != len(faults.Vertices(in.G)) }),
		"Count": bruteHeap(func(in *oneE) bool { return true },
			func(in *oneE) bool { return faults.Count(in.E) != len(faults.Reached(in.E)) }),
		"Take": bruteHeap(func(in *twoVert) bool {
			return in.V != nil && in.W != nil && faults.HasEdges(in.V) && faults.HasEdges(in.W)
		}, func(in *twoVert) bool {
			faults.Take(in.V, in.W)
			return !faults.HasEdges(in.V) || !faults.HasEdges(in.W)
		}),
	} {
		r := got["faults."+name]
		if r == nil || r.Verdict != event.Refuted || len(r.Failures) == 0 {
			t.Errorf("%s: %+v, want a failure", name, r)
			continue
		}
		f := r.Failures[0]
		if found := (heapFault{f.Depth, int(f.Of), int(f.Count), len(objects.FindAllString(f.Call, -1)) - len(slicesOf.FindAllString(f.Call, -1))}); found != want {
			t.Errorf("%s: %+v, brute force %+v: %s", name, found, want, f.Call)
		}
	}
}

// slicesOf are the literals of slices of objects.
var slicesOf = regexp.MustCompile(`\[\]\*[A-Z]\w*\{`)
