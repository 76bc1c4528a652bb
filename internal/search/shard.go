package search

// cuts finds the place of the sequence behind which the beginning of the stream
// is decided; -1 where it is from the start.
func (r *residual) cuts() int {
	at := -1
	for p, x := range r.seq {
		if r.pos[x] < r.opening {
			at = p
		}
	}
	return at
}

// foreign tells whether what is decided of the stream belongs to another part.
// That is no failure.
func (r *residual) foreign() bool {
	if r.s.Options.Shard.Begins(r.s.out, r.opening) {
		return false
	}
	r.s.fails, r.others = 0, true
	return true
}
