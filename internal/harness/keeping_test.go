package harness_test

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

const keepingProgram = `
-- go.mod --
module example.com/keeping

go 1.24
-- a.go --
package keeping

import (
	"bytes"
	"container/list"
	"errors"
	"fmt"
	"maps"
	"os"
	"regexp"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

type counter struct{ n int }

func (c *counter) inc() int { c.n++; return c.n }

func closure() func() int { n := 0; return func() int { n++; return n } }

var (
	next    = closure()
	held    interface{ inc() int } = &counter{}
	static  = &counter{}
	pool    = sync.Pool{New: func() any { return new(counter) }}
	once    sync.Once
	many    sync.Map
	total   atomic.Int64
	queue   = make(chan int, 1)
	buffer  bytes.Buffer
	log     = list.New()
	table   = map[string][]int{}
	kept    []*counter
	ops     = map[string]func() int{"next": closure()}
	sorted  = []int{3, 1, 2}
)

func get() *counter { return static }

//rtest:ensures result
func KeepsClosure(a int) bool { return next() != 9 }

//rtest:ensures result
func KeepsInterface(a int) bool { return held.inc() != 9 }

//rtest:ensures result
func KeepsByGetter(a int) bool { return get().inc() != 9 }

//rtest:ensures result
func KeepsInPool(a int) bool { c := pool.Get().(*counter); defer pool.Put(c); return c.inc() != 9 }

//rtest:ensures result
func KeepsOnce(a int) (ok bool) { ok = true; once.Do(func() { ok = false }); return ok }

//rtest:ensures result
func KeepsInMap(a int) bool { v, _ := many.LoadOrStore(0, &counter{}); return v.(*counter).inc() != 9 }

//rtest:ensures result
func KeepsAtomic(a int) bool { return total.Add(1) != 9 }

//rtest:ensures result
func KeepsInChannel(a int) bool { queue <- 1; return <-queue == 1 }

//rtest:ensures result
func KeepsInBuffer(a int) bool { buffer.WriteByte(1); return buffer.Len() != 9 }

//rtest:ensures result
func KeepsInList(a int) bool { log.PushBack(a); return log.Len() != 9 }

//rtest:ensures result
func KeepsOutside(a int) bool { os.Setenv("KEPT", os.Getenv("KEPT")+"x"); return true }

//rtest:ensures result
func KeepsInTable(a int) bool { t := table; t["x"] = append(t["x"], a); return len(t["x"]) != 9 }

//rtest:ensures result
func KeepsBehindAppend(a int) bool { for _, c := range kept { c.n++ }; return true }

//rtest:ensures result
func KeepsByOperator(a int) bool { return ops["next"]() != 9 }

//rtest:ensures result
func KeepsSorted(a int) bool { sort.Ints(sorted); return true }

type loud int

func (l loud) String() string { next(); return "" }

//rtest:ensures result
func KeepsWhenPrinted(a int) bool { return fmt.Sprint(loud(a)) == "" }

func unlikely(a int) bool { return next() != 9 }

//rtest:ensures unlikely(a)
func KeepsInContract(a int) {}

//rtest:invariant self.ok()
type lawful struct{ n int }

func (l lawful) ok() bool { return next() != 9 }

//rtest:ensures result
func KeepsInLaw(a lawful) bool { return true }

//rtest:ensures result
func KeepsOn(a int) bool { go func() {}(); return true }

//rtest:ensures result
func KeepsLater(a int) bool { time.AfterFunc(1, func() {}); return true }

//rtest:ensures result
func KeepsWhenPrintedInside(a int) bool { return fmt.Sprint(struct{ Of loud }{loud(a)}) == "" }

//rtest:ensures result
func KeepsWhenPrintedInSlice(a int) bool { return fmt.Sprint([]loud{loud(a)}) == "" }

//rtest:ensures result
func KeepsWhenPrintedInMap(a int) bool { return fmt.Sprint(map[int]*loud{}) == "" }

type wrapped struct{ loud }

//rtest:ensures result
func KeepsWhenPrintedPromoted(a int) bool { return fmt.Sprint(wrapped{loud(a)}) == "" }

type talker interface{ talk() }

func (l loud) talk() {}

//rtest:ensures result
func KeepsWhenInputPrinted(a talker) bool { return fmt.Sprint(a) == "" }

type byLength []string

func (b byLength) Len() int           { return len(b) }
func (b byLength) Less(i, j int) bool { return next() != 9 }
func (b byLength) Swap(i, j int)      {}

//rtest:oneof byLength
type ordered interface {
	Len() int
	Less(i, j int) bool
	Swap(i, j int)
}

//rtest:ensures result
func KeepsWhenSorted(a ordered) bool { sort.Sort(a); return true }

//rtest:ensures result
func KeepsInWaitGroup(a int) bool { var wg sync.WaitGroup; wg.Go(func() {}); return true }

var readers sync.RWMutex

//rtest:ensures result
func KeepsLock(a int) bool {
	readers.RLock()
	if a != 2 {
		readers.RUnlock()
	}
	return true
}

//rtest:ensures result
func KeepsTriedLock(a int) bool { return readers.TryLock() }

//rtest:ensures result
func KeepsInPattern(a int) bool { digits.Longest(); return true }

//rtest:ensures result
func KeepsInPredicate(a int) bool { return !slices.ContainsFunc(kept, func(c *counter) bool { c.n++; return false }) }

//rtest:ensures result
func KeepsInserted(a int) bool { maps.Insert(names, maps.All(map[int]string{a: ""})); return true }

//rtest:ensures static.inc() != 9
func KeepsInMethodOfContract(a int) {}

//rtest:values t: table
//rtest:ensures result
func KeepsInDrawnTable(a int, t map[string][]int) bool { t["x"] = nil; return true }

//rtest:values t: names
//rtest:ensures result
func KeepsInDrawnNames(a int, t map[int]string) bool { t[a] = ""; return true }

//rtest:ensures a in primes || names[a] == "" || result
func FineTablesInContract(a int) bool { return true }

//rtest:values f: next
//rtest:ensures result
func KeepsInValues(a int, f func() int) bool { return f() != 9 }

//rtest:ensures result
func KeepsFinalizer(a *counter) bool { runtime.SetFinalizer(a, func(*counter) {}); return true }

type shape interface{ area() int }
type square struct{ side int }

func (s square) area() int { return s.side * s.side }

var (
	errOdd  = errors.New("odd")
	digits  = regexp.MustCompile("[0-9]+")
	names   = map[int]string{1: "one"}
	primes  = []int{2, 3, 5}
	rows    = [...]struct{ name string; of []int }{{"x", []int{1}}}
	lock    sync.Mutex
	fixed   = &counter{7}
)

func find(xs []int, x int) bool {
	for _, y := range xs {
		if y == x {
			return true
		}
	}
	return false
}

//rtest:ensures result
func FineTables(a int) bool { return names[a] != "" || find(primes, a) || slices.Contains(primes, a) || len(rows[0].of) > 0 && rows[0].of[0] == a || true }

//rtest:ensures result
func FineValues(a int) bool { var s shape = square{a}; lock.Lock(); defer lock.Unlock(); return s.area() >= 0 && fixed.n == 7 }

//rtest:ensures result
func FineErrors(a int) bool { err := fmt.Errorf("%w: %d", errOdd, a); return errors.Is(err, errOdd) && digits.MatchString(err.Error()) }

//rtest:ensures result
func FineClosures(a int) bool {
	n := closure()
	xs := []int{3, a, n()}
	slices.SortFunc(xs, func(x, y int) int { n(); return x - y })
	var b strings.Builder
	b.WriteString("x")
	m := map[int]*counter{a: {}}
	m[a].inc()
	return slices.IsSorted(xs) && b.Len() == 1
}
`

