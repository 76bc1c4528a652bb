package refine

import (
	"go/types"
	"sync"
)

// Forwards are functions laid into packages of the module by which a generated
// file of another package reaches what these do not export. A nil *Forwards
// has none, and what is not exported is hidden then.
type Forwards struct {
	// folder is that of the package that declares an object, empty where
	// nothing can be laid into it.
	folder func(types.Object) string

	mu    sync.Mutex
	files []Forward
}

// A Forward is a file with one forwarding function.
type Forward struct {
	// Pkg is the package into which it is laid.
	Pkg *types.Package
	// Dir is the folder of Pkg, Name ends the name of the file in it.
	Dir, Name string
	Src       []byte
}

// NewForwards returns an empty set; folder returns that of the package that
// declares an object, empty where no file can be laid into it.
func NewForwards(folder func(types.Object) string) *Forwards { return &Forwards{folder: folder} }

// Files are the files that what was printed so far needs, in the order in which
// they came to be needed.
func (w *Forwards) Files() []Forward {
	if w == nil {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.files[:len(w.files):len(w.files)]
}

// Add adds a file with a forwarding function for o, unless it is there: the result
// of source, of the given name. It tells whether the file can be laid.
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
