package interp

import (
	"fmt"
	"math"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/internal/form"
)

// An outcome says how to continue after an instruction: the index of the next instruction, or one of
// these.
type outcome int

const (
	entered   outcome = -1 - iota // another frame is on top
	waiting                       // the instruction waits for a variable
	panicking                     // the code panics with machine.fault
	unclear                       // the code cannot be followed; see machine.why
)

type op func(m *machine, r []Value) outcome

// A machine is one run of the predicates of a test.
type machine struct {
	*Program
	test   *Test
	inputs []Value
	value  func(v int32) (int64, bool)

	frames []frame
	stack  []Value
	top    int // of the stack
	pred   int // the index of the current predicate
	answer form.Answer
	comparing
	left   int64 // steps that the current predicate may still take
	result Value // of the current predicate

	trail []change
	epoch int64
	saved []state
	free  []state // states whose memory can be reused

	steps int64   // of all runs since the start, abandoned ones included
	fault Value   // of the current panic
	stop  outcome // why a value is not available
	why   string
	args  []Value
	// The first assumed calls in the chain of the predicate are taken to be true. They are the
	// calls made with assumedAt frames on the stack.
	assumed, assumedAt int
	// scouting says that the machine is a scout, whose results are not answers of the test. begin
	// is where it begins.
	scouting bool
	begin    beginning
	// starting is the package whose variables are being initialized, or nil.
	starting *ssa.Package
	// exposed says that functions of that package were handed to code that is not followed.
	exposed bool
}

// A frame is one call. Its registers begin at base.
type frame struct {
	code *code
	base int
	pc   int
	how  returnMode
	// deferred are the calls to make at the end of the function.
	deferred *deferred
	// fault is the value of the panic that ends the function. recovered says that a deferred call
	// has recovered from it.
	fault     Value
	recovered bool
}

// A returnMode says what to do when a call returns.
type returnMode uint8

const (
	plain     returnMode = iota // set the result; the caller continues after the call
	again                       // the caller executes its instruction again
	unwinding                   // the caller is ending by a panic
	resuming                    // the caller has recovered from a panic and is ending
)

type deferred struct {
	fn   *closure
	args []Value
	next *deferred
}

func (p *Program) start(t *Test, value func(v int32) (int64, bool)) *machine {
	m := &machine{Program: p, test: t, value: value, pred: -1, epoch: 1}
	m.stack = make([]Value, 256)
	return m
}

// Var returns the value of a variable. If it is not decided, the run waits for it.
func (m *machine) Var(v int32) (int64, bool) {
	if m.value != nil {
		if x, known := m.value(v); known {
			return x, true
		}
	}
	m.waits, m.stop = v, waiting
	return 0, false
}

func (m *machine) Waits() int32 { return m.waits }

func (m *machine) Part() int { return m.pred }

// Spared counts the inputs that a predicate rejects, and the inputs left out with them.
func (m *machine) Spared(pred int, rejected, alike int64) {
	t := &m.test.Tallies[pred]
	t.Failed += rejected
	t.Alike += min(alike, math.MaxInt64-t.Alike)
}

func (m *machine) Steps() int64 { return m.steps }

// Advance continues until there is an answer or a variable is missing.
func (m *machine) Advance() (a form.Answer) {
	for m.answer == form.Waits {
		if len(m.frames) == 0 && !m.next() {
			m.answer = form.Holds
			break
		}
		switch m.run() {
		case waiting:
			return form.Waits
		case panicking:
			// Native Go judges the input.
			m.frames, m.top, m.answer = m.frames[:0], 0, form.Holds
		case unclear:
			m.frames, m.top = m.frames[:0], 0
			if m.scouting {
				m.answer = form.Holds
				break
			}
			m.test.unclear(m.pred, m.why)
			if m.test.Strict && m.pred == len(m.test.preds)-1 {
				m.answer = form.Fails
			}
		default:
			if m.result.number == 0 {
				m.answer = form.Fails
			} else if m.scouting {
				m.answer = form.Holds
			}
			if !m.scouting {
				m.test.answered(m.pred)
			}
		}
	}
	return m.answer
}

// next starts the next predicate. It returns false if there is none.
func (m *machine) next() bool {
	m.pred++
	if m.pred == len(m.test.preds) {
		return false
	}
	m.left = m.MaxSteps
	m.assume()
	m.push(m.test.code[m.pred], m.inputs, nil, plain)
	return true
}

// run executes until no frame is left; m.result is then the result of the last one.
func (m *machine) run() (c outcome) {
	before := m.left
	m.at = wait{}
	defer func() {
		m.steps += before - m.left
		if x := recover(); x != nil {
			// A value does not have the form of its type, as after a cast through unsafe.
			m.why, c = fmt.Sprintf("it cannot be followed: %v", x), unclear
		}
	}()
	for len(m.frames) > 0 {
		f := &m.frames[len(m.frames)-1]
		r := m.stack[f.base : f.base+f.code.size : f.base+f.code.size]
		ops, pc := f.code.ops, outcome(f.pc)
		for pc >= 0 {
			f.pc = int(pc)
			if m.left--; m.left < 0 {
				return m.giveUp(fmt.Sprintf("it takes more than %d steps", m.MaxSteps))
			}
			pc = ops[pc](m, r)
		}
		switch {
		case pc == entered:
		case pc != panicking:
			return pc
		case !m.unwind():
			return panicking
		}
	}
	return 0
}

