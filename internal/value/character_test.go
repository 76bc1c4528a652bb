package value

import (
	"go/types"
	"testing"
)

func TestCharacter(t *testing.T) {
	octet, char := types.Universe.Lookup("byte").Type(), types.Universe.Lookup("rune").Type()
	grade := types.NewNamed(types.NewTypeName(0, nil, "Grade", nil), octet, nil)
	for _, c := range []struct {
		t    types.Type
		n    int64
		want string
	}{
		{octet, '9', "'9'"}, {octet, '\n', `'\n'`}, {octet, '\'', `'\''`}, {octet, 0, ""}, {octet, 233, ""},
		{char, 'é', "'é'"}, {char, -1, ""}, {char, 3, ""}, {char, 0xD800, ""}, {char, 1 << 40, ""},
		{types.Typ[types.Uint8], '9', ""}, {types.Typ[types.Int32], '9', ""}, {types.Typ[types.Int], '9', ""}, {nil, '9', ""},
		{grade, '9', "'9'"}, {types.NewNamed(types.NewTypeName(0, nil, "Size", nil), types.Typ[types.Uint8], nil), '9', ""},
	} {
		if got := Character(c.t, c.n); got != c.want {
			t.Errorf("Character(%v, %d) = %s, want %s", c.t, c.n, got, c.want)
		}
	}
}
