package race

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestInstance checks that the type arguments that via names are those that a generic type has.
func TestInstance(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example.com/races\n\ngo 1.24\n")
	write(t, filepath.Join(dir, "once.go"), `package races

import "sync"

// A Once stores a value for a key.
//
//rtest:via NewOnce[string, int](), Put
//rtest:concurrent
type Once[K comparable, V any] struct{ m sync.Map }

func NewOnce[K comparable, V any]() *Once[K, V] { return new(Once[K, V]) }

func (o *Once[K, V]) Put(k K, v V) bool {
	_, there := o.m.LoadOrStore(k, v)
	return !there
}
`)
	if got := found(t, dir, defaults(), "."); !strings.HasPrefix(got, "ok    example.com/races.Once  ") {
		t.Errorf("a generic type shows\n%s", got)
	}
}
