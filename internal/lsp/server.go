package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"runtime/debug"
	"slices"
	"sync"

	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/internal/fault"
	"github.com/rtest-dev/rtest/refine"
)

// A phase is the state of the connection.
type phase uint8

const (
	fresh phase = iota
	initialized
	shutdown
	exited
)

// A server is the state of one connection. It handles notifications one after another, in order.
// Requests run concurrently, each on the view at the time of its arrival.
type server struct {
	Config
	ctx     context.Context
	out     *writer
	methods map[string]method
	work    fault.Group
	running chan struct{}
	phase   phase
	// announced means that the shutdown was requested before the exit.
	announced bool

	mu       sync.Mutex
	client   client
	settings settings
	view     *view
	folders  map[string]*folder
	// calls are the running requests by ID, progress the runs by token. Both map to functions that
	// cancel them.
	calls, progress map[string]context.CancelFunc
	// published are the diagnostics that the client has, publishedBy the folders they belong to, by
	// path.
	published   map[string][]diagnostic
	publishedBy map[string]string
	// asked counts the requests to the client, tokens those for progress. settingsAsked is the ID
	// of the request for the settings.
	asked, tokens int
	settingsAsked string
}

// A client has the capabilities of the editor.
type client struct {
	configuration, refresh, watch, progress bool
	// reconfigure: it reports changed settings on request.
	reconfigure bool
	// literals: it accepts code actions that are not commands. versions: it accepts edits of a
	// version of a document. show: it can open documents.
	literals, versions, show bool
}

// settings are the user's settings.
type settings struct{ run runPolicy }

// A runPolicy says at what time code under test may be run.
type runPolicy uint8

const (
	never runPolicy = iota
	onDemand
	onSave
)

// String returns the setting's value.
func (w runPolicy) String() string { return [...]string{"never", "onDemand", "onSave"}[w] }

func newServer(ctx context.Context, out io.Writer, cfg Config) *server {
	if cfg.Run == nil {
		cfg.Run = check.Run
	}
	if cfg.Concurrent == nil {
		cfg.Concurrent = func(*refine.Package) []string { return nil }
	}
	if cfg.Options == nil {
		cfg.Options = func(string) (config.Config, error) { return config.Defaults(), nil }
	}
	s := &server{
		Config: cfg, ctx: ctx, out: &writer{out: out}, running: make(chan struct{}, 1),
		view: &view{docs: map[string]*document{}}, folders: map[string]*folder{},
		calls: map[string]context.CancelFunc{}, progress: map[string]context.CancelFunc{},
		published: map[string][]diagnostic{}, publishedBy: map[string]string{},
	}
	s.methods = methods()
	return s
}

// A method handles the messages with one name.
type method struct {
	// request distinguishes requests from notifications.
	request bool
	do      func(s *server, ctx context.Context, v *view, params json.RawMessage) (any, error)
}

// methods returns the table of the messages that the server understands.
func methods() map[string]method {
	return map[string]method{
		"textDocument/didOpen":             notification((*server).opened),
		"textDocument/didChange":           notification((*server).changed),
		"textDocument/didSave":             notification((*server).saved),
		"textDocument/didClose":            notification((*server).closed),
		"workspace/didChangeWatchedFiles":  notification((*server).watched),
		"workspace/didChangeConfiguration": notification((*server).configured),
		"window/workDoneProgress/cancel":   notification((*server).cancelProgress),
		"$/cancelRequest":                  notification((*server).cancelRequest),

		"textDocument/codeLens":    request((*server).lenses),
		"textDocument/codeAction":  request((*server).actions),
		"textDocument/hover":       request((*server).hover),
		"textDocument/completion":  request((*server).complete),
		"textDocument/definition":  request((*server).define),
		"textDocument/references":  request((*server).references),
		"workspace/executeCommand": request((*server).execute),
	}
}

func notification[P any](f func(*server, P)) method {
	return method{do: func(s *server, _ context.Context, _ *view, raw json.RawMessage) (any, error) {
		var p P
		if err := json.Unmarshal(raw, &p); err != nil {
			return nil, failf(codeInvalidParams, "the parameters are not those of the method: %v", err)
		}
		f(s, p)
		return nil, nil
	}}
}

func request[P, R any](f func(*server, context.Context, *view, P) (R, error)) method {
	return method{request: true, do: func(s *server, ctx context.Context, v *view, raw json.RawMessage) (any, error) {
		var p P
		if err := json.Unmarshal(raw, &p); err != nil {
			return nil, failf(codeInvalidParams, "the parameters are not those of the method: %v", err)
		}
		return f(s, ctx, v, p)
	}}
}

