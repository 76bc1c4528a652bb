// Command constructs uses what the scheduler controls in all forms of the language. Its output is
// the same with and without a scheduler.
package main

import (
	"bufio"
	bits "bytes"
	"container/list"
	"container/ring"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"
	at "sync/atomic"
	"time"
)

var driver = func(f func()) { f() }

func main() { driver(all) }

type point struct{ x, y int }

type box struct {
	sync.Mutex
	n     int
	p     *point
	q     point
	list  []int
	array [3]int
	m     map[string]int
	pm    map[string]point
	any   any
	err   error
	f     func(int) int
	next  *box
	u8    uint8
	s     string
	named named
}

type named int

func (n named) plus(k int) named { return n + named(k) }
func (n *named) add(k int)       { *n += named(k) }

func newBox() *box {
	return &box{p: &point{1, 2}, list: []int{1, 2, 3}, m: map[string]int{"a": 1}, pm: map[string]point{}, f: func(i int) int { return i + 1 }}
}

var global = 5
var table = map[int]string{1: "one"}

func pair() (int, error)         { return 7, errors.New("e") }
func triple() (int, int, string) { return 1, 2, "c" }

func assignments() {
	b := newBox()
	b.n = 3
	b.n++
	b.n += 4
	b.n <<= 2
	b.n, b.p.x = b.p.x, b.n
	b.n, b.err = pair()
	_, b.err = pair()
	b.q.x, b.q.y, b.s = triple()
	b.m["b"] = 2
	b.m["b"]++
	b.m["c"] += b.m["b"] * 2
	delete(b.m, "a")
	v, ok := b.m["c"]
	var w, there = b.m["zz"]
	b.pm["k"] = point{3, 4}
	x := b.pm["k"].x
	b.list[0], b.list[2] = b.list[2], b.list[0]
	b.list[1] *= 10
	b.list = append(b.list, 4, b.n)
	b.array[1] = 8
	b.array[2]--
	b.any = 3
	i, isInt := b.any.(int)
	b.any, ok = b.any.(string)
	b.u8 -= 1
	b.s += "x" + b.s
	*b.p = point{5, 6}
	b.p.y %= 4
	copied := *b.p
	copied.x = 100
	b.next = newBox()
	b.next.next = b
	b.next.next.n |= 8
	b.named.add(3)
	sum := b.named.plus(2)
	b.err = nil
	b.f = nil
	global++
	table[2] = "two"
	global, b.n = b.n, global
	var arr [2]point
	arr[1].x = 2
	pa := &arr
	pa[0].y = 3
	fmt.Println(b.n, b.err, b.q, b.s, len(b.m), v, ok, w, there, x, b.list, b.array, b.any, i, isInt, b.u8, *b.p, copied, b.next.n, sum, b.named, global, table[2], arr, len(pa))
	if b.n++; b.n > 0 {
		fmt.Println("n", b.n)
	}
	for b.n = 0; b.n < 2; b.n++ {
		fmt.Print(b.n, " ")
	}
	switch b.n += 1; b.n {
	case b.q.x:
		fmt.Println("q")
	default:
		fmt.Println("three", b.n)
	}
	clear(b.m)
	fmt.Println(len(b.m), min(b.n, 2), cap(b.list[:1:2]))
}

func channels() {
	c, d := make(chan int), make(chan string, 2)
	var none chan int
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		for i := range 3 {
			c <- i
		}
		close(c)
	}()
	sum := 0
	for v := range c {
		if v == 1 {
			continue
		}
		sum += v
	}
	wg.Wait()
	v, ok := <-c
	d <- "a"
	d <- "b"
	select {
	case d <- "c":
		fmt.Println("wrong")
	case x := <-none:
		fmt.Println("wrong", x)
	default:
		var in chan<- string = d
		fmt.Println("full", len(d), cap(d), len(in), cap(in))
	}
	var got [2]string
	select {
	case got[0] = <-d:
	case <-none:
	}
	var more bool
	got[1], more = <-d
	close(d)
	_, open := <-d
	fmt.Println(sum, v, ok, got, more, open)
	e := make(chan any, 1)
	e <- 3
	fmt.Println(<-e)
	var only <-chan any = e
	var into chan<- any = e
	into <- nil
	fmt.Println(<-only == nil)
	done := make(chan struct{})
	results := make(chan int, 10)
	go worker(done, results, 1, 2, 3)
	go worker(done, results, []int{4}...)
	done <- struct{}{}
	done <- struct{}{}
	var list []int
