// Package minimize proposes simpler inputs than one that fails, the boldest first. It does not know
// whether they fail as well.
package minimize