// receive handles one message.
func (s *server) receive(data []byte) {
	var m message
	if err := json.Unmarshal(data, &m); err != nil {
		code := codeParse
		if json.Valid(data) {
			code = codeInvalidRequest // For example a batch, which the protocol does not have.
		}
		s.refuse(nil, failf(code, "this is not a message: %v", err))
		return
	}
	switch {
	case m.Version != "2.0":
		s.refuse(m.ID, failf(codeInvalidRequest, "a message of JSON-RPC 2.0 says so"))
	case m.Method == "" && m.ID == nil:
		s.refuse(nil, failf(codeInvalidRequest, "a message without a method"))
	case m.Method == "":
		s.answered(m)
	case m.ID == nil:
		s.handleNotification(m)
	default:
		s.handleRequest(m)
	}
}

// handleNotification handles a notification. It ignores unknown ones, as the protocol requires.
func (s *server) handleNotification(m message) {
	switch {
	case m.Method == "exit":
		s.announced, s.phase = s.phase == shutdown, exited
		return
	case m.Method == "initialized" && s.phase == initialized:
		s.ready()
		return
	}
	do, ok := s.methods[m.Method]
	if !ok || do.request || s.phase != initialized {
		return
	}
	if _, err := do.do(s, s.ctx, nil, m.Params); err != nil {
		s.log(messageError, m.Method+": "+err.Error())
	}
}

// handleRequest handles a request.
func (s *server) handleRequest(m message) {
	switch {
	case m.Method == "initialize" && s.phase == fresh:
		s.answer(m.ID, func() (any, error) { return s.initialize(m.Params) })
		return
	case m.Method == "shutdown" && s.phase == initialized:
		s.phase = shutdown
		s.cancelAll()
		s.out.write(response{"2.0", m.ID, nil})
		return
	case s.phase == fresh:
		s.refuse(m.ID, failf(codeNotInitialized, "the first request is initialize"))
		return
	case s.phase != initialized || m.Method == "initialize":
		s.refuse(m.ID, failf(codeInvalidRequest, "%s may not be asked at this point", m.Method))
		return
	}
	do, ok := s.methods[m.Method]
	if !ok || !do.request {
		s.refuse(m.ID, failf(codeNoMethod, "there is no request %s", m.Method))
		return
	}
	id := string(m.ID)
	s.mu.Lock()
	if s.calls[id] != nil {
		s.mu.Unlock()
		s.refuse(m.ID, failf(codeInvalidRequest, "the request %s is at work already", id))
		return
	}
	ctx, cancel := context.WithCancel(s.ctx)
	s.calls[id] = cancel
	v := s.view
	s.mu.Unlock()
	s.work.Go(func() {
		defer func() {
			cancel()
			s.mu.Lock()
			delete(s.calls, id)
			s.mu.Unlock()
		}()
		s.answer(m.ID, func() (result any, err error) {
			defer s.recoverFault(m.Method, &err)
			result, err = do.do(s, ctx, v, m.Params)
			if ctx.Err() != nil {
				return nil, failf(codeCancelled, "called off")
			}
			return result, err
		})
	})
}

// background runs work that no request asked for.
func (s *server) background(doing string, do func()) {
	s.work.Go(func() {
		// The fault is logged.
		_ = func() (err error) {
			defer s.recoverFault(doing, &err)
			do()
			return nil
		}()
	})
}

// recoverFault turns a panic into an error. A fault of rtest must not end the editor's connection.
func (s *server) recoverFault(doing string, err *error) {
	if r := recover(); r != nil {
		*err = failf(codeInternal, "a fault of rtest itself: %v", r)
		stack := string(debug.Stack())
		if p, ok := r.(*fault.Panic); ok {
			stack = p.Stack
		}
		s.log(messageError, fmt.Sprintf("%s: %v\n%s", doing, r, stack))
	}
}

// answer sends the result of a request.
func (s *server) answer(id json.RawMessage, do func() (any, error)) {
	result, err := do()
	if err == nil {
		s.out.write(response{"2.0", id, result})
		return
	}
	wire, ok := errors.AsType[*wireError](err)
	if !ok {
		wire = failf(codeFailed, "%v", err)
	}
	s.refuse(id, wire)
}

func (s *server) refuse(id json.RawMessage, err *wireError) {
	if id == nil {
		id = json.RawMessage("null")
	}
	s.out.write(refusal{"2.0", id, err})
}

func (s *server) notify(method string, params any) {
	s.out.write(call{Version: "2.0", Method: method, Params: params})
}

// show sends a message to the user; log writes to the server's log.
func (s *server) show(kind int, text string) {
	s.notify("window/showMessage", messageParams{kind, "rtest: " + text})
}

func (s *server) log(kind int, text string) {
	s.notify("window/logMessage", messageParams{kind, text})
}

func (s *server) cancelRequest(p cancelParams) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.calls[string(p.ID)]; cancel != nil {
		cancel()
	}
}

func (s *server) cancelProgress(p tokenParams) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.progress[tokenKey(p.Token)]; cancel != nil {
		cancel()
	}
}

// cancelAll cancels all work.
func (s *server) cancelAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, all := range []map[string]context.CancelFunc{s.calls, s.progress} {
		for _, id := range slices.Sorted(maps.Keys(all)) {
			all[id]()
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(s.folders)) {
		if stop := s.folders[dir].stop; stop != nil {
			stop()
		}
	}
}
