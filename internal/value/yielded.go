package value

import "strings"

// yielded writes what an iterator yielded in the way of a composite literal: such
// as iter.Seq[int]{0, 1}, and iter.Seq2[int, string]{0: "a"}.
func (w *literals) yielded(v *Value) string {
	var list []string
	for _, row := range v.Elems {
		var parts []string
		for _, e := range row.Elems {
			parts = append(parts, w.expr(e, spot{elided: true}))
		}
		list = append(list, strings.Join(parts, ": "))
	}
	if v.Text != "" {
		list = append(list, v.Text)
	}
	return v.Type + "{" + strings.Join(list, ", ") + "}"
}
