package form

import (
	"encoding/binary"
	"fmt"
)

// wireVersion is the first byte of a form's wire form.
const wireVersion = 1

// AppendBinary appends the form to b in the wire form that ParseForm reads. Numbers are varints,
// signed ones in zigzag; every list is preceded by its length.
func (f *Form) AppendBinary(b []byte) []byte {
	b = append(b, wireVersion)
	b = binary.AppendUvarint(b, uint64(len(f.Vars)))
	for i := range f.Vars {
		b = f.Vars[i].Append(b)
	}
	b = binary.AppendUvarint(b, uint64(len(f.Nodes)))
	for i := range f.Nodes {
		n := &f.Nodes[i]
		b = append(b, byte(n.Op), byte(n.Kind))
		b = binary.AppendUvarint(b, uint64(len(n.Args)))
		for _, a := range n.Args {
			// Most arguments are near, so their distance is a short number.
			b = binary.AppendUvarint(b, uint64(uint32(int32(i)-a)))
		}
		b = binary.AppendVarint(b, n.Val)
	}
	b = binary.AppendUvarint(b, uint64(uint32(f.Root)))
	b = binary.AppendVarint(b, int64(f.Level))
	return append(b, byte(Truth(f.Below)))
}

// Append appends the wire form of a variable to b.
func (v *Var) Append(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(len(v.Name)))
	b = append(b, v.Name...)
	b = append(b, byte(v.Kind), byte(Truth(v.ByMagnitude)|Truth(v.Ascending)<<1))
	b = binary.AppendVarint(b, int64(v.Parent))
	b = binary.AppendVarint(b, v.When.Lo)
	b = binary.AppendVarint(b, v.When.Hi)
	b = binary.AppendUvarint(b, uint64(len(v.Choice)))
	for _, a := range v.Choice {
		b = binary.AppendVarint(b, a.Value)
		b = binary.AppendVarint(b, int64(a.Level))
		b = binary.AppendVarint(b, int64(a.Size))
	}
	b = binary.AppendUvarint(b, uint64(len(v.Dom)))
	for _, s := range v.Dom {
		b = binary.AppendVarint(b, s.Lo)
		b = binary.AppendVarint(b, s.Hi)
	}
	b = binary.AppendVarint(b, int64(v.Level))
	return binary.AppendVarint(b, v.Default)
}

// ParseForm reads the output of AppendBinary and checks it. Any other bytes are an error. The
// memory used is proportional to their number.
func ParseForm(b []byte) (*Form, error) {
	r := &wireReader{b: b}
	if v := r.byte(); v != wireVersion && !r.bad {
		return nil, fmt.Errorf("form: version %d of the binary form, want %d", v, wireVersion)
	}
	f := &Form{}
	for range r.count() {
		f.Vars = append(f.Vars, r.variable())
		if r.bad {
			break
		}
	}
	for i := range r.count() {
		f.Nodes = append(f.Nodes, r.node(i))
		if r.bad {
			break
		}
	}
	f.Root = int32(r.uvarint(1<<32 - 1))
	f.Level = r.int32()
	below := r.byte()
	f.Below = below == 1
	if r.bad || below > 1 {
		return nil, fmt.Errorf("form: %d bytes are not a form: they end early or contain a number out of range", len(b))
	}
	if len(r.b) > 0 {
		return nil, fmt.Errorf("form: %d bytes are left over", len(r.b))
	}
	if err := f.Check(); err != nil {
		return nil, err
	}
	return f, nil
}

// A wireReader takes numbers off the front of b. After the first error it sets bad and returns
// zeros.
type wireReader struct {
	b   []byte
	bad bool
}

func (r *wireReader) byte() byte {
	if len(r.b) == 0 {
		r.bad = true
		return 0
	}
	c := r.b[0]
	r.b = r.b[1:]
	return c
}

func (r *wireReader) uvarint(limit uint64) uint64 {
	x, n := binary.Uvarint(r.b)
	if n <= 0 || x > limit {
		r.bad, r.b = true, nil
		return 0
	}
	r.b = r.b[n:]
	return x
}

func (r *wireReader) varint() int64 {
	x, n := binary.Varint(r.b)
	if n <= 0 {
		r.bad, r.b = true, nil
		return 0
	}
	r.b = r.b[n:]
	return x
}

func (r *wireReader) int32() int32 {
	x := r.varint()
	if int64(int32(x)) != x {
		r.bad, r.b = true, nil
	}
	return int32(x)
}

// count reads the length of a list whose elements take at least a byte each.
func (r *wireReader) count() int { return int(r.uvarint(uint64(len(r.b)))) }

func (r *wireReader) variable() Var {
	var v Var
	n := r.count()
	v.Name = string(r.b[:min(n, len(r.b))])
	r.b = r.b[min(n, len(r.b)):]
	v.Kind = Kind(r.byte())
	flags := r.byte()
	r.bad = r.bad || flags > 3
	v.ByMagnitude, v.Ascending = flags&1 != 0, flags&2 != 0
	v.Parent = r.int32()
	v.When = Span{r.varint(), r.varint()}
	for range r.count() {
		v.Choice = append(v.Choice, Alt{r.varint(), r.int32(), r.int32()})
		if r.bad {
			break
		}
	}
	for range r.count() {
		v.Dom = append(v.Dom, Span{r.varint(), r.varint()})
		if r.bad {
			break
		}
	}
	v.Level = r.int32()
	v.Default = r.varint()
	return v
}

func (r *wireReader) node(i int) Node {
	n := Node{Op: Op(r.byte()), Kind: Kind(r.byte())}
	for range r.count() {
		n.Args = append(n.Args, int32(i)-int32(uint32(r.uvarint(1<<32-1))))
		if r.bad {
			break
		}
	}
	n.Val = r.varint()
	return n
}
