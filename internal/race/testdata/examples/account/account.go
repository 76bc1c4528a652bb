// Package account has accounts from which is taken what is there.
package account

import "sync"

// Overdrawn looks at the balance before it takes something away.
//
//rtest:via NewOverdrawn(2), Take
//rtest:concurrent Take
//rtest:invariant self.balance >= 0
type Overdrawn struct {
	mu      sync.Mutex
	balance int
}

// NewOverdrawn returns an account.
//
//rtest:requires n >= 0
func NewOverdrawn(n int) *Overdrawn { return &Overdrawn{balance: n} }

// Take takes n, if there is as much.
//
//rtest:requires n > 0
func (a *Overdrawn) Take(n int) {
	a.mu.Lock()
	enough := a.balance >= n
	a.mu.Unlock()
	if enough {
		a.mu.Lock()
		a.balance -= n
		a.mu.Unlock()
	}
}

// Account has what is expected of its users: only one that holds it gives it back.
//
//rtest:via New(), Hold, Free
//rtest:concurrent Hold, Free
type Account struct {
	mu   sync.Mutex
	held int
}

// New returns an account that nobody holds.
func New() *Account { return &Account{} }

// Hold holds the account.
func (a *Account) Hold() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.held++
}

// Held returns how many hold it.
func (a *Account) Held() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.held
}

// Free gives it back.
//
//rtest:requires a.Held() > 0
func (a *Account) Free() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.held == 0 {
		panic("nobody holds it")
	}
	a.held--
}