loop:
	for {
		select {
		case r, ok := <-results:
			if !ok {
				break loop
			}
			if list = append(list, r); len(list) == 2 {
				close(results)
			}
		}
	}
	sort.Ints(list)
	fmt.Println(list)
	var w int
	for w = range func() chan int { c := make(chan int, 2); c <- 5; c <- 6; close(c); return c }() {
	}
	fmt.Println(w, returns(true), returns(false))
	func() {
		defer func() { fmt.Println(recover()) }()
		close(done)
		close(done)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		done <- struct{}{}
	}()
}

func returns(b bool) string {
	c := make(chan bool, 1)
	c <- b
	select {
	case v := <-c:
		if v {
			return "yes"
		}
		return "no"
	}
}

func worker(done <-chan struct{}, out chan<- int, values ...int) {
	<-done
	sum := 0
	for _, v := range values {
		sum += v
	}
	out <- sum
}

type counter[T ~int | ~int64] struct {
	mu sync.Mutex
	n  T
}

func (c *counter[T]) add(k T) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n += k
}

func generic[T any](c chan T, v T) { c <- v }

func twoCalls(wg *sync.WaitGroup) (*sync.WaitGroup, string) { return wg, "t" }

func report[T any](wg *sync.WaitGroup, text T) { wg.Done() }

// oneCall starts goroutines whose arguments are the results of one call, and functions of the packages that are replaced.
func oneCall() {
	var wg sync.WaitGroup
	wg.Add(3)
	f := func(wg *sync.WaitGroup, texts ...string) { wg.Done() }
	go f(twoCalls(&wg))
	go report(twoCalls(&wg))
	go report[string](twoCalls(
		&wg))
	go time.Sleep(time.Hour)
	go runtime.Gosched()
	wg.Wait()
	fmt.Println("one call")
}

func goroutines() {
	var wg sync.WaitGroup
	c := &counter[int64]{}
	b := newBox()
	for i := range 3 {
		wg.Add(1)
		go func(k int64) {
			defer wg.Done()
			c.add(k)
			b.Lock()
			b.list = append(b.list, int(k))
			b.Unlock()
		}(int64(i))
	}
	wg.Go(func() { c.add(10) })
	f := c.add
	wg.Add(1)
	go func() { defer wg.Done(); f(100) }()
	wg.Wait()
	out := make(chan string, 1)
	go generic(out, "generic")
	fmt.Println(c.n, len(b.list), <-out)
	lock, unlock := b.Lock, b.Unlock
	lock()
	fmt.Println(b.TryLock())
	unlock()
	var l sync.Locker = b
	l.Lock()
	l.Unlock()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer func() { fmt.Println("recovered", recover()) }()
		runtime.Goexit()
	}()
	<-ended
	panicked := make(chan any)
	go func() {
		defer func() { panicked <- recover() }()
		var m map[string]int
		m["a"] = 1
	}()
	fmt.Println(<-panicked)
	x := 1
	changed := make(chan bool)
	go func() { x = 2; changed <- true }()
	<-changed
	fmt.Println(x)
	runtime.Gosched()
}

func locks() {
	var rw sync.RWMutex
	rw.RLock()
	rw.RLock()
	fmt.Println(rw.TryLock(), rw.TryRLock())
	rw.RUnlock()
	rw.RUnlock()
	rw.RUnlock()
	rw.Lock()
	fmt.Println(rw.TryRLock())
	rw.Unlock()
	var once sync.Once
	n := 0
	for range 3 {
		once.Do(func() { n++ })
	}
	value := sync.OnceValue(func() int { n++; return n })
	fmt.Println(n, value(), value())
	mu := sync.Mutex{}
	cond := sync.NewCond(&mu)
	ready := false
	go func() {
		mu.Lock()
		ready = true
		mu.Unlock()
		cond.Broadcast()
	}()
	mu.Lock()
	for !ready {
		cond.Wait()
	}
	mu.Unlock()
	pool := sync.Pool{New: func() any { return "new" }}
	fmt.Println(pool.Get())
	var m sync.Map
	m.Store("a", 1)
	v, loaded := m.LoadOrStore("a", 2)
	m.Range(func(k, v any) bool { fmt.Println(k, v); return true })
	_, gone := m.LoadAndDelete("a")
	_, there := m.Load("a")
	fmt.Println(v, loaded, gone, there, m.CompareAndSwap("a", 1, 2))
	var i at.Int32
	var k int64
	var flag at.Bool
	var p at.Pointer[point]
	var val at.Value
	i.Add(3)
	at.AddInt64(&k, 4)
	flag.Store(true)
	p.Store(&point{1, 2})
	val.Store("v")
	fmt.Println(i.Load(), at.LoadInt64(&k), flag.CompareAndSwap(true, false), p.Load().y, val.Load(), i.Swap(9), i.CompareAndSwap(1, 2), i.And(8), i.Or(1))
	func() {
		defer func() { fmt.Println(recover() != nil) }()
		var wg sync.WaitGroup
		wg.Done()
	}()
}

