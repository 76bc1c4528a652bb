package evaluate

import (
	"encoding/binary"
	"reflect"

	"github.com/rtest-dev/rtest/internal/harness/rt/read"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// A call is a target that terms call, with its results so far.
type call struct {
	index   int
	c       read.Case
	changes bool
	// isState says that the call tells values apart: if it does not return, what gave the value is left out.
	isState bool
	inputs  []variable
	// result is the only result. Its table is nil if there is none.
	result variable
	few    memo
	many   map[string]uint32
	// results are variables for results on the stack of a program, by index.
	results []reflect.Value
	// looked caches the last results of look, by a hash of the arguments. It is empty before the first call.
	looked []look
}

// A variable of a case, with the table of its type.
type variable struct {
	pointer any
	value   reflect.Value
	of      *table
}

func (u *Universe) newCall(i int) *call {
	c := &call{index: i, c: u.p.Unit.Targets[i].New(), many: map[string]uint32{}}
	if i < len(u.ask.Changes) {
		c.changes = u.ask.Changes[i]
	}
	for _, p := range c.c.Inputs() {
		c.inputs = append(c.inputs, u.variable(p))
	}
	if out := c.c.Results(); len(out) > 0 {
		c.result = u.variable(out[0])
	}
	return c
}

func (u *Universe) variable(p any) variable {
	v := reflect.ValueOf(p).Elem()
	return variable{pointer: p, value: v, of: u.table(v.Type())}
}

// apply returns the number of the result of a call with these arguments.
func (u *Universe) apply(c *call, args []uint32) uint32 {
	var k few
	if len(args) > len(k) {
		return u.applyMany(c, args)
	}
	for i, a := range args {
		if a == undefined {
			return undefined
		}
		k[i] = a
	}
	id, ok := c.few.get(k)
	if !ok {
		id = u.evaluate(c, args)
		c.few.put(k, id)
	}
	return id
}

func (u *Universe) applyMany(c *call, args []uint32) uint32 {
	b := make([]byte, 0, 4*len(args))
	for _, a := range args {
		if a == undefined {
			return undefined
		}
		b = binary.LittleEndian.AppendUint32(b, a)
	}
	id, ok := c.many[string(b)]
	if !ok {
		id = u.evaluate(c, args)
		c.many[string(b)] = id
	}
	return id
}

// A look is an observation of a call's result.
type look struct {
	args few
	seen uint64
}

// mostLooked is how many looks a call remembers: 384 KiB.
const mostLooked = 1 << 14

// look returns an observation of the result of a call with these arguments, or undefined. Unlike apply, it does
// not number the result.
func (u *Universe) look(c *call, args []uint32) uint64 {
	var k few
	if len(args) > len(k) {
		id := u.applyMany(c, args) // This may make seen longer.
		return c.result.of.seen[id]
	}
	for i, a := range args {
		if a == undefined {
			return undefined
		}
		k[i] = a
	}
	if id, ok := c.few.get(k); ok {
		return c.result.of.seen[id]
	}
	if c.looked == nil {
		c.looked = make([]look, mostLooked)
	}
	at := &c.looked[k.hash()%mostLooked]
	if at.args != k || len(args) == 0 {
		*at = look{args: k, seen: undefined}
		if u.call(c, args) {
			at.seen = c.result.of.look(c.result.pointer)
		}
	}
	return at.seen
}

// evaluate makes the call, and numbers its result.
func (u *Universe) evaluate(c *call, args []uint32) uint32 {
	if !u.call(c, args) {
		return undefined
	}
	return c.result.of.number(c.result.pointer)
}

// known returns the number of the result of a call that was made.
func (c *call) known(args []uint32) (id uint32, ok bool) {
	var k few
	if len(args) > len(k) {
		return 0, false
	}
	for i, a := range args {
		if a == undefined {
			return undefined, true
		}
		k[i] = a
	}
	return c.few.get(k)
}

// call makes the call with values by number; false says that it panicked.
func (u *Universe) call(c *call, args []uint32) bool {
	for i, a := range args {
		c.set(i, c.inputs[i].of.values[a])
	}
	return u.make(c)
}

// set sets an input, to a copy of the variable v where the call changes its inputs.
func (c *call) set(i int, v reflect.Value) {
	if c.changes {
		v = c.inputs[i].of.duplicate(v)
	}
	c.inputs[i].value.Set(v)
}

// A cause is what gave the last value: a call, or a stream.
type cause struct {
	stage wire.Stage
	index int
}

// make calls the target with the inputs that are set; false says that it panicked.
func (u *Universe) make(c *call) (returned bool) {
	u.board.Begin(u.inFlight)
	if !c.isState {
		u.cause = cause{wire.Calling, c.index}
	}
	u.board.At(u.cause.stage, u.cause.index)
	defer func() {
		if !returned {
			recover()
		}
		u.board.At(wire.Idle, 0)
	}()
	c.c.Call()
	return true
}
