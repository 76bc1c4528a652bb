package stack

import (
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// GeneratedPrefix begins the names of generated files in the package under test. RuntimeDir is the
// folder that holds this package, in the standard library or below the module's internal folder.
const (
	GeneratedPrefix = "rtest_generated_"
	RuntimeDir      = "rtest_runtime"
	// GeneratedName begins the names of generated declarations, GeneratedState those of the types
	// of cases, and GeneratedCall those of the functions that call a function under test.
	GeneratedName  = "rtestg_"
	GeneratedState = GeneratedName + "state"
	GeneratedCall  = GeneratedName + "Call"
)

// A Module is the user's module: its path and its folder.
type Module struct{ Path, Dir string }

// A Frame is one call in a stack.
type Frame struct {
	Func, File string
	Line       int
}

// String returns the function, the file and the line.
func (f Frame) String() string { return f.Func + " " + f.Site() }

// Site returns the file and the line.
func (f Frame) Site() string { return f.File + ":" + strconv.Itoa(f.Line) }

// Generated reports whether the frame is in a generated file.
func (f Frame) Generated() bool {
	return strings.HasPrefix(filepath.Base(f.File), GeneratedPrefix)
}

// Harness reports whether the frame is in rtest's runtime.
func (f Frame) Harness() bool {
	return strings.Contains("/"+f.Func, "/"+RuntimeDir+"/")
}

// User reports whether the frame is in the user's module.
func (m Module) User(f Frame) bool {
	if f.Generated() || f.Harness() {
		return false
	}
	file := filepath.ToSlash(f.File)
	dir := filepath.ToSlash(m.Dir) + "/"
	if strings.HasPrefix(file, dir) {
		return !strings.HasPrefix(file, dir+"vendor/")
	}
	return strings.HasPrefix(file, m.Path+"/") // -trimpath
}

// onDisk returns the frame with the path of its file on disk, also for binaries built with -trimpath.
func (m Module) onDisk(f Frame) Frame {
	if rest, ok := strings.CutPrefix(f.File, m.Path+"/"); ok && !filepath.IsAbs(f.File) {
		f.File = filepath.Join(m.Dir, filepath.FromSlash(rest))
	}
	return f
}

// UserFrames returns the frames that mean something to the user, innermost first: those of the
// module, or if there are none, those that belong to neither Go's runtime nor rtest.
func (m Module) UserFrames(all []Frame) []Frame {
	var own, other []Frame
	for _, f := range all {
		switch {
		case m.User(f):
			own = append(own, m.onDisk(f))
		case !f.Generated() && !f.Harness() && !strings.HasPrefix(f.Func, "runtime."):
			other = append(other, f)
		}
	}
	if own == nil {
		return other
	}
	return own
}

// Lines returns the frames as text.
func Lines(frames []Frame) []string {
	var lines []string
	for _, f := range frames {
		lines = append(lines, f.String())
	}
	return lines
}

// Site returns the innermost of the user's frames as file:line, or "".
func (m Module) Site(all []Frame) string {
	if own := m.UserFrames(all); len(own) > 0 {
		return own[0].Site()
	}
	return ""
}

// PlainName returns the name of a function. It undoes the change of a closure's name when the
// function under test is inlined into the generated call.
func PlainName(name string) string {
	before, rest, ok := strings.Cut(name, "."+GeneratedCall)
	if !ok {
		return name
	}
	_, call, ok := strings.Cut(rest, ".")
	if !ok {
		return name
	}
	return before + "." + call
}

// Panicking returns the frames between the panic or Goexit and the harness. A deferred function
// that the panic or Goexit runs must call it.
func Panicking() []Frame {
	pcs := make([]uintptr, 256)
	pcs = pcs[:runtime.Callers(2, pcs)]
	frames := runtime.CallersFrames(pcs)
	var found []Frame
	below, inside := false, false
	for {
		f, more := frames.Next()
		fr := Frame{PlainName(f.Function), f.File, f.Line}
		switch {
		case !below:
			below = f.Function == "runtime.gopanic" || f.Function == "runtime.Goexit"
		case fr.Harness() && isRecorder(f.Function):
			// It is between a function and its caller, and was called by reflection.
			for len(found) > 0 && isReflectionCall(found[len(found)-1]) {
				found = found[:len(found)-1]
			}
			inside = true
		case inside && isReflectionCall(fr):
		case fr.Harness():
			return found
		default:
			found, inside = append(found, fr), false
		}
		if !more {
			return found
		}
	}
}

// isRecorder reports whether a function of the harness only records calls to a function of the
// user.
func isRecorder(name string) bool {
	return strings.Contains(name, ".(*iteratorRecorder).") || strings.Contains(name, ".(*functionRecorder).")
}

// isReflectionCall reports whether a frame belongs to a call by reflection.
func isReflectionCall(f Frame) bool {
	return strings.HasPrefix(f.Func, "reflect.") || strings.HasPrefix(f.Func, "runtime.call") || f.Func == "runtime.reflectcall"
}

// OnlyRuntime reports whether only frames of Go's runtime lie between a panic and the harness.
func OnlyRuntime(all []Frame) bool {
	for _, f := range all {
		if !strings.HasPrefix(f.Func, "runtime.") {
			return false
		}
	}
	return true
}

// Strange reports whether the frames of a predicate lead through a closure that the function fn
// under test made.
func Strange(all []Frame, fn string) bool {
	if len(all) > 1 && all[0].Func == "runtime.panicrangestate" {
		// An iterator continued after the body of the loop had returned false. The body is where
		// the runtime notices that.
		all = all[2:]
	}
	inner := all
	for i, f := range all {
		if f.Generated() {
			inner = all[:i]
			break
		}
	}
	for i, f := range inner {
		if strings.HasPrefix(f.Func, fn+".func") || strings.HasPrefix(f.Func, fn+".gowrap") {
			return true
		}
		if i == len(inner)-1 && Closure(f.Func) {
			return true
		}
	}
	return false
}

// Closure reports whether name is that of a function literal: its last part is func and a number.
func Closure(name string) bool {
	last := name[strings.LastIndexByte(name, '.')+1:]
	digits, ok := strings.CutPrefix(last, "func")
	if !ok {
		return false
	}
	_, err := strconv.Atoi(digits)
	return err == nil
}

// A Goroutine is one goroutine of a dump.
type Goroutine struct {
	Frames []Frame
	// Worker is set if the goroutine runs an input.
	Worker bool
	// Waits means that the goroutine goes on only after some other event. Waiting for a lock does not count.
	Waits bool
}

// waits reports whether the first line of a goroutine in a dump shows such a wait.
func waits(header string) bool {
	for _, state := range [...]string{"[chan ", "[select", "[sleep", "[IO wait", "[sync.Cond.Wait", "[sync.WaitGroup.Wait"} {
		if strings.Contains(header, state) {
			return true
		}
	}
	return false
}

// ParseStacks parses a dump of goroutines, as runtime.Stack and a dying process write it.
func ParseStacks(dump string) []Goroutine {
	var all []Goroutine
	var name string
	open := false
	for line := range strings.Lines(dump) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case strings.HasPrefix(line, "goroutine ") && strings.HasSuffix(line, ":"):
			all, open = append(all, Goroutine{Waits: waits(line)}), true
		case !open || line == "":
			open = open && line != ""
		case strings.HasPrefix(line, "created by "):
			open = false
		case !strings.HasPrefix(line, "\t"):
			name = line
			if i := strings.LastIndexByte(line, '('); i > 0 {
				name = line[:i]
			}
		default:
			g := &all[len(all)-1]
			f := Frame{Func: PlainName(name)}
			f.File, f.Line = position(strings.TrimPrefix(line, "\t"))
			g.Worker = g.Worker || f.Harness() && (strings.HasSuffix(name, "(*Worker).runInput") || strings.HasSuffix(name, "(*Worker).runInputs"))
			g.Frames = append(g.Frames, f)
		}
	}
	return all
}

