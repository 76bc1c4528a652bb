package wire

// A Choice is the index of the value that was chosen, and that of the value to
// be chosen next, -1 for none.
type Choice struct{ Value, Next int64 }

// MaxChoices is how many choices of one input have alternatives; those behind
// them are not varied.
const MaxChoices = 1 << 16

// Following returns the choices behind those that were made, nil for none.
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

// Join returns the stream of an input with choices: the number of values of
// the solution, they themselves, then the choices.
func Join(solution, choices []int64) []int64 {
	s := make([]int64, 0, 1+len(solution)+len(choices))
	s = append(s, int64(len(solution)))
	return append(append(s, solution...), choices...)
}

// Split undoes Join; ok is false where the stream is none.
func Split(stream []int64) (solution, choices []int64, ok bool) {
	if len(stream) == 0 || stream[0] < 0 || stream[0] > int64(len(stream)-1) {
		return nil, nil, false
	}
	n := 1 + stream[0]
	return stream[1:n:n], stream[n:], true
}

// Choose notes the choices of the input in flight.
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

// Unfold notes that an input of a solution is in flight; again says that it is
// not the first.
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

// Breach notes a demand on arguments that was not met.
func (b *Board) Breach(f *Failure) {
	b.words[wordDemand], b.words[wordBroken] = int64(f.Clause), int64(f.Index+1)
}

// Broken returns the demand that was not met, nil for none.
func (b *Board) Broken() *Failure {
	if b.words[wordBroken] == 0 {
		return nil
	}
	return &Failure{Cause: Callback, Stage: Calling, Index: int(b.words[wordBroken] - 1), Clause: int(b.words[wordDemand])}
}

// Pending tells whether the input in flight was not counted as called yet, and
// its level so far.
func (b *Board) Pending() (pending bool, level int64) {
	return b.words[wordPending] != 0, max(b.words[wordLevel], b.words[wordAnswered])
}

// Strange is the number of questions that other goroutines asked, and of those
// that came after the call was over.
func (b *Board) Strange() (strange, late int64) { return b.words[wordStrange], b.words[wordLate] }

// Foreign tells whether the input in flight is one of other parts.
func (b *Board) Foreign() bool { return b.words[wordForeign] != 0 }

// Dropped is the number of inputs for which there was no answer.
func (b *Board) Dropped() int64 { return b.words[wordDropped] }

// Vague is the number of inputs of which not all clauses were judged.
func (b *Board) Vague() int64 { return b.words[wordVague] }

// Declined is the number of inputs that a bare target rejected by a panic.
func (b *Board) Declined() int64 { return b.words[wordDeclined] }

// Choices returns the choices of the input in flight, and those of the next one
// that comes of the same solution, nil when there is none.
func (b *Board) Choices() (made, next []int64) {
	var list []Choice
	for i := range b.words[wordChoices] {
		list = append(list, Choice{b.made[2*i], b.made[2*i+1]})
		made = append(made, b.made[2*i])
	}
	return made, Following(list)
}
