package rt

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
	"github.com/rtest-dev/rtest/internal/search"
)

// A Kind tells the frames of the protocol apart.
type Kind byte

// The frames. Those of the parent:
//
//	KindJob     a Job as JSON
//	KindForm    the binary form of the job
//	KindStreams a batch of streams, see AppendStream
//	KindEnd     no more streams
//	KindDomains a Range for each domain, as JSON; before the job that they are
//	            for
//	KindTable   a Table as JSON: the states of a builder that inputs refer to
//	KindExplore an Explore as JSON, then the forms of its groups
//	KindSingle  a Single as JSON: one input, to be described
//
// Those of the process:
//
//	KindHello   the package is initialized, the process waits
//	KindNeed    the next batch of streams is wanted
//	KindFound   a Found as JSON: the first input of a kind of failure
//	KindDone    a Done as JSON: the job has ended
//	KindStates  an Explored as JSON
//	KindKilled  a Killed as JSON: the process ends itself
//	KindArgs    an Input as JSON: the single input before the call
//	KindAnswered an Answered as JSON: a question to a function of that input
//	KindReport  a Judged as JSON: what came of the single input
//	KindCovered a Covered as JSON: an input that reaches something new
const (
	KindJob      Kind = 'J'
	KindForm     Kind = 'F'
	KindStreams  Kind = 'S'
	KindEnd      Kind = 'E'
	KindDomains  Kind = 'V'
	KindTable    Kind = 'T'
	KindExplore  Kind = 'Z'
	KindSingle   Kind = '1'
	KindHello    Kind = 'H'
	KindNeed     Kind = 'N'
	KindFound    Kind = 'X'
	KindDone     Kind = 'D'
	KindStates   Kind = 'Y'
	KindKilled   Kind = 'K'
	KindArgs     Kind = 'A'
	KindReport   Kind = 'R'
	KindAnswered Kind = 'Q'
	KindCovered  Kind = 'C'
)

// A Job asks for a run of many inputs. See harness.Job for the fields that it
// shares.
type Job struct {
	Target       int
	Streams      bool
	Skip         int64
	Limit        int64
	AfterFailure int64
	Reject       int64
	Stall        int64
	Handover     bool
	Shard        form.Shard
	Portion      Portion
	// End is the greatest number of solutions to take, 0 for all.
	End int64
	// Timeout in nanoseconds, Memory in bytes.
	Timeout, Memory int64
	// Until is in nanoseconds since 1970, 0 for never. It is on a clock that is Lag
	// behind that of the system; the board tells when that grows.
	Until, Lag int64
	// Failed is set when there was a finding before: AfterFailure counts from
	// the start.
	Failed bool
	// Depth is that of the inputs. With Exact set inputs whose answers and whose
	// solution are of a lesser one do not count, and the form follows the job
	// also where the solutions come as streams.
	Depth int64
	Exact bool
	// Resume are the choices with which the first solution is to be gone on
	// with. With Whole the streams are those of inputs with their choices.
	Resume []int64
	Whole  bool
	// Sample, where it is not zero, is the seed from which the choices of each
	// solution are drawn: as many times as Samples says, once for 0. Where a
	// function answers as before, the input is not counted again. With Draws it
	// is drawn up to so many times, until it is Samples inputs that count.
	Sample         uint64
	Samples, Draws int64
	// Answers are those from which functions choose, by shape and cost.
	Answers [][]Answers
	// Atoms are conditions: inputs are counted by which of them hold, from the
	// first that fails on, or with Live from the start. With Dry inputs are
	// counted so and not called.
	Atoms     []Atom
	Live, Dry bool
	// Finalize makes the process collect garbage before the job is done, so that
	// finalizers run: who fails in them has come from this job. Settle gives also
	// goroutines that were left behind as long as a call may take, and has each stage
	// looked at for descriptors of the harness that it closed.
	Finalize, Settle bool
	// Trail asks for the inputs that do something new, and for the first Admitted others that
	// satisfy the preconditions.
	Trail    Trail
	Admitted int64
	// Ends are the places of functions of which it is told apart where they end, from the
	// first to behind the last.
	Ends [][2]int
	// Turns is how often an input is run that has a map of several entries, with
	// TurnAll every input; Turn is that of the first run.
	Turns, Turn int
	TurnAll     bool
}

// A Single asks for one input to be run and described.
type Single struct {
	Target          int
	Stream          []int64
	Timeout, Memory int64
	// Depth and Answers are those of a Job.
	Depth   int64
	Answers [][]Answers
	// Turn is that of the run.
	Turn int
	// Mark is written to standard output and error around the call.
	Mark string
}

// A Failure is a way in which an input failed, at a stage and an index. Clause
// is the index of the broken invariant among those of the glue, else -1. Of a
// panic Site is the place, Kind what is said of it there (see PanicKind).
type Failure struct {
	Cause  string
	Stage  Stage
	Index  int
	Clause int
	Site   string
	Kind   string `json:",omitempty"`
	// Later says of a panic that the call had returned: what it returned panics.
	Later bool `json:",omitempty"`
}

// A Found is the first input of a distinct failure; Slot is its counter.
type Found struct {
	Failure
	Slot    int
	Stream  []int64
	Ordinal int64
	// Size is that of the input where its size is known only when it has run.
	// A smaller input of a failure that was reported before is reported too.
	Size int64
	// Results are what the call returned, where it did; Panic is the value of the
	// panic, where that is known without a call. They may not come again.
	Results []*tree.Value
	Panic   string
}

// Covered is an input whose call reached counters that none before it reached;
// Counters are all that it reached. Of a trail they stand for what is new; Admitted says
// that the input satisfies the preconditions.
type Covered struct {
	Stream   []int64
	Counters []int
	Admitted bool `json:",omitempty"`
}

