package beyond

import "strconv"

// Untried returns the reason why nothing was tried outside the bounds. inTime reports that the time
// was not over.
func (g *Sampler) Untried(inTime bool) string {
	if inTime {
		return g.idle()
	}
	if len(g.all) == 0 {
		return "nothing was tried: the time ended"
	}
	return ""
}

// idle returns the reason why there are no inputs outside the bounds although there may be some.
func (g *Sampler) idle() string {
	if len(g.all) > 0 {
		return ""
	}
	deeper := "; -depth " + strconv.Itoa(g.target.Depth+1) + " looks for more"
	large, sought := false, false
	for _, f := range g.Questions {
		large = large || f.large
		sought = sought || f.Problem != nil && !f.empty && !f.aimed && !f.varied
	}
	switch {
	case sought && g.target.Conditions > 0:
		return "no input was found that the precondition admits" + deeper
	case sought && g.target.Built:
		return "no value was built by more calls" + deeper
	case sought:
		return "no input was found" + deeper
	case large:
		return "nothing was tried: inputs there have too many parts; -depth " + strconv.Itoa(g.target.Depth+1) + " tries those next to the bounds"
	}
	return ""
}
