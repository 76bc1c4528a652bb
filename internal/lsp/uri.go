package lsp

import (
	"net/url"
	"path/filepath"
	"strings"
)

// pathOf returns the absolute path that a file URI names. Other URIs, such as those of unsaved
// buffers without a name, have none.
func pathOf(uri string) (string, bool) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Path == "" {
		return "", false
	}
	path := u.Path
	if len(path) > 2 && path[0] == '/' && path[2] == ':' {
		path = strings.ToUpper(path[1:2]) + path[2:] // A Windows drive: /c:/dir.
	}
	if u.Host != "" && u.Host != "localhost" {
		path = "//" + u.Host + path
	}
	return filepath.Clean(filepath.FromSlash(path)), true
}

// uriOf returns the file URI of an absolute path.
func uriOf(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}
