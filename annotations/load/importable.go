package load

import (
	"fmt"
	"strings"
)

// Unimportable says why Go forbids files of the package own to import the package at path. It
// returns "" if it does not.
func Unimportable(own, path string) string {
	own = strings.TrimSuffix(own, "_test")
	switch parent, internal := aboveInternal(path); {
	case path == "C":
		return "only Go code reaches C: write a function that calls it"
	case internal && own != parent && (parent == "" || !strings.HasPrefix(own, parent+"/")):
		return "use of internal package " + path + " not allowed"
	}
	return ""
}

// aboveInternal returns the part of a path before its last element "internal", and whether there is
// one.
func aboveInternal(path string) (parent string, ok bool) {
	elements := strings.Split(path, "/")
	for i := len(elements) - 1; i >= 0; i-- {
		if elements[i] == "internal" {
			return strings.Join(elements[:i], "/"), true
		}
	}
	return "", false
}

// cycleError returns the error for n importing m, if m is n's package or depends on it.
func (g *Graph) cycleError(n, m *Package) error {
	own, path := n.Meta.PkgPath, m.Meta.PkgPath
	switch {
	case path == own:
		return fmt.Errorf("could not import %s: it is this package: use its names without a qualifier", path)
	case g.Reachable(m, own) != nil:
		return fmt.Errorf("could not import %s: import cycle not allowed, it needs this package", path)
	case m.Meta.Name == "main" && own != path+"_test":
		return fmt.Errorf("could not import %s: it is a program, not an importable package", path)
	}
	return nil
}
