package tree

import "strings"

// yielded writes what an iterator yielded in the style of a composite literal, such as
// iter.Seq[int]{0, 1} and iter.Seq2[int, string]{0: "a"}.
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

// answered writes what a function answered in the style of a composite literal of its type.
func (w *literals) answered(v *Value) string {
	group := func(row *Value) string {
		var parts []string
		for _, e := range row.Elems {
			parts = append(parts, w.expr(e, spot{elided: true}))
		}
		if len(parts) > 1 {
			return "(" + strings.Join(parts, ", ") + ")"
		}
		return strings.Join(parts, "")
	}
	var list []string
	for i := 0; i < len(v.Elems); i += 2 {
		answer := group(v.Elems[i+1])
		if len(v.Elems[i].Elems) > 0 {
			answer = group(v.Elems[i]) + ": " + answer
		}
		list = append(list, answer)
	}
	return v.Type + "{" + strings.Join(append(list, v.Text), ", ") + "}"
}
