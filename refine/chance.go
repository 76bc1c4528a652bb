package refine

import (
	"go/token"
	"slices"
	"strings"
)

// A Chance is an operation whose outcome differs from run to run, with its position.
type Chance struct {
	Kind ChanceKind
	Pos  token.Position
}

// A ChanceKind says what differs from run to run.
type ChanceKind uint8

// The kinds of chances.
const (
	MapOrder ChanceKind = iota
	SelectCase
	Randomness
	Goroutines
	Clock
)

var chanceKinds = [...]string{"the order of a map", "which case a select takes", "random numbers", "the order in which goroutines run", "the time"}

// String returns what a result depends on.
func (k ChanceKind) String() string { return chanceKinds[k] }

// ParseChanceKind is the inverse of String.
func ParseChanceKind(s string) (k ChanceKind, ok bool) {
	i := slices.Index(chanceKinds[:], s)
	return ChanceKind(max(i, 0)), i >= 0
}

// ChancesText lists chances by kind, each with its first positions. Place formats a position; it
// may be nil.
func ChancesText(list []Chance, place func(token.Position) string) string {
	const places = 3
	var texts []string
	for kind := range ChanceKind(len(chanceKinds)) {
		var at []string
		found := false
		for _, c := range list {
			if c.Kind != kind {
				continue
			}
			if found = true; place != nil && c.Pos.IsValid() && len(at) < places {
				at = append(at, place(c.Pos))
			}
		}
		switch {
		case len(at) > 0:
			texts = append(texts, kind.String()+" ("+strings.Join(at, ", ")+")")
		case found:
			texts = append(texts, kind.String())
		}
	}
	return strings.Join(texts, ", or on ")
}
