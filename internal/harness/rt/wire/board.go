package wire

import (
	"sync/atomic"
	"time"
	"unsafe"
)

// The board is memory that the process shares with its parent: what the
// process was doing when it died is read from it. It is an array of words.
const (
	wordSeq = iota
	wordStage
	wordIndex
	wordTaken
	wordCalled
	wordRejected
	wordLength
	// wordChoices is the number of choices of the input in flight; wordLevel is
	// the level of its solution, wordAnswered that of the answers so far,
	// wordPending is set until it is counted; wordBroken is one more than the
	// index of an input that was called against its contract, wordDemand that
	// of the demand.
	wordChoices
	wordLevel
	wordAnswered
	wordPending
	wordBroken
	wordDemand
	// wordDropped counts the inputs for which there was no answer.
	wordDropped
	// wordStrange counts the questions of other goroutines, wordLate those that
	// came after the call was over.
	wordStrange
	wordLate
	// wordCells is the number of cells in use, wordTorn is set when inputs are
	// in none.
	wordCells
	wordTorn
	// wordVague counts the inputs of which a clause was not judged, because
	// values outside the bounds may decide it.
	wordVague
	// wordDeclined counts the inputs of a bare target that its own panics
	// rejected.
	wordDeclined
	// wordChanged has a bit for each precondition that changed an input.
	wordChanged
	// wordWatched counts the looks of the watch.
	wordWatched
	// wordForeign is set while the input in flight is none of the job's portion.
	wordForeign
	// wordSpared counts the calls of an exploration that were left out because
	// they end the process.
	wordSpared
	// wordSevered is set when the input in flight closed descriptors of the harness.
	wordSevered
	// wordLag is how far the clock of the run is behind that of the system, as the
	// parent says.
	wordLag
	wordCounters = 26
)

// MaxFindings is the greatest number of distinct findings of one job.
const MaxFindings = 1024

// BoardSize is the size of the board's file in bytes.
const BoardSize = 4 << 20

// A Board gives meaning to the words for a target with pre preconditions and
// classes classify directives: counters of both, then of the findings, then
// the stream of the input in flight.
type Board struct {
	words []int64
	// Reached and Passed count for each precondition, Classes for each
	// classify, Counts for each finding.
	Reached, Passed, Classes, Counts []int64
	stream                           []int64
	// made are the choices of the input in flight, each with the next one.
	made []int64
	// cells is a hash table at the end of the board, see cells.go.
	cells []int64
	// flush writes the words to where the parent sees them; nil where the
	// memory is shared.
	flush func(words int)
}

// NewBoard lays a board over shared words.
func NewBoard(words []int64, flush func(int), pre, classes int) *Board {
	b := &Board{words: words, flush: flush}
	at := wordCounters
	take := func(n int) []int64 {
		s := words[at : at+n : at+n]
		at += n
		return s
	}
	b.Reached, b.Passed, b.Classes, b.Counts = take(pre), take(pre), take(classes), take(MaxFindings)
	b.made = take(2 * MaxChoices)
	end := len(words) - cellWords
	b.stream, b.cells = words[at:end-hitWords:end-hitWords], words[end:]
	return b
}

// Clear makes the board that of a new job.
func (b *Board) Clear() {
	if b.words[wordCells] > 0 {
		clear(b.cells)
	}
	clear(b.words[wordSeq:wordCounters])
	clear(b.Reached)
	clear(b.Passed)
	clear(b.Classes)
	clear(b.Counts)
}

// Begin notes that an input is in flight.
func (b *Board) Begin(stream []int64) {
	w := b.words
	w[wordTaken]++
	w[wordLength] = int64(len(stream))
	copy(b.stream, stream)
	w[wordSeq]++
}

// At notes the stage of the input in flight.
func (b *Board) At(s Stage, index int) {
	w := b.words[:wordCounters]
	w[wordIndex] = int64(index)
	w[wordStage] = int64(s)
	if b.flush != nil {
		b.flush(len(b.words) - len(b.cells) - hitWords - len(b.stream) + int(w[wordLength]))
	}
}

// Sever notes that the stage on the board has closed descriptors of the harness.
func (b *Board) Sever() { b.words[wordSevered] = 1 }

// Severed tells whether the stage on the board closed descriptors of the harness.
func (b *Board) Severed() bool { return b.words[wordSevered] != 0 }

// Watched notes that the watch looks.
func (b *Board) Watched() {
	atomic.AddInt64(&b.words[wordWatched], 1)
	if b.flush != nil {
		b.flush(wordCounters)
	}
}

// Beat changes as long as a process gives signs of life: it begins inputs, or its
// watch looks, at a call that lasts, which it will end, or while the search finds
// nothing.
func Beat(words []int64) int64 { return words[wordSeq] + words[wordWatched] }

