// Command brute enumerates every input of the programs in package progs the
// slow way, by reflection and without any constraint, and prints what rtest
// must find: the number of inputs at each depth, and the smallest failures.
package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"reflect"
	"sort"
	"strconv"
	"strings"

	"example.com/oracle/progs"
)

// A result is what brute force finds for one program.
type result struct {
	Name string
	// Inputs counts valid inputs up to Depth.
	Depth  int
	Inputs int
	// FailDepth is the least depth of a failure, -1 for none; Smallest are all
	// failing calls of that depth and the least size.
	FailDepth, FailSize int
	Smallest            []string
}

func main() {
	var out []result
	for _, c := range progs.Cases {
		out = append(out, run(c))
	}
	enc := json.NewEncoder(os.Stdout)
	enc.SetIndent("", " ")
	if err := enc.Encode(out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// What the case at hand says of its values: the characters of strings, the
// integers where they are listed, whether []byte and []rune are texts, and
// whether empty slices are told from nil.
var (
	alphabet         string
	ints             []int
	characters, bare bool
)

// A val is a value, how deep it is, and how large.
type val struct {
	v           reflect.Value
	level, size int
}

func run(c progs.Case) result {
	f := reflect.ValueOf(c.Fn)
	r := result{Name: c.Name, Depth: c.Depth, FailDepth: -1}
	params := make([][]val, f.Type().NumIn())
	alphabet, ints = progs.Alphabets[c.Name], progs.Ints[c.Name]
	characters, bare = progs.Characters[c.Name], progs.Empties[c.Name]
	for i := range params {
		params[i] = values(f.Type().In(i), 0, c.Depth, false)
	}
	args := make([]reflect.Value, len(params))
	var rec func(i, level, size int)
	rec = func(i, level, size int) {
		if i < len(params) {
			for _, p := range params[i] {
				args[i] = p.v
				rec(i+1, max(level, p.level), size+p.size)
			}
			return
		}
		r.input(c, args, nil, level, size)
		for _, s := range sharings(progs.Shared[c.Name], args) {
			r.input(c, args, s, level, size+len(s))
		}
	}
	rec(0, 0, 0)
	return r
}

// input tries one input, whose parameters share memory as s says.
func (r *result) input(c progs.Case, args []reflect.Value, s []sharing, level, size int) {
	if !reflect.ValueOf(c.Pre).Call(shared(args, s))[0].Bool() {
		return
	}
	r.Inputs++
	if r.FailDepth >= 0 && (level > r.FailDepth || level == r.FailDepth && size > r.FailSize) || !fails(c, args, s) {
		return
	}
	if r.FailDepth < 0 || level < r.FailDepth || size < r.FailSize {
		r.FailDepth, r.FailSize, r.Smallest = level, size, nil
	}
	stmts, lits := sharedLiterals(args, s, progs.Shared[c.Name])
	r.Smallest = append(r.Smallest, stmts+c.Name+"("+strings.Join(lits, ", ")+")")
}

// fails calls the function on a copy of its input.
func fails(c progs.Case, args []reflect.Value, s []sharing) (failed bool) {
	defer func() {
		if recover() != nil {
			failed = true
		}
	}()
	in := shared(args, s)
	call := reflect.ValueOf(c.Fn).Call
	if reflect.TypeOf(c.Fn).IsVariadic() {
		call = reflect.ValueOf(c.Fn).CallSlice
	}
	results := call(in)
	if c.Post == nil {
		return false
	}
	return !reflect.ValueOf(c.Post).Call(append(append([]reflect.Value{}, args...), results...))[0].Bool()
}

// recursive tells whether values of the struct type t reach others of t.
func recursive(t reflect.Type) bool {
	seen := map[reflect.Type]bool{}
	var reach func(u reflect.Type) bool
	reach = func(u reflect.Type) bool {
		if u == t && len(seen) > 0 {
			return true
		}
		if seen[u] {
			return false
		}
		seen[u] = true
		switch u.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array:
			return reach(u.Elem())
		case reflect.Struct:
			for i := range u.NumField() {
				if reach(u.Field(i).Type) {
					return true
				}
			}
		case reflect.Interface:
			for _, a := range progs.Inhabitants[u] {
				if reach(a) {
					return true
				}
			}
		}
		return false
	}
	return reach(t)
}

// values lists the values of t at a place that was reached at the given cost.
// Where the way there is paid for, as the step into an element of a container
// is, a step into a recursive type costs nothing more.
func values(t reflect.Type, cost, depth int, paid bool) []val {
	switch t.Kind() {
	case reflect.Bool:
		return []val{{reflect.ValueOf(false).Convert(t), 0, 0}, {reflect.ValueOf(true).Convert(t), 0, 0}}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if n := progs.Enums[t]; n > 0 {
			return enum(t, n)
		}
		var out []val
		for _, i := range ints {
			out = append(out, val{reflect.ValueOf(i).Convert(t), 0, 0})
		}
		if ints != nil {
			return out
		}
		for i := -depth; i <= depth; i++ {
			out = append(out, val{reflect.ValueOf(i).Convert(t), max(i, -i), 0})
		}
		return out
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if n := progs.Enums[t]; n > 0 {
			return enum(t, n)
		}
		var out []val
		for i := 0; i <= depth; i++ {
			out = append(out, val{reflect.ValueOf(i).Convert(t), i, 0})
		}
		return out
	case reflect.Float32, reflect.Float64:
		return floats(t, depth)
	case reflect.Complex64, reflect.Complex128:
		var out []val
		for _, re := range floats(reflect.TypeFor[float64](), depth) {
			for _, im := range floats(reflect.TypeFor[float64](), depth) {
				c := reflect.ValueOf(complex(re.v.Float(), im.v.Float())).Convert(t)
				out = append(out, val{c, max(re.level, im.level), 0})
			}
		}
		return out
	case reflect.Pointer:
		out := []val{{reflect.Zero(t), 0, 0}}
		node, step := 0, 0
		if recursive(t.Elem()) {
			node = 1
			if !paid {
				step = 1
			}
		}
		if cost+step > depth {
			return out
		}
		for _, e := range values(t.Elem(), cost+step, depth, false) {
			p := reflect.New(t.Elem())
			p.Elem().Set(e.v)
			level := e.level
			if node == 1 {
				level = max(level, cost+step)
			}
			out = append(out, val{p, level, e.size + node})
		}
		return out
	case reflect.Struct:
		out := []val{{reflect.New(t).Elem(), 0, 0}}
		if t.PkgPath() == "sync" {
			return out
		}
		for i := range t.NumField() {
			if t.Field(i).Type.PkgPath() == "sync" {
				continue
			}
			if progs.Unread[t] == t.Field(i).Name {
				continue
			}
			elems := derived(t, i)
			if elems == nil {
				elems = values(t.Field(i).Type, cost, depth, false)
			}
			out = product(out, elems, func(v, e reflect.Value) { v.Field(i).Set(e) })
		}
		return out
	case reflect.Array:
		out := []val{{reflect.New(t).Elem(), 0, 0}}
		for i := range t.Len() {
			out = product(out, values(t.Elem(), cost, depth, false), func(v, e reflect.Value) { v.Index(i).Set(e) })
		}
		return out
	case reflect.Slice:
		if characters {
			return texts(t, depth-cost)
		}
		return slices(t, cost, depth)
	case reflect.String:
		if list := progs.Strings[t]; list != nil {
			var out []val
			for _, s := range list {
				out = append(out, val{reflect.ValueOf(s).Convert(t), 0, 0})
			}
			return out
		}
		return texts(t, depth-cost)
	case reflect.Map:
		return maps(t, cost, depth)
	case reflect.Interface:
		var out []val
		for _, a := range progs.Inhabitants[t] {
			elem := a
			if a.Kind() == reflect.Pointer {
				elem = a.Elem()
			}
			node, step := 0, 0
			if recursive(elem) {
				node = 1
				if !paid {
					step = 1
				}
			}
			if cost+step > depth {
				continue
			}
			for _, e := range values(elem, cost+step, depth, false) {
				v := e.v
				if a.Kind() == reflect.Pointer {
					v = reflect.New(elem)
					v.Elem().Set(e.v)
				}
				level := e.level
				if node == 1 {
					level = max(level, cost+step)
				}
				boxed := reflect.New(t).Elem()
				boxed.Set(v)
				out = append(out, val{boxed, level, e.size + node})
			}
		}
		return out
	}
	panic("no values of " + t.String())
}

// floats lists 0 and the halves up to the depth, and from depth 3 on what is
// special about floating-point numbers.
func floats(t reflect.Type, depth int) []val {
	var out []val
	for i := -2 * depth; i <= 2*depth; i++ {
		out = append(out, val{reflect.ValueOf(float64(i) / 2).Convert(t), (max(i, -i) + 1) / 2, 0})
	}
	least, most := math.SmallestNonzeroFloat64, math.MaxFloat64
	if t.Kind() == reflect.Float32 {
		least, most = math.SmallestNonzeroFloat32, math.MaxFloat32
	}
	for _, x := range []float64{math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1), least, most} {
		if depth >= 3 {
			out = append(out, val{reflect.ValueOf(x).Convert(t), 3, 0})
		}
	}
	return out
}

