package decode

import (
	"go/types"
	"strings"
)

// junkDepth bounds what is put behind the length of a slice.
const junkDepth = 3

// junk writes a value other than zero, for the room behind a slice.
func (l *Literals) junk(t types.Type, depth int) string {
	if depth < junkDepth {
		switch u := t.Underlying().(type) {
		case *types.Basic:
			switch info := u.Info(); {
			case info&types.IsBoolean != 0:
				return "true"
			case info&types.IsString != 0:
				return `"?"`
			case info&types.IsNumeric != 0:
				return "99"
			}
		case *types.Pointer:
			return "new(" + l.Type(u.Elem()) + ")"
		case *types.Slice:
			return "make(" + l.Type(t) + ", 1)"
		case *types.Map:
			return l.Type(t) + "{}"
		case *types.Struct:
			var parts []string
			for v := range u.Fields() {
				if v.Name() != "_" && (v.Exported() || v.Pkg() == l.Package) {
					parts = append(parts, v.Name()+": "+l.junk(v.Type(), depth+1))
				}
			}
			return l.Type(t) + "{" + strings.Join(parts, ", ") + "}"
		}
	}
	return l.zero(t, Spot{})
}
