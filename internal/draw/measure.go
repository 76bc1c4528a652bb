package draw

import "slices"

// Lengths in pixels, for text of 12 pixels in a font of fixed width.
const (
	lineHeight  = 18
	labelHeight = 13
	padding     = 7
	cellWidth   = 24 // the least width of a cell
	stripWidth  = 560
	swatchWidth = 14
	margin      = 10
)

// A size has the measures of a box and its parts.
type size struct {
	w, h int
	// names is the width of the names of rows. widths are those of the cells. perLine is how many
	// cells are in a line of the strip.
	names   int
	widths  []int
	perLine int
	labels  bool
}

// textWidth returns the width of a text. Characters of East Asian scripts and pictures count twice.
func textWidth(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r >= 0x1100 && (r <= 0x115f || r >= 0x2e80 && r <= 0xa4cf || r >= 0xac00 && r <= 0xd7a3 || r >= 0xf900 && r <= 0xfaff || r >= 0xfe30 && r <= 0xfe6f || r >= 0xff00 && r <= 0xff60 || r >= 0x1f300) {
			n++
		}
	}
	return (n*73 + 9) / 10
}

// labelWidth returns the width of a text in the smaller font of labels.
func labelWidth(s string) int { return textWidth(s) * 10 / 12 }

func measure(b *Box) size {
	var s size
	if b.Head != "" {
		s.w, s.h = labelWidth(b.Head)+2*padding, lineHeight
	}
	values := 0
	for _, r := range b.Rows {
		s.names = max(s.names, textWidth(r.Name))
		w := textWidth(r.Text)
		if r.Swatch != "" {
			w += swatchWidth
		}
		values = max(values, w)
		s.h += lineHeight
	}
	if len(b.Rows) > 0 {
		gap := 0
		if s.names > 0 {
			gap = 10
		}
		s.w = max(s.w, s.names+gap+values+2*padding)
	}
	s.strip(b)
	s.w, s.h = max(s.w, 2*cellWidth), max(s.h, lineHeight)
	if n := len(s.widths); n > 0 && s.perLine == n {
		// The strip is as wide as the box.
		sum := 0
		for _, w := range s.widths {
			sum += w
		}
		for i := range s.widths {
			more := (s.w - sum) / (n - i)
			s.widths[i] += more
			sum += more
		}
	}
	return s
}

// strip measures the cells of a box. A strip without arrows that is too wide is broken into lines, and its
// cells get one width.
func (s *size) strip(b *Box) {
	total, widest, ports := 0, 0, false
	for _, c := range b.Cells {
		w := max(cellWidth, textWidth(c.Text)+2*padding, labelWidth(c.Label)+2*padding-4)
		s.widths = append(s.widths, w)
		total, widest = total+w, max(widest, w)
		ports = ports || c.Port
		s.labels = s.labels || c.Label != ""
	}
	if len(b.Cells) == 0 {
		return
	}
	s.perLine = len(b.Cells)
	if total > stripWidth && !ports {
		s.widths = slices.Repeat([]int{widest}, len(b.Cells))
		s.perLine = max(1, stripWidth/widest)
		total = s.perLine * widest
	}
	s.w = max(s.w, total)
	s.h += (len(b.Cells) + s.perLine - 1) / s.perLine * s.cellHeight()
}

func (s *size) cellHeight() int {
	if s.labels {
		return lineHeight + labelHeight
	}
	return lineHeight
}

// cell returns the place of a cell in its box: its left edge, its upper edge, and its width.
func (p *placed) cell(i int) (x, y, w int) {
	line := i / p.perLine
	for _, w := range p.widths[line*p.perLine : i] {
		x += w
	}
	lines := (len(p.Cells) + p.perLine - 1) / p.perLine
	y = p.h - (lines-line)*p.cellHeight()
	return p.x + x, p.y + y, p.widths[i]
}

// sortBy sorts a list stably.
func sortBy(list []int, cmp func(i, j int) int) { slices.SortStableFunc(list, cmp) }
