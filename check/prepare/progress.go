package prepare

import "github.com/rtest-dev/rtest/check/event"

// Tell passes on how far a function has come, unless nobody listens just now.
func (u *Unit) Tell(n event.Progress) {
	select {
	case u.Progress <- n:
	default:
	}
}
