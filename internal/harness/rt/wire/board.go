package wire

import (
	"sync/atomic"
	"time"
	"unsafe"
)

// The board is memory that the process shares with its parent. After the process dies, the parent reads from it
// the last activity of the process. The board is an array of words; these are the indices of its header.
const (
	wordSeq = iota
	wordStage
	wordIndex
	wordTaken
	wordCalled
	wordRejected
	wordLength
	// wordChoices is the number of choices of the input in flight. wordLevel is the level of its
	// solution, wordAnswered the greatest level of its answers so far. wordPending is set until the
	// input is counted as called. wordBroken is the index, plus one, of the function input that was
	// called against its contract; wordDemand is the index of the demand.
	wordChoices
	wordLevel
	wordAnswered
	wordPending
	wordBroken
	wordDemand
	// wordDropped counts the inputs for which a function had no answer.
	wordDropped
	// wordStrange counts the questions asked by other goroutines, wordLate those asked after the
	// call was over.
	wordStrange
	wordLate
	// wordCells is the number of cells in use. wordTorn is set when some inputs are in no cell.
	wordCells
	wordTorn
	// wordVague counts the inputs with a clause that was not judged because values outside the
	// bounds may decide it.
	wordVague
	// wordDeclined counts the inputs that the function of a bare contract rejected by a panic of
	// its own.
	wordDeclined
	// wordChanged has a bit for each precondition that changed an input.
	wordChanged
	// wordWatched counts the ticks of the watch.
	wordWatched
	// wordForeign is set while the input in flight lies outside the job's portion.
	wordForeign
	// wordSpared counts the calls of an exploration that were skipped because they end the process.
	wordSpared
	// wordSevered is set when the input in flight closed descriptors of the harness.
	wordSevered
	// wordLag is the lag of the run's clock behind the system clock. The parent sets it.
	wordLag
	wordCounters = 26
)

// MaxFindings is the greatest number of distinct findings of a job.
const MaxFindings = 1024

// BoardSize is the size of the board's file in bytes.
const BoardSize = 4 << 20

// A Board gives meaning to the words, for a target with pre preconditions and classes classify
// directives. After the header come the counters of both, the counters of the findings, the choices
// and the stream of the input in flight, and the cells.
type Board struct {
	words []int64
	head  *[wordCounters]int64 // the header, which is at the beginning of words
	// Reached and Passed have a counter for each precondition, Classes for each classify directive,
	// Counts for each finding.
	Reached, Passed, Classes, Counts []int64
	stream                           []int64
	// made are the choices of the input in flight, two words for each: its value and the next.
	made []int64
	// cells is a hash table at the end of the board; see board_cells.go.
	cells []int64
	// flush writes the first words of the board to where the parent reads them. It is nil where
	// memory is shared.
	flush func(words int)
}

// NewBoard lays a board over shared words.
func NewBoard(words []int64, flush func(int), pre, classes int) *Board {
	b := &Board{words: words, head: (*[wordCounters]int64)(words), flush: flush}
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

// Clear resets the board for a new job.
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
	b.head[wordTaken]++
	b.Lay(stream)
	b.head[wordSeq]++
}

// Lay notes the stream of an input that is not in flight yet.
func (b *Board) Lay(stream []int64) {
	b.head[wordLength] = int64(len(stream))
	copy(b.stream, stream)
}

// Put replaces a number of the stream.
func (b *Board) Put(place int, v int64) {
	if place < len(b.stream) {
		b.stream[place] = v
	}
}

