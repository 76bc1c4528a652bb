package smt

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// A Model gives the values of variables: 0 or 1 for a Bool, the unsigned number for a bit vector,
// the number for an Int.
type Model map[*Term]*big.Int

// Signed returns the value of a variable, read as two's complement for a bit vector. It is nil for
// a variable without a value.
func (m Model) Signed(t *Term) *big.Int {
	v := m[t]
	if v == nil {
		return nil
	}
	return signed(v, t.sort.Width())
}

// String lists the values by the names of the variables, one per line.
func (m Model) String() string {
	lines := make([]string, 0, len(m))
	for t, v := range m {
		lines = append(lines, fmt.Sprintf("%s = %s", t.text, v))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
