package texts

import (
	"go/types"
	"regexp"
	"slices"
)

// ListElement stands in a path for an element of a list.
const ListElement = "[]"

// Along returns the pattern of an object that has something at the end of a path.
func (g *Grammar) Along(path []string) string {
	p := "(" + g.JSON(types.Universe.Lookup("any").Type(), 0) + "|" + oneOf(g.Numbers...) + "|" + g.text() + ")"
	for _, key := range slices.Backward(path) {
		if key == ListElement {
			p = `\[` + p + `\]`
		} else {
			p = `\{` + regexp.QuoteMeta(`"`+key+`"`) + ":" + p + `\}`
		}
	}
	return p
}