func clocks() {
	begin := time.Now()
	time.Sleep(20 * time.Millisecond)
	fmt.Println(time.Since(begin) >= 20*time.Millisecond)
	t := time.NewTimer(time.Hour)
	select {
	case <-t.C:
		fmt.Println("wrong")
	case <-time.After(10 * time.Millisecond):
		fmt.Println("after")
	}
	fmt.Println(t.Stop(), t.Reset(time.Millisecond))
	<-t.C
	called := make(chan string)
	time.AfterFunc(time.Millisecond, func() { called <- "func" })
	fmt.Println(<-called)
	tick := time.NewTicker(5 * time.Millisecond)
	<-tick.C
	<-tick.C
	tick.Stop()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	child, stop := context.WithCancel(context.WithValue(ctx, "k", "v"))
	defer stop()
	<-child.Done()
	fmt.Println(child.Err(), child.Value("k"), errors.Is(ctx.Err(), context.DeadlineExceeded))
	other, end := context.WithCancelCause(context.Background())
	go end(errors.New("cause"))
	<-other.Done()
	fmt.Println(other.Err(), context.Cause(other))
	ran := make(chan bool)
	context.AfterFunc(other, func() { ran <- true })
	fmt.Println(<-ran)
}

func all() {
	oneCall()
	assignments()
	channels()
	goroutines()
	locks()
	clocks()
	elements()
	library()
	moves()
	implicit()
	pipes()
}

// pipes uses both ends of pipes, before and after deadlines, and closed.
func pipes() {
	a, b := net.Pipe()
	go func() {
		n, err := a.Write([]byte("some text"))
		fmt.Println(n, err, a.LocalAddr(), a.RemoteAddr().Network())
		a.Close()
	}()
	part := make([]byte, 5)
	n, err := b.Read(part)
	fmt.Println(n, err, string(part))
	rest, err := io.ReadAll(b)
	fmt.Println(string(rest), err)
	n, err = b.Write(part)
	fmt.Println(n, err, b.SetDeadline(time.Time{}))
	_, err = a.Read(part)
	fmt.Println(err, a.Close(), errors.Is(err, io.ErrClosedPipe))
	c, d := net.Pipe()
	c.SetReadDeadline(time.Now().Add(time.Millisecond))
	_, err = c.Read(part)
	fmt.Println(err, errors.Is(err, os.ErrDeadlineExceeded))
	c.SetReadDeadline(time.Time{})
	go d.Write(part)
	n, err = c.Read(part)
	fmt.Println(n, err)
	d.SetDeadline(time.Unix(1, 0))
	_, err = d.Write(part)
	_, err2 := d.Read(part)
	fmt.Println(err, err2)
	d.SetWriteDeadline(time.Now().Add(time.Hour))
	d.SetWriteDeadline(time.Now().Add(time.Millisecond))
	_, err = d.Write(part)
	_, err2 = d.Read(part)
	fmt.Println(err, err2, c.Close())
	_, err = d.Write(nil)
	fmt.Println(err)
}

type flags []bool

type bytes []byte

type shape interface{ area() int }

func (p point) area() int { return p.x * p.y }

func grown[T any](list []T, more ...T) []T {
	list = append(list, more...)
	return append(list, list[0], // A comment, with a comma.
		list[len(list)-1],
	)
}

func spread[S ~[]T, T any](list S, v T) S { return append(list, v) }

