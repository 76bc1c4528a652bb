package wire

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"slices"
)

// Known is the states of a builder: those of all depths so far, whose numbers
// are their indices, and some outside the depths, numbered from FarStates on.
type Known struct{ Near, Far []State }

// FarStates is the number of the first state outside the depths.
const FarStates = 1 << 40

// At returns the state of this number.
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
	// Stream is the calls, as a Reader takes them.
	Stream []int64
	// Level is the least depth at which it is within the bounds, Size the
	// number of calls.
	Level, Size int
}

// A Table is the states of a builder, by number.
type Table struct {
	Builder int
	States  States
	// Far says that they are those outside the depths.
	Far bool
}

// States go from one process to the other as one text, in which each number
// takes as many bytes as it needs: there may be hundreds of thousands, of which
// each spells all its calls.
type States []State

// MarshalJSON makes the text: the number of states and of all the numbers in
// their streams, then each state.
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

// UnmarshalJSON reads the text.
func (list *States) UnmarshalJSON(text []byte) error {
	var data []byte // json takes it for base64
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

// numbers reads what is left of a text.
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

// count reads how many of something follow, each of which takes a byte or more.
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
