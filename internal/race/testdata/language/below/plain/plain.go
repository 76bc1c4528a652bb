// Package plain imports nothing.
package plain

type Box struct {
	N int
	C chan int
}

func (b *Box) Inc()          { b.N++ }
func (b *Box) Each(f func()) { done := make(chan bool); go func() { f(); close(done) }(); <-done }
