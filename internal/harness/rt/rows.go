package rt

// mostClimbed is how many of the first values of constructors, and how many
// steps, rows begin with.
const mostClimbed = 3

// climbs makes one step with a row of arguments, 0, 1, 2 and so on, upwards and
// downwards, as everybody does who looks at a container that has grown; then the
// other steps, until nothing is left. Random arguments are seldom as many
// different ones.
func (k *walker) climbs(makers, steps []int) {
	var first []*reached
	for _, m := range makers {
		for _, g := range k.near[m] {
			if s := k.step(k.x.root, single(g, g.args[len(g.args)-1]), 0, false); s != nil && len(first) < mostClimbed {
				first = append(first, s)
			}
		}
	}
	k.climbing = true
	defer func() { k.climbing = false }()
	climbed := 0
	for _, up := range steps {
		row := k.rows[up]
		if row == nil || climbed == mostClimbed {
			continue
		}
		climbed++
		for _, s := range first {
			for _, backwards := range [...]bool{false, true} {
				top := k.row(s, row, len(row.args), backwards, 0)
				k.descend(top, up, steps, len(row.args))
			}
		}
	}
}

// descend makes each of the other steps from a state that n calls made.
func (k *walker) descend(top *reached, up int, steps []int, n int) {
	for _, down := range steps {
		if down == up {
			continue
		}
		if row := k.rows[down]; row != nil {
			k.row(top, row, n, false, n)
			k.row(top, row, n, true, n)
		} else if len(k.near[down]) > 0 {
			g := k.near[down][0]
			k.row(top, single(g, g.args[0]), n, false, n)
		}
	}
}

// row makes n calls with the arguments of a row, in order or backwards, and
// returns the last state.
func (k *walker) row(s *reached, row *group, n int, backwards bool, made int) *reached {
	for i := range n {
		at := i % len(row.args)
		if backwards {
			at = len(row.args) - 1 - at
		}
		if k.x.out.Cut != "" {
			return s
		}
		if to := k.step(s, single(row, row.args[at]), made+i+1, false); to != nil {
			s = to
		}
	}
	return s
}