// Done ends a job.
type Done struct {
	Exhausted, Cut bool
	// Open are the parts of the form that the search gave up.
	Open []search.Stall
	// Leaving is set when the process ends after this message.
	Leaving bool
	// Left is set when goroutines of the code under test are there behind the
	// job that were not before.
	Left bool
	// Fault is a fault of the harness itself, or empty.
	Fault string
}

// Killed says why the process ends itself: Timeout or Memory. Own says that it is
// the doing of the call in flight: no goroutines were there before, and the
// greater part of the memory is its own.
type Killed struct {
	Failure
	Own bool
	// Place is where the worker was.
	Place stack.Place
}

// Input is what a single input was before the call.
type Input struct {
	Args []*tree.Value
	// Shapes are the indices of the shapes of the functions among them.
	Shapes []int
	// Places are, for those that are drawn, in order, the places of the values
	// among those from which they are drawn.
	Places []int
}

// Judged is what came of a single input.
type Judged struct {
	// Rejected is the index of the precondition that rejects it, -1 when none
	// does, NoSuch when the stream draws a value that there is not.
	Rejected       int
	Failures       []Verdict
	After, Results []*tree.Value
	// Fault is a fault of the harness, or empty; Torn says that it is one of the
	// stream, which does not fit the inputs.
	Fault string
	Torn  bool
	// Overflow says that arithmetic of the contract's own wrapped around.
	Overflow bool
	// Notes say what was strange and is no failure.
	Notes []string
}

// NoSuch is the value of Judged.Rejected for a draw beyond the last value.
const NoSuch = -2

// A Verdict is one failure of a single input with what is known about it.
type Verdict struct {
	Failure
	Panic string
	Stack []string
	Parts []Part
}

// A Part is a sub-expression and its value.
type Part struct{ Text, Value string }

// A Conn reads and writes frames. Writing is safe for many goroutines.
type Conn struct {
	r  io.Reader
	w  io.Writer
	mu sync.Mutex
}

// NewConn returns a connection that reads from r and writes to w.
func NewConn(r io.Reader, w io.Writer) *Conn { return &Conn{r: r, w: w} }

// maxFrame bounds a frame, so that a torn one is not taken for a great one.
const maxFrame = 1 << 30

// trusted is the length of a frame for which there is memory before it is there.
const trusted = 1 << 20

// Send writes one frame.
func (c *Conn) Send(k Kind, data []byte) error {
	if len(data) > maxFrame {
		return fmt.Errorf("a message of %d bytes is too long", len(data))
	}
	frame := make([]byte, 5, 5+len(data))
	frame[0] = byte(k)
	binary.LittleEndian.PutUint32(frame[1:], uint32(len(data)))
	frame = append(frame, data...)
	c.mu.Lock()
	defer c.mu.Unlock()
	_, err := c.w.Write(frame)
	return err
}

// SendJSON writes one frame that holds v as JSON.
func (c *Conn) SendJSON(k Kind, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return c.Send(k, data)
}

// Receive reads one frame.
func (c *Conn) Receive() (Kind, []byte, error) {
	var head [5]byte
	if _, err := io.ReadFull(c.r, head[:]); err != nil {
		return 0, nil, err
	}
	n := binary.LittleEndian.Uint32(head[1:])
	if n > maxFrame {
		return 0, nil, fmt.Errorf("a message of %d bytes announced", n)
	}
	// What is announced need not be there.
	if n > trusted {
		data, err := io.ReadAll(io.LimitReader(c.r, int64(n)))
		if err == nil && len(data) < int(n) {
			err = io.ErrUnexpectedEOF
		}
		return Kind(head[0]), data, err
	}
	data := make([]byte, n)
	if _, err := io.ReadFull(c.r, data); err != nil {
		return 0, nil, err
	}
	return Kind(head[0]), data, nil
}

// AppendStream appends a stream to a batch: its length, then its numbers, as
// varints.
func AppendStream(batch []byte, stream []int64) []byte {
	batch = binary.AppendUvarint(batch, uint64(len(stream)))
	for _, v := range stream {
		batch = binary.AppendVarint(batch, v)
	}
	return batch
}

// ReadStreams reads what AppendStream has put together.
func ReadStreams(data []byte) ([][]int64, error) {
	var b batch
	if err := b.decode(data); err != nil {
		return nil, err
	}
	streams := make([][]int64, len(b.ends))
	for i := range streams {
		streams[i] = b.at(i)
	}
	return streams, nil
}

// A batch is some solutions on their way to the worker: the numbers of all
// and where each ends.
type batch struct {
	flat []int64
	ends []int
}

func (b *batch) reset() { b.flat, b.ends = b.flat[:0], b.ends[:0] }

func (b *batch) add(stream []int64) {
	b.flat = append(b.flat, stream...)
	b.ends = append(b.ends, len(b.flat))
}

func (b *batch) at(i int) []int64 {
	from := 0
	if i > 0 {
		from = b.ends[i-1]
	}
	return b.flat[from:b.ends[i]:b.ends[i]]
}

// decode replaces b by the batch in data.
func (b *batch) decode(data []byte) error {
	b.reset()
	for len(data) > 0 {
		n, k := binary.Uvarint(data)
		if k <= 0 {
			return fmt.Errorf("a batch of streams is torn")
		}
		data = data[k:]
		for range n {
			v, k := binary.Varint(data)
			if k <= 0 {
				return fmt.Errorf("a stream is torn")
			}
			data = data[k:]
			b.flat = append(b.flat, v)
		}
		b.ends = append(b.ends, len(b.flat))
	}
	return nil
}
