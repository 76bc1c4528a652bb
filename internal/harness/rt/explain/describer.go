package explain

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
)

// maxNodes bounds the nodes of a description. What exceeds it is Opaque.
const maxNodes = 1 << 17

// A Describer makes tree.Values of variables. References keep their numbers from one walk to the
// next.
type Describer struct {
	ids       map[memory.Place]int
	seen      map[memory.Place]bool
	nodesLeft int
	// blocks are the memory that the references of the walk refer to.
	blocks []memory.Block
	// Log has the values that are shown by the calls that built them. It may be nil.
	Log *CallLog
	// Numbered shows function inputs by their numbers.
	Numbered bool
	// Room also describes the elements between length and capacity of slices.
	Room bool
	// Arrays asks which of the variables are windows of one array.
	Arrays bool
}

// NewDescriber returns a describer that has not visited any reference.
func NewDescriber() *Describer { return &Describer{ids: map[memory.Place]int{}} }

// Walk describes the variables that vars point to, as one value: shared parts are shown as shared.
func (d *Describer) Walk(vars []any) []*tree.Value {
	d.seen, d.blocks, d.nodesLeft = map[memory.Place]bool{}, nil, maxNodes
	out := make([]*tree.Value, len(vars))
	for i, p := range vars {
		out[i] = d.value(reflect.ValueOf(p).Elem())
	}
	if d.Arrays {
		arrays(vars, out)
	}
	return out
}

// One describes a single value.
func (d *Describer) One(v any) *tree.Value {
	d.seen, d.blocks, d.nodesLeft = map[memory.Place]bool{}, nil, maxNodes
	if name, ok := errorVariable(reflect.ValueOf(v)); ok {
		return &tree.Value{Kind: tree.Opaque, Text: name}
	}
	if v == nil {
		return d.value(reflect.Value{})
	}
	return d.value(memory.Addressed(reflect.ValueOf(v)))
}

