package wire

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"sync"
)

// A Conn sends and receives frames. Sending is safe for concurrent use.
type Conn struct {
	r  io.Reader
	w  io.Writer
	mu sync.Mutex
}

// NewConn returns a connection that reads from r and writes to w. It reads ahead, so most frames take one read.
func NewConn(r io.Reader, w io.Writer) *Conn { return &Conn{r: bufio.NewReader(r), w: w} }

// A Frame is a message.
type Frame struct {
	Kind Kind
	Data []byte
}

// maxFrame bounds the length of a frame, in bytes. A greater length means a damaged frame.
const maxFrame = 1 << 30

// frameHead is the length of the kind and the length of a frame, in bytes.
const frameHead = 5

// trusted is the greatest length of a frame for which Receive allocates memory before it has read
// the frame.
const trusted = 1 << 20

// Send writes one frame.
func (c *Conn) Send(k Kind, data []byte) error { return c.SendAll(Frame{k, data}) }

// SendAll writes frames that the other side needs together, so it wakes up once.
func (c *Conn) SendAll(frames ...Frame) error {
	size := 0
	for _, f := range frames {
		if len(f.Data) > maxFrame {
			return fmt.Errorf("a message of %d bytes is too long", len(f.Data))
		}
		size += frameHead + len(f.Data)
	}
	all := make([]byte, 0, size)
	for _, f := range frames {
		all = binary.LittleEndian.AppendUint32(append(all, byte(f.Kind)), uint32(len(f.Data)))
		all = append(all, f.Data...)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	_, err := c.w.Write(all)
	return err
}

// SendJSON writes one frame that holds v as JSON.
func (c *Conn) SendJSON(k Kind, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return c.Send(k, data)
}

// Receive reads one frame.
func (c *Conn) Receive() (Kind, []byte, error) {
	var head [frameHead]byte
	if _, err := io.ReadFull(c.r, head[:]); err != nil {
		return 0, nil, err
	}
	n := binary.LittleEndian.Uint32(head[1:])
	if n > maxFrame {
		return 0, nil, fmt.Errorf("a message of %d bytes announced", n)
	}
	// Fewer bytes may follow than announced.
	if n > trusted {
		data, err := io.ReadAll(io.LimitReader(c.r, int64(n)))
		if err == nil && len(data) < int(n) {
			err = io.ErrUnexpectedEOF
		}
		return Kind(head[0]), data, err
	}
	data := make([]byte, n)
	if _, err := io.ReadFull(c.r, data); err != nil {
		return 0, nil, err
	}
	return Kind(head[0]), data, nil
}
