package process

import (
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/rtest-dev/rtest/internal/fault"
)

// maxOutput is how many bytes of a process's output are kept, from the end.
const maxOutput = 256 << 10

// A tail keeps the end of a process's output.
type tail struct {
	mu   sync.Mutex
	data []byte
	// dropped says that the beginning was dropped.
	dropped bool
	done    chan struct{}
}

// follow reads f until its end.
func follow(f *os.File) *tail {
	t := &tail{done: make(chan struct{})}
	fault.Go(func() {
		defer close(t.done)
		defer f.Close()
		io.Copy(t, f)
	})
	return t
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.data = append(t.data, p...)
	if extra := len(t.data) - 2*maxOutput; extra > 0 {
		t.data, t.dropped = append(t.data[:0], t.data[len(t.data)-maxOutput:]...), true
	}
	return len(p), nil
}

// finalText returns the output of a process that has ended. Processes that it started may hold the
// pipe open, so it waits only a short time for the end of the output.
func (t *tail) finalText() string {
	select {
	case <-t.done:
	case <-time.After(200 * time.Millisecond):
	}
	return t.text()
}

// isTruncated reports whether the beginning was dropped.
func (t *tail) isTruncated() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.dropped
}

func (t *tail) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.data)
}

// Output returns the end of the standard output and error of a process that has ended.
func (p *Process) Output() string { return p.out.finalText() }

// OutputBetween returns what a process wrote during a call: between its two marks, or after the
// first mark if the call did not return.
func (p *Process) OutputBetween(mark string, returned bool) string {
	p.out.finalText()
	return p.out.between(mark, returned)
}

// between returns the output of a call: the text between its two marks, or after the first mark if the call did
// not return. If the first mark was dropped, it returns the rest of the call's output.
func (t *tail) between(mark string, returned bool) string {
	text, marks := t.text(), 1
	if returned {
		marks = 2
	}
	if !t.isTruncated() || strings.Count(text, mark) == marks {
		var found bool
		if _, text, found = strings.Cut(text, mark); !found {
			return ""
		}
	}
	text, _, _ = strings.Cut(text, mark)
	return text
}

// maxReported is how many bytes of the output of a call are reported.
const maxReported = 4 << 10

// Shorten removes the middle of a text that is too long to be reported.
func Shorten(text string) string {
	if len(text) <= maxReported {
		return text
	}
	head, end := text[:maxReported/2], text[len(text)-maxReported/2:]
	return strings.ToValidUTF8(head, "") + "\n…\n" + strings.ToValidUTF8(end, "")
}
