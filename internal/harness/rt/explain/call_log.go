package explain

import (
	"reflect"

	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
)

// A CallLog records the calls that built the values of an input, for display.
type CallLog struct {
	values []builtValue
	// shared means that values of listed expressions are shown as literals: the input shares a part between
	// several places, which such an expression cannot express.
	shared bool
	// building is how many calls currently have their inputs built.
	building int
}

// A builtValue is a value that was built by calls.
type builtValue struct {
	// p is the *T, text its canonical text when it was built.
	p     any
	text  string
	calls []*tree.Value
	depth int
	// literal says that a composite literal gave the value unchanged.
	literal bool
	// listed is the expression of a list that gave the value, or empty. p is then the pointer
	// itself, and equal values elsewhere are not shown by the expression.
	listed string
}

// A pendingCall is a call that is being made. If it is a step, its calls begin with those of the
// value from which it is taken.
type pendingCall struct {
	log   *CallLog
	start int
	call  *tree.Value
}

// Shares checks whether the described values share parts. If they do, they are not shown by the
// expressions of lists.
func (t *CallLog) Shares(vs []*tree.Value) { t.shared = sharesParts(vs) }

// sharesParts reports whether a part of the values occurs more than once.
func sharesParts(vs []*tree.Value) bool {
	for _, v := range vs {
		if v != nil && (v.Kind == tree.Shared || v.Within || sharesParts(v.Elems)) {
			return true
		}
	}
	return false
}

// Begin notes that the inputs of a call are built next.
func (t *CallLog) Begin() *pendingCall {
	if t == nil {
		return nil
	}
	t.building++
	return &pendingCall{log: t, start: len(t.values)}
}

// Inputs describes a call before it is made. statement and gives are its statement and what that
// gives, as in tree.Called. inputs are pointers to its arguments.
func (l *pendingCall) Inputs(statement, gives string, inputs []any) {
	if l == nil {
		return
	}
	l.log.building--
	d := NewDescriber()
	d.Log = l.log
	l.call = &tree.Value{Kind: tree.Called, Text: statement, Names: []string{gives}, Elems: d.Walk(inputs)}
}

// Result records the *T that the call gave. A step adds to the calls of the value from which it was
// taken. literal says that a composite literal gave it.
func (l *pendingCall) Result(p any, step, literal bool) {
	if l == nil {
		return
	}
	l.call.Type = memory.TypeName(reflect.TypeOf(p))
	var calls []*tree.Value
	if step {
		calls = l.receiver()
	}
	text, _, _ := memory.Canon(p)
	l.log.values = append(l.log.values, builtValue{p, text, append(calls, l.call), l.log.building, literal, ""})
}

// receiver returns the calls of the value from which the step is taken: the first value that was
// built for this call itself.
func (l *pendingCall) receiver() []*tree.Value {
	for _, m := range l.log.values[l.start:] {
		if m.depth == l.log.building+1 {
			return append([]*tree.Value{}, m.calls...)
		}
	}
	return nil
}

// find returns the description of a value that was built by calls, or nil. It returns nil for the
// zero value of a struct that a literal made, so that a field with it is omitted.
func (t *CallLog) find(v reflect.Value) *tree.Value {
	if t == nil {
		return nil
	}
	for i := len(t.values) - 1; i >= 0; i-- {
		if t.values[i].listed != "" && (t.shared || v.Kind() != reflect.Pointer) {
			continue
		}
		if t.values[i].matches(v) {
			if t.values[i].listed != "" {
				return &tree.Value{Kind: tree.Opaque, Type: memory.TypeName(v.Type()), Text: t.values[i].listed}
			}
			if t.values[i].literal && v.Kind() == reflect.Struct && v.IsZero() {
				return nil
			}
			return &tree.Value{Kind: tree.ByCalls, Type: memory.TypeName(v.Type()), Elems: t.values[i].calls}
		}
	}
	return nil
}

// matches reports whether v is the value, or a copy of it.
func (m *builtValue) matches(v reflect.Value) bool {
	p := reflect.ValueOf(m.p)
	if v.Type() == p.Type() {
		return v.UnsafePointer() == p.UnsafePointer()
	}
	if v.Type() != p.Type().Elem() {
		return false
	}
	own := reflect.New(v.Type())
	switch {
	case v.CanAddr():
		own = reflect.NewAt(v.Type(), v.Addr().UnsafePointer())
	case v.CanInterface():
		own.Elem().Set(v)
	default:
		return false
	}
	text, _, _ := memory.Canon(own.Interface())
	return text == m.text
}
