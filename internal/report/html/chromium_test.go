package html

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// A browser is a Chromium without a window, that is spoken to in the DevTools protocol over a pipe.
type browser struct {
	t       *testing.T
	in      *os.File
	replies chan reply
	id      int
	session string
	// events are those that no one waited for.
	events []reply
}

type reply struct {
	ID     int             `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct{ Message string }
}

// chromium finds the browser: CHROMIUM, or one of the usual names. Without one the test is skipped,
// unless RTEST_CHROMIUM=required.
func chromium(t *testing.T) string {
	names := []string{"chromium", "chromium-browser", "google-chrome", "chrome"}
	if name := os.Getenv("CHROMIUM"); name != "" {
		names = []string{name}
	}
	for _, n := range names {
		if path, err := exec.LookPath(n); err == nil {
			return path
		}
	}
	if os.Getenv("RTEST_CHROMIUM") == "required" {
		t.Fatal("no Chromium: set CHROMIUM, or install it")
	}
	t.Skip("no Chromium")
	return ""
}

// newBrowser starts a browser with one empty page.
func newBrowser(t *testing.T) *browser {
	path := chromium(t)
	fromUs, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	out, fromIt, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--remote-debugging-pipe", "--user-data-dir="+filepath.Join(t.TempDir(), "profile"), "about:blank")
	cmd.ExtraFiles = []*os.File{fromUs, fromIt}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	fromUs.Close()
	fromIt.Close()
	b := &browser{t: t, in: in, replies: make(chan reply, 10_000)}
	go b.read(out)
	t.Cleanup(func() {
		b.write("Browser.close", nil, "")
		done := make(chan error, 1)
		go func() { done <- cmd.Wait() }()
		select {
		case <-done:
		case <-time.After(10 * time.Second):
			cmd.Process.Kill()
			<-done
		}
		in.Close()
	})
	var target struct{ TargetID string }
	b.call("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var attached struct{ SessionID string }
	b.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	b.session = attached.SessionID
	for _, domain := range []string{"Page", "Network", "Runtime", "Log", "Accessibility"} {
		b.call(domain+".enable", nil, nil)
	}
	return b
}

// read splits replies, which end with a zero byte.
func (b *browser) read(out *os.File) {
	defer close(b.replies)
	for r := bufio.NewReaderSize(out, 1<<20); ; {
		data, err := r.ReadBytes(0)
		if err != nil {
			return
		}
		var m reply
		if json.Unmarshal(data[:len(data)-1], &m) == nil {
			b.replies <- m
		}
	}
}

func (b *browser) write(method string, params any, session string) {
	b.id++
	m := map[string]any{"id": b.id, "method": method}
	if params != nil {
		m["params"] = params
	}
	if session != "" {
		m["sessionId"] = session
	}
	data, err := json.Marshal(m)
	if err == nil {
		_, err = b.in.Write(append(data, 0))
	}
	if err != nil && method != "Browser.close" {
		b.t.Fatal(err)
	}
}

// next returns the next message.
func (b *browser) next(waitsFor string) reply {
	b.t.Helper()
	select {
	case m, ok := <-b.replies:
		if !ok {
			b.t.Fatalf("the browser ended before %s", waitsFor)
		}
		return m
	case <-time.After(60 * time.Second):
		b.t.Fatalf("no answer to %s", waitsFor)
	}
	return reply{}
}

// call calls a method and decodes its result into to, unless that is nil.
func (b *browser) call(method string, params, to any) {
	b.t.Helper()
	b.write(method, params, b.session)
	for {
		m := b.next(method)
		if m.ID != b.id {
			b.events = append(b.events, m)
			continue
		}
		err := error(nil)
		if m.Error != nil {
			err = errors.New(m.Error.Message)
		} else if to != nil {
			err = json.Unmarshal(m.Result, to)
		}
		if err != nil {
			b.t.Fatalf("%s: %v", method, err)
		}
		return
	}
}

// open shows a page and waits until it is loaded.
func (b *browser) open(url string) {
	b.t.Helper()
	b.call("Page.navigate", map[string]any{"url": url}, nil)
	for _, e := range b.events {
		if e.Method == "Page.loadEventFired" {
			b.events = without(b.events, "Page.loadEventFired")
			return
		}
	}
	for {
		m := b.next("Page.loadEventFired")
		if m.Method == "Page.loadEventFired" {
			return
		}
		b.events = append(b.events, m)
	}
}

func without(list []reply, method string) (rest []reply) {
	for _, e := range list {
		if e.Method != method {
			rest = append(rest, e)
		}
	}
	return rest
}

// eval evaluates an expression in the page, whose value is decoded into to.
func (b *browser) eval(expr string, to any) {
	b.t.Helper()
	var out struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails json.RawMessage
	}
	b.call("Runtime.evaluate", map[string]any{"expression": expr, "returnByValue": true}, &out)
	if out.ExceptionDetails != nil {
		b.t.Fatalf("%s: %s", expr, out.ExceptionDetails)
	}
	if to == nil {
		return
	}
	if err := json.Unmarshal(out.Result.Value, to); err != nil {
		b.t.Fatalf("%s = %s: %v", expr, out.Result.Value, err)
	}
}

// media sets what the page believes of its surroundings.
func (b *browser) media(scheme, medium string) {
	b.call("Emulation.setEmulatedMedia", map[string]any{"media": medium, "features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}}}, nil)
}

func (b *browser) width(w int) {
	b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": w, "height": 800, "deviceScaleFactor": 1, "mobile": w < 500}, nil)
}

// key presses a key and lets it go.
func (b *browser) key(key string, code int) {
	down := map[string]any{"type": "rawKeyDown", "key": key, "code": key, "windowsVirtualKeyCode": code}
	switch {
	case len(key) == 1:
		down["type"], down["text"] = "keyDown", key
	case key == "Enter":
		down["type"], down["text"] = "keyDown", "\r"
	}
	b.call("Input.dispatchKeyEvent", down, nil)
	b.call("Input.dispatchKeyEvent", map[string]any{"type": "keyUp", "key": key, "code": key, "windowsVirtualKeyCode": code}, nil)
}

// requests returns the addresses of all requests.
func (b *browser) requests() (urls []string) {
	for _, e := range b.events {
		if e.Method != "Network.requestWillBeSent" {
			continue
		}
		var p struct{ Request struct{ URL string } }
		if err := json.Unmarshal(e.Params, &p); err != nil {
			b.t.Fatal(err)
		}
		urls = append(urls, p.Request.URL)
	}
	return urls
}

// complaints are exceptions of scripts, and what the console says.
func (b *browser) complaints() (list []string) {
	for _, e := range b.events {
		if e.Method == "Runtime.exceptionThrown" || e.Method == "Log.entryAdded" {
			list = append(list, fmt.Sprintf("%s: %s", e.Method, e.Params))
		}
	}
	return list
}
