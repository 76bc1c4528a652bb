package lsp

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
)

// A document is a file that is open in the editor. It is immutable.
type document struct {
	uri, path string
	version   int
	*text
	// dirty means that the file on disk has different content.
	dirty bool
}

// A view is all documents at one moment. It is immutable. The generation increases whenever
// something that is loaded may have changed.
type view struct {
	generation int
	// in is the unit of columns.
	in   encoding
	docs map[string]*document
}

// text returns the content of a file in the editor, or else on disk.
func (v *view) text(path string) (*text, error) {
	if d := v.docs[path]; d != nil {
		return d.text, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return newText(string(data), v.in), nil
}

// uri returns the URI by which the client knows a file.
func (v *view) uri(path string) string {
	if d := v.docs[path]; d != nil {
		return d.uri
	}
	return uriOf(path)
}

func (v *view) location(p place) location {
	return location{URI: v.uri(p.path), Range: p.in.span(p.start, p.end)}
}

// overlay returns the files whose content differs from that on disk.
func (v *view) overlay() map[string][]byte {
	files := map[string][]byte{}
	for path, d := range v.docs {
		if d.dirty {
			files[path] = []byte(d.s)
		}
	}
	return files
}

// put installs a view in which d replaces the document at its path. A nil d removes it.
func (s *server) put(path string, d *document) {
	s.mu.Lock()
	defer s.mu.Unlock()
	docs := maps.Clone(s.view.docs)
	delete(docs, path)
	if d != nil {
		docs[path] = d
	}
	s.view = &view{s.view.generation + 1, s.view.in, docs}
}

// current returns the current view.
func (s *server) current() *view {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.view
}

// goFile returns the path of the Go file that a URI names.
func goFile(uri string) (string, bool) {
	path, ok := pathOf(uri)
	return path, ok && strings.HasSuffix(path, ".go")
}

func (s *server) opened(p openParams) {
	path, ok := goFile(p.Document.URI)
	if !ok {
		return
	}
	d := &document{uri: p.Document.URI, path: path, version: p.Document.Version, text: newText(p.Document.Text, s.current().in)}
	d.dirty = !d.onDisk()
	s.put(path, d)
	s.refresh(filepath.Dir(path), 0)
}

// onDisk reports whether the file has the document's content.
func (d *document) onDisk() bool {
	data, err := os.ReadFile(d.path)
	return err == nil && string(data) == d.s
}

func (s *server) changed(p changeParams) {
	path, ok := goFile(p.Document.URI)
	if !ok {
		return
	}
	old := s.current().docs[path]
	switch {
	case old == nil:
		s.log(messageError, p.Document.URI+" is changed, but was not opened")
		return
	case p.Document.Version <= old.version:
		s.log(messageError, fmt.Sprintf("%s: a change to version %d follows version %d and is ignored", old.uri, p.Document.Version, old.version))
		return
	}
	t := old.text
	for _, c := range p.Changes {
		if c.Range == nil {
			t = newText(c.Text, t.in)
			continue
		}
		start, end := t.offset(c.Range.Start), t.offset(c.Range.End)
		if start > end {
			s.log(messageError, old.uri+": the range of a change ends before it starts; the change is passed over")
			continue
		}
		t = newText(t.s[:start]+c.Text+t.s[end:], t.in)
	}
	d := &document{uri: old.uri, path: path, version: p.Document.Version, text: t}
	d.dirty = !d.onDisk()
	s.put(path, d)
	s.edited(path)
	s.refresh(filepath.Dir(path), s.Delay)
}

func (s *server) saved(p documentParams) {
	path, ok := goFile(p.Document.URI)
	if !ok {
		return
	}
	if old := s.current().docs[path]; old != nil {
		s.put(path, &document{old.uri, path, old.version, old.text, !old.onDisk()})
	} else {
		s.put(path, nil)
		s.edited(path)
	}
	s.refreshAll(filepath.Dir(path))
	s.mu.Lock()
	run := s.settings.run
	s.mu.Unlock()
	if run == onSave {
		s.runSaved(filepath.Dir(path))
	}
}

func (s *server) closed(p documentParams) {
	path, ok := goFile(p.Document.URI)
	old := s.current().docs[path]
	if !ok || old == nil {
		return
	}
	s.put(path, nil)
	if old.dirty {
		s.edited(path)
	}
	s.refresh(filepath.Dir(path), 0)
}

// watched handles a notification about files that other programs changed.
func (s *server) watched(p watchedParams) {
	v := s.current()
	var dirs []string
	for _, c := range p.Changes {
		path, ok := pathOf(c.URI)
		if !ok {
			continue
		}
		dirs = append(dirs, filepath.Dir(path))
		if d := v.docs[path]; d != nil {
			s.put(path, &document{d.uri, path, d.version, d.text, !d.onDisk()})
			continue
		}
		s.put(path, nil)
		s.edited(path)
	}
	s.refreshAll(dirs...)
}
