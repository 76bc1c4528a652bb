package main

type truth bool

func (t truth) not() truth { return !t }

const debug = false

var table = map[string]func(int) bool{
	"even": func(n int) bool { return n%2 == 0 && n >= 0 },
}

func main() {
	println(kinds(1), kinds("a"), kinds(nil), kinds(2.5))
	println(labels(10), jumps(3), chosen(), mixed(true, truth(false)))
	println(table["even"](4), nested(5), empty(1), deferred())
	if debug {
		println("never")
	} else if x := 3; x > 2 {
		println("else if")
	}
	for range 2 {
		println("range")
	}
	func() {
		println("literal")
	}()
}

func kinds(x any) int {
	switch x := x.(type) {
	case nil:
		return 0
	case int:
		return x
	case string:
		return len(x)
	}
	return -1
}

func labels(n int) (sum int) {
outer:
	for i := 0; i < n; i++ {
		for j := range n {
			if j > i || !(i != 3) {
				continue outer
			}
			if (i == 8) && (j == 1) {
				break outer
			}
			sum += j
		}
	}
	return sum
}

func jumps(n int) int {
	i := 0
again:
	if i < n {
		i++
		goto again
	}
	switch {
	case i > 100:
		return 1
	}
	switch i {
	}
	switch {
	case i == 3 && n == 3:
		i += 10
		fallthrough
	case i < 0:
		i++
	default:
	}
	return i
}

func chosen() int {
	c := make(chan int, 1)
	for k := 0; ; k++ {
		select {
		case c <- k:
		case v := <-c:
			if v > 0 || k > 3 {
				return v + k
			}
		}
	}
}

func mixed(a bool, b truth) bool {
	var c truth = b.not() && truth(a)
	var d truth = truth(a) || 1 < 2
	if c && d || bool(b) == a {
		return a && bool(c) || 1 > 2
	}
	return !a
}

func nested(n int) bool {
	f := func(ok bool) bool { return ok && n > 4 }
	return f(n > 1 && f(true)) == (n < 10 || f(false))
}

func empty(n int) int {
	for n < 3 {
		n++
	}
	if n > 1 {
	}
	return n
}

func deferred() (n int) {
	defer func() {
		if r := recover(); r != nil {
			n = 7
		}
	}()
	var p *struct{ x int }
	if p == nil && n == 0 {
		panic("p")
	}
	return p.x
}