// Vary notes that an input is in flight whose stream differs from the one before in one number.
func (b *Board) Vary(place int, v int64) {
	b.head[wordTaken]++
	b.Put(place, v)
	b.head[wordSeq]++
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

// Shared reports whether the parent sees the board without messages.
func (b *Board) Shared() bool { return b.flush == nil }

// Mark is At for a shared board.
func (b *Board) Mark(s Stage, index int) {
	b.head[wordIndex] = int64(index)
	b.head[wordStage] = int64(s)
}

// Sever notes that the stage on the board closed descriptors of the harness.
func (b *Board) Sever() { b.words[wordSevered] = 1 }

// Severed reports whether the stage on the board closed descriptors of the harness.
func (b *Board) Severed() bool { return b.words[wordSevered] != 0 }

// Watched counts a tick of the watch.
func (b *Board) Watched() {
	atomic.AddInt64(&b.words[wordWatched], 1)
	if b.flush != nil {
		b.flush(wordCounters)
	}
}

// Beat returns a number that changes as long as the process shows signs of life. It changes when an
// input begins and at each tick of the watch, which also ticks during a long call or a search
// without solutions.
func Beat(words []int64) int64 { return words[wordSeq] + words[wordWatched] }

// SetLag passes the lag of the run's clock behind the system clock to the process.
func SetLag(words []int64, lag time.Duration) { atomic.StoreInt64(&words[wordLag], int64(lag)) }

// Stage returns the current stage of the process.
func (b *Board) Stage() (Stage, int) {
	return Stage(b.words[wordStage]), int(b.words[wordIndex])
}

// Seq returns the number of runs of inputs that have begun. An input that is run again counts again.
func (b *Board) Seq() int64 { return atomic.LoadInt64(&b.words[wordSeq]) }

// NextRun notes that the input in flight is run once more.
func (b *Board) NextRun() { b.words[wordSeq]++ }

// Idle reports whether no input is in flight.
func (b *Board) Idle() bool { return b.words[wordStage] == int64(Idle) }

// Lag returns the value that the parent last passed to SetLag, in nanoseconds.
func (b *Board) Lag() int64 { return atomic.LoadInt64(&b.words[wordLag]) }

// Length returns the length of the stream of the input in flight.
func (b *Board) Length() int64 { return b.words[wordLength] }

// CountCalled counts an input that is called.
func (b *Board) CountCalled() { b.head[wordCalled]++ }

// CountRejected counts an input that a precondition rejects.
func (b *Board) CountRejected() { b.words[wordRejected]++ }

// CountVague counts an input with a clause that was not judged.
func (b *Board) CountVague() { b.words[wordVague]++ }

// CountDropped counts an input for which a function had no answer.
func (b *Board) CountDropped() { b.words[wordDropped]++ }

// CountDeclined counts an input that the function under test rejected.
func (b *Board) CountDeclined() { b.words[wordDeclined]++ }

// CountStrange counts a question asked by another goroutine.
func (b *Board) CountStrange() { atomic.AddInt64(&b.words[wordStrange], 1) }

// CountLate counts a question asked after the call was over.
func (b *Board) CountLate() { atomic.AddInt64(&b.words[wordLate], 1) }

// SetPending records whether the input in flight still has to be counted as called.
func (b *Board) SetPending(yes bool) { b.words[wordPending] = truth(yes) }

// SetForeign notes whether the input in flight lies outside the job's portion.
func (b *Board) SetForeign(yes bool) { b.words[wordForeign] = truth(yes) }

// AnsweredAt notes the greatest level of the answers so far.
func (b *Board) AnsweredAt(level int64) { b.words[wordAnswered] = level }

// NoteChanged notes that a precondition changed an input.
func (b *Board) NoteChanged(pre int) { b.words[wordChanged] |= 1 << min(pre, MaxChanged) }

// Tear notes that some input is in no cell.
func (b *Board) Tear() { b.words[wordTorn] = 1 }

func truth(yes bool) int64 {
	if yes {
		return 1
	}
	return 0
}

// Taken returns the number of solutions taken, including the one in flight.
func (b *Board) Taken() int64 { return b.words[wordTaken] }

// Spare counts a call that is skipped because it would end the process.
func (b *Board) Spare() { b.words[wordSpared]++ }

// Ordinal returns the number of the call in flight among the calls of an exploration, skipped calls
// included.
func (b *Board) Ordinal() int64 { return b.words[wordTaken] + b.words[wordSpared] }

// Called returns the number of inputs that were called.
func (b *Board) Called() int64 { return b.head[wordCalled] }

// Rejected returns the number of inputs that native preconditions rejected.
func (b *Board) Rejected() int64 { return b.words[wordRejected] }

// Stream returns a copy of the stream of the input in flight. ok is false if it was too long for
// the board.
func (b *Board) Stream() (stream []int64, ok bool) {
	n := b.words[wordLength]
	if n > int64(len(b.stream)) {
		return nil, false
	}
	return append([]int64{}, b.stream[:n]...), true
}

// Counters appends to to the counters that judging an input changes. See Recount.
func (b *Board) Counters(to []int64) []int64 {
	to = append(to, b.words[wordRejected], b.words[wordVague])
	return append(append(to, b.Reached...), b.Passed...)
}

// Recount resets the counters to a result of Counters.
func (b *Board) Recount(from []int64) {
	b.words[wordRejected], b.words[wordVague] = from[0], from[1]
	n := copy(b.Reached, from[2:])
	copy(b.Passed, from[2+n:])
}

// Hits returns a region of the board as n counters of a byte each, or nil if it is too small.
func Hits(words []int64, n int) []byte {
	if n == 0 || n > 8*hitWords {
		return nil
	}
	region := words[len(words)-cellWords-hitWords:]
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(region))), n)
}

// MaxChanged is the last bit of Changed. It represents all preconditions from there on.
const MaxChanged = 62

// Changed has a bit for each precondition that changed an input.
func (b *Board) Changed() int64 { return b.words[wordChanged] }
