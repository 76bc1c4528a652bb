package lsp

import (
	"context"
	"encoding/json"
	"strconv"
)

// A progress reports to the client how far a run has come.
type progress struct {
	s     *server
	token any
	// silent means that the client shows no progress.
	silent bool
	last   string
}

// begin announces a run that cancel stops. Token is that of the client's request. If it is nil,
// begin asks the client for one, if the client supports that.
func (s *server) begin(cancel context.CancelFunc, title string, token any) *progress {
	p := &progress{s: s, token: token}
	if token == nil {
		if p.silent = !s.client.progress; p.silent {
			return p
		}
		p.token = s.newToken()
		s.ask("window/workDoneProgress/create", tokenParams{p.token})
	}
	s.mu.Lock()
	s.progress[tokenKey(p.token)] = cancel
	s.mu.Unlock()
	s.notify("$/progress", progressParams{p.token, progressValue{Kind: "begin", Title: title, Cancellable: true}})
	return p
}

// newToken returns a token that is not in use.
func (s *server) newToken() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tokens++
	return "rtest-run-" + strconv.Itoa(s.tokens)
}

// report says where the run is.
func (p *progress) report(text string) {
	if !p.silent && text != p.last {
		p.s.notify("$/progress", progressParams{p.token, progressValue{Kind: "report", Message: text}})
	}
	p.last = text
}

func (p *progress) end() {
	if p.silent {
		return
	}
	p.s.mu.Lock()
	delete(p.s.progress, tokenKey(p.token))
	p.s.mu.Unlock()
	p.s.notify("$/progress", progressParams{p.token, progressValue{Kind: "end"}})
}

// tokenKey returns a key for a token, which is a number or a string.
func tokenKey(token any) string {
	data, err := json.Marshal(token)
	if err != nil {
		return ""
	}
	return string(data)
}

// alone begins work of which only one at a time is done: it shows a progress, and waits until the work before it is
// over. The caller calls end. The error says that ctx ended first.
func (s *server) alone(ctx context.Context, title string, token any) (p *progress, inner context.Context, end func(), err error) {
	inner, cancel := context.WithCancel(ctx)
	p = s.begin(cancel, title, token)
	select {
	case s.running <- struct{}{}:
		return p, inner, func() { <-s.running; p.end(); cancel() }, nil
	case <-inner.Done():
		err = inner.Err()
		p.end()
		cancel()
		return nil, nil, nil, err
	}
}
