package wire

// cellSize is the number of words of a cell: the count of its inputs, the slot of the finding plus
// one (0 for all inputs), and the bits. cellWords is the size of the hash table; at most cellsUsed
// of its cells are used.
const (
	cellSize  = 2 + len(Bits{})
	cellWords = 1 << 16
	// hitWords is the size of the region of Hits, which lies before the table.
	hitWords  = 1 << 16
	cellsUsed = int64(cellWords / cellSize * 3 / 4)
)

// AllInputs is the slot of cells that count all inputs, whether they fail or not.
const AllInputs = -1

// Cell counts an input with these truth values for the finding in slot.
func (b *Board) Cell(slot int, bits Bits) {
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

// Cells calls visit with every cell, in no particular order. torn reports that some inputs are in
// no cell.
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
	// Where memory is not shared, the process may have died before it wrote all cells.
	return b.words[wordTorn] != 0 || found != b.words[wordCells]
}

// KeepAll writes the whole board to the parent where memory is not shared, if profile is set or
// cells are in use.
func (b *Board) KeepAll(profile bool) {
	if b.flush != nil && (profile || b.words[wordCells] > 0) {
		b.flush(len(b.words))
	}
}