// derived lists the values of a field that the depth does not bound, nil for
// others.
func derived(t reflect.Type, i int) []val {
	var out []val
	for _, n := range progs.Derived[t][t.Field(i).Name] {
		out = append(out, val{reflect.ValueOf(n).Convert(t.Field(i).Type), 0, 0})
	}
	return out
}

// texts lists the strings of at most n characters.
func texts(t reflect.Type, n int) []val {
	out, last := []val{{reflect.Zero(t), 0, 0}}, []string{""}
	for i := 1; i <= n; i++ {
		var next []string
		for _, s := range last {
			for _, r := range alphabet {
				next = append(next, s+string(r))
				out = append(out, val{reflect.ValueOf(s + string(r)).Convert(t), i, i})
			}
		}
		last = next
	}
	return out
}

// maps lists nil and the maps of each set of keys.
func maps(t reflect.Type, cost, depth int) []val {
	out := []val{{reflect.Zero(t), 0, 0}, {reflect.MakeMap(t), 0, 0}}
	if cost >= depth {
		return out
	}
	keys, elems := values(t.Key(), cost+1, depth, true), values(t.Elem(), cost+1, depth, true)
	var grow func(m val, from int)
	grow = func(m val, from int) {
		n := m.v.Len() + 1
		if cost+n > depth {
			return
		}
		for i := from; i < len(keys); i++ {
			for _, e := range elems {
				v := reflect.MakeMap(t)
				for _, k := range m.v.MapKeys() {
					v.SetMapIndex(k, m.v.MapIndex(k))
				}
				v.SetMapIndex(keys[i].v, e.v)
				x := val{v, max(m.level, keys[i].level, e.level, cost+n), m.size + 1 + keys[i].size + e.size}
				out = append(out, x)
				grow(x, i+1)
			}
		}
	}
	grow(out[1], 0)
	return out
}

