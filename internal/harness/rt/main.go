package rt

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/rtest-dev/rtest/internal/harness/rt/read"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// stackLimit is the greatest stack of a goroutine.
const stackLimit = 64 << 20

// A process is the harness as it runs.
type process struct {
	// board is kept because the collector would close a file that nobody refers to.
	board *os.File
	unit  *read.Unit
	conn  *wire.Conn
	words []int64
	flush func(int)
	fn    string
	// frames are what the parent sends, once its reader runs.
	frames chan frame
	out    *os.File
	// base is the number of goroutines while no job runs.
	base int
	// stuck says that a finalizer has taken longer than a call may: the others wait
	// behind it for ever.
	stuck bool
	// private is what the process had for itself when it began, or when it had
	// taken tables of states, which take held bytes.
	private, held int64
	// trails are those of the targets that were followed.
	trails map[int]*trail
	// lines are the descriptors of the harness and of the runtime's poller.
	lines lines
}

type frame struct {
	kind wire.Kind
	data []byte
}

// Main is the harness: it serves the jobs that the parent sends until it hangs
// up.
func Main(u *read.Unit) {
	p, err := open(u)
	if err == nil {
		err = p.serve()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, wire.FaultPrefix+err.Error())
		os.Exit(wire.FaultCode)
	}
	os.Exit(0)
}

func open(u *read.Unit) (*process, error) {
	var fds [3]uintptr
	list := strings.Split(os.Getenv(wire.Env), ",")
	if len(list) != len(fds) {
		return nil, fmt.Errorf("this program is the harness of %s and is run by rtest", u.Package)
	}
	taken := openLines()
	for i, s := range list {
		n, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			return nil, err
		}
		fds[i] = aside(uintptr(n))
	}
	raisePoller()
	os.Unsetenv(wire.Env)
	board := os.NewFile(fds[2], "board")
	words, flush, _, err := wire.MapWords(board)
	if err != nil {
		return nil, err
	}
	debug.SetMaxStack(stackLimit)
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	read.SetUnit(u)
	p := &process{unit: u, words: words, board: board, flush: flush, frames: make(chan frame, 2), out: os.Stdout, private: private()}
	p.lines = openLines().without(taken)
	p.conn = wire.NewConn(os.NewFile(fds[0], "commands"), os.NewFile(fds[1], "answers"))
	go p.read()
	return p, nil
}

// read receives until the parent hangs up, with which the process ends even if
// the code under test does not.
func (p *process) read() {
	for {
		kind, data, err := p.conn.Receive()
		if err != nil {
			os.Exit(0)
		}
		p.frames <- frame{kind, data}
	}
}

func (p *process) serve() error {
	p.base = runtime.NumGoroutine()
	if err := p.conn.Send(wire.KindHello, nil); err != nil {
		return err
	}
	for f := range p.frames {
		var err error
		switch f.kind {
		case wire.KindJob:
			err = p.job(f.data)
		case wire.KindSingle:
			err = p.single(f.data)
		case wire.KindDomains:
			var all []wire.Range
			if err = json.Unmarshal(f.data, &all); err == nil {
				read.SetDomains(p.unit.Domains, all)
			}
		case wire.KindTable:
			err = p.table(f.data)
		case wire.KindExplore:
			err = p.explore(f.data)
		default:
			err = fmt.Errorf("message %q is not expected here", f.kind)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// job serves one job.
func (p *process) job(data []byte) error {
	var j wire.Job
	if err := json.Unmarshal(data, &j); err != nil {
		return err
	}
	t := &p.unit.Targets[j.Target]
	b := wire.NewBoard(p.words, p.flush, t.Pre, t.Classes)
	b.Clear()
	p.fn = t.Func
	wt := p.watch(b, j.Timeout, j.Memory)
	if j.Until != 0 {
		wt.until, wt.lag = time.Unix(0, j.Until), j.Lag
	}
	wt.overdue = func() {
		p.conn.SendJSON(wire.KindDone, wire.Done{Cut: true, Leaving: true})
		os.Exit(0)
	}
	w := newWorker(p.unit, t, b, j, wt)
	if j.Settle {
		w.severed = p.lines.severed
	}
	found := p.finder(w)
	p.cover(w)
	p.trail(w)
	var done wire.Done
	var err error
	if j.Streams && j.Exact {
		if w.unfold.form, err = p.receiveForm(); err != nil {
			return err
		}
	}
	before := runtime.NumGoroutine()
	wt.start()
	c := newCrew(w)
	if j.Streams {
		done, err = p.streams(c)
	} else {
		done, err = p.form(c)
	}
	if err != nil {
		return err
	}
	c.close()
	if j.Finalize {
		p.finalize(wt.timeout)
	}
	done.Left = settle(wt.timeout, max(p.base, before), j.Settle)
	wt.end()
	b.KeepAll(p.unit.Profile)
	done.Cut = wt.stop.Load() && !done.Exhausted
	done.Fault = found.fault
	return p.conn.SendJSON(wire.KindDone, done)
}

// watch returns the watch of a job. It cannot look while the runtime waits for a
// goroutine to stop, and one that copies memory, as strings.Repeat does, may not
// stop for seconds: so the system ends what goes far beyond the memory. What Go
// has from jobs with more of it is its own all the same.
func (p *process) watch(b *wire.Board, timeout, memory int64) *watch {
	debug.SetMemoryLimit(memory/8*7 + p.held)
	if memory > 0 {
		ceiling(max(p.private+memory, private()) + memory/2)
	}
	return &watch{proc: p, board: b, timeout: time.Duration(timeout), memory: memory}
}

// streams runs what the parent sends.
func (p *process) streams(c *crew) (wire.Done, error) {
	for {
		if err := p.conn.Send(wire.KindNeed, nil); err != nil {
			return wire.Done{}, err
		}
		f := <-p.frames
		switch f.kind {
		case wire.KindEnd:
			return wire.Done{Exhausted: true}, nil
		case wire.KindStreams:
			if c.over {
				return wire.Done{}, nil
			}
			if err := c.cur.Decode(f.data); err != nil {
				return wire.Done{}, err
			}
			if !c.flush() && !c.full() {
				return wire.Done{}, nil
			}
		default:
			return wire.Done{}, fmt.Errorf("message %q where streams are expected", f.kind)
		}
	}
}
