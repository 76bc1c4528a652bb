package decode

import "github.com/rtest-dev/rtest/internal/value"

// nothing is the kind of values that take nothing from the stream: zero values, drawn ones, and
// those that cannot be built.
type nothing struct{ value.Shape }

func (nothing) read(*reader, *Node) {}

func (s nothing) literal(l *Literals, _ *Node, at Spot) Expr {
	if _, ok := s.Shape.(*value.Zero); ok {
		return l.ZeroValue(s.Go(), at)
	}
	return l.Fail("a value of %s stands where there can be none", s.Go())
}

func (s nothing) decode(d *Decoders) string {
	if _, ok := s.Shape.(*value.Zero); ok {
		return d.ZeroValue(s.Go(), Spot{Typed: true}).Text
	}
	return d.Fail("values of %s cannot be decoded", s.Go()).Text
}

func (s nothing) set(c *Constructors, _ string) string {
	switch s := s.Shape.(type) {
	case *value.Unsupported:
		return c.fail("values of %s cannot be built: %s", s.T, s.Why)
	case *value.Drawn:
		return c.fail("a value of %s is drawn where it is not an input", s.T)
	}
	return ""
}

func (s nothing) alike(value.Shape, func(a, b value.Ref) bool) bool {
	_, zero := s.Shape.(*value.Zero)
	return zero
}
