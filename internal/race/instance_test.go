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

// A Full is made by what may fail.
//
//rtest:via NewFull[string, int](2), Put
//rtest:concurrent
type Full[K comparable, V any] struct{ Once[K, V] }

// A Plain is made by a function with type arguments.
//
//rtest:via NewPlain[string, int], Put
//rtest:concurrent
type Plain[K comparable, V any] struct{ Once[K, V] }

func NewPlain[K comparable, V any]() *Plain[K, V] { return new(Plain[K, V]) }

func NewFull[K comparable, V any](size int) (*Full[K, V], error) { return new(Full[K, V]), nil }

func (o *Once[K, V]) Put(k K, v V) bool {
	_, there := o.m.LoadOrStore(k, v)
	return !there
}
`)
	got := found(t, dir, defaults(), ".")
	for _, name := range []string{"Once", "Full", "Plain"} {
		if !strings.Contains(got, "ok    example.com/races."+name+"  ") {
			t.Errorf("the generic type %s shows\n%s", name, got)
		}
	}
}
