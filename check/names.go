package check

import (
	"go/types"
	"path"
	"strings"

	"github.com/rtest-dev/rtest/internal/value"
)

// local returns the values with the names of types as the package writes them:
// its own without a package, others with the package's name instead of its
// path.
func local(pkg *types.Package, vs []*value.Value) []*value.Value {
	n := &naming{own: pkg, names: map[string]string{}}
	n.collect(pkg)
	out := make([]*value.Value, len(vs))
	for i, v := range vs {
		out[i] = n.value(v)
	}
	return out
}

// A naming knows the names of packages by their paths.
type naming struct {
	own   *types.Package
	names map[string]string
}

func (n *naming) collect(p *types.Package) {
	if _, known := n.names[p.Path()]; known {
		return
	}
	n.names[p.Path()] = p.Name()
	for _, imp := range p.Imports() {
		n.collect(imp)
	}
}

func (n *naming) value(v *value.Value) *value.Value {
	if v == nil {
		return nil
	}
	out := *v
	out.Type = n.typ(v.Type)
	out.Elems = nil
	for _, e := range v.Elems {
		out.Elems = append(out.Elems, n.value(e))
	}
	return &out
}

// typ rewrites every qualified name in a type.
func (n *naming) typ(s string) string {
	var b strings.Builder
	for s != "" {
		end := strings.IndexAny(s, "[]*(){}, ;")
		word := s
		if end >= 0 {
			word = s[:end]
		}
		b.WriteString(n.word(word))
		s = s[len(word):]
		if s != "" {
			b.WriteByte(s[0])
			s = s[1:]
		}
	}
	return b.String()
}

func (n *naming) word(s string) string {
	dot := strings.LastIndexByte(s, '.')
	if dot <= 0 || strings.HasSuffix(s, "...") {
		return s
	}
	from, name := s[:dot], s[dot+1:]
	switch known, ok := n.names[from]; {
	case from == n.own.Path():
		return name
	case ok:
		return known + "." + name
	}
	return path.Base(from) + "." + name
}