// cellsOfStep is how many parts of a value, or bytes, are copied or compared in the time of one
// step.
const cellsOfStep = 8

// spend counts the work of an instruction on the given number of parts or bytes.
func (m *machine) spend(cells int) { m.left -= int64(cells / cellsOfStep) }

// scan counts the work of native code on bytes. It handles many more of them in the time of a step.
func (m *machine) scan(bytes int) { m.spend(bytes / cellsOfStep) }

// push enters a function.
func (m *machine) push(c *code, args, binds []Value, h returnMode) {
	base := m.top
	m.top += c.size
	for m.top > len(m.stack) {
		m.stack = append(m.stack, make([]Value, len(m.stack))...)
	}
	n := copy(m.stack[base:], args)
	n += copy(m.stack[base+n:], binds)
	copy(m.stack[base+n:m.top], c.image[n:])
	m.frames = append(m.frames, frame{code: c, base: base, how: h})
}

// leave returns from the current function with a result.
func (m *machine) leave(v Value) outcome {
	i := len(m.frames) - 1
	f := m.frames[i]
	m.frames[i] = frame{}
	m.frames = m.frames[:i]
	clear(m.stack[f.base:m.top])
	m.top = f.base
	if f.how == resuming {
		return m.resume(&m.frames[i-1])
	}
	if f.how == unwinding {
		up := &m.frames[i-1]
		if up.recovered {
			up.recovered = false
			return m.resume(up)
		}
		m.fault = up.fault
		return panicking
	}
	if i == 0 {
		m.result = v
		return entered
	}
	if f.how == plain {
		up := &m.frames[i-1]
		if d := up.code.dst[up.pc]; d >= 0 {
			m.stack[up.base+d] = v
		}
		up.pc++
	}
	return entered
}

// single converts the result of a function from a list of one value to that value.
func (v Value) single() Value {
	if a, ok := v.ref.(aggregate); ok && len(a) == 1 {
		return a[0]
	}
	return v
}

// maxNestedCalls is the number of nested calls beyond which a recursion is assumed not to end.
const maxNestedCalls = 10_000

// enter calls a function.
func (m *machine) enter(c *closure, args []Value, h returnMode) outcome {
	switch {
	case c == nil:
		return m.throw("invalid memory address or nil pointer dereference")
	case c.do != nil:
		return m.native(c.do, args, h)
	case len(m.frames) > maxNestedCalls:
		return m.giveUp("the recursion of " + c.fn.String() + " does not end")
	}
	f, do, why := m.compiled(c.fn)
	switch {
	case do != nil:
		return m.native(do, args, h)
	case f == nil:
		return m.giveUp(why)
	case m.starting != nil && c.fn.Name() == "init" && c.fn.Pkg != m.starting:
		// The variables of other packages are initialized when they are needed.
		return m.afterNative(Value{ref: aggregate{}}, h)
	}
	m.push(f, args, c.binds, h)
	return entered
}

// native calls a native function with resolved arguments.
func (m *machine) native(do native, args []Value, h returnMode) outcome {
	for i, a := range args {
		v, ok := m.resolve(a)
		if !ok {
			return m.stop
		}
		args[i] = v
	}
	v, ok := do(m, args)
	if !ok {
		return m.stop
	}
	return m.afterNative(v, h)
}

// afterNative continues after the call of a native function.
func (m *machine) afterNative(v Value, h returnMode) outcome {
	f := &m.frames[len(m.frames)-1]
	if v.ref == (*closure)(nil) {
		v.ref = nil
	}
	switch h {
	case plain:
		if d := f.code.dst[f.pc]; d >= 0 {
			m.stack[f.base+d] = v
		}
		f.pc++
	case unwinding:
		m.fault = f.fault
		return panicking
	case resuming:
		return m.resume(f)
	}
	return entered
}

// giveUp ends the run: the value of the predicate is not known.
func (m *machine) giveUp(why string) outcome {
	m.why, m.stop = why, unclear
	return unclear
}

// resolve returns the value that a lazy value stands for.
func (m *machine) resolve(v Value) (Value, bool) {
	switch l := v.ref.(type) {
	case *lazy:
		w, ok := l.get(m)
		if !ok {
			return w, false
		}
		if u, bad := w.ref.(*unknown); bad {
			m.giveUp(u.why)
			return w, false
		}
		return w, true
	case *unknown:
		m.giveUp(l.why)
		return v, false
	}
	return v, true
}

// note adds a function to the trail that is called when the run goes back past this moment.
func (m *machine) note(undo func()) { m.trail = append(m.trail, change{undo: undo}) }
