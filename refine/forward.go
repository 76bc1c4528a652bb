package refine

import (
	"go/types"
	"sync"
)

// Forwards are functions laid into packages of the module, through which a generated file of
// another package reaches what these do not export. A nil *Forwards has none: unexported things are
// then hidden.
type Forwards struct {
	// folder returns the folder of the package that declares an object, or "" if nothing can be
	// laid into it.
	folder func(types.Object) string

	mu    sync.Mutex
	files []Forward
}

// A Forward is a file with one forwarding function.
type Forward struct {
	// Pkg is the package it is laid into.
	Pkg *types.Package
	// Dir is the folder of Pkg. Name is the end of the file's name.
	Dir, Name string
	Src       []byte
}

// NewForwards returns an empty set. Folder returns the folder of the package that declares an
// object, or "" if no file can be laid into it.
func NewForwards(folder func(types.Object) string) *Forwards { return &Forwards{folder: folder} }

// Files returns the files needed by the source printed so far, in the order in which they became
// necessary.
func (w *Forwards) Files() []Forward {
	if w == nil {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.files[:len(w.files):len(w.files)]
}

// Add adds a file with a forwarding function for o, unless there is one with that name. Source
// returns its text. Add reports whether the file can be laid.
func (w *Forwards) Add(o types.Object, name string, source func() ([]byte, error)) bool {
	dir := w.folder(o)
	if dir == "" {
		return false
	}
	data, err := source()
	if err != nil {
		return false
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, file := range w.files {
		if file.Pkg == o.Pkg() && file.Name == name {
			return true
		}
	}
	w.files = append(w.files, Forward{Pkg: o.Pkg(), Dir: dir, Name: name, Src: data})
	return true
}