func enum(t reflect.Type, n int) []val {
	var out []val
	for i := range n {
		out = append(out, val{reflect.ValueOf(i).Convert(t), 0, 0})
	}
	return out
}

func slices(t reflect.Type, cost, depth int) []val {
	out := []val{{reflect.Zero(t), 0, 0}}
	if bare {
		out = append(out, val{reflect.MakeSlice(t, 0, 0), 0, 0})
	}
	if cost >= depth {
		return out
	}
	elems := values(t.Elem(), cost+1, depth, true)
	for n := 1; cost+n <= depth; n++ {
		some := []val{{reflect.MakeSlice(t, n, n), cost + n, n}}
		for i := range n {
			some = product(some, elems, func(v, e reflect.Value) { v.Index(i).Set(e) })
		}
		out = append(out, some...)
	}
	return out
}

// product sets each of elems in a copy of each of outs.
func product(outs, elems []val, set func(v, e reflect.Value)) []val {
	var next []val
	for _, o := range outs {
		for _, e := range elems {
			v := reflect.New(o.v.Type()).Elem()
			if o.v.Kind() == reflect.Slice {
				v.Set(reflect.MakeSlice(o.v.Type(), o.v.Len(), o.v.Len()))
				reflect.Copy(v, o.v)
			} else {
				v.Set(o.v)
			}
			set(v, e.v)
			next = append(next, val{v, max(o.level, e.level), o.size + e.size})
		}
	}
	return next
}

