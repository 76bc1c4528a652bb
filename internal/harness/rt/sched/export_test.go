package sched

// Unreduced has an exploration leave out no schedule because another one comes to the same.
func (x *Exploration) Unreduced() *Exploration {
	x.unreduced = true
	return x
}
