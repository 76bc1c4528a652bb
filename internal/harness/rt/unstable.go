package rt

// A precondition that holds and fails for the same input, because it depends on
// the order of a map, on the clock or on what calls leave behind, would make
// counts that mean nothing. So of the first inputs of a job each one is
// evaluated again, and that of a report many times.
const (
	againInputs = 256
	againTimes  = 2
	againReport = 64
)

// unstable is the panic of a precondition that gives two answers.
type unstable struct{}

func (unstable) Error() string {
	return "it holds and does not hold for the same input, when it is evaluated several times"
}

// again evaluates a precondition again that has just been evaluated.
func (w *worker) again(i int, holds bool) {
	times := againReport
	if w.complete == nil {
		if w.repeated == nil {
			w.repeated = make([]int, w.target.Pre)
		}
		if w.repeated[i] >= againInputs {
			return
		}
		w.repeated[i]++
		times = againTimes
	}
	for range times {
		if w.c.Pre(i) != holds {
			panic(unstable{})
		}
	}
}