func clone(v reflect.Value) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			out.Set(reflect.New(v.Type().Elem()))
			out.Elem().Set(clone(v.Elem()))
		}
	case reflect.Interface:
		if !v.IsNil() {
			out.Set(clone(v.Elem()))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if !out.Field(i).CanSet() {
				continue
			}
			out.Field(i).Set(clone(v.Field(i)))
		}
	case reflect.Array:
		for i := range v.Len() {
			out.Index(i).Set(clone(v.Index(i)))
		}
	case reflect.Map:
		if !v.IsNil() {
			out.Set(reflect.MakeMap(v.Type()))
			for _, k := range v.MapKeys() {
				out.SetMapIndex(k, clone(v.MapIndex(k)))
			}
		}
	case reflect.Slice:
		if !v.IsNil() {
			out.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
			for i := range v.Len() {
				out.Index(i).Set(clone(v.Index(i)))
			}
		}
	default:
		out.Set(v)
	}
	return out
}

// literal prints v as Go; typed tells that the type is clear from around it.
func literal(v reflect.Value, elided bool) string {
	name := strings.ReplaceAll(v.Type().String(), "progs.", "")
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return "nil"
		}
		if k := v.Elem().Kind(); k != reflect.Struct {
			if v.Elem().IsZero() {
				return "new(" + strings.TrimPrefix(name, "*") + ")"
			}
			return "&[]" + strings.TrimPrefix(name, "*") + "{" + literal(v.Elem(), false) + "}[0]"
		}
		if elided {
			return strings.TrimPrefix(literal(v.Elem(), true), "&")
		}
		return "&" + literal(v.Elem(), false)
	case reflect.Interface:
		if e := v.Elem(); e.Kind() == reflect.Int && e.Type().Name() != "int" {
			return strings.ReplaceAll(e.Type().String(), "progs.", "") + "(" + strconv.FormatInt(e.Int(), 10) + ")"
		}
		return literal(v.Elem(), false)
	case reflect.Struct:
		var fs []string
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() && !v.Field(i).IsZero() {
				fs = append(fs, v.Type().Field(i).Name+": "+literal(v.Field(i), false))
			}
		}
		if elided {
			name = ""
		}
		return name + "{" + strings.Join(fs, ", ") + "}"
	case reflect.Array, reflect.Slice:
		if v.Kind() == reflect.Slice && v.IsNil() {
			return "nil"
		}
		var es []string
		for i := range v.Len() {
			es = append(es, literal(v.Index(i), true))
		}
		if elided {
			name = ""
		}
		return name + "{" + strings.Join(es, ", ") + "}"
	}
	if v.Kind() == reflect.Map {
		var es []string
		for _, k := range sortedKeys(v) {
			es = append(es, literal(k, true)+": "+literal(v.MapIndex(k), true))
		}
		return name + "{" + strings.Join(es, ", ") + "}"
	}
	if v.Kind() == reflect.String {
		return strconv.Quote(v.String())
	}
	return fmt.Sprint(v.Interface())
}

func sortedKeys(m reflect.Value) []reflect.Value {
	keys := m.MapKeys()
	sort.Slice(keys, func(i, j int) bool { return keys[i].Int() < keys[j].Int() })
	return keys
}