// SetLag tells the process how far the clock of the run is behind that of the system.
func SetLag(words []int64, lag time.Duration) { atomic.StoreInt64(&words[wordLag], int64(lag)) }

// Stage returns what the process was doing.
func (b *Board) Stage() (Stage, int) {
	return Stage(b.words[wordStage]), int(b.words[wordIndex])
}

// Seq is the number of runs of inputs that were begun.
func (b *Board) Seq() int64 { return atomic.LoadInt64(&b.words[wordSeq]) }

// NextRun notes that the input in flight is run once more.
func (b *Board) NextRun() { b.words[wordSeq]++ }

// Idle tells whether no input is in flight.
func (b *Board) Idle() bool { return b.words[wordStage] == int64(Idle) }

// Lag is what the parent has set by SetLag, in nanoseconds.
func (b *Board) Lag() int64 { return atomic.LoadInt64(&b.words[wordLag]) }

// Length is that of the stream of the input in flight.
func (b *Board) Length() int64 { return b.words[wordLength] }

// CountCalled counts an input that is called.
func (b *Board) CountCalled() { b.words[wordCalled]++ }

// CountRejected counts an input that a precondition rejects.
func (b *Board) CountRejected() { b.words[wordRejected]++ }

// CountVague counts an input of which a clause was not judged.
func (b *Board) CountVague() { b.words[wordVague]++ }

// CountDropped counts an input for which a function had no answer.
func (b *Board) CountDropped() { b.words[wordDropped]++ }

// CountDeclined counts an input that the function under test rejected.
func (b *Board) CountDeclined() { b.words[wordDeclined]++ }

// CountStrange counts a question of another goroutine.
func (b *Board) CountStrange() { atomic.AddInt64(&b.words[wordStrange], 1) }

// CountLate counts a question that came after the call was over.
func (b *Board) CountLate() { atomic.AddInt64(&b.words[wordLate], 1) }

// SetPending notes whether the input in flight is yet to be counted.
func (b *Board) SetPending(yes bool) { b.words[wordPending] = truth(yes) }

// SetForeign notes whether the input in flight is none of the job's portion.
func (b *Board) SetForeign(yes bool) { b.words[wordForeign] = truth(yes) }

// AnsweredAt notes the greatest level of the answers so far.
func (b *Board) AnsweredAt(level int64) { b.words[wordAnswered] = level }

// NoteChanged notes that a precondition changed an input.
func (b *Board) NoteChanged(pre int) { b.words[wordChanged] |= 1 << min(pre, MaxChanged) }

// Tear notes that an input is in no cell.
func (b *Board) Tear() { b.words[wordTorn] = 1 }

func truth(yes bool) int64 {
	if yes {
		return 1
	}
	return 0
}

// Taken is the number of solutions taken, the one in flight included.
func (b *Board) Taken() int64 { return b.words[wordTaken] }

// Spare notes that a call is left out that would end the process.
func (b *Board) Spare() { b.words[wordSpared]++ }

// Ordinal is the number of the call in flight among those of an exploration, with
// those that are left out.
func (b *Board) Ordinal() int64 { return b.words[wordTaken] + b.words[wordSpared] }

// Called is the number of inputs that were called.
func (b *Board) Called() int64 { return b.words[wordCalled] }

// Rejected is the number of inputs that native preconditions rejected.
func (b *Board) Rejected() int64 { return b.words[wordRejected] }

// Stream returns a copy of the input in flight; ok is false when it was too
// long for the board.
func (b *Board) Stream() (stream []int64, ok bool) {
	n := b.words[wordLength]
	if n > int64(len(b.stream)) {
		return nil, false
	}
	return append([]int64{}, b.stream[:n]...), true
}

// Counters appends the counters of what native code says of inputs.
func (b *Board) Counters(to []int64) []int64 {
	to = append(to, b.words[wordRejected], b.words[wordVague])
	return append(append(to, b.Reached...), b.Passed...)
}

// Recount sets the counters back to what Counters returned.
func (b *Board) Recount(from []int64) {
	b.words[wordRejected], b.words[wordVague] = from[0], from[1]
	n := copy(b.Reached, from[2:])
	copy(b.Passed, from[2+n:])
}

// Hits returns the counters of n places on the board; nil where there is no room
// for as many.
func Hits(words []int64, n int) []byte {
	if n == 0 || n > 8*hitWords {
		return nil
	}
	region := words[len(words)-cellWords-hitWords:]
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(region))), n)
}

// MaxChanged is the number of the last precondition that is told from others
// behind it among those that change inputs.
const MaxChanged = 62

// Changed has a bit for each precondition that changed an input.
func (b *Board) Changed() int64 { return b.words[wordChanged] }
