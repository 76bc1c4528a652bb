package lsp

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
)

// maxMessage is the greatest length of a message in bytes. A longer one means that the stream is
// corrupt.
const maxMessage = 64 << 20

// A reader reads messages from a stream: a header, an empty line, and the number of bytes given in
// the header.
type reader struct{ in *bufio.Reader }

func newReader(in io.Reader) *reader { return &reader{in: bufio.NewReader(in)} }

// read returns the content of the next message. It returns io.EOF at the end of the stream between
// messages; after any other error reading cannot continue.
func (r *reader) read() ([]byte, error) {
	length, lines := -1, 0
	for {
		data, err := r.in.ReadSlice('\n')
		if err != nil {
			if errors.Is(err, io.EOF) && (lines > 0 || len(data) > 0) {
				return nil, io.ErrUnexpectedEOF
			}
			if errors.Is(err, bufio.ErrBufferFull) {
				return nil, fmt.Errorf("%q… is not a header of a message", data[:20])
			}
			return nil, err
		}
		line := strings.TrimRight(string(data), "\r\n")
		if line == "" && lines == 0 {
			continue // Between messages.
		}
		if line == "" {
			break
		}
		lines++
		name, value, ok := strings.Cut(line, ":")
		if !ok {
			return nil, fmt.Errorf("%q is not a header of a message", line)
		}
		if strings.EqualFold(name, "Content-Length") {
			if length, err = strconv.Atoi(strings.TrimSpace(value)); err != nil || length < 0 || length > maxMessage {
				return nil, fmt.Errorf("%q is not a length of a message", strings.TrimSpace(value))
			}
		}
	}
	if length < 0 {
		return nil, errors.New("a message without Content-Length")
	}
	data := make([]byte, length)
	if _, err := io.ReadFull(r.in, data); err != nil {
		return nil, io.ErrUnexpectedEOF
	}
	return data, nil
}

// A writer writes messages to a stream. It is safe for concurrent use.
type writer struct {
	mu  sync.Mutex
	out io.Writer
	// err is the first error of out. Nothing is written after it.
	err error
}

func (w *writer) write(m any) {
	data, err := json.Marshal(m)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return
	}
	if err != nil {
		w.err = err
		return
	}
	if _, w.err = fmt.Fprintf(w.out, "Content-Length: %d\r\n\r\n", len(data)); w.err == nil {
		_, w.err = w.out.Write(data)
	}
}

// A message is any JSON-RPC message as read. A request has a method and an ID, a notification no
// ID, a response no method.
type message struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
	Result  json.RawMessage `json:"result"`
	Error   *wireError      `json:"error"`
}

type (
	// call is a request to the client or, without an ID, a notification.
	call struct {
		Version string `json:"jsonrpc"`
		ID      string `json:"id,omitempty"`
		Method  string `json:"method"`
		Params  any    `json:"params"`
	}
	// response includes its result even if that is null.
	response struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Result  any             `json:"result"`
	}
	refusal struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   *wireError      `json:"error"`
	}
)

// A wireError is the error of a response.
type wireError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *wireError) Error() string { return e.Message }

// The codes of errors in JSON-RPC and the protocol.
const (
	codeParse          = -32700
	codeInvalidRequest = -32600
	codeNoMethod       = -32601
	codeInvalidParams  = -32602
	codeInternal       = -32603
	codeNotInitialized = -32002
	codeCancelled      = -32800
	codeFailed         = -32803
)

func failf(code int, format string, args ...any) *wireError {
	return &wireError{Code: code, Message: fmt.Sprintf(format, args...)}
}
