package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/infer"
	"github.com/rtest-dev/rtest/internal/longtest"
	"github.com/rtest-dev/rtest/internal/race"
)

var update = flag.Bool("update", false, "write the answers into the sessions")

// TestSessions plays the recorded sessions: each archive holds the files of a
// module and a file called session. Its lines are
//
//	> 1 method {parameters}   a request of the client with its ID
//	> - method {parameters}   a notification
//	> json …                  any message, as it stands
//	$ rm file                 a file vanishes
//	$ cp from file            a file changes on disk
//	< …                       what the server sends then, until it is idle
//
// and comments behind #. In parameters @file is the content of a file as a JSON
// string; $URI is the folder of the files in all messages.
func TestSessions(t *testing.T) {
	archives, err := filepath.Glob(filepath.Join("testdata", "*.txtar"))
	if err != nil || len(archives) == 0 {
		t.Fatalf("no sessions: %v", err)
	}
	for _, path := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			play(t, path)
		})
	}
}

func play(t *testing.T, path string) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	longtest.SkipArchive(t, archive.Comment)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(dir, "m")
	p := &player{t: t, dir: dir, uri: uriOf(dir)}
	session := -1
	for i, f := range archive.Files {
		if f.Name == "session" {
			session = i
			continue
		}
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		data := f.Data
		if strings.HasSuffix(f.Name, "_crlf.go") {
			data = bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n"))
		}
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, data, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	if session < 0 {
		t.Fatal("no session in the archive")
	}
	want := string(archive.Files[session].Data)
	got := p.session(want)
	if got == want {
		return
	}
	if *update {
		archive.Files[session].Data = []byte(got)
		if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			t.Fatalf("%s: line %d of the session is\n%s\nwant\n%s", path, i+1, g[i], w[i])
		}
	}
	t.Errorf("%s: the session has %d lines, want %d", path, len(g), len(w))
}

// A player plays a session against a server of its own.
type player struct {
	t        *testing.T
	dir, uri string
	server   *server
	out      outbox
}

// An outbox keeps what a server sends.
type outbox struct {
	mu sync.Mutex
	bytes.Buffer
}

func (o *outbox) Write(data []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.Buffer.Write(data)
}

// take returns the messages since it was called last, one a line.
func (o *outbox) take(t *testing.T) []string {
	t.Helper()
	o.mu.Lock()
	defer o.mu.Unlock()
	var lines []string
	r := newReader(&o.Buffer)
	for {
		data, err := r.read()
		if errors.Is(err, io.EOF) {
			return lines
		}
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(data))
	}
}

func (p *player) session(text string) string {
	p.server = newServer(context.Background(), &p.out, Config{
		Explain: func(e event.Finding) string {
			return e.Function + ": " + string(e.Failure.Cause) + "\n" + e.Failure.Call
		},
		Generate: func(_ context.Context, cfg config.Config, only bool) ([]string, error) {
			if only {
				return []string{filepath.Join(cfg.Dir, "z.go")}, nil
			}
			return []string{"a_rtest_test.go"}, nil
		},
		Infer: infer.Propose,
		Options: func(string) (config.Config, error) {
			cfg := config.Defaults()
			cfg.Save, cfg.Limits.Time = true, 0
			return cfg, nil
		},
		Run: func(ctx context.Context, cfg config.Config) iter.Seq[event.Event] {
			q := race.Request{Config: cfg, Limits: race.DefaultLimits(), Showing: &race.Showing{Place: filepath.Base, Read: func(string) []string { return nil }}}
			q.Program = nil
			return race.Along(ctx, q, check.Run(ctx, cfg))
		},
		Concurrent: race.Names,
		Version:    "test",
	})
	var b strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "< ") {
			continue
		}
		b.WriteString(line + "\n")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
			continue
		case strings.HasPrefix(line, "> "):
			p.server.receive(p.message(line[2:]))
		case strings.HasPrefix(line, "$ "):
			p.disk(strings.Fields(line[2:]))
			continue
		default:
			p.t.Fatalf("a line that means nothing: %s", line)
		}
		p.server.work.Wait()
		for _, out := range p.out.take(p.t) {
			if strings.Contains(out, `"kind":"report"`) {
				continue // Progress reports depend on the machine.
			}
			b.WriteString("< " + p.hide(out) + "\n")
		}
	}
	return b.String()
}

var fileRef = regexp.MustCompile(`@[\w./]+`)

// message makes the message of a line.
func (p *player) message(line string) []byte {
	line = fileRef.ReplaceAllStringFunc(line, func(ref string) string {
		data, err := os.ReadFile(filepath.Join(p.dir, ref[1:]))
		if err != nil {
			p.t.Fatal(err)
		}
		text, err := json.Marshal(string(data))
		if err != nil {
			p.t.Fatal(err)
		}
		return string(text)
	})
	line = strings.ReplaceAll(line, "$URI", p.uri)
	if raw, ok := strings.CutPrefix(line, "json "); ok {
		return []byte(raw)
	}
	id, rest, _ := strings.Cut(line, " ")
	method, params, ok := strings.Cut(rest, " ")
	if !ok {
		params = "null"
	}
	if id == "-" {
		return fmt.Appendf(nil, `{"jsonrpc":"2.0","method":%q,"params":%s}`, method, params)
	}
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"method":%q,"params":%s}`, id, method, params)
}

// hide takes out of a message what differs between machines.
func (p *player) hide(s string) string {
	s = strings.ReplaceAll(s, p.uri, "$URI")
	return strings.ReplaceAll(s, p.dir, "$DIR")
}

// disk changes a file without telling the server.
func (p *player) disk(words []string) {
	at := func(i int) string { return filepath.Join(p.dir, filepath.FromSlash(words[i])) }
	var err error
	switch {
	case words[0] == "rm" && len(words) == 2:
		err = os.RemoveAll(at(1))
	case words[0] == "cp" && len(words) == 3:
		var data []byte
		if data, err = os.ReadFile(at(1)); err == nil {
			err = os.WriteFile(at(2), data, 0o644)
		}
	default:
		p.t.Fatalf("no such change of a disk: %v", words)
	}
	if err != nil {
		p.t.Fatal(err)
	}
}
