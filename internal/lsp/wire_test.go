package lsp

import (
	"bytes"
	"context"
	"errors"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
)

func TestReader(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []string
		err      string
	}{
		{"nothing", "", nil, "EOF"},
		{"two", "Content-Length: 2\r\n\r\n{}Content-Length: 3\r\n\r\n[1]", []string{"{}", "[1]"}, "EOF"},
		{"further headers", "content-length:2\r\nContent-Type: x; charset=utf-8\r\n\r\n{}", []string{"{}"}, "EOF"},
		{"bare newlines", "Content-Length: 2\n\n{}", []string{"{}"}, "EOF"},
		{"empty lines between", "\r\nContent-Length: 2\r\n\r\n{}\n\r\n", []string{"{}"}, "EOF"},
		{"bytes, not characters", "Content-Length: 4\r\n\r\n\"é\"", []string{"\"é\""}, "EOF"},
		{"no length", "Content-Type: x\r\n\r\n{}", nil, "a message without Content-Length"},
		{"no number", "Content-Length: two\r\n\r\n{}", nil, `"two" is not a length of a message`},
		{"negative", "Content-Length: -2\r\n\r\n{}", nil, `"-2" is not a length of a message`},
		{"too great", "Content-Length: 99999999999\r\n\r\n{}", nil, `"99999999999" is not a length of a message`},
		{"no header", "hello\r\n\r\n", nil, `"hello" is not a header of a message`},
		{"a line without an end", strings.Repeat("x", 1<<20), nil, `"xxxxxxxxxxxxxxxxxxxx"… is not a header of a message`},
		{"cut in the header", "Content-Len", nil, "unexpected EOF"},
		{"cut behind a header", "Content-Length: 2\r\n", nil, "unexpected EOF"},
		{"cut in the message", "Content-Length: 5\r\n\r\n{}", nil, "unexpected EOF"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newReader(strings.NewReader(c.in))
			var got []string
			for {
				data, err := r.read()
				if err != nil {
					if err.Error() != c.err {
						t.Errorf("the error is %v, want %s", err, c.err)
					}
					break
				}
				got = append(got, string(data))
			}
			if strings.Join(got, " ") != strings.Join(c.want, " ") {
				t.Errorf("read %q, want %q", got, c.want)
			}
		})
	}
}

func frame(messages ...string) string {
	var b bytes.Buffer
	for _, m := range messages {
		b.WriteString("Content-Length: " + strconv.Itoa(len(m)) + "\r\n\r\n" + m)
	}
	return b.String()
}

const (
	hello  = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`
	finish = `{"jsonrpc":"2.0","id":2,"method":"shutdown"}`
	exit   = `{"jsonrpc":"2.0","method":"exit"}`
)

// TestServe looks at how a connection ends.
func TestServe(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     error
	}{
		{"orderly", frame(hello, finish, exit), nil},
		{"the stream ends after the shutdown", frame(hello, finish), nil},
		{"exit without shutdown", frame(hello, exit), ErrExit},
		{"the stream ends", frame(hello), ErrExit},
		{"the stream is cut", frame(hello)[:40], io.ErrUnexpectedEOF},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out outbox
			if err := Serve(context.Background(), strings.NewReader(c.in), &out, Config{}); !errors.Is(err, c.want) {
				t.Errorf("the connection ends with %v, want %v", err, c.want)
			}
		})
	}
}

// TestCancel calls off runs that would never end: by the request, by its
// progress, by a later save, and by the shutdown.
func TestCancel(t *testing.T) {
	const execute = `> 2 workspace/executeCommand {"command":"rtest.run","workDoneToken":"t","arguments":[{"uri":"$URI/a.go"}]}`
	for _, c := range []struct{ name, begin, end string }{
		{"request", execute, `> - $/cancelRequest {"id":2}`},
		{"progress", execute, `> - window/workDoneProgress/cancel {"token":"t"}`},
		{"shutdown", execute, `> 3 shutdown`},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, begun := endless(t, "onDemand")
			p.server.receive(p.message(c.begin[2:]))
			<-begun
			p.server.receive(p.message(c.end[2:]))
			p.server.work.Wait()
			answers := strings.Join(p.out.take(t), "\n")
			if c.name != "progress" && !strings.Contains(answers, `"id":2,"error":{"code":-32800,`) || !strings.Contains(answers, `"kind":"end"`) {
				t.Errorf("the run was not called off:\n%s", answers)
			}
		})
	}
	t.Run("save", func(t *testing.T) {
		p, begun := endless(t, "onSave")
		const save = `- textDocument/didSave {"textDocument":{"uri":"$URI/a.go"}}`
		p.server.receive(p.message(save))
		<-begun
		p.server.receive(p.message(save))
		<-begun // The second begins when the first has ended.
		p.server.receive(p.message("3 shutdown"))
		p.server.work.Wait()
	})
}

// endless is a player with one open file whose server's runs last until they
// are called off; each sends when it begins.
func endless(t *testing.T, when string) (*player, chan bool) {
	begun := make(chan bool)
	dir := t.TempDir()
	p := &player{t: t, dir: dir, uri: uriOf(dir)}
	write(t, dir, "go.mod", "module m\n\ngo 1.24\n")
	write(t, dir, "a.go", "package m\n\n//rtest:ensures true\nfunc F() {}\n")
	p.server = newServer(context.Background(), &p.out, Config{
		Run: func(ctx context.Context, _ config.Config) iter.Seq[event.Event] {
			return func(func(event.Event) bool) {
				begun <- true
				<-ctx.Done()
			}
		},
	})
	for _, m := range []string{
		`1 initialize {"capabilities":{},"initializationOptions":{"run":"` + when + `"}}`,
		`- textDocument/didOpen {"textDocument":{"uri":"$URI/a.go","version":1,"text":@a.go}}`,
	} {
		p.server.receive(p.message(m))
		p.server.work.Wait()
	}
	p.out.take(t)
	return p, begun
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
