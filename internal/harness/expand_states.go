package harness

// Spell returns a stream of a target with the calls of every state spelled out,
// so that it means the same without the states that were found.
func (b *Binary) Spell(target int, stream []int64) []int64 {
	if len(b.unit.Builders) == 0 {
		return stream
	}
	return spell(b.code.Plans[target].Target.Shapes, stream, b.states.all())
}
