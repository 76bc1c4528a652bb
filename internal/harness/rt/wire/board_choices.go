package wire

// A Choice is a choice that was made: the index of the value taken, and the index to take next, or
// -1 if none is left.
type Choice struct{ Value, Next int64 }

// MaxChoices is how many choices of an input can have alternatives. Choices after these are not
// varied.
const MaxChoices = 1 << 16

// Following returns the choices that follow made in depth-first order, or nil if none do.
func Following(made []Choice) []int64 {
	n := len(made)
	for n > 0 && made[n-1].Next < 0 {
		n--
	}
	if n == 0 {
		return nil
	}
	next := make([]int64, n)
	for i, m := range made[:n] {
		next[i] = m.Value
	}
	next[n-1] = made[n-1].Next
	return next
}

// Join returns the stream of an input with choices: the length of the solution, the solution, then
// the choices.
func Join(solution, choices []int64) []int64 {
	s := make([]int64, 0, 1+len(solution)+len(choices))
	s = append(s, int64(len(solution)))
	return append(append(s, solution...), choices...)
}

// Split undoes Join. ok is false if stream does not come from Join.
func Split(stream []int64) (solution, choices []int64, ok bool) {
	if len(stream) == 0 || stream[0] < 0 || stream[0] > int64(len(stream)-1) {
		return nil, nil, false
	}
	n := 1 + stream[0]
	return stream[1:n:n], stream[n:], true
}

// Choose records the choices of the input in flight. The last one is new.
func (b *Board) Choose(made []Choice) {
	n := len(made)
	solution := b.words[wordLength] - b.words[wordChoices]
	if n > 0 {
		b.made[2*n-2], b.made[2*n-1] = made[n-1].Value, made[n-1].Next
		copy(b.stream[min(solution+int64(n)-1, int64(len(b.stream))):], []int64{made[n-1].Value})
	}
	b.words[wordChoices], b.words[wordLength] = int64(n), solution+int64(n)
	if b.flush != nil {
		b.At(b.Stage())
	}
}

// Unfold notes that an input of a solution is in flight. again is set if it is not the first input
// of that solution.
func (b *Board) Unfold(solution []int64, level int64, again bool) {
	w := b.words
	if !again {
		w[wordTaken]++
	}
	w[wordChoices], w[wordAnswered], w[wordBroken], w[wordLevel] = 0, 0, 0, level
	w[wordLength] = int64(1 + len(solution))
	b.stream[0] = int64(len(solution))
	copy(b.stream[1:], solution)
	w[wordSeq]++
}

// Breach notes a demand on the arguments of a function input that a call did not meet.
func (b *Board) Breach(f *Failure) {
	b.words[wordDemand], b.words[wordBroken] = int64(f.Clause), int64(f.Index+1)
}

// Broken returns the demand that does not hold, or nil.
func (b *Board) Broken() *Failure {
	if b.words[wordBroken] == 0 {
		return nil
	}
	return &Failure{Cause: Callback, Stage: Calling, Index: int(b.words[wordBroken] - 1), Clause: int(b.words[wordDemand])}
}

// Pending reports whether the input in flight still has to be counted as called, and its level so
// far.
func (b *Board) Pending() (pending bool, level int64) {
	return b.words[wordPending] != 0, max(b.words[wordLevel], b.words[wordAnswered])
}

// Strange returns the number of questions that other goroutines asked, and of questions asked after
// the call was over.
func (b *Board) Strange() (strange, late int64) { return b.words[wordStrange], b.words[wordLate] }

// Foreign reports whether the input in flight lies outside the job's portion.
func (b *Board) Foreign() bool { return b.words[wordForeign] != 0 }

// Dropped returns the number of inputs for which a function had no answer.
func (b *Board) Dropped() int64 { return b.words[wordDropped] }

// Vague returns the number of inputs with a clause that was not judged.
func (b *Board) Vague() int64 { return b.words[wordVague] }

// Declined returns the number of inputs that the function of a bare contract rejected by a panic.
func (b *Board) Declined() int64 { return b.words[wordDeclined] }

// Choices returns the choices of the input in flight, and those of the next input of the same
// solution, or nil if there is none.
func (b *Board) Choices() (made, next []int64) {
	var list []Choice
	for i := range b.words[wordChoices] {
		list = append(list, Choice{b.made[2*i], b.made[2*i+1]})
		made = append(made, b.made[2*i])
	}
	return made, Following(list)
}
