package wire

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"slices"
)

// Known is the states of a builder. Near are those of all depths so far, numbered by their index.
// Far are some states outside the depths, numbered from FarStates on.
type Known struct{ Near, Far []State }

// FarStates is the number of the first state outside the depths.
const FarStates = 1 << 40

// At returns the state with number n.
func (k *Known) At(n int64) (s *State, ok bool) {
	list := k.Near
	if n >= FarStates {
		list, n = k.Far, n-FarStates
	}
	if n < 0 || n >= int64(len(list)) {
		return nil, false
	}
	return &list[n], true
}

// A State is one value built by calls.
type State struct {
	// Stream is the calls that build the value, in the form that a Reader reads.
	Stream []int64
	// Level is the least depth whose bounds admit the state, Size the number of its calls.
	Level, Size int
}

// A Table is the states of a builder, by number.
type Table struct {
	Builder int
	States  States
	// Far says that the states are outside the depths.
	Far bool
}

// States is a list of states. It is sent as one text in which each number takes as many bytes as it
// needs: there may be hundreds of thousands of states, each with all its calls.
type States []State

// MarshalJSON encodes the number of states, the number of integers in all streams, then each state.
func (list States) MarshalJSON() ([]byte, error) {
	total := 0
	for _, s := range list {
		total += len(s.Stream)
	}
	data := make([]byte, 0, 2*total+4*len(list))
	data = binary.AppendUvarint(data, uint64(len(list)))
	data = binary.AppendUvarint(data, uint64(total))
	for _, s := range list {
		data = binary.AppendUvarint(data, uint64(s.Level))
		data = binary.AppendUvarint(data, uint64(s.Size))
		data = binary.AppendUvarint(data, uint64(len(s.Stream)))
		for _, x := range s.Stream {
			data = binary.AppendVarint(data, x)
		}
	}
	return json.Marshal(base64.StdEncoding.EncodeToString(data))
}

var errTable = errors.New("a table of states that is damaged")

// UnmarshalJSON decodes what MarshalJSON made.
func (list *States) UnmarshalJSON(text []byte) error {
	var data []byte // package json decodes base64
	if err := json.Unmarshal(text, &data); err != nil {
		return err
	}
	r := numbers{data: data}
	states, total := r.count(), r.count()
	if r.damaged {
		return errTable
	}
	*list = make(States, 0, states)
	all := make([]int64, 0, total)
	for range states {
		s := State{Level: int(r.unsigned()), Size: int(r.unsigned())}
		n := r.count()
		if r.damaged || len(all)+n > total {
			return errTable
		}
		from := len(all)
		for range n {
			all = append(all, r.signed())
		}
		s.Stream = slices.Clip(all[from:])
		*list = append(*list, s)
	}
	if r.damaged || len(r.data) > 0 {
		return errTable
	}
	return nil
}

// numbers reads the numbers of an encoded list of states.
type numbers struct {
	data    []byte
	damaged bool
}

func (r *numbers) unsigned() uint64 {
	x, n := binary.Uvarint(r.data)
	r.skip(n)
	return x
}

func (r *numbers) signed() int64 {
	x, n := binary.Varint(r.data)
	r.skip(n)
	return x
}

// count reads a number of items, each of which takes at least a byte.
func (r *numbers) count() int {
	n := r.unsigned()
	if n > uint64(len(r.data)) {
		r.damaged = true
		return 0
	}
	return int(n)
}

func (r *numbers) skip(n int) {
	if n <= 0 {
		r.damaged, r.data = true, nil
		return
	}
	r.data = r.data[n:]
}