// keepingErrorsProgram has a type of errors that keep something.
const keepingErrorsProgram = `
-- go.mod --
module example.com/keeping

go 1.26
-- a.go --
package keeping

import "errors"

type trouble struct{ n int }

var kept *trouble

func (t *trouble) Error() string { return "" }
func (t *trouble) Is(error) bool { kept = t; return true }

//rtest:oneof *trouble
type troubles interface{ error }

var errOdd = errors.New("odd")

//rtest:ensures result
func KeepsWhenCompared(a troubles) bool { return errors.Is(a, errOdd) }

var errHeld error = &trouble{}

//rtest:ensures result
func KeepsInError(a int) bool { errHeld.(*trouble).n++; return true }

//rtest:ensures result
func KeepsInErrorAs(a int) bool {
	var t *trouble
	if errors.As(errHeld, &t) {
		t.n++
	}
	return true
}

//rtest:ensures result
func KeepsInErrorAsType(a int) bool {
	if t, ok := errors.AsType[*trouble](errHeld); ok {
		t.n++
	}
	return true
}

//rtest:ensures result
func FineError(a int) bool { t, ok := errHeld.(*trouble); return ok && t.n == 0 }
`

// TestKeeping finds the functions whose calls may leave something behind.
func TestKeeping(t *testing.T) {
	n := 0
	for _, program := range []string{keepingProgram, keepingErrorsProgram} {
		for _, target := range loadProgram(t, txtar.Parse([]byte(program))).unit.Targets {
			n++
			want := strings.HasPrefix(target.Contract.Name, "Keeps")
			if got := target.Hints.Keeps; got != want {
				t.Errorf("%s: a call may leave something behind: %t, want %t", target.Contract.Name, got, want)
			}
		}
	}
	if n < 44 {
		t.Errorf("%d functions", n)
	}
}
