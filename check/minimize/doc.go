// Package minimize proposes inputs that are simpler than a failing one, boldest first. It does not
// know whether they fail too.
package minimize