// position splits "file:line +0x1d".
func position(s string) (file string, line int) {
	if i := strings.LastIndex(s, " +0x"); i >= 0 {
		s = s[:i]
	}
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return s, 0
	}
	line, _ = strconv.Atoi(s[i+1:])
	return s[:i], max(line, 0)
}

// RaceWarning begins a report of the race detector.
const RaceWarning = "==================\nWARNING: DATA RACE\n"

// ParseRace returns the frames of the first access in a report of the race detector.
func ParseRace(dump string) []Frame {
	dump = strings.TrimPrefix(dump, RaceWarning)
	dump, _, _ = strings.Cut(dump, "\n\n")
	var all []Frame
	name := ""
	for line := range strings.Lines(dump) {
		line = strings.TrimRight(line, "\r\n")
		if file, ok := strings.CutPrefix(line, "      "); ok {
			f := Frame{Func: PlainName(name)}
			f.File, f.Line = position(file)
			all = append(all, f)
		} else if fn, ok := strings.CutPrefix(line, "  "); ok {
			name = strings.TrimSuffix(fn, "()")
		}
	}
	return all
}

// Inner returns the innermost frames of the code under test. It omits frames of the harness on top
// of them, as there are while the harness answers for a function input.
func (m Module) Inner(frames []Frame) []Frame {
	ours := func(f Frame) bool { return f.Generated() || f.Harness() }
	for len(frames) > 0 {
		n := slices.IndexFunc(frames, ours)
		if n < 0 {
			return frames
		}
		if n > 0 && (frames[n].Generated() || slices.ContainsFunc(frames[:n], m.User)) {
			return frames[:n]
		}
		for frames = frames[n:]; len(frames) > 0 && ours(frames[0]); {
			frames = frames[1:]
		}
	}
	return nil
}
