// Package lazy initialises values when they are first needed.
package lazy

import "sync"

type config struct{ name string }

// Checked looks twice, the first time without the lock.
//
//rtest:via Checked{}, Get
//rtest:concurrent Get
type Checked struct {
	mu sync.Mutex
	c  *config
}

// Get returns the name, which it finds out once.
func (l *Checked) Get() string {
	if l.c == nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.c == nil {
			l.c = &config{}
			l.c.name = "a"
		}
	}
	return l.c.name
}

// Lazy uses a Once.
//
//rtest:via Lazy{}, Get
//rtest:concurrent Get
type Lazy struct {
	once sync.Once
	c    *config
}

// Get returns the name, which it finds out once.
func (l *Lazy) Get() string {
	l.once.Do(func() {
		l.c = &config{}
		l.c.name = "a"
	})
	return l.c.name
}
