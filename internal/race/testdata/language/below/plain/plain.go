// Package plain imports nothing.
package plain

type Box struct {
	N int
	C chan int
}

func (b *Box) Inc()          { b.N++ }
func (b *Box) Each(f func()) { done := make(chan bool); go func() { f(); close(done) }(); <-done }

// A Hidden embeds what other packages cannot name. Size gets a copy of that.
type Hidden struct {
	Other int
	*chain
}

type chain struct{ inside }

type inside struct{ n int }

func (i inside) Size() int { return 1 }

// NewHidden returns a value.
func NewHidden() *Hidden { return &Hidden{chain: &chain{}} }

// Grow changes what Size copies.
func (h *Hidden) Grow() { h.chain.n++ }

// Turn changes what Size goes through.
func (h *Hidden) Turn() { h.chain = &chain{} }
