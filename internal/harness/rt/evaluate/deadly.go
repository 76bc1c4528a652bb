package evaluate

import "github.com/rtest-dev/rtest/internal/harness/rt/wire"

// A deadly has what is known of values that end the process.
type deadly struct {
	// small has the numbers of the values of each sort that are not further ones.
	small []map[uint32]bool
	// great has the keys of values that functions give for further integers, such as numbers of a great precision.
	great map[uint64]bool
	// avoided has the keys of the values with which the comparison that is made does not call its targets.
	avoided map[uint64]bool
	// inFlight are the keys of the further values that variables have now. The board shows them, so that another process
	// leaves them out if they end this one.
	inFlight []int64
}

// avoid sets the values that a comparison avoids.
func (u *Universe) avoid(c wire.Comparison) {
	u.avoided, u.inFlight = map[uint64]bool{}, u.inFlight[:0]
	for _, program := range [][]int{c.Left, c.Right, c.Condition} {
		for _, step := range program {
			if step < 0 {
				continue
			}
			for _, key := range u.ask.Deadly[step] {
				u.avoided[key] = true
			}
		}
	}
}

// allowed reports whether the values of some variables are not avoided, and none is a great one in a modest comparison. It
// notes the further ones, and none if one is great: where these end the process, a modest comparison comes first.
func (u *Universe) allowed(slots []int, env []uint32) bool {
	u.inFlight = u.inFlight[:0]
	great := false
	for _, s := range slots {
		sort, of := u.ask.Slots[s], u.rows[s].of
		if u.isSmall(sort, env[s]) {
			continue
		}
		key := of.keys[env[s]]
		if u.avoided[key] {
			return false
		}
		great = great || isGreat(of, env[s]) || u.great[key]
		u.inFlight = append(u.inFlight, int64(key))
	}
	if great {
		u.inFlight = u.inFlight[:0]
	}
	return !great || !u.modest
}

// greatFrom is the least great integer: a list that is repeated so many times, three times over, takes little memory and time.
const greatFrom = 1 << 3

// isGreat reports whether a value is a great integer, or one that is less than the opposite number.
func isGreat(of *table, id uint32) bool {
	if !isWide(of.t) {
		return false
	}
	v := of.values[id]
	return v.CanUint() && v.Uint() >= greatFrom || v.CanInt() && (v.Int() >= greatFrom || v.Int() <= -greatFrom)
}

// noteGreat notes a result as a great one if an argument is.
func (u *Universe) noteGreat(c *call, args []uint32, result uint32) {
	if u.anyGreat(c, args) {
		if u.great == nil {
			u.great = map[uint64]bool{}
		}
		u.great[c.result.of.keys[result]] = true
	}
}

// anyGreat reports whether one of the arguments of a call is a great integer, or made of one.
func (u *Universe) anyGreat(c *call, args []uint32) bool {
	from, _, _ := u.sorts(c)
	for i, id := range args {
		if of := c.inputs[i].of; !u.isSmall(from[i], id) && (isGreat(of, id) || u.great[of.keys[id]]) {
			return true
		}
	}
	return false
}

// isSmall reports whether a value is none of the further ones.
func (u *Universe) isSmall(sort int, id uint32) bool {
	if u.small == nil {
		u.small = make([]map[uint32]bool, len(u.values))
		for i, ids := range u.values {
			u.small[i] = map[uint32]bool{}
			for _, id := range ids {
				u.small[i][id] = true
			}
		}
	}
	return u.small[sort][id]
}
