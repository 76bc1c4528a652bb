package check_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/harness/rt/explain"
	"github.com/rtest-dev/rtest/internal/longtest"
	"github.com/rtest-dev/rtest/internal/oracle/heaps"
	"github.com/rtest-dev/rtest/internal/oracle/heaps/faults"
)

// A heapFault is what brute force finds of a fault: the least depth at which an input fails, how many
// inputs that depth has, how many of them fail, how many objects the smallest has, and the arguments of
// the first of them in the order of inputs. Arguments are "" where inputs have slices, maps or objects
// of several types.
type heapFault struct {
	depth, inputs, failing, objects int
	args                            string
}

// bruteHeap enumerates all inputs of a function, up to renaming. It calls with copies.
func bruteHeap[T any](holds, fails func(in *T) bool) (f heapFault) {
	before := 0
	for depth := range 5 {
		f = heapFault{depth: depth}
		var first []int
		ints := []int{0}
		for i := 1; i <= depth; i++ {
			ints = append(ints, i, -i)
		}
		heaps.Each(heaps.Scope{Objects: depth, Ints: ints, Elements: depth, Within: max(depth-1, 0), Inhabitants: faults.Inhabitants()}, func(in *T) {
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
				if at, ok := inOrder(reflect.ValueOf(in).Elem()); ok && (first == nil || slices.Compare(at, first) < 0) {
					first, f.args = at, argsOf(reflect.ValueOf(in).Elem())
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

// inOrder returns the place of an input in the order of inputs: the number of objects, then its
// values, then those of the objects as they are reached. ok is false for inputs with slices, maps or
// objects of several types.
func inOrder(in reflect.Value) (at []int, ok bool) {
	at, ok = []int{0}, true
	var objects []reflect.Value
	var add func(v reflect.Value)
	add = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Pointer:
			number := 0
			if !v.IsNil() {
				if number = slices.IndexFunc(objects, func(o reflect.Value) bool { return o.Interface() == v.Interface() }) + 1; number == 0 {
					ok = ok && (len(objects) == 0 || objects[0].Type() == v.Type())
					objects = append(objects, v)
					number = len(objects)
				}
			}
			at = append(at, number)
		case reflect.Struct:
			for i := range v.NumField() {
				add(v.Field(i))
			}
		case reflect.Array:
			for i := range v.Len() {
				add(v.Index(i))
			}
		case reflect.Bool:
			at = append(at, 0)
			if v.Bool() {
				at[len(at)-1] = 1
			}
		case reflect.Int:
			// 0, 1, -1, 2, -2, …
			n := 2 * int(v.Int())
			at = append(at, max(n-1, -n))
		default:
			ok = false
		}
	}
	add(in)
	for i := 0; ok && i < len(objects); i++ {
		add(objects[i].Elem())
	}
	at[0] = len(objects)
	return at, ok
}

// argsOf returns the arguments of a call, after the statements that they need, as package faults
// writes them. Parameters have the names of the fields.
func argsOf(in reflect.Value) string {
	var names []string
	var vars []any
	for i := range in.NumField() {
		names, vars = append(names, strings.ToLower(in.Type().Field(i).Name)), append(vars, in.Field(i).Addr().Interface())
	}
	stmts, exprs := tree.Named(names, explain.NewDescriber().Walk(vars))
	text := ""
	for _, s := range stmts {
		text += s + "; "
	}
	return strings.ReplaceAll(text+"("+strings.Join(exprs, ", ")+")", reflect.TypeFor[faults.D]().PkgPath()+".", "")
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
	case reflect.Array:
		for i := range v.Len() {
			out.Index(i).Set(copied(v.Index(i), met))
		}
	case reflect.Interface:
		if !v.IsNil() {
			out.Set(copied(v.Elem(), met))
		}
	case reflect.Map:
		if v.IsNil() {
			return out
		}
		out.Set(reflect.MakeMap(v.Type()))
		for k, e := range v.Seq2() {
			out.SetMapIndex(k, copied(e, met))
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
	oneSkip struct{ S *faults.Skip }
	twoQ    struct{ Q, X *faults.Q }
	ofItems struct {
		R faults.Registry
		I *faults.Item
	}
	ofSlots struct {
		A faults.Arena
		I int
	}
	oneCity    struct{ C *faults.City }
	oneTrie    struct{ T *faults.Trie }
	oneRope    struct{ R *faults.Rope }
	twoPages   struct{ P, Q *faults.Page }
	oneSubject struct{ S *faults.Subject }
	oneTerm    struct{ T *faults.Term }
	ofLeaves   struct{ R faults.Branch }
	ofPoints   struct{ A, B faults.Interval }
	twoStates  struct{ S, Other *faults.State }
	ofMs       struct {
		It faults.Iterator
		M  *faults.M
	}
	oneSplay struct{ T *faults.Splay }
	oneExpr  struct{ E faults.Expr }
)

// TestHeapFaults compares what rtest finds in programs with planted faults with brute force over all
// assignments of their pointers, up to renaming.
func TestHeapFaults(t *testing.T) {
	longtest.Only(t, "runs rtest on 27 programs")
	cfg := unlimited(3)
	cfg.Limits.Prove = event.ProveNot
	cfg.Dir, cfg.Patterns, cfg.Save = "..", []string{"./internal/oracle/heaps/faults"}, false
	programs := map[string]heapFault{
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
		"RemoveFirst": bruteHeap(func(in *oneSkip) bool { return in.S != nil && faults.IsSkipList(in.S) },
			func(in *oneSkip) bool { faults.RemoveFirst(in.S); return !faults.IsSkipList(in.S) }),
		"Push": bruteHeap(func(in *twoQ) bool {
			return in.Q != nil && in.X != nil && faults.IsDeque(in.Q) && faults.IsDeque(in.X) && in.X.Next == in.X && in.X.Prev == in.X
		}, func(in *twoQ) bool { faults.Push(in.Q, in.X); return !faults.IsDeque(in.Q) || in.Q.Prev != in.X }),
		"Unregister": bruteHeap(func(in *ofItems) bool { return in.I != nil && faults.IsRegistry(&in.R) },
			func(in *ofItems) bool { faults.Unregister(&in.R, in.I); return !faults.IsRegistry(&in.R) }),
		"Release": bruteHeap(func(in *ofSlots) bool { return faults.IsArena(&in.A) && 0 <= in.I && in.I < len(in.A.Slots) },
			func(in *ofSlots) bool { faults.Release(&in.A, in.I); return !faults.IsArena(&in.A) }),
		"Dearest": bruteHeap(func(in *oneCity) bool { return in.C != nil && faults.HasRoads(in.C) },
			func(in *oneCity) bool { return faults.Dearest(in.C) != faults.Farthest(in.C) }),
		"Shorten": bruteHeap(func(in *oneTrie) bool { return in.T != nil && faults.IsTrie(in.T, nil, 3) },
			func(in *oneTrie) bool { faults.Shorten(in.T); return !faults.IsTrie(in.T, nil, 3) }),
		"Grow": bruteHeap(func(in *oneRope) bool { return faults.IsRope(in.R, 3) },
			func(in *oneRope) bool { faults.Grow(in.R); return !faults.IsRope(in.R, 3) }),
		"Write": bruteHeap(func(in *twoPages) bool {
			return in.P != nil && in.Q != nil && in.P.Common == (in.P == in.Q) && in.Q.Common == (in.P == in.Q)
		}, func(in *twoPages) bool { v := in.Q.V; faults.Write(in.P, in.Q); return in.Q.V != v }),
		"Detach": bruteHeap(func(in *oneSubject) bool { return in.S != nil && faults.IsObserved(in.S) },
			func(in *oneSubject) bool { faults.Detach(in.S); return len(in.S.All) > 0 }),
		"Negate": bruteHeap(func(in *oneTerm) bool { return faults.IsTerm(in.T, 3) },
			func(in *oneTerm) bool { n := faults.Sum(in.T); faults.Negate(in.T); return faults.Sum(in.T) != -n }),
		"Split": bruteHeap(func(in *ofLeaves) bool { return faults.IsBTree(&in.R) },
			func(in *ofLeaves) bool { faults.Split(&in.R); return !faults.IsBTree(&in.R) }),
		"Widen": bruteHeap(func(in *ofPoints) bool {
			return faults.IsInterval(in.A) && faults.IsInterval(in.B) && in.A.Hi.X <= in.B.Lo.X
		}, func(in *ofPoints) bool { faults.Widen(in.A, in.B); return !faults.IsInterval(in.B) }),
		"Undo": bruteHeap(func(in *twoStates) bool { return in.S != nil && faults.Past(in.S) >= 0 && faults.Past(in.Other) >= 0 },
			func(in *twoStates) bool {
				n := faults.Past(in.Other)
				faults.Undo(in.S, in.Other)
				return faults.Past(in.Other) != n
			}),
		"Remove": bruteHeap(func(in *ofMs) bool { return in.It.At != nil && faults.Ended(in.It.At) && faults.Ended(in.M) },
			func(in *ofMs) bool { next := in.It.At.Next; faults.Remove(&in.It, in.M); return in.It.At != next }),
		"ZigZag": bruteHeap(func(in *oneSplay) bool {
			return in.T != nil && faults.IsSplay(in.T, nil, 4) && in.T.L != nil && in.T.L.R != nil
		}, func(in *oneSplay) bool { return !faults.IsSplay(faults.ZigZag(in.T), nil, 5) }),
	}
	isExpr := func(in *oneExpr) bool { return faults.IsExpr(in.E, 2) }
	programs["Flip"] = bruteHeap(isExpr, func(in *oneExpr) bool {
		n := faults.Bits(in.E) - in.E.Value(2)
		faults.Flip(in.E)
		return in.E.Value(2) != n
	})
	exprs := heaps.Count(heaps.Scope{Objects: 2, Inhabitants: faults.Inhabitants()}, isExpr)
	cfg.Run = func(_, function string) bool { _, ok := programs[function]; return ok || function == "All" }
	got := results(t, cfg)
	if r := got["faults.All"]; r == nil || r.Verdict != event.Exhausted || r.Inputs != int64(exprs) {
		t.Errorf("All: %+v, want %d inputs", r, exprs)
	}
	for name, want := range programs {
		r := got["faults."+name]
		if r == nil || r.Verdict != event.Refuted || len(r.Failures) == 0 {
			t.Errorf("%s: %+v, want a failure", name, r)
			continue
		}
		f := r.Failures[0]
		found := heapFault{depth: f.Depth, inputs: int(f.Of), failing: int(f.Count), objects: objectsOf(t, f.Call)}
		if f.Partial {
			// The depth has more inputs than are tried once one fails.
			want.inputs, want.failing = found.inputs, found.failing
		}
		if name == "Widen" {
			want.args = "" // The shown input has numbers nearer to 0.
		}
		if want.args != "" {
			found.args = strings.Replace(strings.Replace(f.Call, name+"(", "(", 1), "&Iterator{", "Iterator{", 1)
		}
		if found != want {
			t.Errorf("%s: %+v, brute force %+v: %s", name, found, want, f.Call)
		}
	}
}

// objectsOf returns how many objects of shared types a call has.
func objectsOf(t *testing.T, call string) (n int) {
	f, err := parser.ParseFile(token.NewFileSet(), "", "package p; func f() {"+call+"}", 0)
	if err != nil {
		t.Fatal(err)
	}
	unshared := []string{"Iterator", "Registry", "Arena", "Branch"}
	var count func(e ast.Node, elem ast.Expr)
	count = func(e ast.Node, elem ast.Expr) {
		ast.Inspect(e, func(e ast.Node) bool {
			switch e := e.(type) {
			case *ast.UnaryExpr:
				if c, ok := e.X.(*ast.CompositeLit); ok {
					if id, ok := c.Type.(*ast.Ident); ok && !slices.Contains(unshared, id.Name) {
						n++
					}
				}
			case *ast.CompositeLit:
				of := e.Type
				if of == nil {
					if star, ok := elem.(*ast.StarExpr); ok {
						of, n = star.X, n+1
					} else {
						of = elem
					}
				}
				var below ast.Expr
				switch of := of.(type) {
				case *ast.ArrayType:
					below = of.Elt
				case *ast.MapType:
					below = of.Value
				}
				for _, x := range e.Elts {
					count(x, below)
				}
				return false
			}
			return true
		})
	}
	count(f, nil)
	return n
}
