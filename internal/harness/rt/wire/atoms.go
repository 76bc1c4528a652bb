package wire

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
)

// MaxTerms bounds the number of terms of a target, MaxAtoms the number of atoms of a job.
const (
	MaxTerms = 64
	MaxAtoms = 64 * len(Bits{})
)

// An Op is a comparison.
type Op uint8

// The comparisons.
const (
	OpEqual Op = iota
	OpLess
	OpGreater
	OpNotEqual
	OpLessOrEqual
	OpGreaterOrEqual
)

// An Atom is a condition on an input. It compares the term X with K, or with the term Y plus K
// where Y is not negative. An atom with an unknown term is false. Unsigned terms are given as two's
// complement.
type Atom struct {
	X, Y     int
	Op       Op
	K        int64
	Unsigned bool
}

// Atoms are sent as one text, because a job has many.
type Atoms []Atom

// MarshalText returns the fields of all atoms as varints.
func (a Atoms) MarshalText() ([]byte, error) {
	var data []byte
	for _, x := range a {
		op := int64(x.Op) << 1
		if x.Unsigned {
			op |= 1
		}
		for _, v := range [...]int64{int64(x.X), int64(x.Y), op, x.K} {
			data = binary.AppendVarint(data, v)
		}
	}
	return base64.StdEncoding.AppendEncode(nil, data), nil
}

// UnmarshalText reads a result of MarshalText.
func (a *Atoms) UnmarshalText(text []byte) error {
	data, err := base64.StdEncoding.AppendDecode(nil, text)
	if err != nil {
		return err
	}
	for *a = make(Atoms, 0, len(data)/4); len(data) > 0; {
		var fields [4]int64
		for i := range fields {
			v, n := binary.Varint(data)
			if n <= 0 {
				return errors.New("an atom is damaged")
			}
			fields[i], data = v, data[n:]
		}
		*a = append(*a, Atom{X: int(fields[0]), Y: int(fields[1]), Op: Op(fields[2] >> 1), K: fields[3], Unsigned: fields[2]&1 != 0})
	}
	return nil
}

// Bits holds the truth values of atoms, by index.
type Bits [4]uint64

// Has reports whether atom i holds.
func (b Bits) Has(i int) bool { return b[i/64]>>(i%64)&1 != 0 }