func elements() {
	b := newBox()
	var shapes []shape
	shapes = append(shapes, point{1, 2}, nil, &point{3, 4})
	shapes = append(shapes, nil...)
	for i, s := range shapes {
		if s == nil {
			continue
		}
		fmt.Print(i, s.area(), " ")
	}
	var i, v int
	var box any
	for i, v = range b.list {
		if b.list = append(b.list, v+1, 2.0); i == 1 {
			break
		}
	}
	for _, box = range b.list {
	}
	p := &b.array
outer:
	for i, v := range p {
		p[2] = 9
		for _, w := range b.array {
			if w == v {
				continue outer
			}
			defer fmt.Print(i, v, w, ";")
		}
	}
	for i, v := range b.array {
		b.array[2] = i + v
	}
	for i, _ := range b.list {
		fmt.Print(i)
	}
	for range b.list {
		b.n++
	}
	for _, f := range []func() int{func() int { return b.n }} {
		fmt.Print(f())
	}
	text := append(bytes("a"), "bc"...)
	text = append(text, b.s...)
	text = append(text, text[:1]...)
	n := copy(text[1:], text) + copy(text, "x"+b.s) + copy(text, text[:0])
	fl := append(flags(nil), true, n > 2)
	copy(fl[1:], fl)
	fmt.Println(i, v, box, b.list, b.array, b.n, string(text), n, fl, append([]int(nil)), grown([]string{"a"}, "b"), spread(fl, false))
	func() {
		defer clear(fl)
		defer copy(fl, flags{false, false})
		fmt.Println(fl)
	}()
	fmt.Println(fl, cap(append(make([]int, 0, 3), 1)), append([]any(nil), 1, "a", nil), append([][]int{}, nil, b.list[:1]))
	shared := make([]int, 1, 3)
	func() {
		defer func() { fmt.Println(recover() != nil) }()
		for _, v := range shared {
			shared = append(shared[:1], v, 5)
			panic(shared)
		}
	}()
	fmt.Println(shared)
}

type shelf struct {
	list.List
	books list.List
	more  *list.List
	text  bits.Buffer
	out   strings.Builder
	rows  [2]strings.Builder
}

func (s *shelf) spare() *list.List { return s.more }

func library() {
	s := &shelf{more: list.New()}
	s.books.PushBack(1)
	s.more.PushFront(2)
	(s.more).PushFront(3)
	s.spare().PushBackList(&s.books)
	s.PushBack(4)
	for e := s.more.Front(); e != nil; e = e.Next() {
		fmt.Print(e.Value, " ")
	}
	fmt.Println(s.books.Len(), s.Len(), s.spare().Back().Value)
	s.text.WriteString("a")
	fmt.Fprint(&s.text, "b")
	w := bufio.NewWriter(&s.text)
	w.WriteString("c")
	w.Flush()
	write := s.out.WriteString
	write("d")
	s.rows[1].WriteByte('e')
	fmt.Println(s.text.String(), s.out.String(), s.rows[1].Len())
	r := ring.New(2)
	r.Value = 1
	r.Next().Value = 2
	r.Do(func(v any) { fmt.Print(v, " ") })
	b := newBox()
	slices.Reverse(b.list)
	sort.Slice(b.list, func(i, k int) bool { return b.list[i] < b.list[k] })
	slices.SortFunc[[]int](b.list, func(x, y int) int { return y - x })
	slices.Sort(named2{2, 1})
	b.list = slices.Insert(b.list, 1, b.list...)
	fmt.Println(b.list, slices.Equal(b.list[:1], []int{3}), slices.Index(b.list, 2), slices.Max(b.list), sort.SearchInts(nil, 1),
		strings.Join([]string{"x", "y"}, ""), bits.Contains([]byte(s.text.String()), nil))
}

type named2 []int

func moves() {
	s := &shelf{more: list.New(), rows: [2]strings.Builder{}}
	func() {
		numbers := []int{3, 1, 2}
		defer func() {
			defer s.rows[0].WriteString("a")
			defer func() { fmt.Print(numbers, s.text.String(), s.more.Len(), " ") }()
		}()
		defer sort.Ints(numbers)
		defer (s.text.WriteString)("b")
		defer s.spare().PushBack(s.more.PushBack(1))
		defer func() { defer s.more.Init(); fmt.Print(s.more.Len(), " ") }()
	}()
	fmt.Println(s.rows[0].String(), s.more.Len())
	list := append(make([]int, 0, 9), 1, 2, 2, 3, 3)
	odd := func(x int) bool { return x%2 == 1 }
	fmt.Println(slices.Compact(slices.Clone(list)), slices.Compact([]int{1, 2}), slices.DeleteFunc(slices.Clone(list), odd), slices.DeleteFunc([]int{2}, odd))
	fmt.Println(slices.Insert(list, 1, 7, 8), list, slices.Insert(slices.Clip(list), 5, list...), slices.Insert(named2(nil), 0, 1))
	fmt.Println(slices.Replace(list, 1, 3, 9), list, slices.Replace[[]int](list, 0, 0), slices.Delete(list, 1, 2), slices.Delete(list, 1, 1), list)
	fmt.Println(slices.CompactFunc([]string{"a", "A", "b", "B"}, strings.EqualFold), slices.CompactFunc([]int{1, 2, 3}, func(a, b int) bool { return a > b }))
	for _, f := range []func(){func() { slices.Delete(list, 2, 1) }, func() { slices.Insert(list, 9, 1) }, func() { slices.Replace(list, 0, 9) }} {
		func() {
			defer func() { fmt.Println(recover()) }()
			f()
		}()
	}
}

