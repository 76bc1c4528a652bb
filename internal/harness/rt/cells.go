package rt

// Inputs of which the same atoms hold are a cell. Which cells fail, and how,
// tells what the failing inputs have in common. Cells are counted on the board,
// so that they survive the process.

// cellSize is the number of words of a cell: how many inputs, the slot of the
// finding plus one (0 for all inputs), the bits. cellWords is the size of the
// table on the board, of which at most cellsUsed cells are used.
const (
	cellSize  = 2 + len(Bits{})
	cellWords = 1 << 16
	// hitWords is the size of the counters before it.
	hitWords  = 1 << 16
	cellsUsed = int64(cellWords / cellSize * 3 / 4)
)

// AllInputs is the slot of the cells that count all inputs, failing or not.
const AllInputs = -1

// cells counts the inputs of a job.
type cells struct {
	w     *worker
	live  bool
	terms Terms
	bits  Bits
	// have says that bits are those of the input in flight, torn that they
	// cannot be known.
	have, torn bool
	slots      []int
}

// newCells returns nil for a job that does not ask for them.
func newCells(w *worker) *cells {
	if len(w.job.Atoms) == 0 {
		return nil
	}
	return &cells{w: w, live: w.job.Live || w.job.Dry || w.job.Failed}
}

// look evaluates the atoms of the input in flight, which is about to be called.
func (c *cells) look() {
	if c != nil && c.live {
		c.of(c.w.c)
	}
}

func (c *cells) of(in Case) {
	c.have, c.torn = true, true
	defer func() { _ = recover() }()
	c.terms.reset()
	in.Terms(&c.terms)
	c.bits, c.torn = c.terms.bits(c.w.job.Atoms), false
}

// failed notes that the input in flight failed.
func (c *cells) failed(slot int) {
	if c != nil {
		c.slots = append(c.slots, slot)
	}
}

// commit counts the input that was in flight. The first that fails was not
// looked at before its call: it is built once more.
func (c *cells) commit(counted bool) {
	if c == nil {
		return
	}
	if counted && !c.have && len(c.slots) > 0 {
		c.rebuild()
	}
	if counted && c.have {
		if c.torn {
			c.w.board.words[wordTorn] = 1
		} else {
			c.w.board.cell(AllInputs, c.bits)
			for _, s := range c.slots {
				c.w.board.cell(s, c.bits)
			}
		}
	}
	c.live = c.live || len(c.slots) > 0
	c.have, c.slots = false, c.slots[:0]
}

// rebuild builds the input in flight anew and evaluates its atoms.
func (c *cells) rebuild() {
	c.have, c.torn = true, true
	defer func() { _ = recover() }()
	w := c.w
	in := w.target.New()
	stream, ok := w.board.Stream()
	if w.unfold != nil {
		stream = w.unfold.solution
	}
	if !ok {
		return
	}
	r := Reader{tables: w.input.tables}
	r.reset(stream, false)
	if !in.Build(&r) {
		return
	}
	if len(w.target.Steps) > 0 {
		d := &Drawing{places: w.unfold.drawing.places, twin: true}
		for _, s := range w.target.Steps {
			if s.Draw >= 0 && !in.Draw(s.Draw, d) {
				return
			}
		}
	}
	c.of(in)
}

// cell counts an input of a cell.
func (b *Board) cell(slot int, bits Bits) {
	h := uint64(slot + 1)
	for _, w := range bits {
		h = (h ^ w) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	n := len(b.cells) / cellSize
	for i := int(h % uint64(n)); ; i = (i + 1) % n {
		e := b.cells[i*cellSize : (i+1)*cellSize]
		if e[0] == 0 {
			if b.words[wordCells] == cellsUsed {
				b.words[wordTorn] = 1
				return
			}
			b.words[wordCells]++
			e[1] = int64(slot + 1)
			for k, w := range bits {
				e[2+k] = int64(w)
			}
		} else if e[1] != int64(slot+1) || !sameBits(e[2:], bits) {
			continue
		}
		e[0]++
		return
	}
}

func sameBits(words []int64, bits Bits) bool {
	for k, w := range bits {
		if uint64(words[k]) != w {
			return false
		}
	}
	return true
}

// Cells calls visit with every cell, in no order; torn says that some inputs
// are in none.
func (b *Board) Cells(visit func(slot int, bits Bits, count int64)) (torn bool) {
	found := int64(0)
	for at := 0; b.words[wordCells] > 0 && at+cellSize <= len(b.cells); at += cellSize {
		e := b.cells[at : at+cellSize]
		if e[0] == 0 {
			continue
		}
		var bits Bits
		for k := range bits {
			bits[k] = uint64(e[2+k])
		}
		visit(int(e[1])-1, bits, e[0])
		found++
	}
	// Where memory is not shared a process may die before it has told.
	return b.words[wordTorn] != 0 || found != b.words[wordCells]
}

// keepAll makes the end of the board known to the parent where memory is not
// shared.
func (b *Board) keepAll(profile bool) {
	if b.flush != nil && (profile || b.words[wordCells] > 0) {
		b.flush(len(b.words))
	}
}
