package wire

import (
	"encoding/binary"
	"errors"
)

// An Observing says which differences between results count in observations.
type Observing uint8

const (
	// ObserveNothing makes no observations. ObserveAll distinguishes a nil slice or map from an empty one,
	// ObserveElements does not. ObserveCounters observes which counters each call reaches, and nothing else.
	ObserveNothing Observing = iota
	ObserveAll
	ObserveElements
	ObserveCounters
)

// An End is how a call ended.
type End uint8

const (
	// EndNone is the end of an input that is not called. EndReturned is that of a call that returned,
	// EndPanicked that of one that panicked or ended its goroutine.
	EndNone End = iota
	EndReturned
	EndPanicked
)

// The prints of values of type bool.
const (
	PrintFalse uint64 = 1
	PrintTrue  uint64 = 2
)

// An Observed is the outcome of a call. Failed means that it broke the contract. Prints are hashes: for a call
// that returned, of each result and then of each input after the call; for one that panicked, of its panic's
// text without values. An error is 0 if it is nil, and else a hash of its text. Equal prints mean equal values.
type Observed struct {
	Stream []int64
	End    End
	Failed bool
	Prints []uint64
}

// AppendObserved appends the binary form of an observation.
func AppendObserved(to []byte, o Observed) []byte {
	failed := byte(0)
	if o.Failed {
		failed = 1
	}
	to = append(to, byte(o.End), failed)
	to = binary.AppendUvarint(to, uint64(len(o.Prints)))
	for _, p := range o.Prints {
		to = binary.LittleEndian.AppendUint64(to, p)
	}
	return AppendStream(to, o.Stream)
}

// ReadObserved decodes what AppendObserved made.
func ReadObserved(data []byte) (o Observed, err error) {
	torn := errors.New("an observation is torn")
	if len(data) < 2 {
		return o, torn
	}
	o.End, o.Failed = End(data[0]), data[1] != 0
	n, k := binary.Uvarint(data[2:])
	if k <= 0 || n > uint64(len(data))/8 {
		return o, torn
	}
	data = data[2+k:]
	for range n {
		o.Prints = append(o.Prints, binary.LittleEndian.Uint64(data))
		data = data[8:]
	}
	streams, err := ReadStreams(data)
	if err != nil || len(streams) != 1 {
		return o, torn
	}
	o.Stream = streams[0]
	return o, nil
}
