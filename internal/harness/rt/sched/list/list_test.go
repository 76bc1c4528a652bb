package list

import (
	"container/list"
	"math/rand"
	"reflect"
	"testing"
)

// TestFields compares the fields with those of the standard library.
func TestFields(t *testing.T) {
	var same func(a, b reflect.Type)
	same = func(a, b reflect.Type) {
		if a.NumField() != b.NumField() || a.Size() != b.Size() {
			t.Fatalf("%v and %v differ", a, b)
		}
		for i := range a.NumField() {
			x, y := a.Field(i), b.Field(i)
			if x.Offset != y.Offset || x.Type.Kind() != y.Type.Kind() {
				t.Errorf("field %s of %v and %s of %v differ", x.Name, a, y.Name, b)
			}
			if x.Type.Kind() == reflect.Struct {
				same(x.Type, y.Type)
			}
		}
	}
	same(reflect.TypeFor[header](), reflect.TypeFor[list.List]())
	same(reflect.TypeFor[element](), reflect.TypeFor[list.Element]())
}

// TestMethods calls the methods with random elements, and compares what comes of it with what comes of those of the standard library.
func TestMethods(t *testing.T) {
	if a, b := reflect.TypeFor[List]().NumMethod(), reflect.TypeFor[*list.List]().NumMethod(); a != b {
		t.Fatalf("%d methods, and not %d", a, b)
	}
	r := rand.New(rand.NewSource(1))
	for range 500 {
		var ours, theirs, otherOurs, otherTheirs list.List
		a, b := []*list.Element{{}, otherOurs.PushBack(-1)}, []*list.Element{{}, otherTheirs.PushBack(-1)}
		for n := range r.Intn(20) {
			m := r.Intn(reflect.TypeFor[List]().NumMethod())
			f := reflect.TypeFor[List]().Method(m)
			x, y := reflect.ValueOf(On(&ours, 0)).Method(m), reflect.ValueOf(&theirs).MethodByName(f.Name)
			var p, q []reflect.Value
			for i := range x.Type().NumIn() {
				k := r.Intn(len(a))
				switch x.Type().In(i) {
				case reflect.TypeFor[*list.Element]():
					p, q = append(p, reflect.ValueOf(a[k])), append(q, reflect.ValueOf(b[k]))
				case reflect.TypeFor[*list.List]():
					lists := [][2]*list.List{{&ours, &theirs}, {&otherOurs, &otherTheirs}}[k%2]
					p, q = append(p, reflect.ValueOf(lists[0])), append(q, reflect.ValueOf(lists[1]))
				default:
					p, q = append(p, reflect.ValueOf(n)), append(q, reflect.ValueOf(n))
				}
			}
			got, want := x.Call(p), y.Call(q)
			if f.Name == "Init" {
				a, b = a[:2], b[:2] // The others point to a list that has forgotten them.
			}
			for i, v := range got {
				w := want[i]
				e, isElement := v.Interface().(*list.Element)
				switch {
				case !isElement:
					if _, isList := v.Interface().(*list.List); !isList && !reflect.DeepEqual(v.Interface(), w.Interface()) {
						t.Fatalf("%s: %v, and not %v", f.Name, v, w)
					}
				case e != nil && !w.IsNil():
					a, b = append(a, e), append(b, w.Interface().(*list.Element))
				case e != nil || !w.IsNil():
					t.Fatalf("%s: %v, and not %v", f.Name, v, w)
				}
			}
			if !reflect.DeepEqual(values(&ours), values(&theirs)) {
				t.Fatalf("%s: %v, and not %v", f.Name, values(&ours), values(&theirs))
			}
		}
	}
}

// values returns those of a list forth and back.
func values(l *list.List) (out []any) {
	for e := l.Front(); e != nil; e = At(e, 0).Next() {
		out = append(out, e.Value)
	}
	for e := l.Back(); e != nil; e = e.Prev() {
		out = append(out, e.Value)
	}
	return append(out, l.Len())
}
