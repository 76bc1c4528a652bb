//go:build unix

package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
)

// BenchmarkSave changes a line in the body of a function of an example, of one
// that fails where there is one, saves it, and waits until the findings are
// there: ms-first is the time to the first diagnostics, of functions of which
// nothing has changed, ms-last that to the last, ms-end that to the last verdict,
// of functions that pass as well, and ms-cpu the processor time of all.
func BenchmarkSave(b *testing.B) {
	files, err := filepath.Glob(filepath.Join("..", "..", "examples", "*", "*.go"))
	if err != nil || len(files) == 0 {
		b.Fatalf("no examples: %v", err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		if !contracted.Match(src) || strings.HasSuffix(file, "_test.go") {
			continue // Its contracts are for functions of other packages.
		}
		b.Run(filepath.Base(filepath.Dir(file)), func(b *testing.B) { benchmarkSave(b, file, string(src)) })
	}
}

// contracted matches a function with a contract.
var contracted = regexp.MustCompile(`(?m)^//rtest:(ensures|sig).*\n(//.*\n)*func .*\{$`)

// edited writes another number into the body of the function of that name, or the
// first function with a contract where the name is empty.
func edited(b *testing.B, src, name string, number int64) string {
	at := 0
	contract := false
	for line := range strings.Lines(src) {
		at += len(line)
		switch {
		case strings.HasPrefix(line, "//rtest:ensures"), strings.HasPrefix(line, "//rtest:sig"):
			contract = true
		case contract && strings.HasSuffix(line, "{\n") && (name == "" || strings.Contains(line, " "+name[strings.LastIndexByte(name, '.')+1:]+"(")):
			return fmt.Sprintf("%s\tbenchmarked = %d\n%s\nvar benchmarked int\n", src[:at], number, src[at:])
		case !strings.HasPrefix(line, "//"):
			contract = false
		}
	}
	if name == "" {
		b.Fatal("no function has a contract")
	}
	return edited(b, src, "", number)
}

// processorTime returns the processor time of this process and of those that it started.
func processorTime(b *testing.B) time.Duration {
	var sum time.Duration
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var r syscall.Rusage
		if err := syscall.Getrusage(who, &r); err != nil {
			b.Fatal(err)
		}
		sum += time.Duration(r.Utime.Nano() + r.Stime.Nano())
	}
	return sum
}

// A clock is where a server writes: it notes when diagnostics come.
type clock struct {
	mu          sync.Mutex
	first, last time.Time
}

func (c *clock) Write(data []byte) (int, error) {
	if bytes.Contains(data, []byte(`"textDocument/publishDiagnostics"`)) && bytes.Contains(data, []byte(`"severity":1`)) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.last = time.Now()
		if c.first.IsZero() {
			c.first = c.last
		}
	}
	return len(data), nil
}

func benchmarkSave(b *testing.B, file, src string) {
	dir := b.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Dir(filepath.Dir(file)))); err != nil {
		b.Fatal(err)
	}
	path := filepath.Join(dir, filepath.Base(filepath.Dir(file)), filepath.Base(file))
	out := &clock{}
	s := newServer(context.Background(), out, Config{
		Explain: func(e event.Finding) string { return e.Failure.Call },
		Options: func(string) (config.Config, error) {
			cfg := config.Defaults()
			cfg.Parallel = 2
			return cfg, nil
		},
	})
	send := func(method string, params any) {
		raw, err := json.Marshal(params)
		if err != nil {
			b.Fatal(err)
		}
		s.receive(fmt.Appendf(nil, `{"jsonrpc":"2.0","method":%q,"params":%s}`, method, raw))
	}
	s.receive([]byte(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{},"initializationOptions":{"run":"onSave"}}}`))
	type object = map[string]any
	id := object{"uri": uriOf(path), "version": 0, "text": src}
	send("textDocument/didOpen", object{"textDocument": id})
	var sum [4]time.Duration
	version, name := 0, ""
	save := func() {
		version++
		text := edited(b, src, name, time.Now().UnixNano())
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			b.Fatal(err)
		}
		id["version"] = version
		*out = clock{}
		start, cpu := time.Now(), processorTime(b)
		send("textDocument/didChange", object{"textDocument": id, "contentChanges": []any{object{"text": text}}})
		send("textDocument/didSave", object{"textDocument": id})
		s.work.Wait()
		end := time.Now()
		if out.first.IsZero() {
			out.first, out.last = end, end
		}
		for i, t := range []time.Time{out.first, out.last, end} {
			sum[i] += t.Sub(start)
		}
		sum[3] += processorTime(b) - cpu
	}
	save() // The first run tests everything.
	for _, r := range s.folder(filepath.Dir(path)).results {
		if r.end.Verdict == event.Refuted && (name == "" || r.end.Function < name) {
			name = r.end.Function
		}
	}
	sum = [4]time.Duration{}
	b.ResetTimer()
	for range b.N {
		save()
	}
	for i, unit := range []string{"ms-first", "ms-last", "ms-end", "ms-cpu"} {
		b.ReportMetric(float64(sum[i].Milliseconds())/float64(b.N), unit)
	}
}
