package encode_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/longtest"
	"github.com/rtest-dev/rtest/internal/value"
)

// The types of testdata/native.go.txt.
type (
	nativeShape struct {
		Kind           string
		Elem, Key, Len int
		Room           bool
		Fields         []nativeField
		Alts           []nativeAlt
	}
	nativeField struct{ Index, Shape int }
	nativeAlt   struct {
		Type  string
		Shape int
	}
	nativeQuestion struct {
		Name    string
		Inputs  []int
		Streams [][]int64
	}
	nativeTask struct {
		Shapes    []nativeShape
		Questions []nativeQuestion
	}
)

// A describer turns shapes into what the native program reads.
type describer struct {
	task    nativeTask
	at      map[value.Shape]int
	dynamic map[string]types.Type
}

func (d *describer) shape(s value.Shape) int {
	if i, ok := d.at[s]; ok {
		return i
	}
	i := len(d.task.Shapes)
	d.at[s] = i
	d.task.Shapes = append(d.task.Shapes, nativeShape{})
	kind := strings.TrimPrefix(fmt.Sprintf("%T", s), "*value.")
	n := nativeShape{Kind: kind}
	switch s := s.(type) {
	case *value.Pointer:
		n.Elem = d.shape(s.Elem.Shape)
	case *value.Reference:
		n.Elem = d.shape(s.To)
	case *value.Objects:
		n.Elem, n.Alts = d.shape(s.Elem.Shape), []nativeAlt{{d.name(s.T), 0}}
	case *value.Heap:
		n.Elem = d.shape(s.Root)
		for _, k := range s.Kinds {
			n.Fields = append(n.Fields, nativeField{Shape: d.shape(k)})
		}
	case *value.Struct:
		for _, f := range s.Fields {
			n.Fields = append(n.Fields, nativeField{f.Index, d.shape(f.Shape)})
		}
	case *value.Array:
		n.Len, n.Elem = s.Len, d.shape(s.Elem.Shape)
	case *value.Slice:
		n.Room, n.Elem = s.Room, d.shape(s.Elem.Shape)
	case *value.Map:
		n.Key, n.Elem = d.shape(s.Key.Shape), d.shape(s.Elem.Shape)
	case *value.Interface:
		for _, a := range s.Alts {
			n.Alts = append(n.Alts, nativeAlt{d.name(a.T), d.shape(a.Shape)})
		}
	}
	d.task.Shapes[i] = n
	return i
}

// name returns the name of a type in the table of types.
func (d *describer) name(t types.Type) string {
	name := types.TypeString(t, func(p *types.Package) string { return p.Name() })
	d.dynamic[name] = t
	return name
}

// everything returns the streams of all inputs of depth at most depth, or nil if there are more than
// limit.
func (p *predicate) everything(t testing.TB, depth, limit int) [][]int64 {
	q, err := encode.Encode(t.Context(), encode.Inputs{Names: p.names, Shapes: p.shapes}, encode.Options{Depth: depth})
	if err != nil {
		t.Fatal(err)
	}
	q.Form.Below = true
	list := streams(t, q.Form, limit+1)
	if len(list) > limit {
		return nil
	}
	return list
}

// native runs the compiled predicates of ps on the parallel streams.
func native(t testing.TB, dir string, ps []*predicate, streams [][][]int64) []string {
	d := &describer{at: map[value.Shape]int{}, dynamic: map[string]types.Type{}}
	var src, funcs bytes.Buffer
	src.WriteString("package main\n\nimport (\n\t\"reflect\"\n")
	imported := map[string]bool{}
	for i, p := range ps {
		q := nativeQuestion{Name: p.name, Streams: streams[i]}
		for _, s := range p.shapes {
			q.Inputs = append(q.Inputs, d.shape(s))
		}
		d.task.Questions = append(d.task.Questions, q)
		path := p.fn.Pkg.Pkg.Path()
		if !imported[path] {
			imported[path] = true
			fmt.Fprintf(&src, "\t%q\n", path)
		}
		fmt.Fprintf(&funcs, "\t%q: %s,\n", p.name, p.name)
	}
	fmt.Fprintf(&src, ")\n\nvar functions = map[string]any{\n%s}\n\nvar dynamic = map[string]reflect.Type{\n", funcs.Bytes())
	for name := range d.dynamic {
		fmt.Fprintf(&src, "\t%q: reflect.TypeFor[%s](),\n", name, name)
	}
	src.WriteString("}\n")
	main, err := os.ReadFile("testdata/native.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "oracle", "main.go"), string(main))
	write(t, filepath.Join(dir, "oracle", "table.go"), src.String())
	in, err := json.Marshal(d.task)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "run", "./oracle")
	cmd.Dir, cmd.Stdin = dir, bytes.NewReader(in)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.Bytes())
	}
	return strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
}

// TestNative compares forms with compiled predicates on all inputs of small depth: a form is true
// exactly if the predicate is true or panics. Only if something is opaque it may be true where the
// predicate is false.
func TestNative(t *testing.T) {
	ps, dir := loadFrom(t, unpack(t))
	// Inputs outside a depth are not for this test, and there are too few.
	ps = slices.DeleteFunc(ps, func(p *predicate) bool { return strings.HasPrefix(p.name, "beyond.") })
	agree(t, dir, ps, 3, longtest.Cases(100, 3000))
}

func agree(t *testing.T, dir string, ps []*predicate, deepest, limit int) {
	var all [][][]int64
	var depths []int
	for _, p := range ps {
		inputs, depth := p.many(t, deepest, limit)
		all, depths = append(all, inputs), append(depths, depth)
	}
	for i, answers := range native(t, dir, ps, all) {
		p := ps[i]
		t.Run(p.name, func(t *testing.T) {
			p.agrees(t, depths[i], all[i], answers)
			if depths[i] == 0 || len(all[i]) < 3 {
				t.Errorf("depth %d, %d inputs: nothing compared", depths[i], len(all[i]))
			}
		})
	}
}

// many returns the inputs of the greatest depth, up to deepest, that has at most
// limit of them.
func (p *predicate) many(t testing.TB, deepest, limit int) (inputs [][]int64, depth int) {
	for d := 0; d <= deepest; d++ {
		list := p.everything(t, d, limit)
		if list == nil {
			break
		}
		inputs, depth = list, d
	}
	return inputs, depth
}

// agrees compares the lifted form, the interpreter, and the interpreter over partly decided inputs
// with Go for the inputs of a depth.
func (p *predicate) agrees(t *testing.T, depth int, inputs [][]int64, answers string) {
	t.Helper()
	q := p.encode(t, depth)
	wrong := 0
	for j, s := range inputs {
		ok, _, _, err := q.Form.Eval(s)
		if err != nil {
			t.Fatal(err)
		}
		if ok != (answers[j] != '0') && (!ok || len(q.Opaque) == 0) {
			if wrong++; wrong <= 3 {
				t.Errorf("depth %d, stream %v: the form is %v, Go says %c", depth, s, ok, answers[j])
			}
		}
	}
	p.interpreted(t, depth, inputs, answers)
	p.pruned(t, depth, inputs, answers)
	for _, o := range q.Opaque {
		t.Logf("opaque at %s: %s (partly %v)", p.fn.Prog.Fset.Position(o.Pos), o.Why, o.Partly)
	}
	if t.Failed() {
		t.Logf("%d of %d wrong", wrong, len(inputs))
	}
}