type small int8

type lower struct {
	n    int
	name string
}

func (l lower) text() string  { return fmt.Sprint(l.n, l.name) }
func (l *lower) rename() *int { l.name += "'"; return &l.n }

type middle struct{ *lower }

type upper struct {
	middle
	fmt.Stringer
	*bufio.Reader
	a, b, c, d int
	s          small
	ok         bool
	x          any
	e          error
}

func (u *upper) results(fail bool) (n int, text string, _ bool, err error) {
	defer func() { n, text = n+1, text+"." }()
	get := func() (int, string, bool, error) { return n, text, true, err }
	if n := 7; fail {
		return n, "failed", false, errors.New("e")
	}
	n, text, _, _ = 3, "x", true, u.e
	if n == 4 {
		return
	}
	return get()
}

func shadowed() (n int) {
	defer func() { n *= 2 }()
	if n := 3; n > 0 {
		return n
	}
	return 1
}

func implicit() {
	u := &upper{middle: middle{&lower{1, "l"}}, Stringer: time.Second, Reader: bufio.NewReader(strings.NewReader("b"))}
	v := upper{middle: middle{&lower{2, "m"}}, Stringer: time.Minute}
	fmt.Println(u.text(), u.middle.text(), u.lower.text(), u.String(), u.Size(), v.text(), v.String(), *u.rename(), u.name, v.lower.name)
	u.a, u.b, u.c, u.d = 1, u.a, 3, len(u.name)
	u.a, u.b, u.c, u.d = u.d, u.c, u.b, u.a
	u.s, u.x, u.e, _, u.ok = 1<<3, nil, nil, 1<<u.b, u.a == 1
	fmt.Println(u.a, u.b, u.c, u.d, u.s, u.x, u.e, u.ok)
	u.x = 5
	u.a, u.ok = u.x.(int)
	u.e, u.ok = u.x.(error)
	fmt.Println(u.a, u.e, u.ok)
	var list []int
	for u.s = range 3 {
		list = append(list, int(u.s))
	}
	for u.a = range list {
		u.b += u.a
	}
	for u.a, u.s = 0, 1; u.a < 2; u.a, u.s = u.a+1, u.s*2 {
		list = append(list, int(u.s))
	}
	for u.a, u.x = range "xy" {
		list = append(list, u.a)
	}
	for u.a = range func(yield func(int) bool) { _ = yield(8) && yield(9) } {
		if u.a == 8 {
			continue
		}
		list = append(list, u.a)
	}
	switch u.a, u.b, u.c, u.ok = 1, 2, 3, false; u.a {
	case 1:
		fmt.Println(list, u.b, u.c, u.x)
	}
	f, g := u.text, upper.text
	u.n = 9
	fmt.Println(f(), g(*u), string(u.bytes()), [1]byte(u.bytes()), shadowed())
	fmt.Println(u.results(true))
	fmt.Println(u.results(false))
	numbers := []int{2, 1}
	sort.Ints(numbers)
	sort.SliceStable(numbers, func(i, k int) bool { return numbers[i] > numbers[k] })
	slices.SortStableFunc(numbers, func(a, b int) int { return a - b })
	word := make([]byte, 4)
	binary.BigEndian.PutUint16(word[1:], 258)
	var order binary.ByteOrder = binary.LittleEndian
	order.PutUint32(word, order.Uint32(word)+1)
	fmt.Println(word, binary.BigEndian.AppendUint16(nil, 1))
	fmt.Println(numbers, string(texts(nil, "abc")), string(texts(nil, []byte("de"))), append([]int{1}, nil...))
}

func (u *upper) bytes() []byte { return []byte("b") }

func texts[T string | []byte](dst []byte, text T) []byte {
	dst = append(dst, text[1:]...)
	dst = append(dst, text...)
	return dst[:copy(dst, text)]
}
