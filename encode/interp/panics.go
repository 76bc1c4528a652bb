package interp

import "go/types"

const whyRuntimeError = "what an error of the runtime or of the standard library says cannot be followed"

// runtimeError is the type of the values with which the runtime panics.
var runtimeError types.Type = types.NewNamed(types.NewTypeName(0, nil, "runtime.Error", nil), types.NewStruct(nil, nil), nil)

// recovered returns the panic value from which the current deferred call may recover.
func (m *machine) recovered() (Value, bool) {
	i := len(m.frames) - 1
	if m.frames[i].how != unwinding || m.frames[i-1].recovered {
		return Value{}, true
	}
	m.frames[i-1].recovered = true
	return m.frames[i-1].fault, true
}

// throw panics with a runtime error.
func (m *machine) throw(text string) outcome {
	m.fault = Value{ref: &content{typ: runtimeError, typeID: -1, value: String(text)}}
	m.stop = panicking
	return panicking
}

// unwind ends frames because of a panic, until a deferred call is entered. It returns false if no
// frame is left.
func (m *machine) unwind() bool {
	for len(m.frames) > 0 {
		i := len(m.frames) - 1
		f := &m.frames[i]
		f.recovered, f.fault = false, m.fault
		if d := f.deferred; d != nil {
			f.deferred = d.next
			switch c := m.enter(d.fn, d.args, unwinding); c {
			case entered:
				return true
			case panicking:
				continue
			default:
				panic(m.why)
			}
		}
		clear(m.stack[f.base:m.top])
		m.top = f.base
		m.frames[i] = frame{}
		m.frames = m.frames[:i]
	}
	return false
}

// resume continues a function whose panic was recovered: it makes the remaining deferred calls and
// returns.
func (m *machine) resume(f *frame) outcome {
	if d := f.deferred; d != nil {
		f.deferred = d.next
		return m.enter(d.fn, d.args, resuming)
	}
	if at := f.code.recovery; at >= 0 {
		f.pc = at
		return entered
	}
	return m.leave(m.zero(f.code.fn.Signature.Results()).single())
}

// catches reports whether a deferred call may recover from a panic.
func (m *machine) catches() bool {
	for i := range m.frames {
		if m.frames[i].deferred != nil {
			return true
		}
	}
	return false
}