func (d *Describer) value(v reflect.Value) *tree.Value {
	if !v.IsValid() {
		return &tree.Value{Kind: tree.Nil}
	}
	out := &tree.Value{Kind: tree.Scalar, Type: memory.TypeName(v.Type())}
	if d.nodesLeft--; d.nodesLeft < 0 {
		out.Kind, out.Text = tree.Opaque, "…"
		return out
	}
	if b := d.Log.find(v); b != nil {
		return b
	}
	switch v.Kind() {
	case reflect.Bool:
		out.Text = strconv.FormatBool(v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		out.Text = strconv.FormatInt(v.Int(), 10)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		out.Text = strconv.FormatUint(v.Uint(), 10)
	case reflect.Float32, reflect.Float64:
		out.Text = strconv.FormatFloat(v.Float(), 'g', -1, v.Type().Bits())
	case reflect.Complex64, reflect.Complex128:
		c, bits := v.Complex(), v.Type().Bits()/2
		for _, x := range []float64{real(c), imag(c)} {
			out.Elems = append(out.Elems, &tree.Value{Kind: tree.Scalar, Text: strconv.FormatFloat(x, 'g', -1, bits)})
		}
	case reflect.String:
		out.Text = strconv.Quote(v.String())
	case reflect.Struct:
		if text, ok := libraryExpression(v); ok {
			out.Kind, out.Text = tree.Opaque, text
			return out
		}
		if d.container(out, v) {
			return out
		}
		out.Kind = tree.Compound
		if v.Type() == reflect.TypeFor[sync.Map]() {
			return out // It has a seed that differs in each process.
		}
		for i := range v.NumField() {
			out.Names = append(out.Names, v.Type().Field(i).Name)
			out.Elems = append(out.Elems, d.value(v.Field(i)))
		}
	case reflect.Array:
		out.Kind = tree.Sequence
		d.elements(out, v)
	default:
		d.reference(out, v)
	}
	return out
}

func (d *Describer) elements(out *tree.Value, v reflect.Value) {
	for i := range v.Len() {
		if d.nodesLeft <= 0 {
			out.Elems = append(out.Elems, &tree.Value{Kind: tree.Opaque, Text: "…"})
			return
		}
		out.Elems = append(out.Elems, d.value(v.Index(i)))
	}
}

// reference describes values of a kind that has nil.
func (d *Describer) reference(out *tree.Value, v reflect.Value) {
	if v.IsNil() {
		out.Kind = tree.Nil
		return
	}
	switch v.Kind() {
	case reflect.UnsafePointer:
		out.Kind, out.Text = tree.Opaque, v.Type().String()
		return
	case reflect.Chan:
		out.Kind, out.Text, out.Cap = tree.Channel, strconv.Itoa(v.Len()), v.Cap()
		return
	case reflect.Func:
		out.Kind = tree.Function
		if d.Numbered {
			if out.ID = memory.InputNumber(v); out.ID > 0 {
				return
			}
		}
		out.Text = functionText(v)
		return
	case reflect.Interface:
		out.Kind, out.Elems = tree.Boxed, []*tree.Value{d.value(memory.Addressed(memory.Readable(v).Elem()))}
		if name, ok := errorVariable(v.Elem()); ok {
			out.Elems = []*tree.Value{{Kind: tree.Opaque, Text: name}}
		}
		return
	}
	if v.Kind() == reflect.Pointer {
		if name, ok := pointerVariable(v); ok {
			out.Kind, out.Text, out.Names = tree.Opaque, name, errorMessage(v)
			return
		}
	}
	if d.isShared(out, v) {
		out.Kind = tree.Shared
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		out.Kind, out.Elems = tree.Address, []*tree.Value{d.value(v.Elem())}
	case reflect.Slice:
		out.Kind = tree.Sequence
		if v.Cap() > v.Len() {
			out.Cap = v.Cap()
		}
		d.elements(out, v)
		if d.Room && v.Cap() > v.Len() {
			behind := &tree.Value{}
			d.elements(behind, v.Slice3(v.Len(), v.Cap(), v.Cap()))
			out.Room = behind.Elems
		}
	case reflect.Map:
		out.Kind = tree.Mapping
		d.entries(out, v)
	}
}

// isShared numbers what v refers to. It reports whether the walk was there before.
func (d *Describer) isShared(out *tree.Value, v reflect.Value) bool {
	if v.Kind() == reflect.Slice && v.Cap() == 0 {
		return false
	}
	p := memory.PlaceOf(v)
	if _, ok := d.ids[p]; !ok {
		d.ids[p] = len(d.ids) + 1
	}
	out.ID = d.ids[p]
	if d.seen[p] {
		return true
	}
	d.seen[p] = true
	out.Within = d.within(v)
	return false
}

// within records the memory that v refers to. It reports whether that overlaps memory recorded
// before. Adjacent memory does not overlap.
func (d *Describer) within(v reflect.Value) bool {
	var b memory.Block
	switch v.Kind() {
	case reflect.Pointer:
		b = memory.Block{At: uintptr(v.UnsafePointer()), Size: v.Type().Elem().Size()}
	case reflect.Slice:
		b = memory.Block{At: uintptr(v.UnsafePointer()), Size: uintptr(v.Cap()) * v.Type().Elem().Size()}
	}
	if b.Size == 0 {
		return false
	}
	overlaps := slices.ContainsFunc(d.blocks, func(o memory.Block) bool { return b.At < o.At+o.Size && o.At < b.At+b.Size })
	d.blocks = append(d.blocks, b)
	return overlaps
}

// entries describes a map in ascending order of its keys.
func (d *Describer) entries(out *tree.Value, v reflect.Value) {
	for _, e := range memory.SortedEntries(memory.Readable(v)) {
		out.Elems = append(out.Elems, d.value(memory.Addressed(e.K)), d.value(memory.Addressed(e.V)))
	}
}

// withTypeArgument adds the type argument to the names of cmp.Less and cmp.Compare, which the
// runtime omits.
func withTypeArgument(name string, t reflect.Type) string {
	before, ok := strings.CutSuffix(name, "[...]")
	if !ok || before != "cmp.Less" && before != "cmp.Compare" || t.NumIn() == 0 {
		return name
	}
	return before + "[" + memory.TypeName(t.In(0)) + "]"
}

// Arguments describes the arguments of a question. Several arguments are the fields of a struct.
func (d *Describer) Arguments(args any) []*tree.Value {
	p := reflect.New(reflect.TypeOf(args))
	p.Elem().Set(reflect.ValueOf(args))
	return d.Walk([]any{p.Interface()})
}
